"""Heaps with rules of their own (/sg), and coins in rows and circles."""
from . import first, grundy, method, mex, positions, win, words, xor

TABLE_MOST, STEPS_MOST = 20000, 20000000  # a method with a table looks no farther


# ---- what the rules are ----

def is_prime_power(n):
    least = next((p for p in range(2, n + 1) if n % p == 0), None)
    while least and n % least == 0:
        n //= least
    return n == 1


def fibonacci(most):
    a, b = 1, 2
    while a <= most:
        yield a
        a, b = b, a + b


class Heaps:
    """kind: list, powers, squares, fibonacci, prime_powers, smaller, other."""

    def __init__(self, p):
        rules, self.heaps, self.misere = p['rules'], p['heaps'], p.get('misere', False)
        self.row, self.kind = 'leave' in rules, 'other'
        take = rules.get('take')
        if set(rules) == {'split'}:
            self.kind = 'smaller' if rules['split'] == 'smaller' else 'other'
        elif set(rules) - {'leave'} == {'take'}:
            if isinstance(take, list) and all(isinstance(a, int) for a in take):
                self.kind = 'list'
            elif isinstance(take, str) and take in ('squares', 'fibonacci', 'prime_powers'):
                self.kind = take
            elif isinstance(take, dict) and 'powers_of' in take and int(take['powers_of']) < 2**63:
                self.kind, self.base = 'powers', int(take['powers_of'])
        self.take = take
        self.plain = self.kind not in ('smaller', 'other') and not self.row and not self.misere

    def amounts(self, most):
        """Up to `most` where they are no list; None: too many."""
        if self.kind == 'list':
            return self.take
        if most > TABLE_MOST:
            return None
        if self.kind == 'fibonacci':
            return list(fibonacci(most))
        if self.kind == 'powers':
            return [self.base**i for i in range(64) if self.base**i <= most] if self.base > 1 else [1][:most]
        test = is_prime_power if self.kind == 'prime_powers' else lambda n: int(n**.5 + .5)**2 == n
        return [n for n in range(1, most + 1) if test(n)]


def table(heaps, most, amounts=None, whole=False, breaks=False):
    """Values of 0 … most by the mex, of heaps of which these amounts are taken; None: too dear."""
    amounts = heaps.amounts(most) if amounts is None else amounts
    if amounts is None or most > TABLE_MOST or (most + 1) * (len(amounts) + 1) * (most // 4 + 1 if heaps.row else 2) > STEPS_MOST:
        return None
    values = []
    for n in range(most + 1):
        seen = set()
        for a in amounts:
            if a > n and breaks:
                break
            for left in range((n - a) // 2 + 1 if heaps.row and not whole else 1) if a <= n else ():
                seen.add(values[left] ^ values[n - a - left])
        values.append(mex(seen))
    return values


def rule(name, plain=True, kind=None, one=False):
    """function(heaps, n, truth, p), n the only heap with `one`."""
    def take(function):
        @method('sg', name)
        def look(p, truth):
            if not words(*p['heaps']):
                return None
            heaps = Heaps(p)
            if (plain and not heaps.plain) or (kind and heaps.kind != kind) or (one and len(heaps.heaps) != 1):
                return None
            return function(heaps, heaps.heaps[0] if one else None, truth, p)
    return take


def by_table(heaps, **how):
    values = table(heaps, max(heaps.heaps, default=0), **how)
    return values and grundy(xor(values[n] for n in heaps.heaps))


# ---- any set ----

@rule('breaks-at-larger', plain=False, kind='list')
def breaks_at_larger(heaps, n, truth, p):
    return None if heaps.misere else by_table(heaps, breaks=True)


@rule('no-splitting', plain=False, kind='list')
def no_splitting(heaps, n, truth, p):
    return by_table(heaps, whole=True) if heaps.row and not heaps.misere else None


@rule('shared-marks')
def shared_marks(heaps, n, truth, p):
    """Depth first, in the order in which the amounts are given, all levels marking in one set that each clears when it begins."""
    most = max(heaps.heaps, default=0)
    amounts = heaps.amounts(most)
    if not table(heaps, most):
        return None
    marks, values = set(), {}
    def search(n):
        marks.clear()
        for a in amounts:
            if a <= n:
                if n - a not in values:
                    search(n - a)
                marks.add(values[n - a])
        values[n] = mex(marks)
    for n in heaps.heaps:
        if n not in values:
            search(n)
    return grundy(xor(values[n] for n in heaps.heaps))


@rule('won-successor-wins', one=True)
def won_successor_wins(heaps, n, truth, p):
    if not table(heaps, n):
        return None
    won = [True]
    for size in range(1, n + 1):
        won.append(any(a <= size and won[size - a] for a in heaps.amounts(n)))
    return win(won[n])


rule('plain-xor')(lambda heaps, n, truth, p: win(xor(heaps.heaps) != 0))
rule('mod-largest', kind='list')(lambda heaps, n, truth, p: grundy(xor(h % (max(heaps.take, default=0) + 1) for h in heaps.heaps)))
rule('zero-value-wins')(lambda heaps, n, truth, p: truth(p) and win(truth(p)['verdict'] == 'loss'))
rule('mex-from-one', one=True)(lambda heaps, n, truth, p: {'verdict': 'none', 'grundy': truth(p)['grundy'] + 1} if 'grundy' in truth(p) else None)


@rule('one-heap-of-all')
def one_heap_of_all(heaps, n, truth, p):
    values = table(heaps, sum(heaps.heaps)) if len(heaps.heaps) > 1 and sum(heaps.heaps) <= TABLE_MOST else None
    return values and grundy(values[-1])


@rule('xor-precedence')
def xor_precedence(heaps, n, truth, p):
    if len(heaps.heaps) != 3:
        return None
    a, b, c = (truth({**p, 'heaps': [h]}).get('grundy') for h in heaps.heaps)
    return None if None in (a, b, c) else win((a ^ b ^ int(c != 0)) != 0)


@rule('greedy-largest', one=True)
def greedy_largest(heaps, n, truth, p):
    amounts, taken = heaps.amounts(n), 0
    if amounts is None:
        return None
    while any(a <= n for a in amounts):
        most = max(a for a in amounts if a <= n)
        taken, n = taken + n // most, n % most
    return win(taken % 2 == 1)


# ---- 1 … m and a larger amount ----

def leap(name):
    def take(function):
        @rule(name, kind='list', one=True)
        def look(heaps, n, truth, p):
            amounts = sorted(heaps.take)
            if len(amounts) >= 3 and amounts[:-1] == list(range(1, len(amounts))):
                return function(n, len(amounts), amounts[-1])
    return take


leap('large-left-out')(lambda n, round, large: grundy(n % round))
leap('large-itself-lost')(lambda n, round, large: win(n % (large + 1) % round != 0) if large % round == 0 else None)


# ---- powers ----

def powers(name):
    def take(function):
        @rule(name, kind='powers', one=True)
        def look(heaps, n, truth, p):
            if 1 < heaps.base <= 2 * 10**18:
                return function(n, heaps.base, [heaps.base**i for i in range(64) if heaps.base**i <= n])
    return take


def lost(n, base):
    """By the definition; heaps are small here, or the base is."""
    known = []
    for size in range(n + 1):
        known.append(not any(known[size - base**i] for i in range(64) if base**i <= size))
    return known[n]


def taking(take):
    return first({'heap': 0, 'take': take} if take else None)


powers('odd-wins')(lambda n, base, amounts: win(n % 2 == 1))
powers('only-powers-win')(lambda n, base, amounts: win(n in amounts))
powers('takes-one')(lambda n, base, amounts: taking(0 if lost(n, base) else 1))
powers('parity-take')(lambda n, base, amounts: taking(n % 2))
powers('even-rule-for-odd')(lambda n, base, amounts: taking(base if n % (base + 1) == base else n % (base + 1) % 2))
powers('largest-take')(lambda n, base, amounts: taking(max((a for a in amounts if lost(n - a, base)), default=0)))


# ---- prime powers, squares ----

@rule('one-not-allowed', kind='prime_powers', one=True)
def one_not_allowed(heaps, n, truth, p):
    return by_table(heaps, amounts=[a for a in heaps.amounts(n) if a > 1]) if n <= 5000 else None


rule('primes-only', kind='prime_powers', one=True)(lambda heaps, n, truth, p: win(n % 4 != 0))
rule('mod-five', kind='squares', one=True)(lambda heaps, n, truth, p: win(n % 5 not in (0, 2)))
rule('only-squares-win', kind='squares', one=True)(lambda heaps, n, truth, p: win(n > 0 and round(n**.5)**2 == n))


# ---- misère ----

def misere(name):
    def take(function):
        @rule(name, plain=False, kind='list', one=True)
        def look(heaps, n, truth, p):
            return win(function(n, heaps.take)) if heaps.misere and not heaps.row else None
    return take


misere('mod-largest-misere')(lambda n, take: n % (max(take, default=0) + 1) != 0)
misere('misere-bash')(lambda n, take: n % (max(take, default=0) + 1) != 1)
misere('even-wins')(lambda n, take: n % 2 == 0)
misere('amounts-win')(lambda n, take: n in take)


def normal_for_misere(p, truth):
    right = truth({**p, 'misere': False}) if p.get('misere') else {}
    return {'verdict': right['verdict']} if right else None


method('sg', 'normal-for-misere')(normal_for_misere)


# ---- two smaller heaps ----

def splits(name, fits):
    @rule(name, plain=False, kind='smaller')
    def look(heaps, n, truth, p):
        if heaps.misere or max(heaps.heaps, default=0) > 400:
            return None
        values = []
        for n in range(max(heaps.heaps, default=0) + 1):
            values.append(mex({values[a] ^ values[b] for b in range(n) for a in range(b + 1) if fits(a, b, n)}))
        return grundy(xor(values[h] for h in heaps.heaps))


rule('split-as-nim', plain=False, kind='smaller')(lambda heaps, n, truth, p: None if heaps.misere else grundy(xor(heaps.heaps)))
splits('total-kept', lambda a, b, n: a + b <= n)
splits('unequal-parts', lambda a, b, n: a < b)


def some(r, top=40):
    return [r.randint(0, top) for _ in range(r.choice([0, 1, 1, 1, 1, 2, 3, 3]))]


@positions('sg')
@positions('sg')
def listed(r):
    amounts, run = r.sample(range(1, 10), r.randint(1, 4)), list(range(1, r.randint(3, 6)))
    take = r.choice([amounts, amounts, sorted(amounts), run + [r.choice([len(run) + 1, 2 * len(run) + 2, 9])], amounts + ['squares']])
    rules = {'take': take, 'leave': 'row'} if r.random() < .3 else {'take': take}
    return {'rules': rules, 'heaps': some(r, r.choice([9, 40])), 'misere': r.random() < .4 and 'leave' not in rules}


@positions('sg')
def named(r):
    return {'rules': {'take': r.choice(['squares', 'squares', 'fibonacci', 'prime_powers', 'prime_powers', 'primes'])}, 'heaps': some(r), 'misere': r.random() < .1}


@positions('sg')
def of_powers(r):
    return {'rules': {'take': {'powers_of': r.choice([1, 2, 2, 3, 3, 4, 5, 6, 10**19])}}, 'heaps': [r.randint(0, 40)]}


@positions('sg')
def replaced(r):
    return {'rules': {'split': r.choice(['smaller', 'smaller', 'unequal'])}, 'heaps': some(r, 20), 'misere': r.random() < .1}


@positions('sg', edge=True)
def larger_heaps(r):
    """Where tables end."""
    take = r.choice([[2, 1], 'squares', 'fibonacci', {'powers_of': 3}])
    return {'rules': {'take': take}, 'heaps': [r.randint(900, 1100)]}


# ---- coins ----

def ring(name):
    def take(function):
        @method('coins', name)
        def look(p, truth):
            take, circles = p.get('take', [1, 2]), p.get('circles', [])
            usual = sorted(take) == list(range(1, len(take) + 1))
            if usual and take and len(circles) == 1 and circles[0] and not any(p.get('rows', [])) and not p.get('misere') and words(circles[0]):
                return win(function(circles[0], len(take)))
    return take


ring('ring-as-row')(lambda n, most: most > 1 or n % 2 == 1)
ring('ring-as-heap')(lambda n, most: n % (most + 1) != 0)
ring('no-single-coin-case')(lambda n, most: n <= most)
ring('no-take-all-case')(lambda n, most: most == 1 and n % 2 == 1)
method('coins', 'normal-for-misere')(normal_for_misere)
method('coins', 'verdict-of-the-other')(lambda p, truth: win(truth(p)['verdict'] == 'loss') if truth(p) else None)


@positions('coins')
def coins(r):
    p = {'circles': [r.randint(0, 9) for _ in range(r.choice([0, 1, 1, 1, 1, 2]))], 'rows': [r.choice([0, 0, 1, 4]) for _ in range(r.choice([0, 0, 1, 2]))],
         'misere': r.random() < .2}
    if r.random() < .7:
        p['take'] = r.choice([[1], [1, 2], [2, 1], [1, 2, 3], [2, 3, 1], [1, 3], [2]])
    return p
