"""Users' rules played by plain search, from the language's description alone: shares no code with the service.

custom.py FILE: for every game of a gallery, a request and what must be answered, as vectors."""
import json, re, sys
from functools import lru_cache
from math import gcd, isqrt
sys.setrecursionlimit(1000000)
TOKEN = re.compile(r'\s*(\d+|[A-Za-z_]\w*|\.\.|\+\+|\+=|-=|==|!=|<=|>=|<<|>>|&&|\|\||.)')
LEVELS = [['||'], ['&&'], ['==', '!=', '<', '<=', '>', '>='], ['++'], ['|'], ['^'], ['&'], ['<<', '>>'], ['+', '-'], ['*', '/', '%']]
FOLDS = {'sum': sum, 'count': lambda v: sum(x != 0 for x in v), 'any': lambda v: int(any(v)), 'all': lambda v: int(all(v)),
         'min': min, 'max': max, 'list': tuple}
prime = lambda n: int(n > 1 and all(n % d for d in range(2, isqrt(n) + 1)))
def val(a, k):
    n = 0
    while a % k == 0: a //= k; n += 1
    return n
def fib(n):
    a, b = 0, 1
    while a < n: a, b = b, a + b
    return int(a == n)
CALLS = {'min': lambda *a: min(a[0]) if isinstance(a[0], tuple) else min(a), 'max': lambda *a: max(a[0]) if isinstance(a[0], tuple) else max(a),
         'abs': abs, 'gcd': gcd, 'pow': pow, 'isqrt': isqrt, 'log2': lambda a: a.bit_length() - 1, 'bits': int.bit_length,
         'popcount': lambda a: bin(a).count('1'), 'val': val, 'is_prime': prime, 'is_square': lambda a: int(a >= 0 and isqrt(a) ** 2 == a),
         'is_fib': fib, 'is_power': lambda a, k: int(a > 0 and k ** val(a, k) == a),
         'least_factor': lambda a: next((d for d in range(2, a + 1) if a % d == 0), a),
         'beatty': lambda k, p, q, d, r: (k * p + isqrt(k * k * q * q * d)) // r,
         'len': len, 'sum': sum, 'xor': lambda h: __import__('functools').reduce(int.__xor__, h, 0), 'count': lambda h, v: h.count(v),
         'has': lambda h, v: int(v in h), 'sort': lambda h: tuple(sorted(h)), 'reverse': lambda h: h[::-1],
         'digits': lambda a: tuple(map(int, str(a))), 'divisors': lambda a: tuple(d for d in range(1, a + 1) if a % d == 0)}
OPS = {'|': int.__or__, '^': int.__xor__, '&': int.__and__, '<<': int.__lshift__, '>>': int.__rshift__, '+': int.__add__,
       '-': int.__sub__, '*': int.__mul__, '/': int.__floordiv__, '%': int.__mod__, '++': tuple.__add__,
       '==': lambda a, b: int(a == b), '!=': lambda a, b: int(a != b), '<': lambda a, b: int(a < b), '<=': lambda a, b: int(a <= b),
       '>': lambda a, b: int(a > b), '>=': lambda a, b: int(a >= b)}
class Text:
    def __init__(self, text): self.t = TOKEN.findall(text.strip()) + ['']; self.i = 0
    def take(self, *what):
        if self.t[self.i] in what and what: self.i += 1; return self.t[self.i - 1]
    def want(self, what): assert self.take(what), (self.t, self.i, what)
    def next(self): self.i += 1; return self.t[self.i - 1]
    def expr(self):
        c = self.level(0)
        if self.take('?'):
            a = self.expr(); self.want(':'); b = self.expr()
            return lambda e: a(e) if c(e) else b(e)
        return c
    def level(self, n):
        if n == len(LEVELS): return self.unary()
        left = self.level(n + 1)
        while op := self.take(*LEVELS[n]): left = self.binary(op, left, self.level(n + 1))
        return left
    def binary(self, op, a, b):
        if op == '&&': return lambda e: int(bool(a(e)) and bool(b(e)))
        if op == '||': return lambda e: int(bool(a(e)) or bool(b(e)))
        f = OPS[op]
        return lambda e: f(a(e), b(e))
    def unary(self):
        if self.take('-'): a = self.unary(); return lambda e: -a(e)
        if self.take('!'): a = self.unary(); return lambda e: int(not a(e))
        a = self.item()
        while self.take('['): a = self.subscript(a)
        return a
    def subscript(self, a):
        i = self.expr()
        if self.take('..'):
            j = self.expr(); self.want(']')
            return lambda e: a(e)[max(i(e), 0):max(j(e) + 1, 0)]
        self.want(']')
        def at(e):
            k, h = i(e), a(e); assert 0 <= k < len(h), 'bad_index'; return h[k]
        return at
    def range(self):
        a = self.expr()
        if self.take('..'): b = self.expr(); return lambda e: range(a(e), b(e) + 1)
        return a
    def item(self):
        t = self.next()
        if t.isdigit(): return lambda e, n=int(t): n
        if t == '(': a = self.expr(); self.want(')'); return a
        if t == '[': return self.many(']', lambda a: lambda e: tuple(x(e) for x in a))
        if not self.take('('): return lambda e: e[t] if not callable(e[t]) else e[t](e)
        if self.t[self.i + 1] != 'in': return self.many(')', lambda a: lambda e: CALLS[t](*[x(e) for x in a]))
        v = self.next(); self.want('in'); r = self.range(); self.want(':'); b = self.expr(); self.want(')')
        return lambda e: FOLDS[t]([b({**e, v: x}) for x in r(e)])
    def many(self, end, make):
        a = []
        while not self.take(end): a.append(self.expr()); self.take(',')
        return make(a)
def expression(text, default): return Text(text).expr() if text is not None else lambda e: default
def action(text):
    t, all = Text(text), []
    while t.t[t.i]:
        name, index = t.next(), None
        if t.take('['): index = t.expr(); t.want(']')
        op, value = t.next(), t.expr(); t.take(',')
        all.append((name, index, op, value))
    return all
class Game:
    def __init__(self, rules):
        self.vars, text = {}, json.dumps(rules)
        for name, items, low, high in re.findall(r'(\w+)\s*(\[[^\]]*\])?\s*(?::\s*(-?\d+)\.\.(-?\d+))?', rules['vars']):
            self.vars[name] = (int(low), int(high)) if low else (0, 255 if items else 2**31 - 1)
        self.lets = {t.split('=', 1)[0].strip(): Text(t.split('=', 1)[1]).expr() for t in rules.get('let', [])}
        self.ends = [(Text(e['when']).expr(), e['result']) for e in rules.get('ends', [])]
        self.turns = bool(re.search(r'\bturn\b|"first"|"second"', text)); self.misere = rules.get('misere', False)
        self.after = action(rules.get('after', '')); self.scores = any('score' in m for m in rules['moves'])
        self.moves = [(m['name'], self.sources(m.get('choose')), expression(m.get('when'), 1), [action(a) for a in ([m['do']] if 'do' in m else m['into'])],
                       expression(m.get('score'), 0), expression(m.get('again'), 0)) for m in rules['moves']]
        self.pure = not (self.turns or self.misere or self.scores or any('again' in m for m in rules['moves'])) and all(r == 'loss' for _, r in self.ends)
        self.known, self.options = {}, lru_cache(None)(self.find_options)
    def sources(self, text):
        all = []
        if text:
            t = Text(text)
            while t.t[t.i]: name = t.next(); t.want('in'); all.append((name, t.range())); t.take(',')
        return all
    def assign(self, action, env, state):
        new = dict(state)
        for name, index, op, value in action:
            v = value(env)
            if index is not None:
                i, h = index(env), list(new[name]); old = state[name][i]; h[i] = old + v if op == '+=' else old - v if op == '-=' else v; new[name] = tuple(h)
            else: new[name] = state[name] + v if op == '+=' else state[name] - v if op == '-=' else v
            for x in (new[name] if isinstance(new[name], tuple) else [new[name]]): assert name == 'turn' or self.vars[name][0] <= x <= self.vars[name][1], (name, x)
        return new
    def choices(self, sources, env):
        if not sources: yield env; return
        for x in sorted(set(sources[0][1](env))): yield from self.choices(sources[1:], {**env, sources[0][0]: x})
    def env(self, state): return {**state, **self.lets}
    def find_options(self, key):
        state = dict(key); base = self.env(state)
        for when, result in self.ends:
            if when(base): return {'first': 'win' if state.get('turn', 0) == 0 else 'loss', 'second': 'loss' if state.get('turn', 0) == 0 else 'win'}.get(result, result)
        all = []
        for name, sources, when, parts, score, again in self.moves:
            for env in self.choices(sources, base):
                if not when(env): continue
                once, to = bool(again(env)), []
                for part in parts:
                    new = self.assign(part, env, state)
                    new = self.assign(self.after, self.env(new), new)
                    if self.turns and not once: new['turn'] = 1 - state['turn']
                    to.append(tuple(new.items()))
                all.append((score(env), once, to))
        return all
    def grundy(self, key):
        if key not in self.known:
            options, seen = self.options(key), set()
            for _, _, to in ([] if isinstance(options, str) else options):
                x = 0
                for part in to: x ^= self.grundy(part)
                seen.add(x)
            self.known[key] = next(n for n in range(10**6) if n not in seen)
        return self.known[key]
    def value(self, key):
        """Scores: the lead. Else 1, 0, -1 by going backwards until nothing changes."""
        if self.scores:
            if key not in self.known:
                options = self.options(key)
                self.known[key] = 0 if isinstance(options, str) or not options else max(s + (1 if a else -1) * self.value(to[0]) for s, a, to in options)
            return self.known[key]
        if key not in self.known:
            states, queue, result = {key: None}, [key], {}
            for k in queue:
                options = states[k] = self.options(k)
                for _, _, to in ([] if isinstance(options, str) else options):
                    if to[0] not in states: states[to[0]] = None; queue.append(to[0])
            changed = True
            while changed:
                changed = False
                for k, options in states.items():
                    if k in result: continue
                    if isinstance(options, str): r = {'win': 1, 'loss': -1, 'draw': None}[options]
                    elif not options: r = 1 if self.misere else -1
                    else:
                        seen = [None if to[0] not in result else result[to[0]] if a else -result[to[0]] for _, a, to in options]
                        r = 1 if 1 in seen else -1 if all(x == -1 for x in seen) else None
                    if r is not None: result[k] = r; changed = True
            self.known.update({k: result.get(k, 0) for k in states})
        return self.known[key]
    def solve(self, state):
        state = {k: tuple(v) if isinstance(v, list) else v for k, v in state.items()}
        if self.turns: state.setdefault('turn', 0)
        key = tuple(state.items()); options = self.options(key)
        moves = [] if isinstance(options, str) else options
        try: g = self.grundy(key) if self.pure else None
        except RecursionError: g = 'loopy'
        if self.pure and g != 'loopy':
            wins = 0
            for _, _, to in moves:
                x = 0
                for part in to: x ^= self.grundy(part)
                wins += x == 0
            return {'verdict': 'win' if g else 'loss', 'grundy': g, 'move_count': len(moves), 'winning_move_count': wins}
        if self.pure: self.known = {}
        v = self.value(key); turned = [s + (1 if a else -1) * self.value(to[0]) if self.scores else (1 if a else -1) * self.value(to[0]) for s, a, to in moves]
        answer = {'verdict': 'win' if v > 0 else 'loss' if v < 0 else 'draw', 'move_count': len(moves), 'winning_move_count': sum(x > 0 for x in turned),
                  'drawing_move_count': sum(x == 0 for x in turned)}
        if self.scores: answer['value'] = v
        return answer
if __name__ == '__main__':
    print('# Every game of the gallery from its state, by plain search in another language: tests/support/custom.py.')
    for game in json.load(open(sys.argv[1]))['games']:
        state = game['state']
        print('\n# ' + game['title']['en'] + ': ' + game['source'] + '\n%PATH /custom')
        print(json.dumps({'rules': game['rules'], 'state': state}, separators=(',', ':')))
        print(json.dumps(Game(game['rules']).solve(state), separators=(',', ':')))
