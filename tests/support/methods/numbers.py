"""Fibonacci nim, Wythoff's game, Euclid's game, the coin on a board."""
from fractions import Fraction
import math
import struct

from . import first, method, positions, win, words

PHI = (1 + 5**.5) / 2


# ---- fibonacci nim ----

def is_fibonacci(n):
    return any(math.isqrt(5 * n * n + d)**2 == 5 * n * n + d for d in (-4, 4))


def below(n):
    """The largest Fibonacci number up to n."""
    a, b = 1, 2
    while b <= n:
        a, b = b, a + b
    return a


def heap(name, all_at_once):
    def take(function):
        @method('fibonacci-nim', name)
        def look(p, truth):
            n, quota = p['stones'], p.get('quota')
            about = quota is not None and quota >= n if all_at_once else quota in (None, n - 1)
            if n and p.get('factor', 2) == 2 and about and words(n, quota or 0):
                return function(n)
    return take


heap('may-take-all', False)(lambda n: win(True))
heap('one-stone-won', False)(lambda n: win(n == 1 or not is_fibonacci(n)))
heap('multiples-of-three', False)(lambda n: win(n % 3 != 0))
heap('powers-of-two', False)(lambda n: win(bin(n).count('1') != 1))
heap('short-fibonacci-table', False)(lambda n: win(not is_fibonacci(n) or n > 1134903170))
heap('subtracted-once', True)(lambda n: first({'take': n - below(n) or n}))
heap('largest-term', True)(lambda n: first({'take': below(n)}))
heap('lowest-bit', True)(lambda n: first({'take': 1 << bin(n)[::-1].index('1')}))


def least_term(n):
    return n if is_fibonacci(n) else least_term(n - below(n))


heap('fibonacci-numbers-lost', True)(lambda n: {'verdict': 'loss', 'first': [{'take': 0}]} if is_fibonacci(n) else first({'take': least_term(n)}))


@heap('thirty-two-bits', True)
def thirty_two_bits(n):
    low = struct.unpack('<i', struct.pack('<Q', n)[:4])[0]
    return first({'take': least_term(low) if low > 0 else 0})


@positions('fibonacci-nim')
def stones(r):
    top = r.choice([5, 30, 200, 2**32, 2**62])
    n = r.randint(0, top)
    if r.random() < .3:
        n = r.choice([1, 2, 3, 5, 8, 13, 144, 1134903170, 1836311903, 2**31, 2**32 + 8, 2**33 - 5, 3 * 2**31])
    p = {'stones': str(n) if n > 2**53 else n}
    quota = r.choice([None, None, n - 1, n, n + 5, n // 2])
    if quota is not None and quota >= 0:
        p['quota'] = str(quota) if quota > 2**53 else quota
    if r.random() < .2:
        p['factor'] = r.choice([1, 2, 3])
    return p


# ---- wythoff ----

def two_heaps(name, gap=2**60):
    def take(function):
        @method('wythoff', name)
        def look(p, truth):
            a, b = sorted(p['heaps'])
            if not p.get('misere') and words(a, b) and b - a < gap:
                return win(function(a, b, p['heaps']))
    return take


two_heaps('double-golden-ratio')(lambda a, b, heaps: a != int((b - a) * PHI))
two_heaps('golden-ratio-1.618')(lambda a, b, heaps: a != int((b - a) * 1.618))
two_heaps('golden-ratio-1.618033')(lambda a, b, heaps: a != int((b - a) * 1.618033))
two_heaps('golden-ratio-1.6180339')(lambda a, b, heaps: a != int((b - a) * 1.6180339))
two_heaps('rounded-golden-ratio')(lambda a, b, heaps: a != math.floor((b - a) * Fraction(PHI) + Fraction(1, 2)))
two_heaps('unordered-heaps')(lambda a, b, heaps: heaps[0] > heaps[1] or a != int((b - a) * PHI))
two_heaps('nim-of-two')(lambda a, b, heaps: a != b)


def single(x):
    return struct.unpack('f', struct.pack('f', x))[0]


two_heaps('float-golden-ratio', 2**24)(lambda a, b, heaps: a != int(single((b - a) * single(PHI))))


@positions('wythoff')
def heaps_of_two(r):
    """Lost pairs by one of these ratios or by the right one, or near them."""
    k = r.randint(0, r.choice([3, 30, 3000, 2**24, 2**24 + 2, 2**40, 2**50]))
    if r.random() < .2:
        k = r.choice([2584, 6765, 165580141, 2**24 - 1, 2**24, 2**24 - 2])
    ratio = r.choice([PHI, PHI, single(PHI), 1.618, 1.618033, 1.6180339])
    a = r.choice([(k + math.isqrt(5 * k * k)) // 2, int(k * ratio), math.floor(k * Fraction(PHI) + Fraction(1, 2))]) + r.choice([0, 0, 0, 0, 1, -1])
    heaps = [max(a, 0), max(a, 0) + k]
    if r.random() < .2:
        heaps.reverse()
    return {'heaps': heaps, 'misere': r.random() < .05}


@positions('wythoff', edge=True)
def heaps_far_apart(r):
    return {'heaps': [r.randint(0, 3), str(2**60 + r.randint(0, 1))]}


# ---- kiki ----

method('kiki', 'odd-sum')(lambda p, truth: win((p['rows'] + p['cols']) % 2 == 1))
method('kiki', 'sides-differ')(lambda p, truth: win(p['rows'] != p['cols']))
method('kiki', 'both-even')(lambda p, truth: win(p['rows'] % 2 == 0 and p['cols'] % 2 == 0))


@positions('kiki')
def boards(r):
    return {'rows': r.randint(1, 6), 'cols': r.randint(1, 6)}


# ---- euclid ----

def pair(name, ordered=True):
    def take(function):
        @method('euclid', name)
        def look(p, truth):
            a, b = p['pair']
            if a and b and words(a, b):
                return win(function(max(a, b), min(a, b)) if ordered else function(a, b))
    return take


def usual(a, b, choice=2, divides=True):
    """Who can choose, or ends it, wins; else the other is to move at (b, a % b)."""
    if a % b == 0:
        return divides
    return a // b >= choice or not usual(b, a % b, choice, divides)


def quotients(a, b):
    return [a // b] + quotients(b, a % b) if b else []


pair('dividing-pair-lost')(lambda a, b: usual(a, b, divides=False))
pair('unordered-pair', ordered=False)(usual)
pair('divisions-parity')(lambda a, b: len(quotients(a, b)) % 2 == 1)
pair('subtractions-parity')(lambda a, b: sum(quotients(a, b)) % 2 == 1)
pair('quotient-above-two')(lambda a, b: usual(a, b, choice=3))
pair('double-golden-ratio')(lambda a, b: a == b or a / b > PHI)


@positions('euclid')
def some_pair(r):
    top = r.choice([4, 12, 60, 10**6, 10**18])
    a, b = r.randint(0, top), r.randint(1, top)
    if r.random() < .2:
        a, b = 1, 1
        for _ in range(r.randint(1, 84)):
            a, b = a + b, a
        a += r.choice([0, 0, 1, -1])
    elif r.random() < .3:
        b = r.randint(10**14, 10**17)  # a quotient within a double's last places of the golden ratio
        a = (b + math.isqrt(5 * b * b)) // 2 + r.randint(-20, 20)
    p = [a, b] if r.random() < .5 else [b, a]
    return {'pair': [str(n) if n > 2**53 else n for n in p]}
