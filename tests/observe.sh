#!/usr/bin/env bash
# observe.sh GRUNDYD: what is told to Prometheus, by its own tools: promtool finds nothing to say about /metrics, before a question and after
# many; its Python library reads both formats; the rules are valid, and each alert fires when it must; and a Prometheus that watches a daemon at
# work has an answer to every question of the dashboard, with every label that a legend names. (make observe-check)
set -euo pipefail
cd "$(dirname "$0")/.."
work=$(mktemp -d)
redis-server --port 0 --unixsocket "$work/redis" --save '' --dir "$work" >"$work/redis.log" &
pids=$!
"$1" --listen 127.0.0.1:0 --tables none --drain 0s --cache "unix:$work/redis" >"$work/out" 2>"$work/err" &
pid=$! pids+=" $!"
trap 'kill $pids; wait $pids || true; rm -rf "$work"' EXIT
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
port=$(/usr/bin/python3 -c 'import socket; door = socket.create_server(("127.0.0.1", 0)); print(door.getsockname()[1])')
printf 'global: {scrape_interval: 250ms, scrape_timeout: 200ms}\nscrape_configs: [{job_name: grundy, static_configs: [{targets: ["%s"]}]}]\n' "${url#http://}" >"$work/prometheus.yml"
prometheus --config.file="$work/prometheus.yml" --storage.tsdb.path="$work/data" --web.listen-address="127.0.0.1:$port" >"$work/prometheus.log" 2>&1 &
pids+=" $!"
/usr/bin/python3 - "$url" "http://127.0.0.1:$port" <<'END'
import itertools, json, re, sys, time
from urllib.error import HTTPError, URLError
from urllib.parse import quote
from urllib.request import urlopen
daemon, prometheus = sys.argv[1:]
board = json.load(open("docker/observe/dashboard.json"))
panels = [panel for panel in board["panels"] if panel["type"] != "row"]
ids, taken = [panel["id"] for panel in board["panels"]], set()
assert len(set(ids)) == len(ids), "two panels have one id"
for panel in board["panels"]:
    at = panel["gridPos"]
    cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
    assert not cells & taken and max(x for x, _ in cells) < 24, f"{panel['title']} lies over another"
    taken |= cells
variables = {one["name"] for one in board["templating"]["list"]} | {"__rate_interval"}
waiting = {}
for panel in panels:
    assert panel["fieldConfig"]["defaults"]["unit"] and set(re.findall(r"\$\{?(\w+)", json.dumps(panel))) <= variables, panel["title"]
    waiting |= {(panel["title"], target["refId"]): target for target in panel["targets"]}
count, end = len(waiting), time.monotonic() + 300
assert count == sum(len(panel["targets"]) for panel in panels), "two questions of a panel have one name"
for n in itertools.count():
    assert time.monotonic() < end, f"no answer to {[target['expr'] for target in waiting.values()]}"
    urlopen(daemon + "/nim", b'{"heaps":[3,4,5]}').read()
    urlopen(daemon + "/stone-window", json.dumps({"piles": [i * 7919 % 1000 + n % 7 for i in range(300)]}).encode()).read()
    urlopen(daemon + "/sg", b'{"rules":{"octal":"0.007"},"heaps":[9000]}').read()
    for key, target in list(waiting.items()):
        question = target["expr"].replace("$instance", ".*").replace("$__rate_interval", "3s")
        try:
            found = json.load(urlopen(f"{prometheus}/api/v1/query?query={quote(question)}"))["data"]["result"]
        except HTTPError as fault:
            assert fault.code == 503, (question, fault.read())
            break
        except URLError:
            break  # nobody listens yet
        if found and all(label in one["metric"] for one in found for label in re.findall(r"\{\{(\w+)\}\}", target["legendFormat"])):
            del waiting[key]
    if not waiting:
        break
    time.sleep(0.1)
print(f"dashboard: {count} questions of {len(panels)} panels, each with an answer")
END
echo "observe: no fault"
