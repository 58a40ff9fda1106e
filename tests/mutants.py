#!/usr/bin/env python3
"""Would the tests see a wrong program? mutants.py WORK [--count N] [--seed N] [--jobs N] [--room DIR] [--longest SECONDS] [--at FILE:LINE ...]

Makes N small wrong programs out of core, api and server, each by one change in one line that a compiler accepts and that changes its code
(a bound off by one, a condition turned round, a statement left out, ...), drawn from all lines alike. For each, the tests that reach the line run,
the quickest first, until one fails; an end-to-end test has to fail twice, for it may once for another reason. A line that no test reaches is a
survivor, too. Prints the survivors; exit status 1 where more than a tenth lives.
What no test can see by an answer is left alone: the length of an array where it is declared, and what gives memory back (ASan's runs look at both),
what locks (TSan's do), and the first room of a text that grows.

Which tests reach which line is counted once, by clang, in WORK/coverage; the mutants are built and run in WORK/1, WORK/2, ...: copies of the commit.
What was judged is kept in WORK/judged-SEED.json: called again for the same commit, it goes on from there.
"""
import argparse, concurrent.futures, json, os, pathlib, random, re, shlex, shutil, signal, subprocess, sys, threading, time

ROOT = pathlib.Path(__file__).resolve().parent.parent
COVERAGE = '-fprofile-instr-generate -fcoverage-mapping -mllvm -runtime-counter-relocation'
# Stands before the compiler. clang knows a static function by its name and the last part of its file's: two of one name in files of one name would
# be counted as one, so here it is told the whole.
LAUNCHER = '#!/bin/sh\nfor file; do :; done\nexec "$@" -Xclang -main-file-name -Xclang "$file"\n'
DAEMONS = ['grundyd', 'grundyd_held', 'grundyd_intruder', 'samples']
# Left out: what needs npm's packages or looks at no program, and what mutates nothing of the three rooms.
LEFT_OUT = re.compile(r'^(browser|openapi)/|^docs/references$|^e2e/(readme|operations|image|class)$')

TOKEN = re.compile(r'[A-Za-z_]\w*|0[xX][0-9a-fA-F]+\w*|\d+\w*|->|\+\+|--|<<=|>>=|[-+*/%&|^<>=!]=|<<|>>|&&|\|\||\S')
OTHER = {'<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==', '&&': '||', '||': '&&', '+=': '-=', '-=': '+=', '|=': '&=', '&=': '|=',
         '^=': '|=', '++': '--', '--': '++', 'true': 'false', 'false': 'true', 'continue': 'break', '/': '*', '%': '/', '<<': '>>', '>>': '<<',
         '^': '|', '|': '&'}
BINARY = {'+': '-', '-': '+', '*': '+', '&': '|'}
DECLARED = re.compile(r'^\s*(static |const )*(struct )?\w+ \**\w+\[')
LOCKS = re.compile(r'^\s*pthread_(mutex|rwlock)_\w*lock\(')
GROWS = re.compile(r'^\s*out_init\(.*, \d+\);$')
GIVES_BACK = re.compile(r'^\s*(\w+_)?(free|reset|close)\(')
STATEMENT = re.compile(r'^(\s+)([a-z_][\w.>\[\]-]*\(.*\)|[a-z_][\w.>\[\]-]* [-+*/|&^]?= .*|[a-z_][\w.>\[\]-]*(\+\+|--));$')
CONDITION = re.compile(r'^(\s*(?:} )?(?:else )?if \()(.*)(\)(?: \{)?)$')


def masked(text):
    """The text with its comments, strings and preprocessor's lines blank, line by line."""
    blank = lambda m: re.sub(r'[^\n]', ' ', m.group())
    text = re.sub(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', blank, text, flags=re.S)
    return re.sub(r'^#(?:.*\\\n)*.*$', blank, text, flags=re.M).split('\n')


def changes(line, code):
    """Every way to make one line wrong: pairs of what is done and the new line. `code` is the line without its comments and strings."""
    found = []
    if not code.strip() or re.match(r'\s*(static_assert|assert|_Static_assert|enum|typedef)\b', code) or GIVES_BACK.match(code):
        return found
    before = ''
    for m in TOKEN.finditer(code):
        token, at, end = m.group(), m.start(), m.end()
        spaced = code[at - 1:at] == ' ' and code[end:end + 1] == ' '
        other = OTHER.get(token)
        if token in BINARY and spaced and re.match(r'[\w)\]]', before[-1:]):
            other = BINARY[token]
        if token in ('<', '>', '/', '%', '<<', '>>', '^', '|') and not spaced:
            other = None
        if token == '!' and code[end:end + 1] != '=':
            other = ''
        if re.fullmatch(r'\d+', token) and before != '{' and not (before == '[' and DECLARED.match(code)) and not GROWS.match(code):
            other = str(int(token) + 1)
        if other is not None:
            found.append((f'{token} -> {other or "nothing"}', line[:at] + other + line[end:]))
        before = token
    m = CONDITION.match(line)
    if m and m.group(2).count('(') == m.group(2).count(')') and code.count('(') == line.count('('):
        found.append(('condition turned round', f'{m.group(1)}!({m.group(2)}){m.group(3)}'))
    m = STATEMENT.match(line)
    if m:
        found.append(('statement left out', m.group(1) + ';'))
    return found


def only_sanitizers_see(line, code, after):
    declared, at = DECLARED.match(code), len(os.path.commonprefix([line, after]))
    return LOCKS.match(code) or (declared and declared.end() <= at < code.index(']', declared.end()))


def run(command, seconds=None, **more):
    """The exit status; None when it did not end in time. Whatever it started ends with it."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True, **more)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return None
    finally:
        try:
            os.killpg(process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        process.wait()


def must(command, **more):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
    if done.returncode:
        sys.exit(f'{shlex.join(map(str, command))}\n{done.stdout[-4000:]}')
    return done.stdout


class Tree:
    """A copy of the commit and its build."""

    def __init__(self, commit, where, *options):
        self.where, self.build, self.patience = where, where / 'build', {}
        shutil.rmtree(where, ignore_errors=True)
        where.mkdir(parents=True)
        archive = subprocess.run(['git', '-C', str(ROOT), 'archive', commit], stdout=subprocess.PIPE, check=True).stdout
        subprocess.run(['tar', '-x', '-C', str(where)], input=archive, check=True)
        must(['cmake', '-S', str(where), '-B', str(self.build), '-DGRUNDY_TESTS=ON', *options])
        must(['cmake', '--build', str(self.build), f'-j{os.cpu_count()}'])

    def tests(self):
        listed = json.loads(must(['ctest', '--show-only=json-v1'], cwd=self.build))['tests']
        found = {}
        for test in listed:
            properties = {p['name']: p['value'] for p in test.get('properties', [])}
            if not LEFT_OUT.match(test['name']) and not properties.get('WILL_FAIL') and 'PASS_REGULAR_EXPRESSION' not in properties:
                found[test['name']] = test['command']
                self.patience[test['name']] = dict(e.split('=', 1) for e in properties.get('ENVIRONMENT', []) if not e.startswith('GRUNDY_REPLIES='))
        return found

    def targets(self, command):
        """What has to be built before this test."""
        named = [name for word in command for name in re.findall(re.escape(str(self.build)) + r'/([\w-]+)$', word)]
        return DAEMONS if 'grundyd' in named and len(command) < 4 else named

    def test(self, name, command, seconds=None, **more):
        env = dict(os.environ, **self.patience[name], **more)
        return run(command, seconds, cwd=self.where, env=env)

    def kills(self, name, command, seconds):
        """How the test fails; '' where it passes."""
        for _ in range(2 if name.startswith('e2e/') else 1):
            status = self.test(name, command, seconds)
            if status == 0:
                return ''
        return name if status is not None else f'{name} (hangs)'


def lines_of(tree, command, counts):
    """The lines that were counted, and those of them that were reached, as FILE:LINE."""
    files = [str(f) for f in counts.glob('*.profraw') if f.stat().st_size]
    if not files:
        return set(), set()
    must(['llvm-profdata', 'merge', '-sparse', '-failure-mode=all', '-o', str(counts / 'all'), *files])
    objects = [str(tree.build / target) for target in dict.fromkeys(tree.targets(command) + ['grundyd'])]
    lines = must(['llvm-cov', 'export', '-format=lcov', '-instr-profile', str(counts / 'all'), objects[0],
                  *[word for o in objects[1:] for word in ('-object', o)]])
    counted, hit, file = set(), set(), ''
    for line in lines.split('\n'):
        if line.startswith('SF:'):
            path = line[3:]
            file = os.path.relpath(path, tree.where) if path.startswith(str(tree.where)) else ''
        elif line.startswith('DA:') and file:
            number, times = line[3:].split(',')[:2]
            counted.add(f'{file}:{number}')
            if int(times):
                hit.add(f'{file}:{number}')
    return counted, hit


def coverage(commit, work, longest, jobs):
    """For each test that ends in time: how long it takes, and which lines of which files it reaches."""
    launcher = work / 'launcher'
    launcher.write_text(LAUNCHER)
    launcher.chmod(0o755)
    tree = Tree(commit, work / 'coverage', '-DCMAKE_C_COMPILER=clang', f'-DCMAKE_C_COMPILER_LAUNCHER={launcher}', '-DCMAKE_BUILD_TYPE=None',
                f'-DCMAKE_C_FLAGS=-O1 {COVERAGE}')

    def reach(test):
        number, (name, command) = test
        counts = work / f'counts.{number}'
        shutil.rmtree(counts, ignore_errors=True)
        counts.mkdir()
        try:
            start = time.monotonic()
            # The counters lie in a mapped file: they are there for processes that are killed, too, and for those that may open none.
            status = tree.test(name, command, 20 * longest, LLVM_PROFILE_FILE=f'{counts}/%p-%m%c.profraw')
            took = time.monotonic() - start
            if status != 0 or took > longest:
                print(f'  left out: {name} ({"too long" if took > longest else f"status {status}"}, {took:.0f} s)', flush=True)
                return None
            counted, hit = lines_of(tree, command, counts)
        finally:
            shutil.rmtree(counts, ignore_errors=True)
        print(f'  {name}: {len(hit)} lines, {took:.1f} s', flush=True)
        return name, took, counted, hit

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        found = [one for one in pool.map(reach, enumerate(tree.tests().items())) if one and one[2]]
    return {'tests': {name: {'took': took, 'lines': hit} for name, took, _, hit in found}, 'counted': set().union(*(one[2] for one in found))}


class Bench:
    """One tree in which mutants are made, one after the other."""

    def __init__(self, commit, where):
        self.tree = Tree(commit, where, '-DCMAKE_BUILD_TYPE=None', '-DCMAKE_C_FLAGS=-O1')
        self.commands = self.tree.tests()
        self.compile = {}
        for entry in json.loads((self.tree.build / 'compile_commands.json').read_text()):
            self.compile.setdefault(os.path.relpath(entry['file'], where), entry)

    def object(self, file):
        """The file compiled as it is served; None where it does not compile."""
        entry, to = self.compile[file], self.tree.where / 'object.o'
        words = shlex.split(entry['command'])
        words[words.index('-o') + 1] = str(to)
        if run(words + ['-O2', '-g0', '-w'], cwd=entry['directory']):
            return None
        return to.read_bytes()

    def make(self, targets):
        return run(['cmake', '--build', str(self.tree.build), '--target', *targets]) == 0

    def judge(self, mutant, tests):
        """What killed the mutant, '' where it lives, None where it is none."""
        path = self.tree.where / mutant['file']
        text = path.read_text()
        before = self.object(mutant['file'])
        lines = text.split('\n')
        lines[mutant['line'] - 1] = mutant['after']
        path.write_text('\n'.join(lines))
        try:
            after = self.object(mutant['file'])
            if after is None or after == before:
                return None
            built = set()
            for name, took in tests:
                command = self.commands[name]
                targets = [t for t in self.tree.targets(command) if t not in built]
                if targets and not self.make(targets):
                    return 'the build'
                built.update(targets)
                by = self.tree.kills(name, command, 20 * took + 30)
                if by:
                    return by
            return ''
        finally:
            path.write_text(text)


def sites(tree, room):
    files = sorted(f for r in ('core', 'api', 'server') for f in (tree / r).rglob('*.c'))
    found = []
    for file in files:
        name = str(file.relative_to(tree))
        if name.startswith(room):
            text = file.read_text()
            for number, (line, code) in enumerate(zip(text.split('\n'), masked(text)), 1):
                if changes(line, code):
                    found.append((name, number, line, code))
    return found


class Judged:
    """What became of which mutant of this commit, in a file: whoever ends the run loses only those under way."""

    def __init__(self, commit, path):
        self.commit, self.path = commit, path
        known = json.loads(path.read_text()) if path.exists() else {}
        self.by = known['by'] if known.get('commit') == commit else {}

    def put(self, name, by):
        self.by[name] = by
        new = self.path.with_suffix('.new')
        new.write_text(json.dumps({'commit': self.commit, 'by': self.by}, indent=0))
        new.replace(self.path)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument('work', type=pathlib.Path)
    ask.add_argument('--count', type=int, default=200)
    ask.add_argument('--seed', type=int, default=1)
    ask.add_argument('--jobs', type=int, default=os.cpu_count())
    ask.add_argument('--room', default='')
    ask.add_argument('--longest', type=float, default=60)
    ask.add_argument('--at', action='append', default=[])
    asked = ask.parse_args()
    work = asked.work.resolve()
    work.mkdir(parents=True, exist_ok=True)

    commit = must(['git', '-C', str(ROOT), 'rev-parse', 'HEAD']).strip()
    kept = work / 'reached.json'
    known = json.loads(kept.read_text()) if kept.exists() else {}
    if known.get('commit') != commit:
        print('which test reaches which line:', flush=True)
        known = {'commit': commit, **coverage(commit, work, asked.longest, asked.jobs)}
        kept.write_text(json.dumps(known, default=sorted))
    reached = {name: (t['took'], set(t['lines'])) for name, t in known['tests'].items()}
    # What is no statement (a table's row, a constant) is not counted: every test that reaches the file may see it.
    for took, lines in reached.values():
        lines.update({line.rpartition(':')[0] for line in lines})
    counted = set(known['counted'])

    draw = random.Random(asked.seed)
    drawn = sites(work / 'coverage', asked.room)
    if asked.at:
        drawn = [s for s in drawn if f'{s[0]}:{s[1]}' in asked.at]
        asked.count = min(asked.count, len(drawn))
    draw.shuffle(drawn)
    drawn = [(s, draw.choice(changes(s[2], s[3]))) for s in drawn]
    drawn = [(s, change) for s, change in drawn if not only_sanitizers_see(s[2], s[3], change[1])]
    lock, survivors, killed, alike = threading.Lock(), [], {}, 0
    judged = Judged(commit, work / f'judged-{asked.seed}.json')

    def work_on(number):
        nonlocal alike
        bench = None
        while True:
            with lock:
                if not drawn or sum(killed.values()) + len(survivors) >= asked.count:
                    return
                (file, line, before, _), (what, after) = drawn.pop(0)
            mutant = {'file': file, 'line': line, 'after': after}
            place = f'{file}:{line}' if f'{file}:{line}' in counted else file
            tests = sorted(((name, took) for name, (took, lines) in reached.items() if place in lines), key=lambda t: t[1])
            name = f'{file}:{line}: {after.strip()}'
            if name in judged.by:
                by = judged.by[name]
            else:
                bench = bench or Bench(commit, work / str(number))
                by = bench.judge(mutant, tests)
            with lock:
                if name not in judged.by:
                    judged.put(name, by)
                if by is None:
                    alike += 1
                elif by:
                    killed[by] = killed.get(by, 0) + 1
                    print(f'killed   {file}:{line}: {what}: {by}', flush=True)
                else:
                    survivors.append((file, line, what, before.strip(), after.strip(), len(tests)))
                    print(f'SURVIVED {file}:{line}: {what}: {len(tests)} tests: {before.strip()}', flush=True)

    workers = [threading.Thread(target=work_on, args=(n,)) for n in range(1, asked.jobs + 1)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    total = sum(killed.values()) + len(survivors)
    print(f'\n{total} mutants of {commit[:7]}, seed {asked.seed}: {total - len(survivors)} killed ({100 * (total - len(survivors)) / max(total, 1):.1f} %), '
          f'{len(survivors)} alive; {alike} more did not compile or were the same code')
    for file, line, what, before, after, tests in sorted(survivors):
        print(f'\n{file}:{line}: {what} ({tests} tests reach it)\n  - {before}\n  + {after}')
    return 1 if 10 * len(survivors) > total else 0


if __name__ == '__main__':
    sys.exit(main())
