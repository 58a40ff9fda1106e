// Nodes and edges, with tokens on them. Nodes can be dragged to where they are seen best; a large graph is shown around its tokens.
import { h, svg } from "../dom.js";
import { t } from "../i18n.js";
import { fits } from "../play/moves.js";

/** @typedef {import("../play/moves.js").Move} Move */
/** @typedef {import("../play/moves.js").Position} Position */
/** @typedef {import("../play/picker.js").Picker} Picker */
/** @typedef {{x: number, y: number}} Point */

const DRAWN_MAX = 120, RADIUS = 17;

/** A few nodes need less room: then they are seen on a phone too. @param {number} nodes @returns {[wide: number, high: number]} */
const room = (nodes) => (nodes > 12 ? [640, 440] : nodes > 6 ? [460, 320] : [340, 240]);

/** Where each node was drawn last: what is dragged stays. @type {{key: string, places: Map<number, Point>}} */
let kept = { key: "", places: new Map() };

/** What can be reached from the tokens first. @param {number[]} from @param {Map<number, number[]>} out @param {number} nodes */
function near(from, out, nodes) {
  const seen = new Set(from), queue = [...seen];
  for (let at = 0; at < queue.length && seen.size < DRAWN_MAX; at++)
    for (const next of out.get(queue[at]) ?? [])
      if (!seen.has(next) && seen.size < DRAWN_MAX) {
        seen.add(next);
        queue.push(next);
      }
  for (let node = 0; node < nodes && nodes <= DRAWN_MAX; node++) seen.add(node);
  return [...seen].sort((a, b) => a - b);
}

/** Springs and repulsion, from a circle: the same drawing every time. @param {number[]} nodes @param {[number, number][]} edges */
function layout(nodes, edges) {
  /** @type {Map<number, Point>} */
  const places = new Map(nodes.map((node, i) => [node, { x: Math.cos((2 * Math.PI * i) / nodes.length), y: Math.sin((2 * Math.PI * i) / nodes.length) }]));
  const want = 1.6 / Math.sqrt(nodes.length + 1);
  for (let round = 0, heat = 0.12; round < 140; round++, heat *= 0.975) {
    const moves = new Map(nodes.map((node) => [node, { x: 0, y: 0 }]));
    /** @param {number} a @param {number} b @param {(d: number) => number} force */
    const push = (a, b, force) => {
      const p = /** @type {Point} */ (places.get(a)), q = /** @type {Point} */ (places.get(b)), m = /** @type {Point} */ (moves.get(a)), n = /** @type {Point} */ (moves.get(b));
      const dx = q.x - p.x || 0.01, dy = q.y - p.y || 0.01, d = Math.hypot(dx, dy), f = force(d) / d;
      m.x += dx * f;
      m.y += dy * f;
      n.x -= dx * f;
      n.y -= dy * f;
    };
    for (let i = 0; i < nodes.length; i++) for (let j = i + 1; j < nodes.length; j++) push(nodes[i], nodes[j], (d) => (-want * want) / d);
    for (const [a, b] of edges) if (a !== b) push(a, b, (d) => (d * d) / want);
    for (const [node, move] of moves) {
      const d = Math.hypot(move.x, move.y) || 1, place = /** @type {Point} */ (places.get(node));
      place.x += (move.x / d) * Math.min(d, heat);
      place.y += (move.y / d) * Math.min(d, heat);
    }
  }
  const all = [...places.values()], xs = all.map(({ x }) => x), ys = all.map(({ y }) => y);
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const [wide, high] = room(nodes.length);
  for (const place of all) {
    place.x = 40 + ((place.x - x0) / (x1 - x0 || 1)) * (wide - 80);
    place.y = 40 + ((place.y - y0) / (y1 - y0 || 1)) * (high - 80);
  }
  apart(all, wide, high);
  return places;
}

/** What lies on each other is pushed apart, within the drawing. @param {Point[]} all @param {number} wide @param {number} high */
function apart(all, wide, high) {
  for (let round = 0, near = true; near && round < 300; round++) {
    near = false;
    all.forEach((p, i) => {
      for (const q of all.slice(0, i)) {
        const dx = p.x - q.x, dy = p.y - q.y, d = Math.hypot(dx, dy), by = (2 * RADIUS + (all.length > 12 ? 5 : 22) - d) / 2;
        if (by <= 1) continue;
        near = true;
        for (const [one, way] of /** @type {[Point, number][]} */ ([[p, by], [q, -by]])) {
          one.x = Math.min(wide - 20, Math.max(20, one.x + (d ? dx / d : 1) * way));
          one.y = Math.min(high - 20, Math.max(20, one.y + (d ? dy / d : i % 3 - 1) * way));
        }
      }
    });
  }
}

/** @param {SVGElement} node @param {() => void} moved @param {Point} place */
function draggable(node, moved, place) {
  let from = /** @type {PointerEvent | null} */ (null), far = false;
  node.addEventListener("pointerdown", (event) => {
    from = event;
    far = false;
  });
  node.addEventListener("pointermove", (event) => {
    if (!from || (!far && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) < 5)) return;
    if (!far) node.setPointerCapture(event.pointerId);
    far = true;
    const drawing = /** @type {SVGSVGElement} */ (node.ownerSVGElement), at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM()?.inverse());
    place.x = Math.min(drawing.viewBox.baseVal.width - RADIUS, Math.max(RADIUS, at.x));
    place.y = Math.min(drawing.viewBox.baseVal.height - RADIUS, Math.max(RADIUS, at.y));
    moved();
  });
  node.addEventListener("pointerup", () => (from = null));
  // What was dragged was not clicked.
  node.addEventListener("click", (event) => far && event.stopImmediatePropagation(), { capture: true });
}

/**
 * @param {Picker} ui
 * @param {{nodes: number, edges: [number, number][], directed: boolean, tokens: {node: number, name: string, kind: string}[], want: (node: number, chosen: Move) => Move, covers: (move: Move, node: number) => boolean}} what
 */
function graphOf(ui, { nodes, edges, directed, tokens, want, covers }) {
  /** @type {Map<number, number[]>} */
  const out = new Map();
  /** @param {number} a @param {number} b */
  const link = (a, b) => {
    const list = out.get(a);
    if (list) list.push(b);
    else out.set(a, [b]);
  };
  for (const [a, b] of edges) {
    link(a, b);
    if (!directed) link(b, a);
  }
  const shown = near(tokens.map(({ node }) => node), out, nodes), inside = new Set(shown);
  const lines = edges.filter(([a, b]) => inside.has(a) && inside.has(b)).slice(0, 2000), key = JSON.stringify([shown, lines]);
  if (kept.key !== key) kept = { key, places: layout(shown, lines) };
  const places = kept.places, place = (/** @type {number} */ node) => /** @type {Point} */ (places.get(node));
  /** @type {(() => void)[]} */
  const redraw = [];
  const arrows = lines.map(([a, b]) => {
    const line = svg("path", { class: "edge", "marker-end": directed && "url(#arrow)" });
    redraw.push(() => {
      const p = place(a), q = place(b), d = Math.hypot(q.x - p.x, q.y - p.y) || 1, gap = directed ? RADIUS + 6 : RADIUS, bend = directed && lines.some(([c, e]) => c === b && e === a) ? 14 : 0;
      const ux = (q.x - p.x) / d, uy = (q.y - p.y) / d;
      line.setAttribute("d", a === b ? `M${p.x - 8} ${p.y - RADIUS + 3}c-22 -34 38 -34 18 -4` : `M${p.x + ux * RADIUS} ${p.y + uy * RADIUS}Q${(p.x + q.x) / 2 - uy * bend} ${(p.y + q.y) / 2 + ux * bend} ${q.x - ux * gap} ${q.y - uy * gap}`);
    });
    return line;
  });
  const dots = shown.map((node) => {
    const here = tokens.filter((token) => token.node === node);
    const dot = svg("g", { class: "node" }, svg("circle", { r: RADIUS }), here.length ? svg("circle", { r: RADIUS - 4, class: `token ${here[0].kind}` }) : null, svg("text", here.length ? here.map(({ name }) => name).join("") : node));
    if (here.length) dot.append(svg("text", { class: "tag", x: RADIUS, y: -RADIUS + 2 }, node));
    redraw.push(() => dot.setAttribute("transform", `translate(${place(node).x} ${place(node).y})`));
    draggable(dot, () => redraw.forEach((one) => one()), place(node));
    return ui.handle(dot, (chosen) => want(node, chosen), `${t("node", { i: node })}${here.map(({ name }) => ` ${name}`).join("")}`, (move) => covers(move, node));
  });
  redraw.forEach((one) => one());
  const arrow = svg("defs", svg("marker", { id: "arrow", viewBox: "0 0 8 8", refX: 4, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto-start-reverse" }, svg("path", { d: "M0 0L8 4L0 8z" })));
  const [wide, high] = room(shown.length), drawing = svg("svg", { class: "graph", viewBox: `0 0 ${wide} ${high}`, role: "group", "aria-label": t("graph") }, arrow, ...arrows, ...dots);
  drawing.style.setProperty("--wide", String(wide));
  return h("div", { class: "groups" }, drawing, shown.length < nodes && h("p", { class: "muted" }, t("partOf", { n: shown.length, of: nodes })));
}

/** @param {Position} p @param {Picker} ui */
function graph(p, ui) {
  const edges = p.edges.map((/** @type {any} */ edge) => edge.map(Number)), tokens = (p.tokens ?? []).map(Number);
  const named = Math.max(-1, ...edges.flat().slice(0, 100000), ...tokens.slice(0, 1000));
  return graphOf(ui, {
    nodes: Number(p.nodes ?? named + 1),
    edges,
    directed: true,
    tokens: tokens.map((/** @type {number} */ node, /** @type {number} */ i) => ({ node, name: tokens.length > 1 ? String.fromCharCode(65 + (i % 26)) : "●", kind: "" })),
    want: (node, chosen) => {
      const go = { ...chosen, node };
      if (ui.moves.some((move) => fits(move, go))) return go;
      return tokens.includes(node) ? { token: tokens.indexOf(node) } : go;
    },
    covers: (move, node) => String(move.node) === String(node) || ("token" in move && tokens[move.token] === node),
  });
}

/** @param {Position} p @param {Picker} ui */
function catMouse(p, ui) {
  /** @type {[number, number][]} */
  const edges = p.graph.flatMap((/** @type {any} */ list, /** @type {number} */ a) => list.filter((/** @type {any} */ b) => Number(b) > a || Number(b) === a).map((/** @type {any} */ b) => [a, Number(b)]));
  const mover = p.turn === "cat" ? Number(p.cat ?? 2) : Number(p.mouse ?? 1);
  const board = graphOf(ui, {
    nodes: p.graph.length,
    edges,
    directed: false,
    tokens: [{ node: Number(p.mouse ?? 1), name: t("mouse"), kind: "mouse" }, { node: Number(p.cat ?? 2), name: t("cat"), kind: "cat" }],
    want: (node) => ({ node }),
    covers: (move, node) => String(move.node) === String(node) || mover === node,
  });
  board.append(h("p", { class: "muted" }, t(p.turn === "cat" ? "catTurn" : "mouseTurn")));
  return board;
}

/** @type {Record<string, (p: Position, ui: Picker) => Element>} */
export const graphBoards = { graph, "cat-mouse": catMouse };
