#!/usr/bin/env bash
# run.sh BUILD SECONDS [RUNS [TARGETS]]: fuzzes every target of the build directory that long, or until it had so many runs (0: only the time
# ends it); who asks for runs gets them: a target whose time ends before is a failure, and so is a name in TARGETS ("api http") that is none.
# New inputs go to BUILD/corpus; what breaks a target is written to tests/fuzz/corpus, where it stays as a test. Last, the scanner is compared
# with Python's json on COMPARED_TEXTS texts.
set -euo pipefail
build=$1 seconds=$2 runs=${3:-0} jobs=${JOBS:-$(nproc)} only=" ${4:-} " unmet=" ${4:-} "
cd "$(dirname "$0")/../.."
status=0

# Every request of the vectors is a place to start from: one file each, as fuzz_api.c reads them.
mkdir -p "$build/corpus/api"
for file in tests/vectors/*.vec tests/vectors/api/*.vec; do
  name=$(basename "$file" .vec)
  path=/${name//_/-}
  [ "$name" != table ] || path=/sg/table
  awk -v path="$path" -v out="$build/corpus/api/vector-$name-" '
    /^#/ { next }
    /^%PATH / { other = $2; next }
    /^%/ || /^$/ { answer = 0; next }
    answer { answer = 0; next }
    { printf "POST %s\n%s", other ? other : path, $0 > (out NR); close(out NR); answer = 1; other = "" }' "$file"
done

# Of each game's positions the short ones as lines, some with numbers, behind the letter that says how they arrive.
mkdir -p "$build/corpus/lines"
for file in tests/vectors/*.vec; do
  id=$(basename "$file" .vec) && id=${id//_/-}
  { printf 'P'; awk -v id="$id" '
    /^[#%]/ || /^$/ { answer = 0; next }
    answer { answer = 0; next }
    { answer = 1 }
    length($0) > 2 && length($0) < 200 && n < 8 { printf "{%s\"game\":\"%s\",%s\n", n++ % 2 ? "\"id\":" n "," : "", id, substr($0, 2) }' "$file"; } >"$build/corpus/lines/vector-$id"
done

# And every game's first position in every service over several games.
for file in tests/vectors/*.vec; do
  id=$(basename "$file" .vec) && id=${id//_/-}
  position=$(grep -m 1 '^{' "$file") && term="{\"game\":\"$id\",${position#\{}"
  seed() { printf 'POST %s\n%s' "/$1" "$2" >"$build/corpus/api/$1-$3-$id"; }
  seed play "{\"game\":\"$id\",\"position\":$position,\"skill\":50,\"seed\":1}" lot
  seed grade "{\"game\":\"$id\",\"position\":$position,\"claim\":{\"verdict\":\"win\",\"grundy\":1,\"move_count\":2,\"winning_moves\":[]},\"reveal\":false}" claim
  seed grade "{\"game\":\"$id\",\"position\":$position,\"record\":[{\"heap\":0,\"take\":1}],\"language\":\"zh\"}" record
  seed sum "{\"terms\":[${term/,\}/\}},{\"game\":\"graph\",\"edges\":[[0,0],[0,1],[1,2]],\"tokens\":[0]}],\"moves\":\"all\",\"explain\":\"en\"}" loopy
  seed batch "{\"questions\":[${term/,\}/\}},{\"path\":\"/play\",\"game\":\"$id\",\"position\":$position}]}" list
done

# fuzz TARGET NAME: what it says comes at its end, since others run beside it.
fuzz() {
  local target=$1 name=$2 status=0 had
  local kept=tests/fuzz/corpus/$name found=$build/corpus/$name dictionary=tests/fuzz/$name.dict options
  mkdir -p "$kept" "$found"
  options=(-max_total_time="$seconds" -runs="$([ "$runs" -gt 0 ] && echo "$runs" || echo -1)" -max_len=4096 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1
           -artifact_prefix="$kept/broken-")
  # Among thousands of inputs to go on from, the choice of the rarest takes longer than the runs; and where lines are refused from 300 bytes on,
  # two of them are enough.
  case $name in
  api) options+=(-entropic=0) ;;
  lines) options+=(-entropic=0 -max_len=512) ;;
  esac
  [ -f "$dictionary" ] || dictionary=tests/fuzz/api.dict
  options+=(-dict="$dictionary")
  {
    echo "== $name, load $(cut -d" " -f1 /proc/loadavg)"
    "$target" "${options[@]}" "$found" "$kept" 2>"$build/$name.log" &
    trap "kill $!" TERM
    wait $! || { status=1; tail -40 "$build/$name.log"; }
    grep -E '^stat::(number_of_executed_units|average_exec_per_sec|new_units_added|peak_rss_mb)' "$build/$name.log" || true
    had=$(sed -n 's/^stat::number_of_executed_units: *//p' "$build/$name.log")
    [ "${had:-0}" -ge "$runs" ] || { status=1; echo "$name had ${had:-no} runs of $runs"; }
  } >"$build/$name.said"
  cat "$build/$name.said"
  return $status
}

# As many at once as JOBS says, else as there are cores.
running=0
trap 'kill $(jobs -p) 2>/dev/null || true' EXIT
trap 'exit 130' INT TERM
for target in "$build"/fuzz_*; do
  [ -x "$target" ] && [ -f "$target" ] || continue
  name=$(basename "$target") && name=${name#fuzz_}
  [ "$only" = "  " ] || [[ $only == *" $name "* ]] || continue
  unmet=${unmet/" $name "/ }
  [ "$running" -lt "$jobs" ] || { wait -n || status=1; running=$((running - 1)); }
  fuzz "$target" "$name" &
  running=$((running + 1))
done
for (( ; running > 0; running--)); do wait -n || status=1; done
[ -z "${unmet// /}" ] || { status=1; echo "there is no target${unmet% }"; }
if command -v python3 >/dev/null && [ -x "$build/scan_texts" ]; then
  echo "== scanner beside Python's json"
  python3 tests/api/scan_against_python.py "$build/scan_texts" "${COMPARED_TEXTS:-10000000}" "$RANDOM" || status=1
fi
if command -v python3 >/dev/null && [ -x "$build/grundyd" ]; then
  echo "== users' rules beside a plain interpreter"
  for ((i = 0; i < ${COMPARED_RULES:-50}; i++)); do
    python3 tests/api/rules_against_python.py "$build/grundyd" 4000 "$RANDOM" || status=1
  done
fi
exit $status
