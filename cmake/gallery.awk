# The ids and titles of gallery.json, as RULES(id, en, zh): whoever asks for such a game by its name is told where it is.
function string(line)
{
    sub(/^[^:]*: /, "", line)
    sub(/,$/, "", line)
    return line
}

/^   "id": / { id = string($0) }
/^   "title": / { titled = 1 }
titled && /^    "en": / { en = string($0) }
titled && /^    "zh": / {
    printf "RULES(%s, %s, %s)\n", id, en, string($0)
    titled = 0
    made++
}

END {
    if (!made) {
        print FILENAME ": no game has an id and a title" > "/dev/stderr"
        exit 1
    }
}
