// The game tree below the position: a row for each depth, equal positions one node, as the service gives it.
import { h, svg } from "../dom.js";
import { api } from "../api.js";
import { language, t } from "../i18n.js";
import { fail, latest, text } from "../ui.js";

const NODES_MAX = 60, ACROSS = 46, DOWN = 66;

/** @param {{nodes: any[], edges: {from: number, to: number, again?: boolean}[], complete: boolean}} tree @param {(position: any) => void} use */
function picture({ nodes, edges, complete }, use) {
  // As far down as the longest way leads, so that every line goes down; where play can go in a circle, the shortest.
  let row = nodes.map(({ depth }) => depth), moved = true;
  for (let round = 0; moved && round < nodes.length; round++) {
    moved = false;
    for (const { from, to } of edges) if (row[to] <= row[from]) (row[to] = row[from] + 1), (moved = true);
  }
  if (moved) row = nodes.map(({ depth }) => depth);
  /** @type {any[][]} */
  const rows = [];
  nodes.forEach((node, i) => (rows[row[i]] ??= []).push(node));
  const width = Math.max(...rows.map((row) => row.length), 5) * ACROSS;
  rows.forEach((list, k) => list.forEach((node, i) => ((node.x = ((i + 0.5) * width) / list.length), (node.y = 24 + k * DOWN))));
  const words = h("p", { class: "muted", "aria-live": "polite" }, t("treehint"));
  const lines = edges.map(({ from, to, again }) => {
    const a = nodes[from], b = nodes[to], bend = (Math.abs(row[to] - row[from]) - 1) * 22;
    return svg("path", { class: b.verdict === (again ? "win" : "loss") ? "edge strong" : "edge", d: `M${a.x} ${a.y}Q${(a.x + b.x) / 2 + bend} ${(a.y + b.y) / 2 + (a.y === b.y ? bend : 0)} ${b.x} ${b.y}` });
  });
  const dots = nodes.map((node) => {
    const { rules, ...rest } = node.position, said = [text(rest), node.verdict && t(`verdict-${node.verdict}`), node.grundy !== null && `${t("grundy")} ${node.grundy}`].filter(Boolean).join(" · "), tell = () => words.replaceChildren(said);
    return svg("g", { class: `branch ${node.verdict}`, role: "button", tabindex: 0, "aria-label": said, transform: `translate(${node.x} ${node.y})`, onclick: () => use(node.position), onkeydown: (/** @type {KeyboardEvent} */ event) => event.key === "Enter" && use(node.position), onpointerenter: tell, onfocus: tell }, svg("circle", { r: 15 }), svg("text", node.grundy ?? ""));
  });
  const drawing = svg("svg", { viewBox: `0 0 ${width} ${rows.length * DOWN - 16}`, role: "group", "aria-label": t("tree") }, lines, dots);
  drawing.style.width = `${width}px`;
  return h("div", h("div", { class: "scroll" }, drawing), words, !complete && h("p", { class: "muted" }, t("treepart", { n: nodes.length })));
}

/** @param {string} game @param {() => any} position @param {(position: any) => void} use */
export function treePanel(game, position, use) {
  const body = h("div"), asking = latest();
  let shown = "";
  async function draw() {
    const now = text(position());
    if (!node.open || now === shown) return;
    shown = now;
    body.replaceChildren();
    const signal = asking.next();
    try {
      body.replaceChildren(picture(await api.post("/tree", { game, position: position(), max_nodes: NODES_MAX, language: language() }, { signal }), use));
    } catch (error) {
      fail(body, error);
    }
  }
  const node = h("details", { class: "card tree noprint", "data-testid": "tree", ontoggle: draw }, h("summary", t("tree")), body);
  return { node, draw, stop: asking.stop };
}
