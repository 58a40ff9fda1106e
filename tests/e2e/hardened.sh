#!/usr/bin/env bash
# hardened.sh GRUNDYD: what the build promises of the binary: no address is looked up after the start, no table of them can be written, no stack
# can be executed; and every file is compiled with the guards that the compiler has. A build under a sanitizer has guards of its own.
set -euo pipefail
binary=$1
fail() { echo "$1" >&2; exit 1; }

! grep -qE '__(a|t)san_init' <<<"$(nm -D "$binary"; nm "$binary" 2>/dev/null)" || { echo "ok: a sanitizer's"; exit 0; }
dynamic=$(readelf -dW "$binary") segments=$(readelf -lW "$binary") header=$(readelf -hW "$binary")
grep -q 'BIND_NOW\|Flags:.*NOW' <<<"$dynamic" || fail "addresses are looked up late (-z now)"
grep -q GNU_RELRO <<<"$segments" || fail "the table of addresses can be written (-z relro)"
grep -q 'DYN' <<<"$header" || fail "it is always at the same address (-pie)"
! grep -q 'GNU_STACK.*RWE' <<<"$segments" || fail "the stack can be executed"
! grep -q 'RPATH\|RUNPATH' <<<"$dynamic" || fail "libraries are looked for where the build was"
grep -q __stack_chk_fail <<<"$(nm -D "$binary")" || fail "no function has a guarded stack"

commands=$(dirname "$binary")/compile_commands.json
for flag in -fstack-clash-protection -fcf-protection; do
  echo 'int main(void) { return 0; }' | ${CC:-cc} -Werror "$flag" -x c -o /dev/null - 2>/dev/null || continue
  [ -z "$(grep '"command"' "$commands" | grep -v -- "$flag" || true)" ] || fail "a file is compiled without $flag"
done
echo ok
