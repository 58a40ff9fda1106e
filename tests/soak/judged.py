"""judged.py: siege.py fails where it should: its judgements of made-up figures, each right in all but one."""
import siege

GOOD = {"ms": [1.0] * 100, "503": 0, "why": "", "failed": []}
SLOW = {"refused": 0, "gone": 2, "shortest": 10.0, "longest": 10.4, "left": 0, "late": 0.0}
OFFER = {"asked": 1000, "200": 100, "503": 890}


def said(tell, *figures):
    """How many counts are wrong, and how many times beyond their goal."""
    siege.wrong.clear()
    siege.beyond.clear()
    tell(*figures)
    return len(siege.wrong), len(siege.beyond)


def cheap(strict=False, shares=True, **other):
    return said(siege.tell_cheap, "a part", "", {"/nim": {**GOOD, **other}}, 60, strict, shares)


def slow(idle=GOOD, seen=GOOD, whole=True, judged=True, kind="bursts", **other):
    return said(siege.tell_slow, kind, whole, {**SLOW, **other}, {"/nim": idle}, {"/nim": seen}, judged)


def overload(goodput=100.0, own=100.0, judged=True, **other):
    return said(siege.tell_overload, 1, 100.0, 100.0, {**OFFER, **other}, goodput, own, 1.0, judged)


def refusals(right=1000, used=0.02, judged=True):
    return said(siege.tell_refusals, 400, 1000, right, used, judged)


class Daemon:
    memory = 100 << 20

    def __init__(self, peak, shared):
        self.peak, self.shared = lambda: peak << 20, lambda: shared << 20


expected = {
    "answered": (cheap(), (0, 0)),
    "nothing at all": (cheap(ms=[]), (1, 0)),
    "too few": (cheap(ms=[1.0] * 59), (1, 0)),
    "all refused": (cheap(ms=[], **{"503": 100}), (1, 0)),
    "one in ten refused": (cheap(ms=[1.0] * 90, **{"503": 10}), (1, 0)),
    "one in ten refused, at the connection limit": (cheap(shares=False, ms=[1.0] * 90, **{"503": 10}), (0, 0)),
    "one refused at the admin door": (cheap(strict=True, **{"503": 1}), (1, 0)),
    "one failed": (cheap(failed=["closed"]), (1, 0)),
    "one late": (cheap(ms=[1.0] * 999 + [101.0]), (0, 1)),
    "many late": (cheap(ms=[11.0] * 100), (0, 1)),
    "ordinary ones answered": (said(siege.tell_ordinary, "a part", {"coins": GOOD}, True), (0, 0)),
    "ordinary ones refused": (said(siege.tell_ordinary, "a part", {"coins": {**GOOD, "503": 6}}, True), (1, 0)),
    "ordinary ones never asked": (said(siege.tell_ordinary, "a part", {"coins": {**GOOD, "ms": []}}, True), (1, 0)),
    "slow and gone": (slow(), (0, 0)),
    "slow and there": (slow(left=1), (1, 0)),
    "never opened": (slow(whole=False), (1, 0)),
    "one refused": (slow(refused=1), (0, 1)),
    "most refused": (slow(refused=3), (1, 0)),
    "gone too soon": (slow(shortest=8.0), (1, 0)),
    "a second and more too soon": (slow(shortest=8.9), (1, 0)),
    "a sliding window, and its parts": (slow(kind="streams", shortest=29.1, longest=30.2), (0, 0)),
    "gone too soon for a window": (slow(kind="streams", shortest=28.9, longest=30.2), (1, 0)),
    "gone too late for a window": (slow(kind="streams", shortest=29.1, longest=31.2), (1, 0)),
    "gone too late": (slow(longest=11.5), (1, 0)),
    "seen too late": (slow(longest=11.5, late=0.6), (0, 0)),
    "gone too late, under a sanitizer": (slow(longest=11.5, judged=False), (0, 0)),
    "others wait": (slow(seen={**GOOD, "ms": [3.0] * 100}), (0, 1)),
    "others are refused": (slow(seen={**GOOD, "503": 1}), (1, 0)),
    "others are not answered": (slow(seen={**GOOD, "ms": []}), (1, 0)),
    "ten times as much": (overload(), (0, 0)),
    "less was offered": (overload(asked=700, **{"503": 600}), (0, 1)),
    "far less was offered": (overload(asked=400, **{"503": 290}), (1, 0)),
    "answers are fewer": (overload(goodput=80.0), (0, 1)),
    "all is refused by who idles": (overload(goodput=40.0), (1, 0)),
    "refusals take the time": (overload(own=80.0), (1, 0)),
    "connections cut": (overload(cut=1), (1, 0)),
    "refusals cost little": (refusals(), (0, 0)),
    "a refusal costs a millisecond": (refusals(used=1.0), (1, 0)),
    "a refusal costs a millisecond, under a sanitizer": (refusals(used=1.0, judged=False), (0, 0)),
    "one is answered with something else": (refusals(right=999), (1, 0)),
    "memory": (said(siege.tell_memory, "a part", Daemon(100, 5), True), (0, 0)),
    "memory with what is shared": (said(siege.tell_memory, "a part", Daemon(100, 11), True), (1, 0)),
}
faults = [f"{what}: {was[0]} wrong and {was[1]} beyond, not {wanted[0]} and {wanted[1]}" for what, (was, wanted) in expected.items() if was != wanted]
assert not faults, "\n".join(faults)
print(f"ok: {len(expected)} judgements")
