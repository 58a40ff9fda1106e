#!/usr/bin/env python3
"""judge.py GRUNDYD [ID ...]: `grundyd judge` on the largest input that each judge problem allows, made from the limits and the shape in the
problem's own file. Prints computing time beside a tenth of what the judge allows, and memory. What takes more misses the goal, which fails
nothing: it is told, and a row of the table of run.sh (BENCH_TABLE); what does not solve its input, or is wrong, fails.
Where the statement has no limit of the cases: as many as make a megabyte of text, up to 10^5; fewer where the plain table of a contestant
would take more than about 10^8 steps for them, so that no judge has more in a file."""
import glob
import json
import os
import random
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(__file__), "..", "..", "api", "tools", "judge", "problems")
ALLOWED = {"cf-1194d": 2, "atcoder-edpc-k": 2, "atcoder-edpc-l": 2, "gmoj-2642": 1, "poj-2425": 3, "poj-2960": 2, "hdu-4111": 2, "uva-10404": 3}  # seconds; others 1
CASES, QUERIES, BYTES = 100000, 1000, 1 << 20  # where the statement has no limit of them
FEW = {
    "hdu-1524": 3, "poj-2425": 3,  # 500 000 edges each
    "hdu-1536": 100, "poj-2960": 100,  # 100 amounts for 10 000 heaps: 10^6 steps each
    "hdu-2999": 100,  # 100 amounts, rows of 1000: 10^7 steps each, 490 000 questions in all
    "uva-10404": 10,  # 10 amounts, a million stones
    "hdu-2486": 20,  # 10^6 terms each
    "hdu-2149": 20000,  # five megabytes of raises
    "hdu-1760": 10, "seerc-2010-game": 5, "hdu-2176": 5,
    "cses-1098": 1, "cses-1099": 1, "cses-1730": 1, "hdu-3032": 1,  # all heaps of the file in one case
}
# Problems of lists whose total alone is bounded: also as many lists of one.
SINGLE = {"cses-1098": 200000, "cses-1099": 200000, "cses-1730": 200000, "hdu-3032": 100000, "hdu-2176": 100000, "hdu-1849": 100000, "hdu-1850": 100000}
# What the limits do not say: sums, and sets that no statement tells the size of.
LEAST_MOST = {"gmoj-2642.a": (1, 1000), "seerc-2010-game.a": (1, 1000), "hdu-2999.m": (4900, 4900), "hdu-2999.n": (100, 100),
              "cf-1194d.k": (3, 10**6), "cf-1194d.n": (10**8, 10**9),  # beyond, cases are refused; below, a table of all would be largest
              "spoj-mcoins.K": (2, 5), "spoj-mcoins.L": (6, 9)}  # K < L
LENGTH = {"leetcode-1908": 7}


def random_value(problem, name):
    least, most = map(int, LEAST_MOST.get(f"{problem['id']}.{name}", problem["limits"].get(name, (1, 1000))))
    return random.randint(least if problem["id"] == "cf-1194d" else max(least, most - (most - least) // 3), most)


def largest(problem, name):
    return LEAST_MOST.get(f"{problem['id']}.{name}", problem["limits"].get(name, (1, 1000)))[1]


def graph(n):
    lines = []
    for node in range(n):
        to = list(range(node + 1, n))
        lines.append(f"{len(to)} " + " ".join(map(str, to)))
    return "\n".join(lines)


def grid(problem, n, m):
    if problem["id"] == "hdu-1760":  # islands of what a component may have, no two alike
        return "\n".join("".join("1" if i % 6 == 5 or j % 6 == 5 or random.random() < 0.15 else "0" for j in range(m)) for i in range(n))
    return "\n".join("#" * m for _ in range(n))


def json_value(problem, name):
    limits = problem["limits"]
    if problem["id"] == "leetcode-913":
        n = limits["graph.length"][1]
        return json.dumps([[j for j in range(n) if j != i] for i in range(n)])
    if problem["id"] == "leetcode-294":
        return json.dumps("+" * 60)
    n = LENGTH.get(problem["id"]) or limits.get(f"{name}.length", limits.get("mine.length", (1, 100000)))[1]
    values = [random.randint(*limits[name]) for _ in range(n)]
    if problem.get("checks") and sum(values) % 2 == 0:
        values[0] += 1 if values[0] < limits[name][1] else -1
    return json.dumps(values)


def count_of(values, text):
    return int(text) if text.isdigit() else values[text]


def write(problem, shape, values):
    """The text of a case, item by item of its shape; counts are as large as they may be."""
    at, out, line = 0, [], []
    counts = {word.split(":")[1].split(",")[0].split("@")[0] for word in shape.replace("(", " ").replace(")", " ").split() if ":" in word} | \
             {word.split("@")[0].split(",")[-1] for word in shape.split() if "," in word} | \
             {word[1:word.index("(")] for word in shape.split() if word.startswith("?")}
    while at < len(shape):
        if shape[at] in " ":
            at += 1
            continue
        if shape[at] == "?":
            open_, close = shape.index("(", at), shape.index(")", at)
            number, inner = shape[at + 1:open_], shape[open_ + 1:close]
            if line:
                out.append(" ".join(line))
                line = []
            for _ in range(QUERIES if number == "0" else count_of(values, number)):
                out.append(write(problem, inner, dict(values)))
            if number == "0":
                out.append("0")
            at = close + 1
            continue
        end = shape.find(" ", at)
        word, at = shape[at:end if end >= 0 else None], end if end >= 0 else len(shape)
        if word == "/":
            out.append(" ".join(line))
            line = []
        elif "@digits" in word:
            line.append(str(problem["limits"][word[:-7]][1]))
        elif "@json" in word:
            line.append(json_value(problem, word[:-5]))
        elif "@" in word:
            n, m = word.split(":")[1].split("@")[0].split(",")
            line.append(grid(problem, values[n], values[m]))
        elif ",+" in word:
            line.append(graph(values[word.split(":")[1][:-2]]))
        elif "," in word:
            name, sizes = word.split(":")
            n, m = (count_of(values, size) for size in sizes.split(","))
            line.append("\n".join(" ".join(str(random_value(problem, name)) for _ in range(m)) for _ in range(n)))
        elif ":" in word:
            name, size = word.split(":")
            n = count_of(values, size)
            distinct = problem["id"] in ("poj-1704", "hdu-1536", "poj-2960", "lanqiao-2016-balls") and name != "h"
            row = random.sample(range(1, largest(problem, name) + 1), n) if distinct else [random_value(problem, name) for _ in range(n)]
            line.append(" ".join(map(str, row)))
        else:
            values[word] = largest(problem, word) if word in counts else random_value(problem, word)
            line.append(str(values[word]))
    if line:
        out.append(" ".join(line))
    return "\n".join(out)


def single(problem):
    """Many lists of one item, or of two where one is too few."""
    n, small = SINGLE[problem["id"]], dict(problem["limits"])
    for name in ("n", "m", "N", "M"):
        if name in small:
            small[name] = [small[name][0]] * 2
    text = whole({**problem, "limits": small}, n)
    return text


def whole(problem, cases=None):
    read = problem["read"]
    kind = read["cases"]
    if kind == "fixed":
        return ""
    if kind == "one":
        return write(problem, read["shape"], {}) + "\n"
    stated = problem["limits"].get("cases", (0, None))[1]
    n = cases or stated or FEW.get(problem["id"], CASES)
    bounded = cases or stated or problem["id"] in FEW
    texts, size = [], 0
    while len(texts) < n and (bounded or size < BYTES):
        texts.append(write(problem, read["shape"], {}))
        size += len(texts[-1]) + 1
    n = len(texts)
    if kind == "count":
        texts.insert(0, str(n))
    if kind == "zero":
        texts.append(" ".join(["0"] * read.get("zeros", 1)))
    return "\n".join(texts) + "\n"


def seconds_of(command, **files):
    child = subprocess.Popen(command, **files)
    _, status, used = os.wait4(child.pid, 0)
    return status, used.ru_utime + used.ru_stime, used.ru_maxrss


def goal(name, relation, wanted, measured, unit):
    """Whether it is met; a row of the table."""
    met = measured <= wanted if relation == "<=" else measured >= wanted
    if "BENCH_TABLE" in os.environ:
        with open(os.environ["BENCH_TABLE"], "a", encoding="utf-8") as table:
            table.write(f"{name}\t{relation} {wanted:.4g} {unit}\t{measured:.4g} {unit}\t{'yes' if met else 'NO'}\n")
    return met


HEAPS = {
    "poj-1067": lambda: f"{random.randint(0, 10**9)} {random.randint(0, 10**9)}",
    "hdu-1850": lambda: "3\n" + " ".join(str(random.randint(1, 10**6)) for _ in range(3)),
    "hdu-1848": lambda: " ".join(str(random.randint(1, 1000)) for _ in range(3)),
    "hdu-1847": lambda: str(random.randint(1, 1000)),
    "hdu-2516": lambda: str(random.randint(2, 2**31 - 1)),
    "poj-2348": lambda: f"{random.randint(1, 2**31 - 1)} {random.randint(1, 2**31 - 1)}",
    "luogu-p4018": lambda: str(random.randint(1, 5 * 10**7)),
}


def many(grundyd):
    """10^5 cases: solved in 0.5 s, compared at 300 000 a second."""
    wrong = []
    for name, case in HEAPS.items():
        with tempfile.NamedTemporaryFile("w") as text, tempfile.NamedTemporaryFile() as output:
            text.write("100000\n" * (name == "luogu-p4018") + "".join(case() + "\n" for _ in range(100000)))
            text.flush()
            with open(text.name, "rb") as stdin:
                solved = seconds_of([grundyd, "judge", name], stdin=stdin, stdout=output)
            checked = seconds_of([grundyd, "check", name, "--as", "testlib", text.name, output.name, text.name], stderr=subprocess.DEVNULL)
        soon = goal(f"judge {name}, 10^5 cases", "<=", 0.5, solved[1], "s")
        soon = goal(f"check {name}, 10^5 cases", "<=", 1 / 3, checked[1], "s") and soon
        print(f"{name:22} 10^5 cases: judge {solved[1]:.3f} s, check {checked[1]:.3f} s, {max(solved[2], checked[2]) // 1024} MB{'' if soon else '  MISSED'}", flush=True)
        if solved[0] or checked[0]:
            wrong.append(name)
    return wrong


def generating(grundyd):
    """20 000 small positions a second, with their answers; and inputs."""
    wrong = []
    for game in ["nim", "bash", "wythoff", "kiki", "euclid", "public-sale", "georgia-bob", "staircase-nim", "sum"]:
        count = 1000 if game == "sum" else 10000
        with tempfile.TemporaryFile() as said:
            status, seconds, peak = seconds_of([grundyd, "generate", game, "--count", str(count), "--size", "0", "--format", "lines"], stdout=said)
            said.seek(0)
            lines = sum(1 for _ in said)
        late = game != "sum" and not goal(f"generate {game}", ">=", 20000, lines / seconds, "a second")
        print(f"generate {game:13} {lines} positions {lines / seconds:9.0f} a second {peak // 1024:5} MB{'  less than 20 000' if late else ''}", flush=True)
        if status:
            wrong.append(f"generate {game}")
    for name in ["hdu-1846", "hdu-1907", "poj-1067", "hdu-4111"]:
        status, seconds, _ = seconds_of([grundyd, "generate", name, "--count", "100", "--seed", "1"], stdout=subprocess.DEVNULL)
        print(f"generate {name:13} 100 cases {seconds:7.3f} s", flush=True)
        if status:
            wrong.append(f"generate {name}")
    return wrong


def measure(grundyd, problem, form):
    """Whether it is solved, and whether soon enough."""
    name, tenth = problem["id"], ALLOWED.get(problem["id"], 1) / 10
    with tempfile.TemporaryFile() as text, tempfile.TemporaryFile() as said:
        text.write(form(problem).encode())
        size = text.tell()
        text.seek(0)
        status, seconds, peak = seconds_of([grundyd, "judge", name], stdin=text, stdout=subprocess.DEVNULL, stderr=said)
        said.seek(0)
        words = said.read().decode().strip()
    why = f"  {words}" if status else "  MISSED" if seconds > tenth else ""
    print(f"{name:22} {size:9} bytes {seconds:7.3f} s of {tenth:.1f} s {peak // 1024:5} MB{why}", flush=True)
    return not status, seconds <= tenth


def main():
    random.seed(1)
    wanted = sys.argv[2:]
    wrong = [] if wanted else many(sys.argv[1]) + generating(sys.argv[1])
    late = []
    for path in sorted(glob.glob(os.path.join(ROOT, "*.json"))):
        with open(path, encoding="utf-8") as file:
            problem = json.load(file)
        name = problem["id"]
        if wanted and name not in wanted:
            continue
        for form in [whole] + [single] * (name in SINGLE):
            solved, soon = measure(sys.argv[1], problem, form)
            wrong += [] if solved else [name]
            late += [] if soon else [name]
    goal("judge problems beyond a tenth of the time", "<=", 0, len(late), "")
    print(f"missed: {' '.join(late)}" if late else "all within a tenth of the time allowed")
    print(f"not solved: {' '.join(wrong)}" if wrong else "all solved")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
