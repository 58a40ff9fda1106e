#!/usr/bin/env node
// researcher.mjs GRUNDYD: the path of somebody who writes a paper: a game is known by its name only, its rules are told where it is looked for,
// and one request brings the table with its period. Every value is made again here, from the rules.
import { check, equal, start, stop } from "../support/e2e/daemon.mjs";

const TO = 2000, MISERE_TO = 16;
const daemon = await start(process.argv[2], ["--drain", "0s"]);
const get = (path) => fetch(daemon.url + path);
const post = async (path, body, headers = {}) => {
  const reply = await fetch(daemon.url + path, { method: "POST", body: JSON.stringify(body), headers });
  check(reply.ok, `${path} ${JSON.stringify(body)}: ${reply.status}`);
  return headers.accept ? reply.text() : reply.json();
};

// What a heap may become in an octal code, as lists of pieces, and its value by the mex.
function options(code, heap) {
  const list = [], digits = code.split(".")[1];
  for (let take = 1; take <= Math.min(heap, digits.length); take++) {
    const digit = Number(digits[take - 1]), left = heap - take;
    if (digit & 1 && left === 0) list.push([]);
    if (digit & 2 && left > 0) list.push([left]);
    if (digit & 4) for (let a = 1; a <= left / 2; a++) list.push([a, left - a]);
  }
  return list;
}
function values(code, to) {
  const g = [];
  for (let heap = 0; heap <= to; heap++) {
    const seen = new Set(options(code, heap).map((pieces) => pieces.reduce((xor, piece) => xor ^ g[piece], 0)));
    g[heap] = 0;
    while (seen.has(g[heap])) g[heap]++;
  }
  return g;
}
// Whether a misère position is won: sorted heaps, each found out once.
const memory = new Map();
function wins(code, heaps) {
  const key = `${code} ${heaps}`;
  if (!memory.has(key)) {
    const next = heaps.flatMap((heap, i) => options(code, heap).map((pieces) => [...heaps.slice(0, i), ...heaps.slice(i + 1), ...pieces].sort((a, b) => a - b)));
    memory.set(key, next.length === 0 || next.some((one) => !wins(code, one)));
  }
  return memory.get(key);
}

const { names } = await (await get("/games?summary=1")).json();
for (const [id, preperiod, period, oeis] of [["kayles", 71, 12, "A002186"], ["dawsons-kayles", 53, 34, "A002187"], ["dawsons-chess", 52, 34, "A002187"], ["guiles", undefined, 10, null]]) {
  const name = names.find((one) => one.id === id), missing = await get(`/${id}`);
  equal(Object.keys(name).join(), "id,title,game,position,oeis", id);
  equal(name.game, "sg", id);
  equal(name.oeis, oeis, id);
  equal(missing.status, 404, id);
  check((await missing.json()).detail.includes(`/sg with ${JSON.stringify(name.position)}`), `${id}: the hint`);

  const { rules } = name.position, code = rules.octal, own = values(code, TO);
  const table = await post("/sg/table", { rules, from: 0, to: TO });
  equal(Object.keys(table).join(), "rules,from,to,values,period", id);
  equal(table.values.join(), own.join(), `${id}: values`);
  const told = table.period, repeats = (n, p) => own[n] === own[n + p];
  equal(Object.keys(told).join(), "preperiod,period,saltus,proven,checked_to", id);
  check(told.proven && told.saltus === 0, id);
  equal(told.period, period, id);
  if (preperiod !== undefined) equal(told.preperiod, preperiod, id);
  for (let n = told.preperiod; n + told.period <= TO; n++) check(repeats(n, told.period), `${id}: ${n} and one period more`);
  check(told.preperiod === 0 || !repeats(told.preperiod - 1, told.period), `${id}: the least preperiod`);
  for (let p = 1; p < told.period; p++) check(!own.slice(told.preperiod, TO - p).every((_, i) => repeats(told.preperiod + i, p)), `${id}: the least period, not ${p}`);
  for (const to of [0, 5]) equal(JSON.stringify((await post("/sg/table", { rules: { octal: code.slice(1) }, from: 0, to })).period), JSON.stringify(told), `${id}: the period of ${to + 1} values`);

  const csv = await post("/sg/table?header=1", { rules, from: 0, to: TO }, { accept: "text/csv" });
  equal(csv.replaceAll("\r\n", "\n"), ["n,grundy", ...own.map((g, n) => `${n},${g}`), ""].join("\n"), `${id}: CSV`);

  const proven = await post("/sg/period", { rules });
  const down = (n) => own[n + told.period * Math.ceil((told.preperiod - n) / told.period)];
  equal(JSON.stringify(proven.exceptions), JSON.stringify(own.slice(0, told.preperiod).flatMap((g, n) => (g === down(n) ? [] : [[n, g]]))), `${id}: exceptions`);
  const most = Math.max(...own);
  equal(JSON.stringify(proven.max), JSON.stringify({ grundy: most, at: own.indexOf(most) }), `${id}: the largest value`);

  const far = 10n ** 100n, like = told.preperiod + Number((far - BigInt(told.preperiod)) % BigInt(told.period));
  equal((await post("/sg", { rules, heaps: [String(far)], moves: "none" })).grundy, own[like], `${id}: a heap of 10^100`);
  for (let heap = 0; heap <= MISERE_TO; heap++) {
    const { verdict } = await post("/sg", { rules, heaps: [heap], misere: true, moves: "none" });
    equal(verdict, wins(code, [heap]) ? "win" : "loss", `${id}: misère, heap ${heap}`);
  }
}
await stop(daemon);
console.log("ok the table of a named game with its period in one request");
