// Choosing a move on the board: every part of a drawing that can be pointed at is a handle, which stands for some fields of a move. What
// agrees with the moves there are is lit; what leaves one move plays it; what leaves several narrows the choice.
import { fits } from "./moves.js";

/** @typedef {import("./moves.js").Move} Move */
/** @typedef {Move | ((chosen: Move) => Move)} Want */
/** @typedef {{node: HTMLElement | SVGElement, want: Want, covers: (move: Move) => boolean}} Handle */

export class Picker {
  /** @param {{pick: (want: Move) => void, focus?: boolean}} options */
  constructor(options) {
    this.options = options;
    /** @type {Handle[]} */
    this.handles = [];
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Move} */
    this.chosen = {};
    this.complete = false;
  }

  /** @param {Want} want */
  wanted(want) {
    return typeof want === "function" ? want(this.chosen) : want;
  }

  /**
   * Makes a part of the drawing one that can be clicked and reached by keys. `covers`: the moves that touch it.
   * @template {HTMLElement | SVGElement} N
   * @param {N} node
   * @param {Want} want
   * @param {string} label
   * @param {(move: Move) => boolean} [covers]
   * @returns {N}
   */
  handle(node, want, label, covers) {
    node.setAttribute("role", "button");
    node.setAttribute("tabindex", this.handles.length ? "-1" : "0");
    node.setAttribute("aria-label", label);
    node.classList.add("handle");
    this.handles.push({ node, want, covers: covers ?? ((move) => fits(move, typeof want === "function" ? want({}) : want)) });
    node.addEventListener("click", () => this.options.pick(this.wanted(want)));
    node.addEventListener("pointerenter", () => this.show(this.wanted(want)));
    node.addEventListener("pointerleave", () => this.show(null));
    node.addEventListener("focus", () => this.rove(node));
    return node;
  }

  /** @param {Move[]} moves @param {boolean} complete @param {Move} chosen */
  light(moves, complete, chosen) {
    this.moves = moves;
    this.complete = complete;
    this.chosen = chosen;
    for (const { node, want, covers } of this.handles) {
      const fields = this.wanted(want), can = !complete || "~both" in fields || moves.some((move) => fits(move, fields));
      node.classList.toggle("can", can);
      node.classList.toggle("cannot", !can);
      const held = Object.keys(chosen).length > 0 && covers(chosen);
      node.classList.toggle("chosen", held);
      // Pressed is what was chosen; nothing else is a switch.
      if (held) node.setAttribute("aria-pressed", "true");
      else node.removeAttribute("aria-pressed");
    }
  }

  /** Marks what a move touches; null: nothing. @param {Move | null} move */
  show(move) {
    for (const { node, covers } of this.handles) node.classList.toggle("hint", Boolean(move && covers(move)));
  }

  /** One handle can be reached by Tab, the others by the arrows. @param {HTMLElement | SVGElement} node */
  rove(node) {
    for (const handle of this.handles) handle.node.setAttribute("tabindex", handle.node === node ? "0" : "-1");
    const handle = this.handles.find((one) => one.node === node);
    if (handle) this.show(this.wanted(handle.want));
  }

  /** @param {KeyboardEvent} event @returns {boolean} whether it was for the board */
  key(event) {
    const at = this.handles.findIndex(({ node }) => node === document.activeElement);
    if (at < 0) return false;
    if (event.key === "Enter" || event.key === " ") {
      // A key that is held down is one choice.
      if (!event.repeat) this.options.pick(this.wanted(this.handles[at].want));
      return true;
    }
    if (!event.key.startsWith("Arrow")) return false;
    const next = this.nearest(this.handles[at].node, event.key.slice(5)) ?? this.handles[(at + (/Right|Down/.test(event.key) ? 1 : this.handles.length - 1)) % this.handles.length].node;
    next.focus();
    return true;
  }

  /** @param {Element} from @param {string} way */
  nearest(from, way) {
    const here = from.getBoundingClientRect(), x = here.x + here.width / 2, y = here.y + here.height / 2;
    const [dx, dy] = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[way] ?? [0, 0];
    let best = null, least = Infinity;
    for (const { node } of this.handles) {
      const box = node.getBoundingClientRect(), ax = box.x + box.width / 2 - x, ay = box.y + box.height / 2 - y;
      const along = ax * dx + ay * dy, aside = Math.abs(ax * dy) + Math.abs(ay * dx);
      if (node === from || along < 3 || along < aside / 2) continue;
      if (along + aside * 2 < least) [best, least] = [node, along + aside * 2];
    }
    return best;
  }
}
