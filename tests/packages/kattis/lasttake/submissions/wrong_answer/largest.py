import json
import sys
from functools import reduce
from operator import xor


def choose(heaps):
    size = max(heaps)
    return {"heap": heaps.index(size), "take": 1}


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
