#!/bin/sh
# image.sh BINARY DIRECTORY: fills the directory with what the last stage of the Dockerfile holds: the binary, stripped, its libraries and
# its loader at their own paths, and a place for the tables that the unprivileged user may write to.
set -eu
binary=$1 image=$2
uid=10001

mkdir -p "$image/dev/shm" "$image/tmp" "$image/tables"
strip -o "$image/grundyd" "$binary"
ldd "$binary" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$image$(dirname "$library")"
  cp -L "$library" "$image$library"
done
chown "$uid:$uid" "$image/tables"
chmod 1777 "$image/tmp"
