#!/usr/bin/env bash
# observe.sh GRUNDYD: what is told to Prometheus, by its own tools: promtool finds nothing to say about /metrics, before a question and after
# many; its Python library reads both formats; the rules are valid, and each alert fires when it must. (make observe-check)
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
"$1" --listen 127.0.0.1:0 --tables none --drain 0s >"$work/out" 2>"$work/err" &
pid=$!
trap 'kill $pid; wait $pid || true; rm -rf "$work"' EXIT
while kill -0 "$pid" && ! grep -q '^listening' "$work/out"; do sleep 0.05; done
url=$(sed -n 's/^listening on //p' "$work/out")
check() {
  curl -sf "$url/metrics" >"$work/plain"
  curl -sf -H 'Accept: application/openmetrics-text' "$url/metrics" >"$work/open"
  promtool check metrics <"$work/plain" >"$work/said" 2>&1 && [ ! -s "$work/said" ] || { cat "$work/said"; exit 1; }
  /usr/bin/python3 - "$work" <<'END'
import sys
from prometheus_client.openmetrics.parser import text_string_to_metric_families as read_open
from prometheus_client.parser import text_string_to_metric_families as read_plain
count = lambda read, name: sum(len(family.samples) for family in read(open(f"{sys.argv[1]}/{name}").read()))
plain, opened = count(read_plain, "plain"), count(read_open, "open")
assert 0 < plain <= opened <= plain + 1, (plain, opened)  # the first reading is counted by the second
print(f"{plain} series, read in both formats")
END
}
check
for path in nim wythoff grade batch judge nowhere; do curl -s -o /dev/null "$url/$path" -d '{"heaps":[3,4,5],"game":"nim"}'; done
check
promtool check rules docker/observe/alerts.yaml
promtool test rules docker/observe/alerts-test.yaml
python3 -m json.tool docker/observe/dashboard.json >/dev/null
echo "observe: no fault"
