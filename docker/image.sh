#!/bin/sh
# image.sh BINARY DIRECTORY: fills the directory with what the last stage of the Dockerfile holds: the binary, stripped, its libraries and
# its loader at their own paths, a place for the tables that the unprivileged user may write to, and what scanners and lawyers look for: the
# packages that the libraries are from, as dpkg knows them (var/lib/dpkg/status.d), their licences, and all of it as SPDX.
set -eu
binary=$1 image=$2
uid=10001
here=$(dirname "$0") doc=usr/share/doc packages=var/lib/dpkg/status.d

mkdir -p "$image/dev/shm" "$image/tmp" "$image/tables" "$image/etc" "$image/$packages" "$image/$doc/grundy"
strip -o "$image/grundyd" "$binary"
ldd "$binary" | grep -o '/[^ ]*' | sort -u | while read -r library; do
  mkdir -p "$image$(dirname "$library")"
  cp -L "$library" "$image$library"
  # dpkg knows it by one of its two names where /lib is /usr/lib, and may know the other as one that is diverted.
  owner=$({ dpkg-query -S "$library" || true; dpkg-query -S "/usr$library" || true; } 2>/dev/null | sed -n '/^diversion by /d; s/: .*//p' | head -n 1)
  [ -n "$owner" ] || { echo "image: no package has $library" >&2; exit 1; }
  dpkg-query -s "$owner" >"$image/$packages/${owner%%:*}"
  mkdir -p "$image/$doc/${owner%%:*}"
  cp -L "/$doc/${owner%%:*}/copyright" "$image/$doc/${owner%%:*}/"
done
cp -L /etc/os-release "$image/etc/os-release"
cp "$here/../README.md" "$here/../SECURITY.md" "$here/../LICENSE" "$image/$doc/grundy/"
"$here/sbom.sh" "$image" >"$image/$doc/grundy/sbom.spdx.json"
[ "$(id -u)" != 0 ] || chown "$uid:$uid" "$image/tables"
chmod 1777 "$image/tmp"
