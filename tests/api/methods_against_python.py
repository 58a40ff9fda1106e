#!/usr/bin/env python3
"""What every known wrong method says, against the same method written again in Python (tests/support/methods), on random positions.

methods_against_python.py BELIEFS COUNT [GAME ...]: COUNT positions a game; exit 0 when both agree on all of them."""
import json, os, random, subprocess, sys
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'support'))
import methods
import methods.boards, methods.heaps, methods.numbers, methods.stones, methods.takes
sys.setrecursionlimit(100000)

beliefs = subprocess.Popen([sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def safe(x):
    """Large integers are texts, as questions want them."""
    if isinstance(x, dict):
        return {name: safe(v) for name, v in x.items()}
    if isinstance(x, list):
        return [safe(v) for v in x]
    return str(x) if isinstance(x, int) and abs(x) > 2**53 else x


def told(game, position):
    beliefs.stdin.write(f'{game} {json.dumps(safe(position))}\n')
    beliefs.stdin.flush()
    return json.loads(beliefs.stdout.readline())


def numbers(x):
    """The other way round."""
    if isinstance(x, dict):
        return {name: numbers(v) for name, v in x.items()}
    if isinstance(x, list):
        return [numbers(v) for v in x]
    return int(x) if isinstance(x, str) and x.lstrip('-').isdigit() else x


def places(x, path=()):
    """Where integers stand in a position, but for those that are looked at in another way, or not at all."""
    if isinstance(x, (dict, list)):
        for key, item in x.items() if isinstance(x, dict) else enumerate(x):
            if key not in ('rules', 'lead', 'mine', 'theirs'):
                yield from places(item, path + (key,))
    elif isinstance(x, int) and not isinstance(x, bool):
        yield path


def check_large(game, position, r, faults):
    """Of a number that is no word of theirs methods say nothing; those that ask for the truth may."""
    found = list(places(position))
    if not found:
        return
    at = position
    *path, last = r.choice(found)
    for key in path:
        at = at[key]
    at[last] = str(methods.WORD + 1 if r.random() < .5 else 10**30)
    for name, got in told(game, position).get('says', {}).items():
        if got and name not in ('normal-for-misere', 'verdict-of-the-other', 'no-draws'):
            faults.append(f'{game}, {name}, on {json.dumps(position)}: {got}, expected None')


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
        if i % 10 == 0:
            check_large(game, methods.POSITIONS[game][i // 10 % len(methods.POSITIONS[game])](r), r, faults)
    for name, answers in seen.items():
        if len(answers - {'null'}) < 2 and name not in ('may-take-all', 'zero-for-none'):
            faults.append(f'{game}, {name}: says the same of all {sys.argv[2]} positions')
print(f'{sum(map(len, methods.METHODS.values()))} methods, {len(faults)} faults')
print('\n'.join(faults[:20]))
beliefs.stdin.close()
sys.exit(1 if faults or beliefs.wait() else 0)
