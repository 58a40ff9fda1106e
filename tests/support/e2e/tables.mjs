// Table files from outside: their digest (server/tables/digest.h) written anew from its description, to forge them as well as can be.
const MASK = (1n << 64n) - 1n;
const turn = (x, by) => ((x << by) | (x >> (64n - by))) & MASK;

class Sip {
  constructor([a, b]) {
    this.v = [a ^ 0x736f6d6570736575n, b ^ 0x646f72616e646f6dn ^ 0xeen, a ^ 0x6c7967656e657261n, b ^ 0x7465646279746573n];
  }
  round() {
    let [a, b, c, d] = this.v;
    a = (a + b) & MASK, b = turn(b, 13n) ^ a, a = turn(a, 32n);
    c = (c + d) & MASK, d = turn(d, 16n) ^ c;
    a = (a + d) & MASK, d = turn(d, 21n) ^ a;
    c = (c + b) & MASK, b = turn(b, 17n) ^ c, c = turn(c, 32n);
    this.v = [a, b, c, d];
  }
  word(word) {
    this.v[3] ^= word;
    this.round(), this.round();
    this.v[0] ^= word;
  }
  end() {
    const half = () => {
      for (let i = 0; i < 4; i++) this.round();
      return this.v[0] ^ this.v[1] ^ this.v[2] ^ this.v[3];
    };
    this.v[2] ^= 0xeen;
    const first = half();
    this.v[1] ^= 0xddn;
    return [first, half()];
  }
}

// SipHash-2-4 of 128 bits over bytes, as a number of its two words.
export function siphash(key, bytes) {
  const sip = new Sip(key), whole = bytes.length & ~7;
  for (let at = 0; at < whole; at += 8) sip.word(bytes.readBigUInt64LE(at));
  const last = Buffer.alloc(8);
  bytes.copy(last, 0, whole);
  sip.word(last.readBigUInt64LE() | (BigInt(bytes.length & 255) << 56n));
  return sip.end();
}

export function digest(secret, head, data) {
  const word = (at) => secret.readBigUInt64LE(at), mix = [];
  for (let i = 0n; i < 128n; i += 2n) {
    const sip = new Sip([word(0), word(8)]);
    sip.word(i);
    sip.word(8n << 56n);
    mix.push(...sip.end());
  }
  const sip = new Sip([word(16), word(24)]);
  for (const part of [head, data]) {
    sip.word(BigInt(part.length));
    for (let at = 0; at < part.length; at += 1024) {
      const block = Buffer.alloc(1024);
      part.copy(block, 0, at, at + 1024);
      let sum = 0n;
      for (let i = 0; i < 128; i += 2)
        sum += ((block.readBigUInt64LE(8 * i) + mix[i]) & MASK) * ((block.readBigUInt64LE(8 * i + 8) + mix[i + 1]) & MASK);
      sip.word(sum & MASK);
      sip.word((sum >> 64n) & MASK);
    }
  }
  return sip.end();
}

const DIGEST = 128, DATA_AT = 72; // where the head has them (server/tables/head.h)

// A copy of the file whose values went through change(), signed under that secret.
export function resigned(file, secret, change = () => {}) {
  const copy = Buffer.from(file), at = Number(copy.readBigUInt64LE(DATA_AT));
  change(copy.subarray(at), copy);
  copy.fill(0, DIGEST, DIGEST + 16);
  const [first, second] = digest(secret, copy.subarray(0, at), copy.subarray(at));
  copy.writeBigUInt64LE(first, DIGEST);
  copy.writeBigUInt64LE(second, DIGEST + 8);
  return copy;
}
