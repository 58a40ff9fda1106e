#!/usr/bin/env python3
"""What every known wrong method says, against the same method written again in Python (tests/support/methods), on random positions.

methods_against_python.py BELIEFS COUNT [GAME ...]: COUNT positions a game; exit 0 when both agree on all of them."""
import json, os, random, subprocess, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))
import methods
import methods.boards, methods.heaps, methods.numbers, methods.stones, methods.takes
sys.setrecursionlimit(100000)

beliefs = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def told(game, position):
    beliefs.stdin.write(f'{game} {json.dumps(position)}\n')
    beliefs.stdin.flush()
    return json.loads(beliefs.stdout.readline())


def numbers(x):
    """Integers that are texts, as large ones are, are integers."""
    if isinstance(x, dict):
        return {name: numbers(v) for name, v in x.items()}
    if isinstance(x, list):
        return [numbers(v) for v in x]
    return int(x) if isinstance(x, str) and x.lstrip('-').isdigit() else x


def check(game, position, seen, faults):
    says = told(game, position)
    if 'verdict' not in says:
        return  # no position, or none that is solved
    missing = set(says['says']) ^ set(methods.METHODS[game])
    if missing:
        sys.exit(f'{game}: {sorted(missing)} are known on one side only')
    for name, method in methods.METHODS[game].items():
        expected, got = method(numbers(position), lambda p: told(game, p)), numbers(says['says'][name])
        seen.setdefault(name, set()).add(json.dumps(expected))
        if expected != got:
            faults.append(f'{game}, {name}, on {json.dumps(position)}: {got}, expected {expected}')


faults = []
for game in sys.argv[3:] or methods.METHODS:
    seen, r = {}, random.Random(game)
    for i in range(int(sys.argv[2])):
        makers = methods.EDGES.get(game) if i % 25 == 24 else None
        makers = makers or methods.POSITIONS[game]
        check(game, makers[i % len(makers)](r), seen, faults)
    for name, answers in seen.items():
        if len(answers - {'null'}) < 2 and name not in ('may-take-all', 'zero-for-none'):
            faults.append(f'{game}, {name}: says the same of all {sys.argv[2]} positions')
print(f'{sum(map(len, methods.METHODS.values()))} methods, {len(faults)} faults')
print('\n'.join(faults[:20]))
beliefs.stdin.close()
sys.exit(1 if faults or beliefs.wait() else 0)
