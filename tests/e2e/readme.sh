#!/usr/bin/env bash
# readme.sh GRUNDYD: runs every curl line of README.md against the daemon; its output must be the JSON block that follows it.
set -euo pipefail
daemon=$1
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
"$daemon" --listen 127.0.0.1:0 --tables none --drain 0s >"$work/out" 2>"$work/err" &
pid=$!
trap 'kill $pid; wait $pid || true; rm -rf "$work"' EXIT
for _ in $(seq 200); do
  url=$(sed -n 's/^listening on //p' "$work/out")
  [ -z "$url" ] || break
  sleep 0.05
done
[ -n "$url" ] || { cat "$work/err"; exit 1; }

awk '/^curl / { command = $0 } /^\{/ && command { print command; print; command = "" }' README.md >"$work/examples"
count=0
while IFS= read -r command && IFS= read -r expected; do
  got=$(bash -c "${command/http:\/\/127.0.0.1:8080/$url}")
  if [ "$got" != "$expected" ]; then
    printf 'README.md: %s\n  says   %s\n  prints %s\n' "$command" "$expected" "$got"
    exit 1
  fi
  count=$((count + 1))
done <"$work/examples"
[ "$count" -ge 2 ]
echo "$count examples of README.md print what it says"
