#!/usr/bin/env bash
# debian13.sh [ROOT]: `make test` on Debian 13, in a chroot that debootstrap makes in ROOT when it is not there yet, from the mirror that apt
# uses here. By hand and as root (make debian13); the mounts are of this process alone and end with it.
set -euo pipefail
cd "$(dirname "$0")/.."
root=${1:-/var/tmp/grundy-debian13}
if [ "${MOUNTS:-}" != own ]; then
  [ "$(id -u)" = 0 ] || { echo "debian13: needs root, for debootstrap and chroot"; exit 2; }
  exec env MOUNTS=own unshare --mount "$0" "$root"
fi
mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase trixie "$root" ${mirror:+"$mirror"}
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
rm -rf "$root/src/tree"
mkdir -p "$root/src/tree"
{ git ls-files -co --exclude-standard; find tests/openapi/node_modules tests/browser/node_modules; } | tar cf - --no-recursion -T - | tar xf - -C "$root/src/tree"
touch "$root/src/tree/tests/openapi/node_modules" "$root/src/tree/tests/browser/node_modules" # the packages came with the tree: npm is not needed
packages='curl python3 nodejs procps iproute2 util-linux'
chroot "$root" sh -c 'command -v make gcc git >/dev/null || { apt-get update -q && apt-get install -qy --no-install-recommends make gcc git; }'
chroot "$root" make -C /src/tree test TEST_PACKAGES="$packages" JOBS="$(nproc)"
