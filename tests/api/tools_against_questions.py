#!/usr/bin/env python3
"""What a tool says of a position, after it has looked at the one before it, is what a question of its own is told: /tree, /play, /grade
and /apply on rules made by the grammar of rules_against_python.py, each node, move and ply asked for alone as well.

tools_against_questions.py GRUNDYD COUNT [SEED]: exit 0 when all agree, 1 with those that do not."""
import json, os, random, subprocess, sys
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from rules_against_python import Grammar

def answers(grundyd, questions):
    """One after the other, each a question of its own."""
    lines = "".join(json.dumps(q) + "\n" for q in questions)
    done = subprocess.run([grundyd, "batch", "--deadline", "60m"], input=lines, capture_output=True, text=True)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == len(questions), (len(rows), len(questions), done.stderr[-300:])
    return rows

TURNED = {"win": "loss", "loss": "win", "draw": "draw"}

def told(position):
    """Where it is the first player's turn that may be left out."""
    state = position["state"] if position else None
    return state if not isinstance(state, dict) else {"turn": 0, **state}

def walk(r, tree):
    """A record along the edges of the tree."""
    record, at = [], 0
    while len(record) < 6:
        edges = [e for e in tree["edges"] if e["from"] == at]
        if not edges:
            break
        edge = r.choice(edges)
        record.append(edge)
        at = edge["to"]
    return record

def main():
    grundyd, count = sys.argv[1], int(sys.argv[2])
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    r = random.Random(seed)
    games = []
    for _ in range(count):
        rules, state = Grammar(r).game()
        games.append({"rules": rules, "state": state})
    trees = answers(grundyd, [{"path": "/tree", "game": "custom", "position": p, "depth": 4, "max_nodes": 40} for p in games])
    asked, compare, wrong, looped, parted = [], [], [], 0, 0
    def ask(question, check):
        asked.append(question)
        compare.append(check)
    def expect(what, got, wanted, position):
        if got != wanted:
            wrong.append("%s: %s, not %s: %s" % (what, got, wanted, json.dumps(position)))
    for p, tree in zip(games, trees):
        if "nodes" not in tree:
            continue
        nodes = tree["nodes"]
        looped += any(n["grundy"] is None for n in nodes)
        parted += isinstance(p["state"], list)
        for n in nodes:
            ask({"game": "custom", **n["position"], "moves": "none"},
                lambda a, n=n: expect("a node", (n["verdict"], n["grundy"], n["over"]), (a.get("verdict"), a.get("grundy"), a.get("move_count") == 0), n["position"]))
        for e in tree["edges"][:12]:
            to = nodes[e["to"]]["position"]
            ask({"path": "/apply", "game": "custom", "position": nodes[e["from"]]["position"], "move": e["move"]},
                lambda a, to=to, e=e: expect("a move", (told(a.get("to")), a.get("again", False)), (told(to), e.get("again", False)), to))
            ask({"path": "/play", "game": "custom", "position": nodes[e["from"]]["position"], "move": e["move"]},
                lambda a, to=to, v=nodes[e["to"]]["verdict"]: expect("after a move", (told(a.get("between")), a.get("verdict")), (told(to), v), to))
        record = walk(r, tree)
        def plies(a, record=record, nodes=nodes, p=p):
            for e, m in zip(record, a.get("moves", [])):
                after = nodes[e["to"]]["verdict"]
                expect("before a ply", m["before"], nodes[e["from"]]["verdict"], p)
                if not any("score" in move for move in p["rules"]["moves"]):
                    expect("after a ply", m["after"], after if e.get("again") else TURNED[after], p)
            expect("a record", len(a.get("moves", [])), len(record), p)
        ask({"path": "/grade", "game": "custom", "position": p, "record": [e["move"] for e in record]}, plies)
    for a, check in zip(answers(grundyd, asked), compare):
        check(a)
    print("seed %d: %d rules, %d played, %d questions; %d without a value somewhere, %d lists of states; %d differ"
          % (seed, count, sum("nodes" in t for t in trees), len(asked), looped, parted, len(wrong)))
    print("\n".join(wrong[:10]))
    return 1 if wrong or not looped or not parted else 0

if __name__ == "__main__":
    sys.exit(main())
