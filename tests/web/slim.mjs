#!/usr/bin/env node
// slim.mjs: what cmake/slim.awk makes of a module does what the module did, whatever it is written with; what it cannot make small ends the
// build. Each piece of code is run before and after; what it says is said by document(), a name that is kept.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SAME = {
  shadow: `function f(a) {\n  const g = (a) => a + 1;\n  return g(a) * a;\n}\ndocument(f(3));`,
  propShort: `const name = 1;\nfunction f() {\n  const value = 2;\n  const o = { name, value, name2: name };\n  const { value: v2, name: other = 5, ...rest } = o;\n  return JSON.stringify([o, v2, other, rest]);\n}\ndocument(f());`,
  template: "function f(alpha) {\n  const beta = `x${alpha ? `y${alpha}` : {a: 1}.a}z}`;\n  return beta;\n}\ndocument(f(3), f(0));",
  regexArrow: `const f = (text) => /a"b/.test(text);\ndocument(f('a"b'));`,
  regexClass: `const f = (text) => text.split(/[/"']/g);\ndocument(f("a/b'c"));`,
  divAfterBrace: `const f = (alpha) => ({ a: alpha }.a / 2 / 1);\ndocument(f(8));`,
  getter: `class Box {\n  constructor(size) {\n    this.size = size;\n  }\n  get twice() {\n    return this.size * 2;\n  }\n  set twice(value) {\n    this.size = value / 2;\n  }\n  static of(size) {\n    return new Box(size);\n  }\n}\nconst b = Box.of(4);\nb.twice = 10;\ndocument(b.size, b.twice);`,
  staticField: `class Box {\n  static most = 4;\n}\ndocument(Box.most);`,
  computed: `const key = "a";\nconst o = { [key]: 1, [key + "b"]: 2 };\ndocument(JSON.stringify(o));`,
  truths: `const o = { true: 1, false: 0, x: true }, f = (alpha) => { if (alpha) return true; return !false; };\ndocument(JSON.stringify(o), o.true, f(0), f(1) === true ? false : true, typeof true, [true, false].join(), "true");`,
  casts: `const f = (alpha, ...rest) => (alpha) => [(alpha), (rest).length, !(alpha), alpha ? (alpha) : (rest)].join();\nconst g = { m(alpha) { return (alpha); }, n: (alpha) => (alpha) };\nlet h = (f);\nfor (const one of (h(1)(2))) if (one) document(one, g.m(3), g.n(4));`,
  computedMethod: `const key = "a";\nconst o = { [key]() { return 7; } };\ndocument(o.a());`,
  stringKey: `const o = { "a-b": 1, 3: 4 };\ndocument(o["a-b"], o[3]);`,
  ternaryObj: `function f(alpha, beta) {\n  return { x: alpha ? beta : 3, y: [alpha, beta] };\n}\ndocument(JSON.stringify(f(1, 2)));`,
  caseLabel: `function f(alpha) {\n  const one = 1;\n  switch (alpha) {\n    case one: {\n      return "a";\n    }\n    default: return "b";\n  }\n}\ndocument(f(1), f(2));`,
  defaultParam: `function f(alpha, beta = alpha + 1, { gamma = beta, delta: [eps] = [3] } = {}) {\n  return [alpha, beta, gamma, eps].join();\n}\ndocument(f(1), f(1, 5, { gamma: 2, delta: [9] }));`,
  destructAssign: `function f() {\n  let alpha = 1, beta = 2;\n  [alpha, beta] = [beta, alpha];\n  ({ alpha, beta } = { alpha: 5, beta: 6 });\n  return alpha * 10 + beta;\n}\ndocument(f());`,
  forOf: `function f(list) {\n  let sum = 0;\n  for (const [key, { value }] of list) sum += key * value;\n  for (let i = 0, n = list.length; i < n; i++) sum += i;\n  return sum;\n}\ndocument(f([[2, { value: 3 }], [1, { value: 1 }]]));`,
  forMerge: `function f() {\n  let out = "";\n  for (let i = 0; i < 2; i++) { const a = i; const b = a; out += b; }\n  let alpha = 1;\n  let beta = 2;\n  if (alpha) out += beta;\n  const gamma = 3;\n  return out + gamma;\n}\ndocument(f());`,
  ifMerge: `function f(alpha) {\n  const beta = 1;\n  if (alpha) document("x");\n  else document("y");\n  const gamma = 2;\n  const delta = 3;\n  return beta + gamma + delta;\n}\ndocument(f(0));`,
  arrowObj: `const f = (alpha) => ({ alpha, beta: alpha });\ndocument(JSON.stringify(f(1)));`,
  optional: `const f = (alpha) => alpha?.size ?? alpha?.[0] ?? "none";\ndocument(f(null), f([3]), f({ size: 4 }));`,
  optNum: `const f = (alpha) => alpha?.5:1;\ndocument(f(1), f(0));`,
  plusplus: `function f(alpha, beta) {\n  return [alpha + +beta, alpha - -beta, alpha + ++beta, - --beta];\n}\ndocument(f(1, 2).join());`,
  inOp: `const f = (alpha, beta) => alpha in beta && typeof alpha === "string" && !(beta instanceof Array);\ndocument(f("a", { a: 1 }));`,
  asyncAwait: `const f = async (alpha) => {\n  for await (const one of [alpha]) return await one;\n};\nasync function g() {\n  return f(3);\n}\ndocument(await g());`,
  comment: `const a = 1; // const b = mystery;\n/* const c = mystery; */ const d = 2; /* x\n y */ const e = 3;\ndocument(a + d + e, "// no", "/* no */");`,
  trailing: `const list = [1, , 3,];\ndocument(list.length, [1, 2,].length, [,].length, [, ,].length);`,
  returnRegexNl: `function f(text) {\n  return text.replace(/\\//g, "|").replace(/[\\]/]/g, "!");\n}\ndocument(f("a/b]c"));`,
  numDot: `document(1.5.toFixed(1), 1..toFixed(), 1e-3, 0xff, 1_000, 5 .toFixed());`,
  numNegExp: `const a = 2e+3 + 1e-1;\ndocument(a);`,
  typeofRegex: `const f = (text) => typeof /a/ + (text ? 1 : 0);\ndocument(f(1));`,
  throwRe: `function f() {\n  try {\n    throw new Error("x");\n  } catch {\n    return 1;\n  } finally {\n    document("fin");\n  }\n}\ndocument(f());`,
  catchName: `function f() {\n  try {\n    throw new Error("x");\n  } catch (error) {\n    return error.message;\n  }\n}\ndocument(f());`,
  doWhile: `function f() {\n  let i = 0;\n  do { i++; } while (i < 3);\n  const a = i;\n  return a;\n}\ndocument(f());`,
  getName: `const o = { get: 1, set: 2, async: 3, static: 4, of: 5 };\ndocument(o.get + o.set + o.async + o.static + o.of);`,
  getProp: `const o = { get size() { return 3; }, async run(value) { return value; } };\ndocument(o.size, await o.run(4));`,
  keyFn: `const o = { run(alpha) { return alpha; }, "x y"(beta) { return beta; } };\ndocument(o.run(1), o["x y"](2));`,
  tern: `const f = (alpha) => alpha ? { beta: 1 } : { beta: 2 };\nfunction g(alpha, gamma) {\n  return alpha ? gamma : alpha;\n}\ndocument(f(0).beta, g(1, 5));`,
  ternShort: `function g(alpha, gamma) {\n  const o = { alpha: alpha ? gamma : 0, gamma };\n  return JSON.stringify(o);\n}\ndocument(g(1, 5));`,
  caseShort: `function g(alpha) {\n  const beta = [alpha, { alpha }];\n  return JSON.stringify(beta);\n}\ndocument(g(1));`,
  noSemi: `const a = 1\nconst b = 2\ndocument(a + b)`,
  chained: `const f = (list) =>\n  list\n    .map((one) => one + 1)\n    .filter((one) => one > 1);\ndocument(f([0, 1]).join());`,
  letBlock: `function f() {\n  const a = 1;\n  {\n    const a = 2;\n    document(a);\n  }\n  return a;\n}\ndocument(f());`,
  tdz: `function f() {\n  const g = () => later;\n  const later = 4;\n  return g();\n}\ndocument(f());`,
  nestedFn: `function f(alpha) {\n  function g(beta) {\n    return beta + alpha;\n  }\n  return g(1);\n}\ndocument(f(2));`,
  topInChunk: `const helper = (alpha) => alpha;\nfunction f(helper) {\n  return helper + 1;\n}\ndocument(f(2), helper(3));`,
  closureAcross: `{\n  const inner = 3;\n  document(inner);\n}`,
  strEsc: `const a = 'it\\'s "q"', b = "\\\\";\ndocument(a + b);`,
  tag: "const a = ((parts, ...rest) => parts.raw.join() + rest)`x${1}y`;\ndocument(a);",
  nullish: `function f(alpha) {\n  alpha ??= 3;\n  alpha ||= 4;\n  return alpha ** 2 % 5;\n}\ndocument(f(null));`,
  bigint: `document(10n ** 3n);`,
  superCall: `class A {\n  constructor(size) {\n    this.size = size;\n  }\n}\nclass B extends A {\n  constructor(size) {\n    super(size);\n  }\n}\ndocument(new B(3).size);`,
  extendsCall: `const mixin = (base) => class extends base {\n  twice() {\n    return 2;\n  }\n};\nclass A {}\ndocument(new (mixin(A))().twice());`,
  arrowParamUnparen: `document([1, 2].map(one => one * 2).join());`,
  spreadObj: `function f(alpha) {\n  return JSON.stringify({ ...alpha, beta: 1, ...[alpha] });\n}\ndocument(f({ x: 1 }));`,
  iffn: `function f(alpha) {\n  if (alpha) { return { alpha }; }\n  return {};\n}\ndocument(JSON.stringify(f(1)));`,
  retObjNl: `function f(alpha) {\n  return {\n    alpha,\n    beta: 2,\n  };\n}\ndocument(JSON.stringify(f(1)));`,
  semiBrace: `function f(list) {\n  for (;;) { if (list.pop()) continue; break; }\n  while (list.length) ;\n  if (list) ;\n  return 1;\n}\ndocument(f([1]));`,
  emptyWhile: `function f() {\n  let n = 0;\n  { while (n++ < 3); }\n  return n;\n}\ndocument(f());`,
  ifElseEmpty: `function f(n) {\n  { if (n) document("a"); else; }\n  return n;\n}\ndocument(f(0));`,
  staticBlock: `class A {\n  static {\n    document("block");\n  }\n}`,
  methodsThen: `class A {\n  one(alpha) {\n    const beta = alpha;\n    return { alpha, beta };\n  }\n  async two(gamma) {\n    return gamma;\n  }\n}\ndocument(JSON.stringify(new A().one(1)), await new A().two(2));`,
  letKeyword: `const o = { const: 1, let: 2 };\ndocument(o.const + o.let, JSON.stringify(o));`,
  bareBody: `let seen = 0;\nconst f = (one) => (one ? [one] : "none"), g = (one) => ({ one }), k = () => ({ a: 1 }).a, m = (one) => ((seen = one), (seen += 1), [(seen), (one, 5)]);\nconst deep = () => (({ a: 2 })), call = () => (() => 7)(), sum = (a, b) => (a + b) * 2;\ndocument(f(0), f(1)[0], JSON.stringify(g(4)), k(), m(3).join(), seen, JSON.stringify(deep()), call(), sum(1, 2), Math.max((1), (2), (0, 3)));`,
  bareAsync: `const f = async (one) => (await one) + 1, g = async () => (await f(1)) * 2;\ndocument(await g(), typeof ((one) => one), (() => (1, 2))());`,
  bareText: "const f = (one) => `${(one)}${((two) => (two ? 'y' : 'n'))(one)}`;\ndocument(f(1));",
  truth: `const f = (one) => ({ true: one === true, false: !false, x: one ? true : false }), o = f(true);\nfunction g() {\n  return true;\n}\ndocument(JSON.stringify(o), o.true, o?.false, typeof false, "true", g() in { true: 1 });`,
  zeroDot: `const f = (one) => (one ? 0.5 : 0.25), list = [0.5, -0.5, ...[0.1], 10.5, 0.0];\nfunction g() {\n  return 0.75;\n}\ndocument(f(1), f(0), list.join(), g(), 1 - 0.5, 0.5.toFixed(2), 0 .toFixed());`,
  equalsWord: `const f = (one) => [one === "a", one !== "a", "a" === one, one === "", one !== "0", typeof one === "string", one === 'b'];\ndocument(f("a").join(), f("").join(), f(0).join(), f(null).join(), f("b").join());`,
  constProp: `const o = { a: { const: 3 } };\ndocument(o.a.const, o.a?.const, "const");`,
};

// What ends the build, and why.
const REFUSED = [
  ["a / after", `function f(text) {\n  if (text) /ab+c/.test(text) && document("regex");\n  return 6 / 2 / 3;\n}\ndocument(f("abbc"));`],
  ["who is", `function f() {\n  let n = 0;\n  outer: for (const a of [1, 2]) for (const b of [1, 2]) {\n    if (b === 2) continue outer;\n    n += a * b;\n  }\n  return n;\n}\ndocument(f());`],
  ["who is", `class Box {\n  #hidden = 3;\n  size = 4;\n  get all() {\n    return this.#hidden + this.size;\n  }\n}\ndocument(new Box().all);`],
  ["who is", `function* f(alpha) {\n  yield alpha;\n  yield* [alpha + 1];\n}\ndocument([...f(1)].join());`],
  ["who is", `function f() {\n  return arguments.length;\n}\ndocument(f(1, 2));`],
  ["no ; between", `function f() {\n  let a = 1\n  let b = 2\n  return a + b\n}\ndocument(f())`],
  ["without an end", "const a = `x\n  y`;\ndocument(a);"],
  ["who is", `const { alpha, beta: gamma } = { alpha: 1, beta: 2 };\nconst [delta] = [3];\nfunction f() {\n  return alpha + gamma + delta;\n}\ndocument(f());`],
  ["who is", `const [alpha] = [1], beta = 2;\nlet gamma, delta = 4;\ngamma = 3;\ndocument(alpha, beta, gamma, delta);`],
  ["who is", "const a = mystery(1);"],
  ["a / after", "function f(a, b) {\n  if (a) /ab/.test(b);\n}"],
  ["a / after", "function f(a, b) {\n  if (a) {\n  }\n  /ab/.test(b);\n}"],
  ["named twice", "const alpha = 1;\nfunction alpha() {\n}"],
  ["a text without an end", "const a = \"x;"],
];

const folder = mkdtempSync(join(tmpdir(), "grundy-slim-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
const file = (name) => `${join(folder, name)}.mjs`, faults = [];
writeFileSync(file("said"), "globalThis.document = (...said) => console.log(...said);\n");
const slim = (code) => spawnSync("awk", ["-f", "cmake/slim.awk"], { input: `${code}\n`, encoding: "utf8" });

// All in one process: each piece is a module of its own.
function run(names) {
  const all = names.map((name) => `try {\n  console.log(${JSON.stringify(name)});\n  await import(${JSON.stringify(file(name))});\n} catch (error) {\n  console.log(String(error));\n}\n`).join("");
  writeFileSync(file("all"), `import ${JSON.stringify(file("said"))};\n${all}`);
  return spawnSync(process.execPath, [file("all")], { encoding: "utf8" }).stdout;
}

for (const [name, code] of Object.entries(SAME)) {
  const made = slim(code);
  if (made.status) faults.push(`${name}: ${made.stderr}`);
  writeFileSync(file(`${name}.before`), `${code}\n`);
  writeFileSync(file(`${name}.after`), made.stdout);
}
const names = Object.keys(SAME), before = run(names.map((name) => `${name}.before`)), after = run(names.map((name) => `${name}.after`)).replaceAll(".after", ".before");
const parts = (said) => new Map(said.split(/^(?=\w+\.before$)/m).map((part) => [part.split(".")[0], part]));
for (const name of names) {
  const was = parts(before).get(name), is = parts(after).get(name);
  if (was === undefined || was.includes("Error")) faults.push(`${name} does not run: ${was}`);
  if (was !== is) faults.push(`${name}: said ${was}, and then ${is}`);
}
for (const [why, code] of REFUSED) {
  const made = slim(code);
  if (!made.status || !made.stderr.includes(why)) faults.push(`not refused by "${why}" but ${made.status} ${made.stderr}: ${code}`);
}
console.log(`${names.length} pieces of code, ${REFUSED.length} refused`);
if (faults.length) {
  console.error(faults.join("\n"));
  process.exit(1);
}
