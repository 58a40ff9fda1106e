#!/bin/bash
# Shared tables: a second daemon answers from what the first has made; damaged and forged files change no answer and go.
set -eu
daemon=$1
export GRUNDY_DEADLINE=60m
work=$(mktemp -d)
tables=$work/tables
pid=
stop() { [ -z "$pid" ] || { kill -9 "$pid" 2>/dev/null || :; wait "$pid" 2>/dev/null || :; pid=; }; }
trap 'stop; rm -rf "$work"' EXIT
question='{"rules":{"take":[1,3,4]},"heaps":[5,1000,100000]}'

start() {
    : >"$work/out" # what the last one said is still there until the shell has forked
    "$daemon" --listen 127.0.0.1:0 --tables "$tables" --threads 1 >"$work/out" 2>"$work/err" &
    pid=$!
    while kill -0 "$pid" && ! grep -q listening "$work/out"; do sleep 0.02; done
    url=$(sed -n 's/listening on //p' "$work/out")
}
fail() { echo "tables: $1" >&2; cat "$work/err" >&2; exit 1; }
# check WHAT METRIC VALUE: the answer is the right one, and the counter says so.
check() {
    local got value
    got=$(curl -sf "$url/sg" -d "$question")
    [ "$got" = "$right" ] || fail "$1: wrong answer $got"
    value=$(curl -sf "$url/metrics" | sed -n "s/^grundy_tables_$2 //p")
    [ "$value" = "$3" ] || fail "$1: $2 is $value, must be $3"
}
file() { echo "$tables"/*.table; }

start
right=$(curl -sf "$url/sg" -d "$question")
# {1,3,4} has the period 0 1 0 1 2 3 2: heaps 5, 1000 and 100000 are worth 3, 2 and 2 (5, 1000 mod 7 = 6, 100000 mod 7 = 5: 3).
[ "$(echo "$right" | sed -n 's/.*"heap_grundy":\(\[[^]]*\]\).*/\1/p')" = "[3,2,3]" ] || fail "values: $right"
[ -f "$(file)" ] || fail "no table was written"
stop
good=$work/good
cp "$(file)" "$good"
touch "$tables/tmp.0123456789abcdef"
start
check "a second daemon" builds_total 0
[ ! -e "$tables/tmp.0123456789abcdef" ] || fail "a leftover is still there"
stop

size=$(stat -c %s "$good")
flip() { # OFFSET: one bit of that byte
    local byte
    byte=$(od -An -tu1 -j"$1" -N1 "$(file)" | tr -d ' ')
    printf "\\x$(printf %x $((byte ^ 1)))" | dd of="$(file)" bs=1 seek="$1" conv=notrunc status=none
}
damage() { # WHAT COMMAND…
    local what=$1
    shift
    cp "$good" "$(file)"
    "$@"
    start
    check "$what" rejected_total 1
    stop
    cmp -s "$good" "$(file)" || fail "$what: the table was not made again"
}
cut_half() { truncate -s $((size / 2)) "$(file)"; }
cut_all() { truncate -s 0 "$(file)"; }
lengthen() { truncate -s $((size + 64)) "$(file)"; }
huge() { truncate -s 1T "$(file)"; }
foreign() { head -c "$size" /dev/urandom >"$(file)"; }
future() { printf '\x02' | dd of="$(file)" bs=1 seek=12 conv=notrunc status=none; }
open_to_all() { chmod 0666 "$(file)"; }
link() { local f; f=$(file); mv "$f" "$work/elsewhere"; ln -s "$work/elsewhere" "$f"; }
poison() { # a well-formed file with other values, its digest as it was
    head -c $((size - 64)) "$good" >"$(file)"
    head -c 64 /dev/zero >>"$(file)"
}
for offset in 0 8 12 16 64 72 80 88 96 104 128 $((size - 1)) $((size / 2)); do damage "bit at $offset" flip "$offset"; done
damage "half a file" cut_half
damage "an empty file" cut_all
damage "a longer file" lengthen
damage "a huge file" huge
damage "foreign bytes" foreign
damage "a future format" future
damage "a writable file" open_to_all
damage "other values" poison
damage "a symbolic link" link

# A table made under another secret is well-formed, and not ours.
cp "$good" "$(file)"
head -c 32 /dev/urandom >"$work/secret"
install -m 600 "$work/secret" "$tables/secret"
start
check "another secret" rejected_total 1
stop

# Hostile directories: private tables, the same answers, one line in the log.
for kind in link file writable missing; do
    rm -rf "$tables" "$work/target"
    case $kind in
    link) mkdir "$work/target"; ln -s "$work/target" "$tables" ;;
    file) : >"$tables" ;;
    writable) mkdir -m 0777 "$tables" ;;
    missing) tables=$work/no/such/place ;;
    esac
    start
    check "directory: $kind" builds_total 1
    while kill -0 "$pid" && ! grep -q 'tables are private' "$work/err"; do sleep 0.02; done # the log comes when it comes
    [ "$(grep -c 'tables are private' "$work/err")" = 1 ] || fail "directory: $kind: not told once"
    stop
done
echo "tables: all right"
