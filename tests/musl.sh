#!/usr/bin/env bash
# musl.sh BUILD: whether all of core, api and server compiles against musl's headers, and asks of a C library nothing that musl has not. BUILD has the
# generated files. Debian has no libraries that are linked with musl, so nothing can be run: of those that we need, only the headers are seen, and
# the names that they define.
set -euo pipefail
build=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
machine=$(gcc -print-multiarch)

# The headers of those libraries and of the kernel, and none of glibc.
mkdir "$work/include"
for name in cjson hiredis linux asm-generic microhttpd.h zlib.h zconf.h seccomp.h seccomp-syscalls.h gmp.h asm; do
  for from in /usr/include/$name "/usr/include/$machine/$name"; do
    [ ! -e "$from" ] || ln -sfn "$from" "$work/include/$name"
  done
done
compile() { # FILE: its object
  musl-gcc -std=gnu11 -O0 -Werror=implicit-function-declaration -Werror=incompatible-pointer-types -Werror=int-conversion \
    -DGRUNDY_VERSION='"musl"' -DGRUNDY_SECCOMP -I. -I"$build/generated" -isystem "$work/include" -c "$1" -o "$work/${1//\//-}.o"
}
export -f compile
export build work
find core api server -name '*.c' ! -name template.c -print0 | xargs -0 -P "$(nproc)" -I{} bash -c 'compile {}' || { echo "musl: does not compile"; exit 1; }

names() { awk 'NF == 3 && $2 ~ /[TWBDRVi]/ { sub(/@.*/, "", $3); print $3 }' | sort -u; }
ld -r -o "$work/all" "$work"/*.o
{
  nm "/usr/lib/$(uname -m)-linux-musl/libc.a" "$(musl-gcc -print-libgcc-file-name)" 2>/dev/null | names
  for library in gmp cjson microhttpd hiredis z seccomp; do nm -D "/usr/lib/$machine/lib$library.so" | names; done
} | sort -u >"$work/there"
nm -u "$work/all" | awk '{ print $2 }' | grep -v '^_GLOBAL_OFFSET_TABLE_$' | sort -u >"$work/wanted"
missing=$(comm -23 "$work/wanted" "$work/there")
[ -z "$missing" ] || { echo "musl: it has no" $missing; exit 1; }
echo "musl: $(ls "$work"/*.o | wc -l) files compile, and $(wc -l <"$work/wanted") names are all there"
