# Makes examples.h from the vector files given: the first pair of NAME.vec is the example of the game NAME.
function quoted(text)
{
    gsub(/\\/, "\\\\", text)
    gsub(/"/, "\\\"", text)
    return "\"" text "\""
}

function flush()
{
    if (id != "" && answer == "") {
        print FILENAME ": the first pair must be a request and its answer" > "/dev/stderr"
        failed = 1
        exit 1
    }
}

BEGIN {
    print "/* Generated from the first pair of every file in tests/vectors: the examples of the catalogue and of openapi.yaml, which"
    print " * the vector runner tests. `answer` holds the fields that the example is compared by, in the order of the file. */"
    print "#ifndef GRUNDY_EXAMPLES_H"
    print "#define GRUNDY_EXAMPLES_H"
    print ""
    print "static const struct example {"
    print "    const char *id, *request, *answer;"
    print "} examples[] = {"
}

FNR == 1 {
    flush()
    id = FILENAME
    sub(/.*\//, "", id)
    sub(/\.vec$/, "", id)
    gsub(/_/, "-", id)
    request = answer = ""
}

/^[ \t]*(#|%|$)/ { next }

request == "" { request = $0; next }

answer == "" {
    answer = $0
    print "    {" quoted(id) ",\n     " quoted(request) ",\n     " quoted(answer) "},"
}

END {
    if (!failed)
        flush()
    if (failed)
        exit 1
    print "};"
    print ""
    print "#endif"
}
