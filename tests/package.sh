#!/usr/bin/env bash
# package.sh DEB [ROOT]: the Debian package as an administrator meets it. lintian finds no error, what the documents name is there, the unit is shut
# tight; in a clean Debian 12 (a chroot that debootstrap makes in ROOT when it is not there yet) it is installed, started, asked, upgraded while it
# runs, removed and purged. As root (make package-check); the mounts and processes are of this script alone and end with it.
set -euo pipefail
deb=$(realpath "$1") root=${2:-/var/tmp/grundy-debian12}
cd "$(dirname "$0")/.."
if [ "${MOUNTS:-}" != own ]; then
  [ "$(id -u)" = 0 ] || { echo "package: needs root, for debootstrap and chroot"; exit 2; }
  exec env MOUNTS=own unshare --mount --pid --fork --kill-child "$0" "$deb" "$root"
fi
work=$(mktemp -d) && trap 'rm -rf "$work"' EXIT
fail() { echo "package: $*"; exit 1; }

lintian --allow-root --fail-on error "$deb"
dpkg-deb -x "$deb" "$work/tree"
exposure=$(systemd-analyze security --offline=true "$work/tree/usr/lib/systemd/system/grundy.service" 2>/dev/null | sed -n 's/.*exposure level for [^:]*: \([0-9.]*\).*/\1/p')
awk -v e="$exposure" 'BEGIN { exit !(e != "" && e <= 1.5) }' || fail "exposure $exposure"
# The unit's filter lets the daemon make every call of its own list, and those that shut it in. (One behind a set is for all: ~ takes away.)
calls() { # calls SET...: the names, of sets within sets too
  for name in "$@"; do
    case $name in
    @*) calls $(systemd-analyze syscall-filter "$name" | sed -n '2,$s/^ *\([@a-z0-9_-]*\)$/\1/p') ;;
    *) echo "$name" ;;
    esac
  done
}
unit=$work/tree/usr/lib/systemd/system/grundy.service
calls @default $(sed -n 's/^SystemCallFilter=\([^~]\)/\1/p' "$unit") | sort -u >"$work/given"
calls $(sed -n 's/^SystemCallFilter=~//p' "$unit") | sort -u >"$work/taken"
comm -23 "$work/given" "$work/taken" | sort -u - <(sed -n '/^# With/,$s/^SystemCallFilter=//p' "$unit" | tr ' ' '\n') >"$work/allowed"
calls @known | sort -u >"$work/known"
{
  grep -oE '\b(CALL|FILES|CONNECTS)\([a-z0-9_]+\)' server/sandbox/calls.def | sed 's/.*(//; s/)//'
  printf '%s\n' landlock_create_ruleset landlock_add_rule landlock_restrict_self seccomp mmap mprotect fcntl ioctl socket tgkill prctl clone3 clone pipe2 wait4 kill sched_getaffinity
} | sort -u | comm -12 - "$work/known" | comm -23 - "$work/allowed" >"$work/missing"
[ ! -s "$work/missing" ] || { cat "$work/missing"; fail "the unit does not let it make these calls"; }

# Who has only the package finds what its documents name.
for document in $(find "$work/tree/usr/share/doc/grundy" -name '*.md'); do
  for link in $(grep -oE '\]\([^):# ]+\)' "$document" | sed 's/^](//; s/)$//'); do
    [ -e "$(dirname "$document")/$link" ] || fail "${document##*/} names $link, which is not in the package"
  done
done
for unit in service socket; do cp "$work/tree/usr/lib/systemd/system/grundy.$unit" "$work"; done
sed -i "s#/usr/bin/grundyd#$work/tree/usr/bin/grundyd#" "$work/grundy.service"
systemd-analyze verify --man=no "$work/grundy.service" "$work/grundy.socket" || fail "the units are not valid"
man --warnings -E UTF-8 -l -Tutf8 -Z "$work/tree/usr/share/man/man8/grundyd.8.gz" 2>"$work/man" >/dev/null || fail "man fails"
[ ! -s "$work/man" ] || { cat "$work/man"; fail "the manual page has faults"; }
bash -c "source '$work/tree/usr/share/bash-completion/completions/grundyd'; COMP_WORDS=(grundyd --li) COMP_CWORD=1; _grundyd; [ \"\${COMPREPLY[*]}\" = --listen ]" || fail "bash does not complete"

mirror=$(apt-get indextargets --format '$(SITE)' 'Created-By: Packages' 'Label: Debian' | head -n 1)
[ -x "$root/usr/bin/apt-get" ] || debootstrap --variant=minbase bookworm "$root" ${mirror:+"$mirror"} >"$work/log" || { cat "$work/log"; exit 1; }
cp /etc/resolv.conf "$root/etc/resolv.conf"
mount --bind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/dev/shm"
mount -t proc proc "$root/proc"
inside() { chroot "$root" env DEBIAN_FRONTEND=noninteractive "$@"; }
ask() { inside /usr/bin/grundyd probe --listen 127.0.0.1:18080; }
begin() { # as the unit would, without systemd
  chroot "$root" /usr/bin/grundyd --listen 127.0.0.1:18080 --drain 0s >"$work/out" 2>"$work/err" &
  until grep -q '^listening' "$work/out"; do kill -0 $! || { cat "$work/err"; fail "it does not start"; }; sleep 0.1; done
}

inside dpkg --purge grundy >/dev/null 2>&1 || true
cp "$deb" "$root/grundy_first.deb"
inside apt-get install -qy --no-install-recommends ./grundy_first.deb >"$work/log" 2>&1 || { cat "$work/log"; fail "it cannot be installed"; }
[ "$(inside grundyd solve nim '{"heaps":[3,4,5]}' | grep -c '"verdict":"win"')" = 1 ] || fail "it does not solve"
inside grundyd --check-config >/dev/null || fail "its configuration is wrong"
begin
first=$!
ask || fail "nobody answers"

# The same one as a later version, over the one that runs, which goes on; the operator's settings stay.
echo 'GRUNDY_LOG=warn' >>"$root/etc/default/grundy"
link=$root/etc/systemd/system/sockets.target.wants/grundy.socket # systemctl enable grundy.socket
mkdir -p "$(dirname "$link")"
ln -s /usr/lib/systemd/system/grundy.socket "$link"
dpkg-deb -R "$deb" "$work/later"
sed -i 's/^Version: .*/&+later/' "$work/later/DEBIAN/control"
dpkg-deb -b --root-owner-group "$work/later" "$root/grundy_later.deb" >/dev/null
inside apt-get install -qy ./grundy_later.deb >"$work/log" 2>&1 || { cat "$work/log"; fail "it cannot be upgraded"; }
grep -q '^GRUNDY_LOG=warn' "$root/etc/default/grundy" || fail "the upgrade lost the settings"
[ -L "$link" ] || fail "the upgrade turned the socket off"
ask || fail "the upgrade stopped the one that ran"
kill -TERM "$first"; wait "$first" || fail "it did not end well: $(cat "$work/err")"
begin
ask || fail "nobody answers after the upgrade"
kill -TERM $!; wait $! || fail "it did not end well"

inside apt-get remove -qy grundy >"$work/log" 2>&1 || { cat "$work/log"; fail "it cannot be removed"; }
[ ! -e "$root/usr/bin/grundyd" ] && [ -e "$root/etc/default/grundy" ] || fail "removing left the binary, or took the settings"
inside dpkg --purge grundy >/dev/null 2>&1
left=$(find "$root" -mindepth 1 -xdev -name '*grundy*' ! -name 'grundy_*.deb' ! -path "$root/var/lib/dpkg/*" ! -path "$root/var/log/*" ! -path "$root/var/cache/*")
[ -z "$left" ] || fail "purging left: $left"
rm -f "$root"/grundy_*.deb
echo "package: $(basename "$deb"): no fault, exposure $exposure"
