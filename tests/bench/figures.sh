#!/usr/bin/env bash
# figures.sh BUILD [KILLS [OVERLOAD [POISONED]]]: what is promised of replicas, of the second tier and of an overload, each measured and held to its
# goal: a table at the end, and the exit status. For KILLS (300) seconds the stack is killed and restarted, for OVERLOAD (60) one daemon is asked too
# much, of POISONED (1000) altered values none may be believed; less than that shows that the figures come, and nothing else. As root, the daemon of
# the last row is in a memory group of 128 MB, where the kernel kills what takes more; else its memory is looked at only.
set -uo pipefail
build=$1 kills=${2:-300} overload=${3:-60} poisoned=${4:-1000}
cd "$(dirname "$0")/../.."
work=$(mktemp -d) status=0 group=
trap '[ -z "$group" ] || rmdir "$group"; rm -rf "$work"' EXIT

# figure WHAT GOAL PATTERN COMMAND...: what it says, and of that the lines with the pattern for the table.
figure() {
  local what=$1 goal=$2 pattern=$3 met=yes
  shift 3
  echo "== $what"
  "$@" 2>&1 | tee "$work/said" || { met=NO status=1; }
  printf '%s\n    goal: %s\n%s\n    met: %s\n' "$what" "$goal" "$(grep -E "$pattern" "$work/said" | sed 's/  */ /g; s/^/    /')" "$met" >>"$work/table"
}
figure 'three replicas behind HAProxy, dear questions' '>= 0.9 of the sum of the replicas alone, in CPU time' 'of the sum' tests/bench/stack.mjs "$build/grundyd" replicas
figure 'a replica killed every 2 s, Redis every 5 s, rolling restarts' '0 failed, 0 wrong' '"failed"' env GRUNDY_STACK_SECONDS="$kills" tests/e2e/stack.mjs "$build/grundyd"
figure 'a ruleset that takes 5 s, asked of a fresh replica' '<= 50 ms, verified' '^made in' tests/bench/stack.mjs "$build/grundyd" tier
figure "$poisoned altered values in the Redis" '0 wrong, all refused' 'altered values' env GRUNDY_POISONED="$poisoned" GRUNDY_ONLY=poisoned tests/e2e/cache.mjs "$build/grundyd"
figure "ten times as many questions as it can answer, $overload s" 'goodput >= 90 %, refusals < 1 ms, memory under its bound' '^overload' python3 tests/soak/siege.py "$build/grundyd" "$overload" 0 overload
# Version 1 or 2 of the kernel's groups, whichever has memory.
for one in /sys/fs/cgroup/memory/grundy-$$:memory.limit_in_bytes /sys/fs/cgroup/grundy-$$:memory.max; do
  if [ -z "$group" ] && mkdir "${one%:*}" 2>/dev/null; then
    group=${one%:*}
    [ -f "$group/${one#*:}" ] && echo 134217728 >"$group/${one#*:}" || { rmdir "$group"; group=; }
  fi
done
figure "the worst requests at once, ${group:+in a memory group of }128 MB" 'each answered or refused, nothing killed' '^ok' env GRUNDY_GROUP="$group" python3 tests/soak/worst.py "$build/grundyd"
echo "== $(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg)"
cat "$work/table"
exit $status
