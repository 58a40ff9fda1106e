#!/usr/bin/env bash
# readme.sh GRUNDYD [--write]: runs every curl line of README.md, alone or behind a printf, against the daemon; its output must be the JSON
# block that follows it.
# With --write the blocks are made anew (make docs).
set -euo pipefail
daemon=$1 write=${2:-}
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
"$daemon" --listen 127.0.0.1:0 --tables none --drain 0s >"$work/out" 2>"$work/err" &
pid=$!
trap 'kill $pid; wait $pid || true; rm -rf "$work"' EXIT
while kill -0 "$pid" && ! grep -q '^listening' "$work/out"; do sleep 0.05; done
url=$(sed -n 's/^listening on //p' "$work/out")
[ -n "$url" ] || { cat "$work/err"; exit 1; }

count=0 command= answered=
while IFS= read -r line; do
  case $line in
  'curl '* | 'printf '*'| curl '*) command=$line ;;
  '{'*)
    [ -z "$answered" ] || continue
    if [ -n "$command" ]; then
      line=$(bash -c "${command/http:\/\/127.0.0.1:8080/$url}")
      count=$((count + 1)) command= answered=yes
    fi
    ;;
  *) answered= ;;
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
echo "$count examples in README.md"
