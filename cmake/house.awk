# What holds of every file of C, whatever room it is in (awk -f house.awk FILE…): its length and that of its functions, calls that
# nobody makes, one meaning for each name, and no circle of folders. Prints what is wrong, and exits 1 if anything is.
function wrong(line, what)
{
    print FILENAME ":" line ": " what
    failed = 1
}

# Folders that stand beside each other, in the same one, are entered in one direction: where a file of one, or below it, includes one of another,
# nothing leads back. The files of the folder that they are in are theirs in common. These lead back all the same:
BEGIN {
    # a quotient is built on the genera that the misère search knows
    back["core/sg/quotient core/sg/misere"]
    # a machine runs on states, which are laid out by what the program says of its variables
    back["core/custom/machine core/custom/states"]
    # many states are explored by the dense way, which lays them out alike
    back["core/custom/states core/custom/dense"]
}

function note_include(    from, to, here, there, same, common, edge, i)
{
    here = split(FILENAME, from, "/")
    there = split(substr($0, index($0, "\"") + 1), to, "/")
    common = from[1]
    for (same = 1; from[same] == to[same]; same++)
        common = same == 1 ? from[1] : common "/" from[same]
    if (same == 1 || same >= here || same >= there) # another room, or one in the folder of the other
        return
    edge = common "/" from[same] " " common "/" to[same]
    if (!(edge in leads))
        leads[edge] = FILENAME ":" FNR ": " $0
}

/^#[ \t]*include[ \t]*"(core|api|server)\// { note_include() }

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

# Adds to `way`, whose keys are pairs of folders, where they lead over others.
function join_ways(way,    added, one, two, a, b)
{
    do {
        added = 0
        for (one in way)
            for (two in way) {
                split(one, a, " ")
                split(two, b, " ")
                if (a[2] == b[1] && !((a[1] " " b[2]) in way)) {
                    way[a[1] " " b[2]]
                    added = 1
                }
            }
    } while (added)
}

function look_for_circles(    edge, way, end)
{
    for (edge in back)
        if (!(edge in leads)) {
            print "cmake/house.awk: " edge ": nothing leads back there any more"
            failed = 1
        }
    for (edge in leads)
        if (!(edge in back))
            way[edge]
    join_ways(way)
    for (edge in leads) {
        split(edge, end, " ")
        if (!(edge in back) && ((end[2] " " end[1]) in way)) {
            print leads[edge] ": a circle of folders: from " end[2] "/ includes lead back to " end[1] "/"
            failed = 1
        }
    }
}

END {
    look_for_circles()
    for (name in header)
        if (name in users) {
            print header[name] ": " name " is another one in" users[name]
            failed = 1
        }
    exit failed
}
