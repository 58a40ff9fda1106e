# What holds of every file of C, whatever room it is in (awk -f house.awk FILE…): its length and that of its functions, calls that
# nobody makes, one meaning for each name, each header implemented in the file of its name, and no circle of folders. Prints what is
# wrong, and exits 1 if anything is.
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

# What X.h declares, X.c beside it defines. A header that is named after its folder is the folder's door: what it declares, any file of the
# folder defines, or one below it. Names that a macro makes are not seen.
FNR == 1 { defining = ""; declaring = "" }

# The name of the function that a line begins to declare or define; "": none.
function function_of(line)
{
    if (line !~ /^[a-zA-Z_]/ || line ~ /^(typedef|extern|_Static_assert|__attribute__)[^a-z]/ || line ~ /(^| )static /)
        return ""
    if (FILENAME ~ /\.h$/ && line ~ /^[a-z_0-9]+ [a-z_0-9]+;/ && line !~ /^(struct|union|enum) /) # of a type of functions
        return substr(line, index(line, " ") + 1, index(line, ";") - index(line, " ") - 1)
    if (line ~ /^[^(]* = / || !match(line, /(^|[ *])[a-z_][a-z_A-Z0-9]*\(/))
        return ""
    line = substr(line, RSTART, RLENGTH - 1)
    sub(/^[ *]/, "", line)
    return line
}

function note_declared(name)
{
    if (name != "")
        declared[name] = FILENAME ":" FNR
}

FILENAME ~ /\.h$/ && /^[a-zA-Z_]/ {
    declaring_last = function_of($0)
    note_declared(declaring_last)
}
FILENAME ~ /\.h$/ && /^{$/ { delete declared[declaring_last] } # it has its body there

/^extern / { declaring = FILENAME ~ /\.h$/ ? " " : "" }
declaring != "" {
    declaring = declaring $0
    if (/;/) {
        gsub(/\[[^]]*\]|;.*/, "", declaring)
        count = split(declaring, names, ",")
        for (i = 1; i <= count; i++) {
            sub(/.*[ *]/, "", names[i])
            note_declared(names[i])
        }
        declaring = ""
    }
}

FILENAME ~ /\.c$/ {
    if (/^{$/ && defining != "")
        defined[defining] = FILENAME
    if (/;/ || /^[{}]/)
        defining = ""
    if (/^[a-zA-Z_]/ && function_of($0) != "" && !/;/)
        defining = function_of($0)
    if (/^[a-z_][^(]* = / && !/^(static|typedef|enum \{)/) {
        name = substr($0, 1, index($0, " = ") - 1)
        gsub(/\[[^]]*\]/, "", name)
        sub(/.*[ *]/, "", name)
        defined[name] = FILENAME
    }
}

function is_home(file, header,    folder, door)
{
    folder = header
    sub(/[^\/]*$/, "", folder)
    door = folder
    sub(/\/$/, "", door)
    sub(/.*\//, "", door)
    return file == substr(header, 1, length(header) - 1) "c" || (header == folder door ".h" && index(file, folder) == 1)
}

function look_for_homes(    name, header)
{
    for (name in declared) {
        header = declared[name]
        sub(/:[0-9]+$/, "", header)
        if (name in defined && is_home(defined[name], header))
            continue
        print declared[name] ": " name (name in defined ? " is implemented in " defined[name] : " is implemented nowhere")
        failed = 1
    }
}

# What is in core/kit/ serves two games at least: of core/games/ each is one, of other rooms each. mex.h, for a game that is searched through,
# is there for those to come: the template shows how to use it.
/^#[ \t]*include[ \t]*"core\/kit\// && FILENAME ~ /^core\// {
    split($0, names, "\"")
    serves[base_of(names[2]) " " user_of(FILENAME)]
}
FNR == 1 && FILENAME ~ /^core\/kit\/.*\.h$/ { kit[base_of(FILENAME)] = 0 }

function base_of(file)
{
    sub(/\.[ch]$/, "", file)
    return file
}

function user_of(file,    part)
{
    split(base_of(file), part, "/")
    if (part[2] == "kit")
        return base_of(file)
    return part[2] == "games" ? part[3] : part[2]
}

function look_for_users(    edge, end, name)
{
    join_ways(serves)
    for (edge in serves) {
        split(edge, end, " ")
        if (!(end[2] in kit))
            kit[end[1]]++
    }
    for (name in kit)
        if (kit[name] < 2 && name != "core/kit/search/mex") {
            print name ".h: it serves " kit[name] " games, and core/kit/ is what games share"
            failed = 1
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
    look_for_homes()
    look_for_users()
    for (name in header)
        if (name in users) {
            print header[name] ": " name " is another one in" users[name]
            failed = 1
        }
    exit failed
}
