"""The dearest questions that core/limits.def allows: (name, path, body, headers). Random ones, the same for the same seed."""
import json, random

LARGEST = 2**4096 - 1
BODY = (1 << 20) - 3000
ALL = {"moves": "all", "limit": 10000}
TOLD = {**ALL, "positions": True, "explain": "zh"}


def fill(make):
    """As many as fit into a body."""
    items, size = [], 0
    while True:
        item = make()
        size += len(json.dumps(item, separators=(",", ":"))) + 1
        if size > BODY:
            return items
        items.append(item)


def heaps(R):
    large = fill(lambda: str(R.getrandbits(4096)))
    many = [R.randrange(1, 10**8) for _ in range(100000)]
    yield "/nim", {"heaps": many, **TOLD}
    yield "/nim", {"heaps": large, **TOLD, "offset": str(2**4000)}
    yield "/bash", {"heaps": large[:-1], "max_take": str(R.getrandbits(4000)), "misere": True, **TOLD}
    yield "/wythoff", {"heaps": [str(LARGEST), str(2**4095 + 12345)], **TOLD}
    yield "/wythoff", {"heaps": [2047, 2046], **ALL}
    for factor in (1, 3, 300):
        yield "/fibonacci-nim", {"stones": str(LARGEST), "factor": factor, **TOLD}
    yield "/euclid", {"pair": [str(LARGEST), "3"], **TOLD}
    yield "/pair-split", {"pairs": fill(lambda: [str(R.getrandbits(4096)) for _ in "ab"]), **TOLD}
    yield "/staircase-nim", {"stairs": many, **TOLD}
    yield "/georgia-bob", {"chessmen": sorted(R.sample(range(1, 10**8), 100000)), **TOLD}
    yield "/beans", {"bottles": [str(R.getrandbits(4096)) for _ in range(128)], **TOLD}
    yield "/take-or-merge", {"heaps": [1] * 50000 + [2] * 50000, **TOLD}


def scores(R):
    piles = [R.randrange(10**12) for _ in range(5000)]
    yield "/stone-ends", {"piles": piles, "explain": "en"}
    yield "/stone-rest", {"piles": piles}
    yield "/stone-front", {"piles": [R.randrange(10) for _ in range(500000)], "max_take": 400000, **ALL}
    yield "/stone-window", {"piles": piles[:1000]}
    yield "/stone-merge", {"stones": [R.randrange(10) for _ in range(500000)], **ALL}
    yield "/stone-thirds", {"stones": [R.randrange(1, 10**6) for _ in range(100000)], **TOLD}
    yield "/stone-halves", {"piles": [R.randrange(1, 10**12) for _ in range(500)]}
    yield "/odd-even", {"balls": 9999999, "takes": [R.randrange(1, 9000000) | 1 for _ in range(64)]}
    yield "/cat-mouse", {"graph": [[j for j in range(200) if j != i] for i in range(200)]}


def boards(R):
    yield "/graph", {"edges": [], "nodes": 1000000, "tokens": [0], "all_nodes": True}
    yield "/graph", {"edges": fill(lambda: [R.randrange(30000), R.randrange(30000)]), "tokens": [1, 2, 3, 4, 5], **ALL}
    yield "/graph", {"edges": [[i, j] for i in range(14) for j in range(i)], "tokens": [13] * 7, "misere": True}
    yield "/cutting", {"sheets": [[R.randrange(1, 999), R.randrange(1, 999)] for _ in range(80000)], **ALL}
    yield "/bombs", {"bombs": [[512, 512]] * 99999 + [[511, 512]], **TOLD}
    yield "/pieces", {"piece": "hyper-knight", "squares": [[2000, 1999]] * 80000, **ALL}
    yield "/even-matrix", {"matrix": [[R.randrange(10) for _ in range(700)] for _ in range(700)]}
    yield "/squares", {"grid": ["." * 50] * 50}
    yield "/squares", {"grid": ["".join(R.choice(".....##") for _ in range(13)) for _ in range(13)]}
    yield "/coins", {"rows": [5000] * 3, "take": sorted(R.sample(range(1, 5000), 64))}


def tables(R):
    takes = sorted(R.sample(range(1, 1000000), 1024))
    yield "/sg", {"rules": {"take": takes}, "heaps": [2000000]}
    yield "/sg", {"rules": {"octal": "0." + "".join(R.choice("01234567") for _ in range(30))}, "heaps": [10**6]}
    yield "/sg", {"rules": {"octal": "0." + "7" * 1024}, "heaps": [32768]}
    yield "/sg", {"rules": {"hex": "0." + "".join(R.choice("89ABCDEF") for _ in range(8))}, "heaps": [30000]}
    yield "/sg", {"rules": {"split": "unequal"}, "heaps": [10**12]}
    yield "/sg", {"rules": {"take": "squares"}, "heaps": [10**7]}
    yield "/sg", {"rules": {"take": "squares", "leave": "row"}, "heaps": [8192]}
    yield "/sg", {"rules": {"octal": "0.123"}, "heaps": [10000] * 3, "misere": True}
    yield "/sg", {"rules": {"take": [1, 2, 5]}, "heaps": [R.randrange(1, 10**8) for _ in range(100000)], **TOLD}
    yield "/sg/table", {"rules": {"octal": "0.454"}, "from": 0, "to": 99999}
    yield "/sg/period", {"rules": {"octal": "0." + "".join(R.choice("01234567") for _ in range(5))}}


def tools(R):
    nims = [{"game": "nim", "heaps": [R.randrange(10**6), 9]} for _ in range(5000)]
    yield "/sum", {"terms": nims, **TOLD}
    yield "/sum", {"terms": [{"game": "squares", "grid": ["." * 9] * 9}] * 3000}
    yield "/batch", {"questions": [{"game": "sg", "rules": {"take": [1, 2, 3 + i]}, "heaps": [10**9 + i]} for i in range(10000)]}
    yield "/batch", {"questions": [{"game": "nim", "heaps": [10**9] * 20, **ALL}] * 3000}
    yield "/grade", {"game": "nim", "position": {"heaps": [10**6] * 50000}, "record": [{"heap": i, "take": 1} for i in range(10000)]}
    yield "/grade", {"questions": [{"game": "nim", "position": {"heaps": [i, 5]}, "claim": {"verdict": "win"}} for i in range(10000)]}
    yield "/play", {"game": "nim", "position": {"heaps": [str(2**4095 + i // 2) for i in range(400)]}}
    yield "/tree", {"game": "nim", "position": {"heaps": [9] * 5}, "depth": 64, "max_nodes": 5000}
    yield "/generate", {"game": "squares", "seed": R.randrange(10**6), "count": 10000, "size": 20}
    cells = {"vars": "a: 0..1000, b: 0..1000", "moves": [{"name": "take", "choose": "k in 1..a", "do": "a -= k"}]}
    yield "/custom", {"rules": cells, "state": {"a": 1000, "b": 1000}}
    yield "/laws", {"values": [R.randrange(9) for _ in range(100000)]}


def questions(seed):
    R = random.Random(seed)
    for room in (heaps, scores, boards, tables, tools):
        for i, (path, body) in enumerate(room(R)):
            yield f"{path} {room.__name__} {i}", path, body
