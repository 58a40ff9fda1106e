"""What the known wrong methods say, written again from their descriptions (`title` and `sentence` in core/mistakes) and with the plainest
means: tests/api/methods_against_python.py compares them with what the program says of the same positions.

A method is a function of a position (a dict, with its defaults) and of `truth`, which tells the right answer to a position of the same
game; it returns what win(), grundy(), count(), value(), first() or moves() make, or None where it has nothing to say."""
METHODS, POSITIONS, EDGES = {}, {}, {}
WORD = 2 * 10**18  # no method looks at a larger number


def method(game, name):
    def take(function):
        METHODS.setdefault(game, {})[name] = function
        return function
    return take


def positions(game, edge=False):
    """Of a generator of positions from a source of random numbers; at the edge of what methods look at, where that is dear."""
    def take(function):
        (EDGES if edge else POSITIONS).setdefault(game, []).append(function)
        return function
    return take


def win(wins):
    return {'verdict': 'win' if wins else 'loss'}


def grundy(n):
    return {**win(n != 0), 'grundy': n}


def count(n):
    return {**win(n > 0), 'count': n}


def value(n, lead=0):
    return {'verdict': 'win' if n + lead > 0 else 'loss' if n + lead < 0 else 'draw', 'value': n}


def first(move):
    return {**win(move is not None), 'first': [] if move is None else [move]}


def moves(those):
    return {**count(len(those)), 'moves': those}


def xor(numbers):
    total = 0
    for n in numbers:
        total ^= n
    return total


def mex(numbers):
    least = 0
    while least in numbers:
        least += 1
    return least


def words(*numbers):
    return all(abs(n) <= WORD for n in numbers)
