#!/usr/bin/env bash
# run.sh GRUNDYD: the list of what is in the image, as those read it who wrote the tools for it: spdx/tools-golang, of Debian 13's package, in a
# chroot that debootstrap makes. It reads a document and looks whether every relation has its ends; one that is spoilt must be refused. As root
# (make sbom-check); the mounts are of this script alone and end with it.
set -euo pipefail
binary=$(realpath "$1")
cd "$(dirname "$0")/../.."
if [ "${MOUNTS:-}" != own ]; then
  [ "$(id -u)" = 0 ] || { echo "sbom: needs root, for debootstrap and chroot"; exit 2; }
  exec env MOUNTS=own unshare --mount --pid --fork --kill-child "$0" "$binary"
fi
root=/var/tmp/grundy-sbom-trixie work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase trixie "$root" ${mirror:+"$mirror"} >"$work/log" || { cat "$work/log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --bind /dev "$root/dev"
mount -t proc proc "$root/proc"
inside() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive GO111MODULE=off GOPATH=/usr/share/gocode "$@"; }
inside sh -c 'command -v go >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends golang-go golang-github-spdx-tools-golang-dev; }' >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }

docker/image.sh "$binary" "$work/image"
list=$work/image/usr/share/doc/grundy/sbom.spdx.json
cp "$list" "$root/root/right.json"
# A relation to a package that is not in the list.
python3 -c 'import json, sys; one = json.load(sys.stdin); one["packages"].pop(); json.dump(one, sys.stdout)' <"$list" >"$root/root/wrong.json"
cp tests/sbom/valid.go "$root/root/valid.go"
inside go build -o /root/valid /root/valid.go
inside /root/valid /root/right.json
! inside /root/valid /root/wrong.json >"$work/said" || { echo "sbom: a wrong list is taken for a right one"; exit 1; }
echo "sbom: no fault; of a wrong one it says: $(cat "$work/said")"
