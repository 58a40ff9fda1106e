#!/usr/bin/env bash
# fresh.sh SUITE [TIMES]: the README's two commands as a stranger's machine meets them. In a clean Debian (bookworm, trixie) with gcc, make, git
# and nothing else, the last commit is cloned; `make run` installs what is missing, builds and serves, and is asked; again, when all is there;
# then `make test`, TIMES times (2). By hand and as root (make debian12, make debian13). debootstrap makes the Debian, from the mirror that apt
# uses here, and a copy stays for the next time; mounts and processes are of this script alone and end with it.
set -euo pipefail
cd "$(dirname "$0")/.."
suite=$1 times=${2:-2}
if [ "${MOUNTS:-}" != own ]; then
  [ "$(id -u)" = 0 ] || { echo "fresh: needs root, for debootstrap and chroot"; exit 2; }
  exec env MOUNTS=own unshare --mount --pid --fork --kill-child "$0" "$@"
fi
root=/var/tmp/grundy-fresh-$suite base=/var/tmp/grundy-base-$suite
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
fail() { echo "fresh: $*"; exit 1; }

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
if [ ! -d "$base" ]; then
  rm -rf --one-file-system "$base.new"
  debootstrap --variant=minbase "$suite" "$base.new" ${mirror:+"$mirror"} >"$work/log" || { cat "$work/log"; exit 1; }
  mv "$base.new" "$base"
fi
rm -rf --one-file-system "$root"
cp -a "$base" "$root"
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
# Nothing of this machine's but whom it trusts, for npm.
settings=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive)
if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
  cp -L "$NODE_EXTRA_CA_CERTS" "$root/root/trusted.pem"
  settings+=(NODE_EXTRA_CA_CERTS=/root/trusted.pem)
fi
inside() { chroot "$root" env -i "${settings[@]}" "$@"; }
inside sh -c 'apt-get update -q && apt-get install -qy --no-install-recommends gcc make git' >"$work/log" 2>&1 || { cat "$work/log"; fail "no gcc, make, git"; }
git clone -q . "$root/src"
echo "fresh: $(. "$root/etc/os-release" && echo "$PRETTY_NAME"), $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"

for time in first second; do
  SECONDS=0
  inside make -C /src run LISTEN=127.0.0.1:0 >"$work/run" 2>&1 &
  make=$!
  until grep -q '^listening' "$work/run"; do kill -0 "$make" 2>/dev/null || { tail -n 50 "$work/run"; fail "make run ended"; }; sleep 0.1; done
  took=$SECONDS
  inside /src/build/grundyd probe --listen "$(sed -n 's#^listening on http://##p' "$work/run")" || fail "nobody answers"
  for process in "$root"/proc/[0-9]*; do [ "$(cat "$process/comm" 2>/dev/null)" != grundyd ] || kill -TERM "${process##*/}"; done # none but its own is there
  wait "$make" || { tail -n 50 "$work/run"; fail "make run did not end well"; }
  echo "fresh: make run, the $time time: serves after $took s"
done
for ((time = 1; time <= times; time++)); do
  SECONDS=0
  inside make -C /src test >"$root/test.log" 2>&1 || { sed -n '/tests passed/,$p' "$root/test.log"; fail "make test fails, see $root/test.log"; }
  grep -E 'tests passed' "$root/test.log"
  echo "fresh: make test, $time of $times: $SECONDS s, load $(cut -d ' ' -f 1 /proc/loadavg)"
done
left=$(git -c safe.directory='*' -C "$root/src" status --porcelain)
[ -z "$left" ] || fail "this is left behind: $left"
