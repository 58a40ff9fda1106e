import json
import sys
from functools import reduce
from operator import xor


def choose(heaps):
    total = reduce(xor, heaps)
    for heap, size in enumerate(heaps):
        if size ^ total < size:
            return {"heap": heap, "take": size - (size ^ total)}
    return next({"heap": heap, "take": 1} for heap, size in enumerate(heaps) if size)


line = json.loads(input())
heaps, mine = line["position"]["heaps"], line["player"] == line["you"]
while any(heaps):
    if mine:
        move = choose(heaps)
        print(json.dumps({"move": move}), flush=True)
        heaps[move["heap"]] -= move["take"]
    else:
        try:
            line = json.loads(input())
        except EOFError:
            sys.exit(0)
        if "position" not in line:
            sys.exit(0)
        heaps = line["position"]["heaps"]
    mine = not mine
