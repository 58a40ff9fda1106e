# What holds of every file of C, whatever room it is in (awk -f house.awk FILE…): its length and that of its functions, calls that
# nobody makes, and one meaning for each name. Prints what is wrong, and exits 1 if anything is.
function wrong(line, what)
{
    print FILENAME ":" line ": " what
    failed = 1
}

FNR == 1 { before = ""; body = 0 }
FNR == 401 { wrong(FNR, "a file has at most 400 lines: part it by subject") }

# The formatter puts the brackets of a function, and of nothing else, first on their lines.
/^{$/ { body = FNR }
/^}$/ && body {
    if (FNR - body > 60)
        wrong(body, "a function has less than 60 lines")
    body = 0
}

/(^|[^a-z_A-Z0-9])(atoi|atol|atoll|atof|strcpy|strncpy|strcat|strncat|sprintf|vsprintf|gets|strtok)\(/ {
    wrong(FNR, "no atoi, strcpy, strcat, sprintf, gets, strtok: they look at no bounds, or take what is no number for one")
}

# A struct that a header defines is no other one anywhere. What every game has of its own, in one file, is called alike in all.
match($0, /^(static |const |typedef )*(struct|union|enum) [a-z_0-9]+ \{/) {
    name = substr($0, RSTART, RLENGTH - 2)
    sub(/^(static |const |typedef )*/, "", name)
    own = FILENAME ~ /^core\/games\/.*\.c$/ && name ~ /^struct (position|move|extra|state)$/
    if (FILENAME ~ /\.h$/) {
        if (name in header)
            wrong(FNR, name " is another one in " header[name])
        header[name] = FILENAME
    } else if (!own) {
        users[name] = users[name] " " FILENAME
    }
}

END {
    for (name in header)
        if (name in users) {
            print header[name] ": " name " is another one in" users[name]
            failed = 1
        }
    exit failed
}
