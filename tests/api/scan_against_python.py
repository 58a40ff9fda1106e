#!/usr/bin/env python3
"""Compares the scanner and the tree behind it with Python's json, on texts made by mutation.

scan_against_python.py SCAN_TEXTS COUNT [SEED]: exit 0 when both agree on every text, 1 with the texts on which they differ.
Python's json is made strict first: UTF-8 decoded strictly, no NaN, no name twice, no lone surrogates, depth at most 64.
"""
import json
import random
import re
import struct
import subprocess
import sys
import tempfile
from fractions import Fraction

DEPTH = 64
SAFE = 2**53 - 1

SEEDS = [
    '{"heaps":[3,4,5]}',
    '{"heaps":["18446744073709551616",0,-0,1e2],"misere":true,"moves":"all","limit":10}',
    '[9007199254740991,9007199254740992,-9007199254740991,-9007199254740993,9007199254740990.5]',
    '[0.99999999999999999999999,1.0000000000000000000000000,1e400,1E-400,0e999999999999,12300e-2,-0,-0.0,1e15,9e15,1e16]',
    '[9007199254740991000000000000000000000000000000000000000000000000000000e-54,0.00000000000000000000000000000000000000'
    '0000000000000000000000000000000000000000000000000009007199254740993e100,100000000000000000000000000000000000000000000'
    '00000000000000000000000000000000000000000000e-87,0.000000000000000000000000000000000000000000000000000000000000000e1]',
    '{"a":1,"\\u0061":2}', '{"a":1,"b":{"a":1,"c":[{"a":2}]},"\\u0062x":3}', '{"\\ud83d\\ude00":1,"\U0001f600x":2}',
    '{"\\u0000":1,"\\uffff":2,"\\u00000":"\\u0000\\\\u0000"}',
    '{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6,"g":7,"h":8,"i":9,"j":10,"k":11}',
    '["\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD834\\uDd1e","必胜态","\u0080\u07ff\u0800\ud7ff\ue000\uffff\U00010000\U0010ffff"]',
    ' \t\r\n{ "a" : [ true , false , null ] , "b" : { } , "c" : [ ] } \n',
    '[' * 62 + '1' + ']' * 62, '{"a":' * 63 + '{}' + '}' * 63,
    '"plain text long enough to be read a word at a time, twice over"', 'true', '-1', '""',
]
PIECES = [b'"', b'\\', b'{', b'}', b'[', b']', b',', b':', b'0', b'1', b'9', b'-', b'+', b'.', b'e', b'E', b' ', b'\n', b'\t',
          b'\x00', b'\x1f', b'\x7f', b'\x80', b'\xbf', b'\xc0', b'\xc2', b'\xe0', b'\xed', b'\xf0', b'\xf4', b'\xff', b'\x0b', b'\xa0',
          b'true', b'false', b'null', b'nul', b'NaN', b'Infinity', b'\\u', b'\\ud800', b'\\udc00', b'\\uDBFF\\uDFFF', b'\\u0000',
          b'\\u0061', b'\xed\xa0\x80', b'\xf0\x8f\xbf\xbf', b'\xf4\x90\x80\x80', b'\xef\xbb\xbf', b'\xef\xbf\xbf', b'"a":1,', b',"a":2',
          b'[]', b'{}', b'00', b'1.', b'.5', b'1e', b'e-1', b'e+2', b'"a"', b'000000000000000000000000000000000', b'9007199254740992',
          b'//', b'/**/', b"'a'", b'\\x', b'\\/']


class Refused(Exception):
    pass


def number(text):
    mantissa, _, exponent = text.lower().partition('e')
    exponent = int(exponent or '0')
    if not mantissa.strip('-0.'):
        return '#0'
    whole, _, places = mantissa.partition('.')
    size = len(mantissa) + 20
    if exponent > size:
        return '#unsafe'
    if exponent < -size:
        return '#fraction'
    value = Fraction(int(whole + places)) * Fraction(10) ** (exponent - len(places))
    if value.denominator != 1:
        return '#fraction'
    return '#%d' % value if abs(value) <= SAFE else '#unsafe'


def pairs(members):
    result = dict(members)
    if len(result) != len(members):
        raise Refused
    return result


def constant(_):
    raise Refused


def depth(value):
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        return 1 + max(map(depth, value), default=0)
    return 0


DECODER = json.JSONDecoder(object_pairs_hook=pairs, parse_float=number, parse_int=number, parse_constant=constant)


def expected(text):
    """The line of scan_texts, or None for a text that must be refused."""
    try:
        value = DECODER.decode(text.decode('utf-8'))
        if depth(value) > DEPTH:
            return None
        # Only now is U+0000 replaced, so that names are compared as they are.
        written = json.dumps(value, ensure_ascii=False, separators=(',', ':'))
        written = re.sub(r'\\(u0000|.)', lambda match: '\uffff' if match[1] == 'u0000' else match[0], written)
        return b'yes ' + written.encode('utf-8')
    except (ValueError, Refused, RecursionError):
        return None


def mutate(text, rng):
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 9))):
        at = rng.randrange(len(text) + 1)
        end = min(len(text), at + rng.choice((0, 0, 1, 1, 2, 5)))
        kind = rng.randrange(6)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + bytes([rng.randrange(256)]) + text[end:]
        elif kind == 2 and text:
            start = rng.randrange(len(text))
            text = text[:at] + text[start:start + rng.randrange(1, 12)] + text[end:]
        elif kind == 3:
            text = text[:at]
        else:
            text = text[:at] + rng.choice(PIECES) + text[end:]
        if not text:
            break
    return text


def random_number(rng):
    digits = lambda n: ''.join(rng.choice('0001234567899') for _ in range(n))
    whole = rng.choice(('0', '1', '9007199254740991', '9007199254740992', '9' + digits(rng.randrange(20)), '1' + digits(90)))
    places = rng.choice(('', '', '.0', '.' + digits(rng.randrange(1, 30)), '.' + '0' * rng.randrange(1, 99)))
    power = rng.choice(('', '', 'e%d' % rng.randrange(-40, 40), 'E+%d' % rng.randrange(20), 'e-%d' % rng.randrange(99), 'e' + digits(25)))
    return (rng.choice(('', '', '-')) + whole + places + power).encode()


def texts(count, rng):
    pool = [seed.encode('utf-8', 'surrogatepass') for seed in SEEDS]
    for i in range(count):
        if i % 8 == 0:
            yield b'[' + random_number(rng) + b']'
            continue
        text = mutate(rng.choice(pool), rng)
        if i % 64 == 1 and len(text) < 400:
            if len(pool) < 500:
                pool.append(text)
            else:
                pool[rng.randrange(len(SEEDS), 500)] = text
        yield text


def compare(program, batch):
    with tempfile.TemporaryFile() as file:
        for text in batch:
            file.write(struct.pack('<I', len(text)) + text)
        file.seek(0)
        done = subprocess.run([program], stdin=file, stdout=subprocess.PIPE, check=False)
    lines = done.stdout.split(b'\n')[:-1]
    wrong = accepted = 0
    for text, line in zip(batch, lines):
        want = expected(text)
        accepted += want is not None
        good = line == want if want is not None else line.startswith(b'no ') and int(line[3:]) <= len(text)
        if not good:
            wrong += 1
            print('text %r\n  python %r\n  ours   %r' % (text, want, line))
    if done.returncode != 0 or len(lines) != len(batch):
        print('the program ended with %d after %d of %d texts: %r' % (done.returncode, len(lines), len(batch), batch[len(lines):][:1]))
        wrong += 1
    return wrong, accepted


def main():
    program, count = sys.argv[1], int(sys.argv[2])
    rng = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    wrong, accepted, batch = 0, 0, []

    def flush():
        nonlocal wrong, accepted, batch
        more = compare(program, batch)
        wrong, accepted, batch = wrong + more[0], accepted + more[1], []

    for text in texts(count, rng):
        batch.append(text)
        if len(batch) == 20000:
            flush()
        if wrong > 20:
            break
    flush()
    print('%d texts, %d of them JSON, %d differences' % (count, accepted, wrong))
    return 1 if wrong or not accepted else 0


if __name__ == '__main__':
    sys.exit(main())
