"""Nim and its nearest relatives, bounded takes, pairs, piles that merge, beans."""
from . import count, first, grundy, method, moves, positions, win, words, xor


# ---- nim ----

def nim(name, misere):
    def take(function):
        @method('nim', name)
        def look(p, truth):
            if p.get('misere', False) == misere and words(*p['heaps']):
                return function(p['heaps'], xor(p['heaps']))
    return take


nim('counts-all-when-xor-is-zero', False)(lambda h, x: count(sum(a ^ x <= a for a in h)))
nim('one-winning-move', False)(lambda h, x: count(1 if x else 0))
nim('largest-heap-only', False)(lambda h, x: count(1 if max(h, default=0) ^ x < max(h, default=0) else 0))
nim('every-heap-wins', False)(lambda h, x: count(len(h) if x else 0))
nim('zero-xor-wins', False)(lambda h, x: win(x == 0))
nim('odd-sum', False)(lambda h, x: win(sum(h) % 2 == 1))
nim('odd-count', False)(lambda h, x: win(len(h) % 2 == 1))
nim('any-two-differ', False)(lambda h, x: win(len(set(h)) > 1))
nim('normal-for-misere', True)(lambda h, x: win(x != 0))
nim('misere-inverted', True)(lambda h, x: win(x == 0))


def there(function):
    """The heaps without empty ones; nothing is said where there are none."""
    return lambda h, x: function([a for a in h if a], x) if any(h) else None


nim('any-one-counts-heaps', True)(there(lambda h, x: win(len(h) % 2 == 0 if 1 in h else x != 0)))
nim('ones-always-lose', True)(there(lambda h, x: win(x != 0 and max(h) > 1)))
nim('odd-ones-win', True)(there(lambda h, x: win(len(h) % 2 == 1 if max(h) == 1 else x != 0)))


@positions('nim')
def nim_heaps(r):
    top = r.choice([1, 2, 3, 7, 20, 10**6])
    heaps = [r.randint(0, top) for _ in range(r.randint(0, 6))]
    if r.random() < .3:
        heaps = [r.choice([0, 1, 1, 1, 2]) for _ in heaps]
    return {'heaps': heaps, 'misere': r.random() < .5}


@positions('nim', edge=True)
def nim_large(r):
    return {'heaps': [2 * 10**18 + r.randint(-1, 1), r.randint(0, 3)], 'misere': r.random() < .5}


# ---- staircase nim: the stair next to the ground is the first ----

method('staircase-nim', 'all-stairs')(lambda p, truth: grundy(xor(p['stairs'])))
method('staircase-nim', 'even-stairs')(lambda p, truth: grundy(xor(p['stairs'][1::2])))
method('staircase-nim', 'from-the-top')(lambda p, truth: grundy(xor(p['stairs'][::-1][::2])))


@positions('staircase-nim')
def stairs(r):
    return {'stairs': [r.randint(0, 5) for _ in range(r.randint(0, 6))]}


# ---- Georgia and Bob ----

def men(name, ordered=True):
    def take(function):
        @method('georgia-bob', name)
        def look(p, truth):
            if len(p['chessmen']) <= 2000:
                return function(sorted(p['chessmen']) if ordered else p['chessmen'])
    return take


def from_the_right(v, gap, wall):
    """Neighbours in pairs, the last two first; one that is left over with the wall."""
    v, total = list(v), 0
    while len(v) > 1:
        b, a = v.pop(), v.pop()
        total ^= gap(a, b)
    return total ^ wall(v[0]) if v else total


def free(a, b):
    return b - a - 1


men('unsorted-chessmen', False)(lambda v: win(from_the_right(v, free, lambda a: a - 1) != 0))
men('no-wall-gap')(lambda v: grundy(from_the_right(v, free, lambda a: 0)))
men('gap-without-minus-one')(lambda v: grundy(from_the_right(v, lambda a, b: b - a, lambda a: a)))
men('all-gaps')(lambda v: grundy(xor(free(a, b) for a, b in zip([0] + v, v))))


@men('paired-from-the-left')
def paired_from_the_left(v):
    total = xor(free(v[i], v[i + 1]) for i in range(0, len(v) - 1, 2))
    return grundy(total ^ free(([0] + v)[-2], v[-1]) if len(v) % 2 else total)


@positions('georgia-bob')
def chessmen(r):
    v = r.sample(range(1, 16), r.randint(0, 7))
    return {'chessmen': v if r.random() < .5 else sorted(v)}


@positions('georgia-bob', edge=True)
def many_chessmen(r):
    return {'chessmen': list(range(1, 1999)) + r.sample(range(2000, 2010), r.randint(1, 4))}


# ---- Bash's game ----

def bash(name, one=False):
    def take(function):
        @method('bash', name)
        def look(p, truth):
            h = p['heaps']
            if not p.get('misere') and words(p['max_take'], *h) and (len(h) == 1 or not one):
                return function(h[0] if one else h, p['max_take'])
    return take


bash('mod-without-plus-one')(lambda h, m: grundy(xor(n % m for n in h)))
bash('only-small-heaps', one=True)(lambda n, m: win(0 < n <= m))
bash('swapped-numbers', one=True)(lambda n, m: win(m % (n + 1) != 0))
bash('last-loses', one=True)(lambda n, m: win(n == 0 or n % (m + 1) != 1))
bash('plain-xor')(lambda h, m: grundy(xor(h)) if len(h) > 1 else None)


@method('bash', 'normal-for-misere')
def bash_normal(p, truth):
    return win(xor(n % (p['max_take'] + 1) for n in p['heaps']) != 0) if p.get('misere') else None


@positions('bash')
def bash_heaps(r):
    return {'heaps': [r.randint(0, 12) for _ in range(r.choice([0, 1, 1, 1, 2, 3]))], 'max_take': r.randint(1, 5), 'misere': r.random() < .25}


@positions('bash', edge=True)
def bash_large(r):
    return {'heaps': [2 * 10**18 + r.randint(-1, 1)], 'max_take': r.choice([3, 2 * 10**18, 2 * 10**18 + 1])}


# ---- public sale ----

def sale(name):
    def take(function):
        @method('public-sale', name)
        def look(p, truth):
            left = p['price'] - p.get('bid', 0)
            if left > 0 and words(p['price'], p.get('bid', 0), p['max_raise']):
                return function(left, p['max_raise'])
    return take


sale('forgets-overshoot')(lambda left, most: moves([{'raise': left % (most + 1)}] if left % (most + 1) else []))
sale('zero-for-none')(lambda left, most: None if left % (most + 1) else {'verdict': 'loss', 'moves': [{'raise': 0}]})
sale('mod-without-plus-one')(lambda left, most: win(left % most != 0))


@positions('public-sale')
def sales(r):
    price = r.randint(1, 30)
    return {'price': price, 'bid': r.choice([0, 0, r.randint(0, price)]), 'max_raise': r.randint(1, 6)}


# ---- pairs of heaps ----

def pairs(name):
    def take(function):
        method('pair-split', name)(lambda p, truth: function(p['pairs']) if words(*sum(p['pairs'], [])) else None)
    return take


pairs('bit-length')(lambda v: grundy(xor(((a - 1) | (b - 1)).bit_length() for a, b in v)))
pairs('without-minus-one')(lambda v: grundy(xor(bin(a | b)[::-1].replace('b', '').find('0') for a, b in v)))
pairs('nim-of-all')(lambda v: win(xor(sum(v, [])) != 0))
pairs('any-even')(lambda v: win(any(n % 2 == 0 for n in sum(v, []))))


@positions('pair-split')
def some_pairs(r):
    top = r.choice([3, 9, 70])
    return {'pairs': [[r.randint(1, top), r.randint(1, top)] for _ in range(r.randint(0, 4))]}


# ---- take or merge ----

def piles(name):
    def take(function):
        method('take-or-merge', name)(lambda p, truth: function([n for n in p['heaps'] if n]))
    return take


piles('all-moves-parity')(lambda h: win(bool(h) and (sum(h) + len(h) - 1) % 2 == 1))
piles('nim-xor')(lambda h: win(xor(h) != 0))
piles('stones-parity')(lambda h: win(sum(h) % 2 == 1))


@piles('no-small-case')
def no_small_case(h):
    large = [n for n in h if n > 1]
    moves_there = sum(large) + len(large) - 1 if large else 0
    return win(h.count(1) % 2 == 1 or moves_there % 2 == 1)


@positions('take-or-merge')
def some_piles(r):
    return {'heaps': [r.choice([0, 1, 1, 2, 3, 4, 5]) for _ in range(r.randint(0, 6))]}


# ---- beans: the value of a bean, by its distance from the last bottle, is 0, then the numbers with an odd number of ones ----

ODIOUS = [0] + [n for n in range(1, 300) if bin(n).count('1') % 2]


def beans(name, any_bean=False, strict=False, by_beans=False, call=lambda n, last: n):
    @method('beans', name)
    def look(p, truth):
        b, last = p['bottles'], len(p['bottles']) - 1
        if len(b) > 64:
            return None
        def total(v):
            return xor(ODIOUS[last - i] for i, n in enumerate(v) if (n > 0 if any_bean else n % 2 == 1))
        found, n = None, 0
        for i in range(len(b)):
            for j in range(i + 1, len(b)):
                for k in range(j + strict, len(b)):
                    after = list(b)
                    after[i] -= 1
                    after[j] += 1
                    after[k] += 1
                    if b[i] and total(after) == 0:
                        found = found or [call(x, last) for x in (i, j, k)]
                        n += b[i] if by_beans else 1
        return {**count(n), **first(dict(zip(('i', 'j', 'k'), found)) if found else None)}


beans('parity-ignored', any_bean=True)
beans('counts-beans', by_beans=True)
beans('two-bottles', strict=True)
beans('counts-from-one', call=lambda n, last: n + 1)
beans('distances-for-indices', call=lambda n, last: last - n)


@positions('beans')
def bottles(r):
    return {'bottles': [r.choice([0, 0, 1, 1, 2, 3]) for _ in range(r.randint(1, 7))]}


@positions('beans', edge=True)
def many_bottles(r):
    n = r.randint(63, 66)
    return {'bottles': [int(i in (n - 9, n - 2)) for i in range(n)]}
