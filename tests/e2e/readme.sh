#!/usr/bin/env bash
# readme.sh GRUNDYD [--write]: runs every curl line of README.md, alone or behind a printf, against the daemon, and every grundyd behind a
# printf; the output must be the block that follows.
# With --write the blocks are made anew (make docs).
set -euo pipefail
daemon=$(realpath "$1") write=${2:-}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
export TMPDIR=$work # for what the lines leave behind
export GRUNDY_DEADLINE=60m # no time is that of this machine
"$daemon" --listen 127.0.0.1:0 --tables none --drain 0s >"$work/out" 2>"$work/err" &
pid=$!
trap 'kill $pid; wait $pid || true; rm -rf "$work"' EXIT
while kill -0 "$pid" && ! grep -q '^listening' "$work/out"; do sleep 0.05; done
url=$(sed -n 's/^listening on //p' "$work/out")
[ -n "$url" ] || { cat "$work/err"; exit 1; }

count=0 command= shown=
while IFS= read -r line; do
  if [ -n "$shown" ]; then # an answer is replaced, up to the end of its block
    [ "$line" = '```' ] || continue
    shown=
  fi
  case $line in
  'curl '* | 'printf '*'| curl '* | 'printf '*'| build/grundyd '*) command=$line ;;
  '```json' | '```text')
    if [ -n "$command" ]; then
      printf '%s\n' "$line"
      command=${command/http:\/\/127.0.0.1:8080/$url}
      line=$(bash -c "${command/build\/grundyd/$daemon}" | tr -d '\r') # the line ends of CSV
      count=$((count + 1)) command= shown=yes
    fi
    ;;
  esac
  printf '%s\n' "$line"
done <README.md >"$work/README.md"
[ "$count" -ge 2 ]
if [ "$write" = --write ]; then
  cp "$work/README.md" README.md
elif ! diff README.md "$work/README.md"; then
  echo "README.md does not show what the daemon answers: run \`make docs\`"
  exit 1
fi

# What a package is to say stands in a package that is tested.
while IFS= read -r line; do
  grep -rqxF -e "$line" tests/packages || { echo "README.md: no package says: $line"; exit 1; }
done < <(grep -E '^(exec )?grundyd .*(validate|--as (kattis|gradescope|prairielearn))' README.md)
# Commands that print nothing to compare must at least work.
while IFS= read -r line; do
  bash -c "${line//build\/grundyd/$daemon}" >"$work/printed" 2>&1 </dev/null || [ "${line/ interact /}" != "$line" ] || { echo "README.md: fails: $line"; cat "$work/printed"; exit 1; }
done < <(grep -E "^(build/grundyd (check|interact|generate) |printf .*>/tmp/in)" README.md)
# Every game stands in the table of games.
while IFS= read -r game; do
  grep -q "^|.*[\`/]$game\`" README.md || { echo "README.md: no row of the games names \`$game\`"; exit 1; }
done < <(sed -n 's/^GAME(\(.*\))$/\1/p' core/games.def | tr _ -)
echo "$count examples in README.md"
