# prove CODE PERIOD PREPERIOD HEAPS [GOAL]: `grundyd warm` on an empty directory, to that many heaps; fails unless exactly that period is
# proven. Tells the CPU time beside the goal, in seconds. Sourced behind lib.sh, not run.
prove() {
  local tables=$work/proof.$1 said took
  mkdir -m 700 "$tables"
  TIMEFORMAT='%U %S'
  { time "$build/grundyd" warm --tables "$tables" --tables-bytes 2G --rules "{\"octal\":\"$1\"}" --to "$4" >"$work/proof" 2>"$work/proof.err"; } 2>"$work/proof.time" ||
    { cat "$work/proof.err" >&2; return 1; }
  rm -rf "$tables"
  said=$(cat "$work/proof")
  took=$(awk '{ print $1 + $2 }' "$work/proof.time")
  printf '%-6s %7.1f s of CPU%s: %s\n' "$1" "$took" "${5:+ (goal: <= $5)}" "$said"
  [ -z "${5:-}" ] || goal "period of $1, proven" "<=" "$5" "$took" "s of CPU"
  [[ $said == "period $2 from heap $3 on, saltus 0, proven by the heaps up to "* ]] ||
    { echo "$1: must be period $2 from heap $3 on"; return 1; }
}
