// Which family a game is drawn as. A game that is not here is played through its moves in words.

/** @typedef {"heaps" | "rows" | "boards" | "graphs" | "scores" | "rules"} Family */

/** @type {Record<Family, string[]>} */
const members = {
  heaps: ["nim", "bash", "wythoff", "fibonacci-nim", "euclid", "take-or-merge", "pair-split", "beans", "odd-even", "public-sale"],
  rows: ["staircase-nim", "georgia-bob", "coins"],
  boards: ["cutting", "bombs", "pieces", "kiki", "even-matrix", "squares"],
  graphs: ["graph", "cat-mouse"],
  scores: ["stone-ends", "stone-rest", "stone-front", "stone-window", "stone-merge", "stone-rivals", "stone-thirds", "stone-halves"],
  rules: ["sg", "custom"],
};

export const families = /** @type {Family[]} */ (Object.keys(members));

/** @param {string} id @returns {Family | ""} */
export const familyOf = (id) => families.find((family) => members[family].includes(id)) ?? "";
