"""The dearest questions that core/limits.def allows, each with the limits that it comes near to. Random ones, the same for the same seed."""
import collections, json, random
import wire
from limits import VALUES

BODY = (1 << 20) - 3000
LARGEST = 2 ** VALUES["INT_BITS"] - 1
ALL = {"moves": "all", "limit": VALUES["LIST_LIMIT"]}
TOLD = {**ALL, "positions": True, "explain": "zh"}
LARGE = (200, 503)  # may need more time or memory than there is
REFUSED = (422,)

# `good`: what it is answered with when it is asked alone.
Question = collections.namedtuple("Question", "limits path body good headers", defaults=((200,), ""))


def raw(question):
    return wire.request(question.path, question.body, question.headers)


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
    most, bits = VALUES["HEAPS_MAX"], VALUES["INT_BITS"]
    large = fill(lambda: str(R.getrandbits(bits)))
    many = [R.randrange(1, 10**8) for _ in range(most)]
    yield Question("HEAPS_MAX LIST_LIMIT", "/nim", {"heaps": many, **TOLD})
    yield Question("INT_BITS LIST_LIMIT", "/nim", {"heaps": large, **TOLD, "offset": str(2**4000)})
    yield Question("INT_BITS", "/bash", {"heaps": large[:-1], "max_take": str(R.getrandbits(4000)), "misere": True, **TOLD})
    yield Question("INT_BITS", "/wythoff", {"heaps": [str(LARGEST), str(LARGEST // 2 + 12345)], **TOLD})
    yield Question("LIST_LIMIT", "/wythoff", {"heaps": [2047, 2046], **ALL})
    yield Question("INT_BITS ANSWER_BYTES", "/fibonacci-nim", {"stones": str(LARGEST), "factor": 1, **TOLD})
    for factor in (3, 300):
        yield Question("INT_BITS TERMS_MAX", "/fibonacci-nim", {"stones": str(LARGEST), "factor": factor, **TOLD})
    yield Question("INT_BITS", "/euclid", {"pair": [str(LARGEST), "3"], **TOLD})
    yield Question("INT_BITS", "/pair-split", {"pairs": fill(lambda: [str(R.getrandbits(bits)) for _ in "ab"]), **TOLD})
    yield Question("HEAPS_MAX", "/staircase-nim", {"stairs": many, **TOLD})
    yield Question("HEAPS_MAX", "/georgia-bob", {"chessmen": sorted(R.sample(range(1, 10**8), most)), **TOLD})
    yield Question("BOTTLES_MAX", "/beans", {"bottles": [str(R.getrandbits(bits)) for _ in range(VALUES["BOTTLES_MAX"])], **TOLD})
    yield Question("HEAPS_MAX", "/take-or-merge", {"heaps": [1] * (most // 2) + [2] * (most // 2), **TOLD})
    yield Question("FAULTS_MAX", "/nim", {"heaps": [-1] * most}, REFUSED)
    yield Question("JSON_DEPTH", "/nim", b'{"heaps":' + b"[" * BODY, (400,))
    headers = "".join(f"X-{i}: {'y' * 60}\r\n" for i in range(VALUES["REQUEST_HEADERS_MAX"] - 2))
    yield Question("REQUEST_HEADERS_MAX CONNECTION_BYTES", "/nim", {"heaps": [1]}, headers=headers)
    yield Question("REQUEST_HEAD_MAX CONNECTION_BYTES", "/nim", {"heaps": [1]}, headers=f"X: {'y' * (VALUES['REQUEST_HEAD_MAX'] - 100)}\r\n")


def scores(R):
    most, piles = VALUES["PILE_MAX"], [R.randrange(VALUES["PILE_MAX"]) for _ in range(VALUES["ROW_MAX"])]
    stones = VALUES["RIVALS_MAX"]
    yield Question("ROW_MAX PILE_MAX", "/stone-ends", {"piles": piles, "explain": "en"})
    yield Question("ROW_MAX PILE_MAX", "/stone-rest", {"piles": piles})
    yield Question("FRONT_MAX", "/stone-front", {"piles": [R.randrange(10) for _ in range(500000)], "max_take": 400000, **ALL})
    yield Question("WINDOW_MAX", "/stone-window", {"piles": piles[: VALUES["WINDOW_MAX"]]})
    yield Question("FRONT_MAX", "/stone-merge", {"stones": [R.randrange(10) for _ in range(500000)], **ALL})
    yield Question("RIVALS_MAX", "/stone-rivals", {who: [R.randrange(1, 999) for _ in range(stones)] for who in ("mine", "theirs")} | TOLD)
    yield Question("THIRDS_MAX", "/stone-thirds", {"stones": [R.randrange(1, 10**6) for _ in range(VALUES["THIRDS_MAX"])], **TOLD})
    yield Question("HALVES_MAX SCORE_SUM_MAX", "/stone-halves", {"piles": [most - R.randrange(9) for _ in range(VALUES["HALVES_MAX"])]})
    yield Question("PARITY_ROWS PARITY_TAKES", "/odd-even",
                   {"balls": 9999999, "takes": sorted({R.randrange(1, 9000000) | 1 for _ in range(VALUES["PARITY_TAKES"])})})
    nodes = VALUES["MAZE_NODES"]
    yield Question("MAZE_NODES", "/cat-mouse", {"graph": [[j for j in range(nodes) if j != i] for i in range(nodes)]})


def boards(R):
    side, coins, takes = VALUES["SQUARES_SIDE"], VALUES["COINS_TABLE"], VALUES["COINS_TAKES"]
    yield Question("GRAPH_NODES ARENA_BYTES", "/graph", {"edges": [], "nodes": VALUES["GRAPH_NODES"], "tokens": [0], "all_nodes": True})
    yield Question("GRAPH_EDGES", "/graph", {"edges": fill(lambda: [R.randrange(30000), R.randrange(30000)]), "tokens": [1, 2, 3, 4, 5], **ALL})
    yield Question("GRAPH_TOKENS", "/graph", {"edges": [[0, 1], [1, 0], [1, 2]], "tokens": [R.randrange(3) for _ in range(500000)], **ALL})
    # One ring, and ways out of it that are found last: where play can go round, values are settled one by one.
    yield Question("GRAPH_EDGES", "/graph",
                   {"edges": [[i, (i + 1) % 40000] for i in range(40000)] + [[i, 40000 + i // 2] for i in range(30000)], "tokens": [0, 7],
                    "all_nodes": True, **TOLD})
    yield Question("GRAPH_PRODUCT_STATES GRAPH_PRODUCT_WORDS GRAPH_PRODUCT_MOVES", "/graph",
                   {"edges": [[i, j] for i in range(14) for j in range(i)], "tokens": [13] * 7, "misere": True}, (200, 422))
    yield Question("GRAPH_PRODUCT_TOKENS GRAPH_PRODUCT_MOVES", "/graph",
                   {"edges": [[0, 1]], "tokens": [0] * VALUES["GRAPH_PRODUCT_TOKENS"], "misere": True}, (200, 422))
    yield Question("HEAPS_MAX", "/cutting", {"sheets": [[R.randrange(1, 999), R.randrange(1, 999)] for _ in range(80000)], **ALL})
    yield Question("BOMB_MAX", "/bombs", {"bombs": [[VALUES["BOMB_MAX"]] * 2] * 99999 + [[VALUES["BOMB_MAX"] - 1, VALUES["BOMB_MAX"]]], **TOLD}, LARGE)
    yield Question("HYPER_SUM", "/pieces", {"piece": "hyper-knight", "squares": [[VALUES["HYPER_SUM"] // 2, VALUES["HYPER_SUM"] // 2 - 1]] * 80000, **ALL})
    yield Question("MATRIX_MAX", "/even-matrix", {"matrix": [[R.randrange(10) for _ in range(700)] for _ in range(700)]})
    yield Question("SQUARES_SIDE", "/squares", {"grid": ["." * side] * side}, (200, 422))
    yield Question("KINGS_CELLS KINGS_POSITIONS KINGS_PIECES KINGS_ALWAYS", "/squares",
                   {"grid": ["".join(R.choice(".....##") for _ in range(13)) for _ in range(13)]}, (200, 422))
    yield Question("COINS_TAKES COINS_TABLE", "/coins", {"rows": [coins] * 3, "take": sorted(R.sample(range(1, coins), takes))})
    yield Question("COINS_SEARCHED COINS_POSITIONS", "/coins",
                   {"rows": [VALUES["COINS_SEARCHED"] // 3] * 3, "take": sorted(R.sample(range(1, 9), 3)), "misere": True, **TOLD}, (200, 422))
    yield Question("COINS_TABLE SG_QUOTIENT_BASE", "/coins", {"rows": [500, 499], "take": [1, 2], "misere": True}, (200, 422))


def tables(R):
    most, places = VALUES["SG_AMOUNT_MAX"], VALUES["SG_CODE_MAX"] - 2
    takes = sorted(R.sample(range(1, most), VALUES["SG_AMOUNTS_MAX"]))
    code = lambda digits, n: {"octal": "0." + "".join(R.choice(digits) for _ in range(n))}
    yield Question("SG_AMOUNT_MAX SG_AMOUNTS_MAX TABLES_BYTES", "/sg", {"rules": {"take": takes}, "heaps": [2 * most]}, LARGE)
    yield Question("SG_AMOUNTS_MAX TABLES_BYTES", "/sg", {"rules": {"take": takes}, "heaps": [1000], "misere": True}, (200, 422))
    yield Question("SG_AMOUNTS_MAX", "/sg", {"rules": {"take": sorted(R.sample(range(1, 2000), len(takes)))}, "heaps": [999, 888], "misere": True}, (200, 422))
    yield Question("TABLES_BYTES", "/sg", {"rules": code("01234567", 30), "heaps": [10**6]}, (200, 422, 503))
    yield Question("SG_CODE_MAX SG_PAIRS_MAX", "/sg", {"rules": {"octal": "0." + "7" * places}, "heaps": [VALUES["SG_PAIRS_MAX"]]}, LARGE)
    yield Question("SG_PAIRS_MAX", "/sg", {"rules": {"hex": "0." + "".join(R.choice("89ABCDEF") for _ in range(8))}, "heaps": [30000]}, LARGE)
    yield Question("SG_TABLE_MAX", "/sg", {"rules": {"octal": "0.6"}, "heaps": [VALUES["SG_TABLE_MAX"] - 1]}, (200, 422, 503))
    yield Question("SG_PROOF_STEPS SG_PROOF_VALUES", "/sg", {"rules": {"octal": "0.376"}, "heaps": [10**12]}, (200, 422, 503))
    yield Question("SG_SET_MAX", "/sg", {"rules": {"take": "squares"}, "heaps": [VALUES["SG_SET_MAX"]]}, LARGE)
    yield Question("SG_ROW_MAX", "/sg", {"rules": {"take": "squares", "leave": "row"}, "heaps": [VALUES["SG_ROW_MAX"]]}, LARGE)
    yield Question("SG_MISERE_MAX", "/sg", {"rules": {"octal": "0.123"}, "heaps": [VALUES["SG_MISERE_MAX"]] * 3, "misere": True}, (200, 422))
    for n in (20, 30):
        yield Question("SG_MISERE_POSITIONS", "/sg", {"rules": code("67", 4), "heaps": [n, n - 1, n - 2], "misere": True}, (200, 422))
    for digits in ("0123", "01234567", "4567", "67"):
        yield Question("SG_QUOTIENT_ELEMENTS SG_QUOTIENT_GENERATORS SG_QUOTIENT_PAIRS SG_QUOTIENT_SUMS SG_QUOTIENT_OPTIONS SG_QUOTIENT_SOON SG_QUOTIENT_BASE",
                       "/sg", {"rules": code(digits, 4), "heaps": [VALUES["SG_QUOTIENT_BASE"], 40, 41], "misere": True}, (200, 422, 503))
    yield Question("HEAPS_MAX SG_MOVES_MAX SG_COUNT_STEPS", "/sg",
                   {"rules": {"take": [1, 2, 5]}, "heaps": [R.randrange(1, 10**8) for _ in range(VALUES["HEAPS_MAX"])], **TOLD})
    yield Question("SG_JSON_MAX", "/sg/table", {"rules": {"octal": "0.454"}, "from": 0, "to": VALUES["SG_JSON_MAX"] - 1}, LARGE)
    yield Question("SG_STREAM_MAX", "/sg/table", {"rules": {"take": [1, 3, 4]}, "from": 0, "to": VALUES["SG_STREAM_MAX"] - 1}, LARGE, "Accept: text/csv\r\n")
    yield Question("SG_STREAM_MAX", "/sg/table", {"rules": {"take": [1, 3, 4]}, "from": 0, "to": VALUES["SG_STREAM_MAX"] - 1}, LARGE,
                   "Accept: application/octet-stream\r\n")
    yield Question("PERIOD_EXCEPTIONS", "/sg/period", {"rules": code("01234567", 5)}, (200, 422, 503))
    yield Question("SG_PROOF_VALUES", "/sg/period", {"rules": {"octal": "0.106"}}, (200, 422, 503))


def tools(R):
    nims = [{"game": "nim", "heaps": [R.randrange(10**6), 9]} for _ in range(VALUES["TERMS_OF_SUM_MAX"])]
    batch, graded = VALUES["BATCH_MAX"], VALUES["GRADE_LIST_MAX"]
    yield Question("TERMS_OF_SUM_MAX", "/sum", {"terms": nims})
    yield Question("TERMS_OF_SUM_MAX LIST_LIMIT", "/sum", {"terms": nims[:1000], **TOLD})
    yield Question("TERMS_OF_SUM_MAX", "/sum", {"terms": [{"game": "squares", "grid": ["." * 7] * 7}] * 5000}, LARGE)
    yield Question("BATCH_MAX BATCH_DEADLINES", "/batch",
                   {"questions": [{"game": "sg", "rules": {"take": [1, 2, 3 + i]}, "heaps": [10**9 + i]} for i in range(batch)]}, LARGE)
    yield Question("BATCH_BYTES", "/batch", {"questions": [{"game": "nim", "heaps": [10**9] * 20, **ALL}] * 3000}, LARGE)
    yield Question("RECORD_MAX", "/grade",
                   {"game": "nim", "position": {"heaps": [10**6] * 10000}, "record": [{"heap": i, "take": 1} for i in range(VALUES["RECORD_MAX"])]}, LARGE)
    yield Question("GRADE_LIST_MAX GRADE_LIST_BYTES SUSPECTS_MAX CLAIMS_MAX", "/grade",
                   {"questions": [{"game": "nim", "position": {"heaps": [i, 5]}, "claim": {"verdict": "win"}} for i in range(graded)]}, LARGE)
    table = "".join(f'{i},nim,"{{""heaps"":[{i},5,6]}}",win,{i % 8}\n' for i in range(graded - 1))
    yield Question("GRADE_LIST_MAX SUSPECTS_MAX", "/grade", f"student,game,position,verdict,grundy\n{table}".encode(), LARGE, "Content-Type: text/csv\r\n")
    yield Question("PLAY_TRIED", "/play", {"game": "nim", "position": {"heaps": [str(2**4095 + i // 2) for i in range(400)]}}, LARGE)
    yield Question("TREE_DEPTH TREE_NODES TREE_MOVES TREE_BYTES", "/tree",
                   {"game": "nim", "position": {"heaps": [9] * 5}, "depth": VALUES["TREE_DEPTH"], "max_nodes": VALUES["TREE_NODES"]})
    yield Question("GENERATE_MAX GENERATE_STEPS GENERATE_MISSES GENERATE_BYTES", "/generate",
                   {"game": "squares", "seed": R.randrange(10**6), "count": VALUES["GENERATE_MAX"], "size": 20})
    yield Question("GENERATE_STEPS GENERATE_MISSES", "/generate",
                   {"game": "cutting", "seed": R.randrange(10**6), "count": 1000, "size": 100, "against": "last-cut-wins", "explain": True})
    yield Question("GENERATE_STEPS GENERATE_TABLES TABLES_BYTES", "/generate", {"game": "sg", "seed": R.randrange(10**6), "count": 1000, "size": 100})
    yield Question("CELLS_MAX", "/stone-window/table",
                   {"piles": [R.randrange(99) for _ in range(300)], "of": "value", "vary": [{"pointer": f"/piles/{i}", "from": 0, "to": 99} for i in (0, 150)]},
                   (200, 422, 503))
    yield Question("CELLS_MAX", "/coins/table",
                   {"rows": [0, 0], "take": [1, 2], "misere": True, "of": "verdict", "vary": [{"pointer": f"/rows/{i}", "from": 0, "to": 99} for i in (0, 1)]},
                   (200, 422, 503))


def judges(R):
    lines = "".join(f"{R.randrange(1, 10**6)} {R.randrange(1, 10**6)} {R.randrange(1, 10**6)}\n" for _ in range(25000))
    text = "Content-Type: text/plain\r\n"
    yield Question("JUDGE_CASE_VALUES", "/judge/cses-1730?limits=off", f"1\n500000\n{'7 ' * 500000}".encode(), (200, 422), text)
    yield Question("TABLES_BYTES", "/judge/hdu-1848?limits=off", f"{lines}0 0 0\n".encode(), (200, 422, 503), text)
    yield Question("SUSPECTS_MAX", "/judge/hdu-1848/check?limits=off", {"input": f"{lines}0 0 0\n", "output": "Fibo\n" * 25000}, (200, 422, 503))
    rows = [[R.randrange(i) for _ in range(20)] if i else [] for i in range(300)]
    edges = "".join(f"{len(row)} {' '.join(map(str, row))}\n" for row in rows)
    yield Question("GRAPH_EDGES", "/judge/poj-2425", f"{len(rows)}\n{edges}10 {'299 ' * 10}\n0\n".encode(), (200, 422), text)
    for problem, cases in (("hdu-1848", VALUES["COMPOSE_CASES"]), ("poj-2425", 100), ("hdu-3032", 10)):
        yield Question("COMPOSE_STEPS COMPOSE_CASES COMPOSE_ITEMS", f"/judge/{problem}/generate", {"seed": R.randrange(10**6), "kind": "large", "cases": cases})
    yield Question("COMPOSE_STEPS", "/judge/hdu-1848/generate", {"seed": R.randrange(10**6), "cases": VALUES["COMPOSE_CASES"], "mistake": "plain-xor"})


def cells(side, reach, **more):
    """So many states a side, with `reach` moves of each in either direction."""
    moves = [{"name": name, "choose": f"k in 1..min({reach}, {name})", "do": f"{name} -= k"} for name in "ab"]
    return {"vars": f"a: 0..{side - 1}, b: 0..{side - 1}", "moves": moves, **more}


def custom(R):
    """With the memory that they need; with less they are shed."""
    side, reach = int(VALUES["CUSTOM_STATES"] ** 0.5) - 1, VALUES["CUSTOM_MOVES"] // VALUES["CUSTOM_STATES"] // 2
    corner, heap = {"a": side - 1, "b": side - 1}, VALUES["CUSTOM_CHOICES"]
    small, grid = 1000, int(VALUES["GRID_STREAM_MAX"] ** 0.5)
    loopy = VALUES["CUSTOM_LOOPY_STATES"] - R.randrange(9000)
    vary = lambda n: [{"pointer": f"/state/{name}", "from": 0, "to": n - 1} for name in "ab"]
    yield Question("CUSTOM_ARENA_BYTES", "/custom", {"rules": cells(small, 2), "state": {"a": small - 1, "b": small - 1}, **TOLD}, LARGE)
    yield Question("CUSTOM_STATES CUSTOM_MOVES CUSTOM_ARENA_BYTES", "/custom", {"rules": cells(side, reach), "state": corner}, LARGE)
    yield Question("CUSTOM_TOGETHER CUSTOM_ARENA_BYTES", "/custom", {"rules": cells(small, 2, misere=True), "state": {"a": small - 1, "b": small - 1}, **TOLD}, LARGE)
    yield Question("CUSTOM_LOOPY_STATES CUSTOM_LOOPY_MOVES", "/custom",
                   {"rules": {"vars": f"n: 0..{loopy}", "moves": [{"name": "go", "choose": "k in 1..7", "do": f"n = (n * k + k) % {loopy}"}]},
                    "state": {"n": 1}},
                   (200, 422, 503))
    yield Question("CUSTOM_CHOICES", "/custom",
                   {"rules": {"vars": f"n: 0..{heap}", "moves": [{"name": "all", "choose": "k in 1..n", "when": "k == n", "do": "n -= k"}]},
                    "state": {"n": heap}}, LARGE)
    yield Question("CUSTOM_INSTRUCTIONS", "/custom",
                   {"rules": {"vars": "n: 0..40000", "moves": [{"name": "take", "choose": "k in 1..n", "when": "is_prime(k * k + n)", "do": "n -= k"}]},
                    "state": {"n": 8000}},
                   (200, 422, 503))
    json_side = int(VALUES["GRID_JSON_MAX"] ** 0.5)
    taken = {"vars": "n: 0..1000000", "moves": [{"name": "take", "choose": "k in [1, 3, 60]", "when": "k <= n", "do": "n -= k"}]}
    yield Question("CUSTOM_PERIOD_VALUES", "/laws",
                   {"table": {"game": "custom", "rules": taken, "state": {"n": 0}, "vary": [{"pointer": "/state/n", "to": VALUES["GRID_JSON_MAX"] - 1}]}}, LARGE)
    table = {"rules": cells(grid, 3), "state": {"a": 0, "b": 0}}
    yield Question("GRID_JSON_MAX", "/custom/table", {**table, "vary": vary(json_side), "of": "remoteness"}, LARGE)
    yield Question("GRID_STREAM_MAX", "/custom/table", {**table, "vary": vary(grid), "of": "grundy"}, LARGE, "Accept: text/csv\r\n")
    long = " - ".join(["gcd(x + 1, y + 1)"] * 40)
    guesses = [f"val(x + {i}, 2) ^ popcount(y) + {i} % 7 * isqrt(x * y) - {long}" for i in range(VALUES["LAWS_CONJECTURES_MAX"])]
    yield Question("LAWS_CONJECTURES_MAX LAWS_FORMULA_MAX CUSTOM_TOGETHER", "/laws",
                   {"table": {"game": "custom", **table, "vary": vary(json_side // 2)}, "test_to": json_side - 1, "conjectures": guesses,
                    "limit": VALUES["LAWS_LIMIT_MAX"]},
                   (200, 422, 503))
    yield Question("LAWS_VALUES_MAX LAWS_LIMIT_MAX", "/laws",
                   {"values": [R.randrange(9) for _ in range(VALUES["LAWS_VALUES_MAX"])], "conjectures": ["n % 9"] * VALUES["LAWS_CONJECTURES_MAX"],
                    "limit": VALUES["LAWS_LIMIT_MAX"]}, LARGE)
    yield Question("LAWS_VALUES_MAX", "/laws", {"rows": [[(x ^ y) % 10 for x in range(300)] for y in range(300)]}, LARGE)


ROOMS = (heaps, scores, boards, tables, tools, judges, custom)


def questions(seed, rooms=ROOMS):
    """Each with a name."""
    R = random.Random(seed)
    for room in rooms:
        for i, question in enumerate(room(R)):
            yield f"{question.path} {room.__name__} {i}", question
