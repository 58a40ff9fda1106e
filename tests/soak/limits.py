"""limits.py: the limits of core/limits.def. As a program: each of them that bounds what a question may cost is named by one of dear.py, by an
attack, or by the reason why it is not; and none by two of these, and nothing is named that is not there."""
import os, re, sys

DEF = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/limits.def")
with open(DEF) as file:
    VALUES = {name: int(value) for name, value in re.findall(r"^(?:WIDE_)?LIMIT\((\w+), (\d+),", file.read(), re.M)}

# By attacks and slow connections of siege.py: what they come near to is no single question.
ATTACKED = {
    "lines": "SLICE_BYTES SLICE_MS",
    "spool": "SPOOL_STREAMS",
    "endless": "LINE_REST_BYTES",
    "crowd": "CONNECTION_HELD",
    "documents": "DOCUMENTS_BYTES",
    "singles": "CHEAP_STEPS QUICK_STEPS BUDGET_STEPS",
}

EXEMPT = {
    "a number that only the operator's flags come near to": "REQUESTS_MIN FORWARDED_HOPS",
    "made once, at the start": "DOCUMENTS_MAKING",
    "waits, and does nothing": "BODY_PAUSE_MS",
    "of a command, not of a request": "JUDGE_BYTES",
    "a default below what dear.py asks for": "LIST_DEFAULT LAWS_LIMIT_DEFAULT",
    "bounds a number, which costs the same within and beyond it": "WEIGHT_MAX GRID_NUMBER_MAX LAWS_NUMBER_MAX LAWS_FROM_MAX",
    "a least number": "LAWS_VALUES_MIN",
    "of games that know no better than plain search: none that is served": "SEARCH_POSITIONS SEARCH_HEAP",
}


def main():
    import attacks, dear

    kinds, places, faults = {one.__name__ for one in attacks.KINDS}, {}, []
    for name, question in dear.questions(1):
        for limit in set(question.limits.split()):
            places.setdefault(limit, {})["a question"] = name
    for by, limits in ((f"the attack {kind}", limits) for kind, limits in ATTACKED.items()):
        if by.split()[-1] not in kinds:
            faults.append(f"there is no {by}")
        for limit in limits.split():
            places.setdefault(limit, {})[by] = by
    for reason, limits in EXEMPT.items():
        for limit in limits.split():
            places.setdefault(limit, {})[reason] = reason
    faults += [f"{limit} bounds something, and no question of tests/soak/dear.py comes near to it" for limit in sorted(set(VALUES) - set(places))]
    faults += [f"{limit} is none of core/limits.def" for limit in sorted(set(places) - set(VALUES))]
    faults += [f"{limit} has {' and '.join(by)}" for limit, by in places.items() if len(by) > 1]
    print("\n".join(faults) or f"{len(VALUES)} limits")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
