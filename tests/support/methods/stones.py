"""The stone games, which compare scores; and what can be drawn: odd and even, cat and mouse."""
from functools import lru_cache

from . import method, positions, value, win

MOST = 10**12  # no method looks at a larger stone


def stones(game, name, field='piles', most=100000):
    def take(function):
        @method(game, name)
        def look(p, truth):
            v = p[field]
            if len(v) <= most and all(abs(n) <= MOST for n in v):
                told = function(v, p)
                return value(told, int(p.get('lead', 0))) if isinstance(told, int) and not isinstance(told, bool) else told
    return take


def by_turns(gains):
    return sum(g if i % 2 == 0 else -g for i, g in enumerate(gains))


def signed(r, n, top=4):
    least = r.choice([0, 1, -top])
    return [r.randint(least, top) for _ in range(n)]


# ---- ends ----

@stones('stone-ends', 'larger-end')
def larger_end(v, p):
    v, gains = list(v), []
    while v:
        gains.append(v.pop(0 if v[0] >= v[-1] else -1))
    return by_turns(gains)


@stones('stone-rest', 'smaller-end')
def smaller_end(v, p):
    v, gains = list(v), []
    while v:
        v.pop(0 if v[0] <= v[-1] else -1)
        gains.append(sum(v))
    return by_turns(gains)


@stones('stone-rest', 'scores-the-removed', most=1000)
def scores_the_removed(v, p):
    @lru_cache(None)
    def lead(i, j):
        return 0 if i == j else max(v[i] - lead(i + 1, j), v[j - 1] - lead(i, j - 1))
    return lead(0, len(v)) if v else None


@positions('stone-ends')
@positions('stone-rest')
def ends(r):
    p = {'piles': signed(r, r.randint(0, 7), 6)}
    if r.random() < .2:
        p['lead'] = r.randint(-5, 5)
    if r.random() < .05:
        p['piles'].append(str(r.choice([1, -1]) * (MOST + r.randint(0, 1))))
    return p


# ---- front ----

def front(name):
    def take(function):
        @stones('stone-front', name)
        def look(v, p):
            most = p.get('max_take', 3)
            return function(v, most) if most <= 100 else None
    return take


def front_lead(v, most, least):
    lead = [0] * (len(v) + 1)
    for i in reversed(range(len(v))):
        lead[i] = max(sum(v[i:j]) - lead[j] for j in range(i + 1, min(i + most, len(v)) + 1))
        lead[i] = lead[i] if least is None else max(lead[i], least)
    return lead[0]


front('may-pass')(lambda v, most: front_lead(v, most, 0))
front('no-tie')(lambda v, most: win(front_lead(v, most, None) > 0))


@front('greedy-sum')
def greedy_sum(v, most):
    v, gains = list(v), []
    while v:
        sums = [sum(v[:k]) for k in range(1, min(most, len(v)) + 1)]
        gains.append(max(sums))
        del v[:sums.index(max(sums)) + 1]
    return by_turns(gains)


@positions('stone-front')
def fronts(r):
    p = {'piles': signed(r, r.randint(0, 7))}
    if r.random() < .8:
        p['max_take'] = r.choice([1, 2, 3, 4, 100, 101])
    if r.random() < .2:
        p['lead'] = r.randint(-5, 5)
    return p


# ---- window ----

def window(name):
    def take(function):
        stones('stone-window', name, most=200)(lambda v, p: function(v, p.get('m', 1)))
    return take


def window_lead(v, m, grows):
    @lru_cache(None)
    def lead(i, m):
        return max((sum(v[i:i + x]) - lead(i + x, max(m, x) if grows else m) for x in range(1, min(2 * m, len(v) - i) + 1)), default=0)
    return lead(0, m)


window('window-never-grows')(lambda v, m: window_lead(v, m, False))


@stones('stone-window', 'lead-for-score', most=200)
def lead_for_score(v, p):
    """The score is (sum + lead) / 2: who prints the lead there claims a lead of twice that, less the sum."""
    return {**value(2 * window_lead(v, p.get('m', 1), True) - sum(v), int(p.get('lead', 0))), 'printed': True}


@positions('stone-window')
def windows(r):
    p = {'piles': [r.randint(0, 5) for _ in range(r.randint(0, 8))]}
    if r.random() < .5:
        p['m'] = r.randint(1, 3)
    if r.random() < .2:
        p['lead'] = r.randint(-9, 9)
    return p


# ---- merge ----

def merged(name):
    def take(function):
        stones('stone-merge', name, 'stones')(lambda v, p: function(v) if len(v) > 1 else None)
    return take


merged('takes-all')(sum)
merged('largest-prefix')(lambda v: max(sum(v[:k]) for k in range(2, len(v) + 1)))


@merged('single-stone-allowed')
def single_allowed(v):
    @lru_cache(None)
    def lead(i):
        return max((sum(v[:k]) - lead(k) for k in range(i + 1, len(v) + 1)), default=0)
    return lead(0)


@positions('stone-merge')
def merging(r):
    return {'stones': signed(r, r.randint(0, 7))}


# ---- rivals ----

def rivals(name, look):
    @method('stone-rivals', name)
    def take(p, truth):
        left, gains = list(zip(p['mine'], p['theirs'])), []
        if len(left) > 2000 or any(abs(n) > MOST for pair in left for n in pair):
            return None
        while left:
            turn = len(gains) % 2
            best = max(left, key=lambda pair: look(pair, turn))  # the first of several
            left.remove(best)
            gains.append(best[turn])
        return value(by_turns(gains), int(p.get('lead', 0)))


rivals('own-value', lambda pair, turn: pair[turn])
rivals('value-difference', lambda pair, turn: pair[0] - pair[1])


@positions('stone-rivals')
def rivalry(r):
    n = r.randint(0, 6)
    least = r.choice([0, -3])
    p = {'mine': [r.randint(least, 4) for _ in range(n)], 'theirs': [r.randint(least, 4) for _ in range(n)]}
    if r.random() < .2:
        p['lead'] = r.randint(-5, 5)
    if n and r.random() < .1:
        p[r.choice(['mine', 'theirs'])][0] = r.choice([1, -1]) * (MOST + r.randint(0, 1))
    return p


# ---- thirds ----

def thirds(name):
    def take(function):
        @method('stone-thirds', name)
        def look(p, truth):
            if p.get('sum', 0) == 0 and p.get('alice', True):
                return win(function(*([n % 3 for n in p['stones']].count(k) for k in range(3))))
    return take


thirds('multiples-ignored')(lambda c0, c1, c2: c1 > 0 and c2 > 0)
thirds('difference-above-one')(lambda c0, c1, c2: abs(c1 - c2) > 1 if c0 % 2 else c1 > 0 and c2 > 0)
thirds('one-kind-enough')(lambda c0, c1, c2: abs(c1 - c2) > 2 if c0 % 2 else c1 + c2 > 0)


@positions('stone-thirds')
def three_kinds(r):
    p = {'stones': [r.randint(0, 9) for _ in range(r.randint(0, 7))]}
    if r.random() < .2:
        p.update(sum=r.randint(0, 4), alice=r.random() < .5)
    return p


# ---- halves: what is kept is scored, and nobody wins ----

def halves(name, choose):
    @method('stone-halves', name)
    def look(p, truth):
        v = p['piles']
        @lru_cache(None)
        def score(i, j):
            cuts = [(sum(v[i:cut]), sum(v[cut:j]), cut) for cut in range(i + 1, j)]
            return choose([(abs(left - right), left + score(i, cut) if left <= right else right + score(cut, j)) for left, right, cut in cuts]) if cuts else 0
        if 0 < len(v) <= 120 and max(v) <= MOST:
            return {'verdict': 'none', 'value': score(0, len(v))}


halves('tie-keeps-left', lambda cuts: max(kept for _, kept in cuts))
halves('most-balanced-cut', lambda cuts: min(cuts, key=lambda cut: cut[0])[1])


@positions('stone-halves')
def halving(r):
    return {'piles': [r.randint(0 if r.random() < .3 else 1, 5) for _ in range(r.randint(0, 9))]}


# ---- odd and even ----

def balls(name, most=5000):
    def take(function):
        @method('odd-even', name)
        def look(p, truth):
            if p['balls'] <= most and p['takes']:
                return function(p['balls'], p['takes'], p.get('mine', 0) % 2, p.get('theirs', 0) % 2)
    return take


RANK = ['loss', 'draw', 'win']


def compared(mine, theirs, drawn=True):
    return 1 if mine == theirs and drawn else 2 if mine else 0


def by_rows(balls, takes, mine, theirs, drawn, least):
    known = []  # by balls left, what the player to move holds, what the other does
    for rest in range(balls + 1):
        known.append([[compared(m, t, drawn) if rest < least else max(2 - known[rest - a][t][(m + a) % 2] for a in takes if a <= rest) for t in (0, 1)]
                      for m in (0, 1)])
    return {'verdict': RANK[known[balls][mine][theirs]]}


balls('own-parity-only')(lambda n, takes, mine, theirs: by_rows(n, takes, mine, theirs, False, min(takes)))
balls('first-amount-ends')(lambda n, takes, mine, theirs: by_rows(n, takes, mine, theirs, True, takes[0]))


@balls('memo-on-rest-only', most=1000)
def memo_on_rest_only(n, takes, mine, theirs):
    known = {}
    def search(rest, mine, theirs):
        if rest < min(takes):
            return compared(mine, theirs)
        if rest not in known:
            known[rest] = max([2 - search(rest - a, theirs, (mine + a) % 2) for a in takes if a <= rest])
        return known[rest]
    return {'verdict': RANK[search(n, mine, theirs)]}


@balls('last-taker-wins')
def last_taker_wins(n, takes, mine, theirs):
    won = []
    for rest in range(n + 1):
        won.append(any(a <= rest and not won[rest - a] for a in takes))
    return win(won[n])


method('odd-even', 'no-draws')(lambda p, truth: win(truth(p)['verdict'] == 'win') if truth(p) else None)


@positions('odd-even')
def some_balls(r):
    p = {'balls': r.randint(0, r.choice([4, 12, 40])), 'takes': r.sample(range(1, 9), r.randint(1, 4))}
    if r.random() < .5:
        p.update(mine=r.choice([0, 1, 2, 3, str(10**30 + 1)]), theirs=r.choice([0, 1, 2, 3, str(10**30)]))
    if r.random() < .05:
        p['balls'] = r.choice([999, 1000, 1001, 5000, 5001])
    return p


# ---- cat and mouse ----

def chase(name):
    def take(function):
        @method('cat-mouse', name)
        def look(p, truth):
            turn = int(p.get('turn', 'mouse') == 'cat')
            if len(p['graph']) <= 50:
                winner = function(p['graph'], p.get('mouse', 1), p.get('cat', 2), turn)
                return {'verdict': 'draw'} if winner is None else win(winner == turn)
    return take


@chase('cat-enters-hole')
def cat_enters_hole(graph, mouse, cat, turn):
    """Backwards from the ends; the winner of each state: 0 the mouse, 1 the cat."""
    states = [(m, c, t) for m in range(len(graph)) for c in range(len(graph)) for t in (0, 1)]
    winner = {(m, c, t): 0 if m == 0 else 1 for m, c, t in states if m == 0 or m == c}
    more = True
    while more:
        more = False
        for m, c, t in states:
            after = [winner.get((m, x, 0) if t else (x, c, 1)) for x in graph[c if t else m]]
            found = t if t in after else 1 - t if after and all(w == 1 - t for w in after) else None
            if (m, c, t) not in winner and found is not None:
                winner[m, c, t] = found
                more = True
    return winner.get((mouse, cat, turn))


@chase('draw-on-the-way')
def draw_on_the_way(graph, mouse, cat, turn):
    """Depth first, the neighbours in the order given. A state met again on the way counts as drawn; a draw found later replaces a loss, and no
    draw replaces another."""
    known = {}
    def search(m, c, t):
        if m == 0 or m == c:
            return 0 if m == 0 else 1
        if (m, c, t) in known:
            return known[m, c, t]
        known[m, c, t] = None
        result = 1 - t
        for x in graph[c if t else m]:
            if t and x == 0:
                continue
            after = search(m, x, 0) if t else search(x, c, 1)
            if after == t:
                result = t
                break
            if after is None:
                result = None
        known[m, c, t] = result
        return result
    return search(mouse, cat, turn)


@positions('cat-mouse')
def chases(r):
    n = r.randint(3, 7)
    edges = {frozenset((r.randrange(n), r.randrange(n))) for _ in range(r.randint(3, 14))}
    graph = [[b for b in range(n) if frozenset((a, b)) in edges] for a in range(n)]
    if r.random() < .3:
        for row in graph:
            r.shuffle(row)
    p = {'graph': graph}
    if r.random() < .7:
        p.update(mouse=r.randrange(n), cat=r.randrange(1, n), turn=r.choice(['mouse', 'cat']))
    return p


@positions('cat-mouse', edge=True)
def long_chases(r):
    n = r.randint(50, 51)
    return {'graph': [[1]] + [[i - 1, i + 1] for i in range(1, n - 1)] + [[n - 2]], 'mouse': r.randint(1, 5), 'cat': r.randint(6, 9)}
