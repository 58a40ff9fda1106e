"""Sheets, pieces, matrices, bombs, tokens, squares on a grid."""
from functools import lru_cache

from . import grundy, method, mex, positions, win, words, xor


# ---- cutting ----

def sheet(name):
    def take(function):
        method('cutting', name)(lambda p, truth: function(*p['sheets'][0], p, truth) if len(p['sheets']) == 1 else None)
    return take


@sheet('side-two-lost')
def side_two_lost(w, h, p, truth):
    return truth(p) and {'verdict': 'loss' if 2 in (w, h) else truth(p)['verdict']}


sheet('last-cut-wins')(lambda w, h, p, truth: win(w % 2 == 0 or h % 2 == 0))


@lru_cache(None)
def part_won(w, h):
    """Some cut leaves parts that are both won or both lost; no part has a side of 1."""
    w, h = max(w, h), min(w, h)
    return (any(part_won(a, h) == part_won(w - a, h) for a in range(2, w // 2 + 1)) or
            any(part_won(w, b) == part_won(w, h - b) for b in range(2, h // 2 + 1)))


@method('cutting', 'win-bits-xored')
def win_bits(p, truth):
    sides = sum(p['sheets'], [])
    if not sides or min(sides) < 2 or max(sides) > 200:
        return None
    return win(sum(part_won(w, h) for w, h in p['sheets']) % 2 == 1)


@positions('cutting')
def sheets(r):
    return {'sheets': [[r.randint(1 if r.random() < .1 else 2, 12), r.randint(2, 12)] for _ in range(r.choice([0, 1, 1, 1, 2, 3]))]}


@positions('cutting', edge=True)
def long_sheets(r):
    return {'sheets': [[2, r.randint(199, 202)]]}


# ---- pieces: hyper-knights have the four moves of a chess knight that lead on, and two of (1,3) ----

CHESS = [(1, -2), (-1, -2), (-2, 1), (-2, -1)]
HYPER = CHESS + [(-1, -3), (-3, -1)]


@lru_cache(None)
def knight_value(x, y, steps):
    return mex({knight_value(x + dx, y + dy, steps) for dx, dy in steps if x + dx >= 0 and y + dy >= 0})


@lru_cache(None)
def row_value(x, y):
    """Row by row: a square of a later row, or one that is not there yet, counts as 0."""
    return mex({row_value(x + dx, y + dy) if dx < 0 else 0 for dx, dy in HYPER if x + dx >= 0 and y + dy >= 0})


def knights(name):
    def take(function):
        @method('pieces', name)
        def look(p, truth):
            squares = p['squares']
            if p['piece'] == 'hyper-knight' and all(x < 500 and y < 500 for x, y in squares):
                return function(squares)
    return take


knights('naive-row-loop')(lambda squares: grundy(xor(row_value(x, y) for x, y in squares)))
knights('chess-knight')(lambda squares: grundy(xor(knight_value(x, y, tuple(CHESS)) for x, y in squares)))
knights('any-piece-wins')(lambda squares: win(any(knight_value(x, y, tuple(HYPER)) for x, y in squares)))


@positions('pieces')
def squares(r):
    piece = 'hyper-knight' if r.random() < .9 else r.choice(['knight', 'queen'])
    return {'piece': piece, 'squares': [[r.randint(0, 25), r.randint(0, 25)] for _ in range(r.choice([0, 1, 1, 2, 3]))]}


@positions('pieces', edge=True)
def far_squares(r):
    return {'piece': 'hyper-knight', 'squares': [r.choice([[0, 499], [0, 500], [499, 1], [500, 1], [498, 2]])]}


# ---- even matrix ----

def matrix(name):
    def take(function):
        method('even-matrix', name)(lambda p, truth: win(function(p['matrix'], len(p['matrix']), len(p['matrix'][0]))) if p['matrix'] and p['matrix'][0] else None)
    return take


def row_even(m, i, j):
    return sum(m[i - 1][:j]) % 2 == 0


def col_even(m, i, j):
    return sum(row[j - 1] for row in m[:i]) % 2 == 0


def played(m, i, j, row, col, empty=False):
    """Whether i rows and j columns are won, where `row` and `col` tell what can be removed."""
    if not i or not j:
        return empty
    return (row(m, i, j) and not played(m, i - 1, j, row, col, empty)) or (col(m, i, j) and not played(m, i, j - 1, row, col, empty))


matrix('empty-matrix-won')(lambda m, i, j: played(m, i, j, row_even, col_even, empty=True))
matrix('whole-lines')(lambda m, i, j: played(m, i, j, lambda m, i, j: row_even(m, i, len(m[0])), lambda m, i, j: col_even(m, len(m), j)))


@matrix('row-first')
def row_first(m, i, j):
    if not i or not j or not (row_even(m, i, j) or col_even(m, i, j)):
        return False
    return not (row_first_of(m, i - 1, j) if row_even(m, i, j) else row_first_of(m, i, j - 1))


def row_first_of(m, i, j):
    if not i or not j or not (row_even(m, i, j) or col_even(m, i, j)):
        return False
    return not (row_first_of(m, i - 1, j) if row_even(m, i, j) else row_first_of(m, i, j - 1))


@positions('even-matrix')
def matrices(r):
    rows, cols = r.choice([0, 1, 2, 3, 4, 4, 5, 5]), r.randint(1, 5)
    return {'matrix': [[r.randint(0, 3) for _ in range(cols)] for _ in range(rows)]}


# ---- bombs ----

method('bombs', 'nim-of-squares')(lambda p, truth: grundy(xor(c - 1 for bomb in p['bombs'] for c in bomb)))
method('bombs', 'parity-off-corner')(lambda p, truth: win(sum(bomb != [1, 1] for bomb in p['bombs']) % 2 == 1))
method('bombs', 'parity-with-corner')(lambda p, truth: win(len(p['bombs']) % 2 == 1))


@positions('bombs')
def bombs(r):
    top = r.choice([1, 2, 4, 9])
    return {'bombs': [[r.randint(1, top), r.randint(1, top)] for _ in range(r.randint(0, 4))]}


# ---- graph ----

def tokens(name):
    def take(function):
        @method('graph', name)
        def look(p, truth):
            if not p.get('misere'):
                values = [truth({**p, 'tokens': [node]}).get('grundy') for node in p['tokens']]
                return None if None in values else win(function(values))
    return take


tokens('any-token-wins')(any)
tokens('win-bits-xored')(lambda values: sum(v != 0 for v in values) % 2 == 1)


@positions('graph')
def graphs(r):
    """Without a circle, mostly: each edge leads to a higher node."""
    n = r.randint(1, 7)
    edges = {(r.randrange(n), r.randrange(n)) for _ in range(r.randint(0, 9))}
    edges = sorted((a, b) for a, b in edges if a < b or r.random() < .05 and a != b)
    return {'edges': [list(e) for e in edges], 'nodes': n, 'tokens': [r.randrange(n) for _ in range(r.randint(0, 4))], 'misere': r.random() < .1}


# ---- squares on a grid ----

def grid(name):
    def take(function):
        method('squares', name)(lambda p, truth: function([list(row) for row in p['grid']], truth) if len(p['grid']) > 1 and len(p['grid'][0]) > 1 else None)
    return take


def places(cells):
    return [(i, j) for i in range(len(cells) - 1) for j in range(len(cells[0]) - 1)
            if cells[i][j] == cells[i][j + 1] == cells[i + 1][j] == cells[i + 1][j + 1] == '.']


grid('places-parity')(lambda cells, truth: win(len(places(cells)) % 2 == 1))


@grid('greedy-parity')
def greedy_parity(cells, truth):
    put = 0
    while places(cells):
        i, j = places(cells)[0]
        cells[i][j] = cells[i][j + 1] = cells[i + 1][j] = cells[i + 1][j + 1] = '#'
        put += 1
    return win(put % 2 == 1)


@grid('any-component-wins')
def any_component_wins(cells, truth):
    free = {(i, j) for i, row in enumerate(cells) for j, c in enumerate(row) if c == '.'}
    won = False
    while free:
        part, edge = set(), {min(free)}
        while edge:
            part |= edge
            edge = {(i + a, j + b) for i, j in edge for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))} & free - part
        free -= part
        alone = [''.join('.' if (i, j) in part else '#' for j in range(len(cells[0]))) for i in range(len(cells))]
        right = truth({'grid': alone})
        if not right:
            return None
        won = won or right['verdict'] == 'win'
    return win(won)


@positions('squares')
def grids(r):
    rows, cols, free = r.randint(1, 5), r.randint(1, 7), r.choice([.6, .8, 1])
    return {'grid': [''.join('.' if r.random() < free else '#' for _ in range(cols)) for _ in range(rows)]}
