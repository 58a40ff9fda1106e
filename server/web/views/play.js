// The board: a position that is played by hand, the answer beside it, the explanation under it.
import { h } from "../dom.js";
import { api, Problem } from "../api.js";
import { t } from "../i18n.js";
import { ADDRESS_MAX, fail, prose, readPosition } from "../ui.js";
import { gameOf } from "../named.js";
import { heapBoards } from "../boards/heaps.js";
import { lineBoards } from "../boards/line.js";
import { gridBoards } from "../boards/grid.js";
import { graphBoards } from "../boards/graph.js";
import { markPlaces, stateBoard, termsOf } from "../boards/state.js";
import { answerPanel, moveButton } from "../play/answer.js";
import { chooser } from "../play/chooser.js";
import { editor } from "../play/editor.js";
import { Game } from "../play/game.js";
import { bare, fits, short } from "../play/moves.js";
import { opponentChoice } from "../play/opponent.js";
import { Picker } from "../play/picker.js";
import { recordPanel } from "../play/record.js";
import { sharePanel } from "../play/share.js";
import { treePanel } from "../play/tree.js";

/** @typedef {import("../play/moves.js").Move} Move */
/** @typedef {import("../play/moves.js").Position} Position */

const boards = { ...heapBoards, ...lineBoards, ...gridBoards, ...graphBoards };
const MOVES_MAX = 1000, SMALL = 600, SHOWN_MAX = 100;

// One for all boards, so that it holds on to the last of them alone.
const oneColumn = matchMedia("(max-width: 860px)");

/** The game that was on the board last: another language or theme does not end it. @type {{game: Game, hidden: boolean} | null} */
let last = null;

/** @param {HTMLElement} root @param {import("../app.js").Context} ctx */
export async function mountPlay(root, ctx) {
  const entry = await gameOf(ctx, "play");
  const view = new Board(root, ctx, entry);
  view.begin();
  return () => view.end();
}

/**
 * A position drawn outside the board; null: there is no drawing of it. `pick` gets what a click on a part of it means.
 * @param {string} id @param {Position} position @param {((want: Move) => void) | null} pick
 */
export function sketch(id, position, pick) {
  const drawing = boards[id], still = { handle: (/** @type {Element} */ node) => node };
  try {
    return drawing ? h("div", { class: "board sketch" }, drawing(position, pick ? new Picker({ pick }) : /** @type {any} */ (still))) : null;
  } catch {
    return null;
  }
}

class Board {
  /** @param {HTMLElement} root @param {import("../app.js").Context} ctx @param {import("../api.js").Entry} entry */
  constructor(root, ctx, entry) {
    this.root = root;
    this.ctx = ctx;
    this.entry = entry;
    this.game = new Game(entry.id, entry.example.request);
    /** @type {any} */
    this.answer = null;
    /** @type {Move[]} */
    this.moves = [];
    /** @type {Move} */
    this.chosen = {};
    this.hidden = false;
    this.working = new AbortController();
    this.alone = entry.has_scores && !entry.has_draws;
    this.picker = new Picker({ pick: (want) => this.pick(want) });
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
  }

  begin() {
    const { ctx, entry } = this, faulty = this.readAddress(), named = this.game.position.rules?.title, title = named && typeof named === "string" ? named : entry.title[ctx.lang];
    ctx.title(title);
    this.build(title);
    document.addEventListener("keydown", this.keys);
    if (faulty) {
      this.editor?.type(this.asked() ?? "");
      this.fail(faulty);
    } else this.show();
  }

  end() {
    document.removeEventListener("keydown", this.keys);
    this.working.abort();
    this.tree?.stop();
    last = { game: this.game, hidden: this.hidden };
  }

  asked() {
    return this.ctx.query.get("position") ?? new URLSearchParams(location.hash.slice(1)).get("position");
  }

  /** The position of the address; null, or what is wrong with it. */
  readAddress() {
    const text = this.asked();
    if (last && last.game.id === this.game.id && text === JSON.stringify(last.game.position)) {
      this.game = last.game;
      this.hidden = last.hidden;
    } else if (text) {
      try {
        this.game = new Game(this.game.id, readPosition(text));
      } catch (error) {
        return error;
      }
    }
    return null;
  }

  /** @param {string} title */
  build(title) {
    const { ctx, entry } = this;
    this.board = h("div", { class: "board", "data-testid": "board", role: "group", "aria-label": t("board") });
    this.side = h("div", { class: "side" });
    this.status = h("div", { class: "status", role: "status" });
    this.note = h("div", { class: "note" });
    this.why = h("section", { class: "card why", "data-testid": "explanation" });
    /** @param {string} key @param {string} testid @param {() => void} act */
    const button = (key, testid, act) => h("button", { "data-testid": testid, onclick: act }, t(key));
    this.undoButton = button("undo", "undo", () => this.step(-1));
    this.redoButton = button("redo", "redo", () => this.step(1));
    this.machineButton = button("playMachine", "play-machine", () => this.machine());
    this.machineButton.classList.add("primary");
    this.hideButton = button("hideAnswer", "hide-answer", () => this.hide(!this.hidden));
    this.seed = h("input", { class: "seed", inputmode: "numeric", maxlength: 16, "aria-label": t("seed"), placeholder: t("seed"), autocomplete: "off", "data-testid": "seed" });
    this.opponent = opponentChoice(() => this.answerByMachine());
    this.record = recordPanel({ jump: (n) => this.jump(n), game: () => this.game, load: (game) => this.load(game), fail: (error) => this.fail(error) });
    this.editor = editor(entry, ctx.lang, (position) => this.use(position), (text) => this.fail(new Error(text)));
    this.tree = treePanel(entry.id, () => this.game.full, (position) => this.use(position));
    this.terms = h("p", { class: "terms" });
    this.form = h("div", { class: "pickmore" });
    const table = h("section", { class: "card table" }, this.status, this.board, this.terms, this.form, this.note, h("div", { class: "buttons noprint" }, this.undoButton, this.redoButton, this.machineButton, this.hideButton, button("newGame", "new-game", () => this.fresh()), this.seed), this.alone ? "" : this.opponent.node);
    const answer = h("section", { class: "card answer", "aria-live": "polite" }, this.side), more = [this.editor.node, sharePanel({ id: entry.id, position: () => this.game.position, words: () => this.asText() })];
    // Whoever goes through it by keys goes through it as it is seen.
    const columns = h("div", { class: "columns" });
    const arrange = () => {
      const { why, tree, record } = /** @type {any} */ (this), lower = this.answer?.move_count === 0 ? [record.node, why, tree.node] : [why, tree.node, record.node];
      columns.replaceChildren(...(oneColumn.matches ? [table, answer, ...lower, ...more] : [h("div", table, ...lower), h("div", answer, ...more)]));
    };
    oneColumn.onchange = arrange;
    arrange();
    this.root.classList.add("play");
    this.root.replaceChildren(
      h("div", { class: "title" }, h("h1", title), h("p", { class: "lead" }, ...prose(entry.rules[ctx.lang]), " ", h("a", { href: `/table/${entry.id}` }, t("table")), " · ", h("a", { href: `/practice/${entry.id}` }, t("practice"))), h("details", { class: "lead" }, h("summary", t("about")), h("p", { class: "muted" }, t("limits") + t("colon") + entry.limits[ctx.lang]), h("p", { class: "muted" }, t("source") + t("colon") + entry.source), h("p", { class: "muted" }, t("keys")))),
      columns,
    );
    this.hide(this.hidden);
  }

  // ---- what is shown ----

  /** Draws the position there is now and asks about it. */
  show() {
    const { game, board } = this;
    game.alone = this.alone;
    this.answer = null;
    this.moves = [];
    this.chosen = {};
    this.complete = false;
    this.form?.replaceChildren();
    this.clearFault();
    this.root.classList.remove("failed");
    this.editor?.set(game.position);
    this.draw();
    this.state();
    board?.setAttribute("aria-busy", "true");
    this.side?.replaceChildren(h("p", { class: "verdict waiting" }, t("solving")));
    this.why?.replaceChildren(h("h2", t("why")));
    const position = JSON.stringify(game.position), address = this.ctx.address(location.pathname, { position });
    // What no server takes as an address stands in the fragment, which it does not see.
    this.ctx.replace(address.length > ADDRESS_MAX ? `${this.ctx.address(location.pathname, {})}#${new URLSearchParams({ position })}` : address);
    return this.solve();
  }

  draw() {
    const focused = this.picker.handles.findIndex(({ node }) => node === document.activeElement);
    this.picker = new Picker({ pick: (want) => this.pick(want) });
    const drawing = boards[this.entry.id];
    try {
      this.board?.replaceChildren((drawing ?? stateBoard)(this.game.position, this.picker));
    } catch {
      // What was typed is no position of this game, which the service will say.
      this.board?.replaceChildren(h("p", { class: "plain" }, JSON.stringify(this.game.position).slice(0, 300)));
    }
    this.terms?.replaceChildren(...termsOf(this.game.position, /** @type {any} */ (this.entry.fields).position, this.ctx.lang));
    if (focused >= 0) (this.picker.handles[Math.min(focused, this.picker.handles.length - 1)]?.node ?? this.board)?.focus();
  }

  /** Asks; a question that is not wanted any more is given up. */
  async solve() {
    this.working.abort();
    const working = (this.working = new AbortController()), { game, entry, ctx } = this, position = game.position;
    const small = JSON.stringify(position).length <= SMALL, path = `/${entry.id}`;
    const slow = setTimeout(() => !working.signal.aborted && this.side?.replaceChildren(h("p", { class: "verdict waiting" }, t("solving")), h("progress", { "aria-label": t("solving") }), h("button", { "data-testid": "cancel", onclick: () => this.cancel(working) }, t("cancel"))), 700);
    /** @param {any} options */
    const ask = (options) => api.post(path, { ...position, language: ctx.lang, words: true, ...options }, { signal: working.signal });
    try {
      /** @type {any} */
      let answer, rest;
      try {
        answer = await ask({ moves: "all", limit: MOVES_MAX, positions: small, explain: ctx.lang });
        if (answer.truncated || answer.verdict === null) rest = await ask({ moves: "winning", limit: SHOWN_MAX, positions: small });
      } catch (error) {
        // What follows from every single move may be beyond what can be solved, where the position is not.
        if (!(error instanceof Problem) || !["too_large", "deadline_exceeded"].includes(error.code)) throw error;
        rest = await ask({ moves: "winning", limit: SHOWN_MAX, explain: ctx.lang });
        answer = { ...rest, moves: [...(rest.winning_moves ?? []), ...(rest.drawing_moves ?? [])], truncated: rest.move_count !== rest.winning_move_count };
      }
      if (working.signal.aborted) return;
      this.take(answer, rest);
    } catch (error) {
      if (!working.signal.aborted) this.fail(error);
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {any} answer @param {any} rest */
  take(answer, rest) {
    this.answer = answer;
    this.moves = answer.moves;
    this.complete = !answer.truncated;
    if (!boards[this.entry.id]) markPlaces(this.game.position, this.moves);
    /** @param {string} outcome @param {string} list */
    const of = (outcome, list) => (rest?.[list] ?? this.moves.filter((move) => move.outcome === outcome)).map((/** @type {Move} */ move) => ({ ...move, outcome })).slice(0, SHOWN_MAX);
    const lists = { winning: of("win", "winning_moves"), drawing: of("draw", "drawing_moves"), best: rest?.best_moves ?? [] };
    this.game.scored = answer.verdict && "value" in answer;
    this.game.judge(answer.verdict);
    this.board?.removeAttribute("aria-busy");
    const hands = { play: (/** @type {Move} */ move) => this.play(move), show: (/** @type {Move | null} */ move) => this.picker.show(move) };
    this.side?.replaceChildren(...answerPanel(this.game.position, answer, lists, this.entry, this.ctx.lang, hands).filter((node) => node instanceof Node), this.moves.length > 0 ? h("details", h("summary", t("allMoves")), h("div", { class: "moves" }, ...this.moves.slice(0, SHOWN_MAX).map((move) => moveButton(move, hands, false)))) : "");
    this.why?.replaceChildren(h("h2", t("why")), h("ol", ...(answer.explanation ?? []).map((/** @type {string} */ line) => h("li", ...prose(line)))));
    this.state();
    this.light();
    this.record?.draw();
    this.tree?.draw();
    if (answer.move_count === 0) {
      this.why?.before(this.record?.node ?? "");
      this.record?.review();
    }
    this.answerByMachine();
  }

  /** What can be done now. */
  state() {
    const { game } = this, over = this.answer?.move_count === 0, player = game.player(game.at);
    /** @type {HTMLButtonElement} */ (this.undoButton).disabled = !game.at;
    /** @type {HTMLButtonElement} */ (this.redoButton).disabled = game.at === game.plies.length;
    /** @type {HTMLButtonElement} */ (this.machineButton).disabled = !this.answer || over;
    this.status?.replaceChildren(game.alone ? "" : h("span", { class: `turn p${player}` }, t(player ? "second" : "first")), "lead" in game.position ? h("span", t("lead") + t("colon") + short(game.position.lead)) : "", game.at ? h("span", { class: "muted" }, game.plies[game.at - 1].text) : "");
    this.record?.draw();
  }

  light() {
    this.picker.light(this.moves, Boolean(this.complete), this.chosen);
    const open = Object.keys(this.chosen).length > 0 || !boards[this.entry.id];
    this.form?.replaceChildren(...(open && this.answer?.move_count !== 0 ? chooser(this.moves.filter((move) => fits(move, this.chosen)), this.chosen, this.entry, Boolean(this.complete), { play: (move) => this.play(move), show: (move) => this.picker.show(move), pick: (want) => this.pick(want), drop: () => this.drop() }) : []));
  }

  drop() {
    this.chosen = {};
    this.clearFault();
    this.light();
  }

  /** @param {boolean} hidden */
  hide(hidden) {
    this.hidden = hidden;
    this.root.classList.toggle("thinking", hidden);
    this.hideButton?.setAttribute("aria-pressed", String(hidden));
    if (this.hideButton) this.hideButton.textContent = t(hidden ? "showAnswer" : "hideAnswer");
    this.record?.draw();
  }

  /** @param {string} text */
  say(text) {
    this.note?.replaceChildren(h("p", { role: "status" }, text));
  }

  clearFault() {
    this.note?.replaceChildren();
  }

  /** @param {any} error */
  fail(error) {
    this.board?.removeAttribute("aria-busy");
    fail(/** @type {HTMLElement} */ (this.note), error, () => this.show());
    if (error instanceof Problem) this.editor?.mark(error.errors);
    this.root.classList.toggle("failed", !this.answer);
  }

  /** @param {AbortController} working */
  cancel(working) {
    working.abort();
    this.fail(new Error(t("cancelled")));
  }

  // ---- what is done ----

  /** Something on the board was pointed at. @param {Move} want */
  async pick(want) {
    if (this.machineButton?.disabled) return;
    const { moves } = this, found = moves.filter((move) => fits(move, want)), open = JSON.stringify(want).includes("null");
    const whole = found.find((move) => Object.keys(bare(move)).length === Object.keys(bare(want)).length && fits(move, want) && !open);
    if (found.length === 1 && this.complete) return this.play(found[0]);
    if (whole) return this.play(whole);
    if (found.length || (open && "~both" in want) || (!this.complete && (open || !this.entry.move.required.every((/** @type {string} */ name) => name in want)))) {
      this.chosen = want;
      this.clearFault();
      return this.light();
    }
    // What is no whole move yet will be none.
    if (open || !this.entry.move.required.every((/** @type {string} */ name) => name in want)) return this.fail(new Error(t("nowhere")));
    await this.tryOut(want);
  }

  /** A move that is not in the list: the service knows, and says why not. @param {Move} move */
  async tryOut(move) {
    const { signal } = this.working;
    try {
      const reply = await api.post("/apply", { game: this.entry.id, position: this.game.full, move: JSON.parse(JSON.stringify(bare(move), (_, value) => value ?? undefined)), language: this.ctx.lang }, { signal });
      if (reply.legal) return this.play(move, reply);
      this.chosen = {};
      this.light();
      this.fail(new Error(t("illegal", { why: reply.reason })));
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  /**
   * `reply`: what the service said of the move; without it the position behind it may stand in the list, but not who moves there where rules
   * of one's own may keep the turn.
   * @param {Move} move @param {any} [reply] @param {"person" | "machine"} [by]
   */
  async play(move, reply = this.entry.id !== "custom" && move, by = "person") {
    const { game } = this, at = game.position;
    // It is the machine's turn, or an answer is waited for.
    if (by === "person" && this.machineButton?.disabled) return;
    if (!reply.to || game.full !== at && !("lead" in reply.to)) {
      this.working.abort();
      const { signal } = (this.working = new AbortController());
      this.form?.replaceChildren();
      try {
        reply = await api.post("/apply", { game: this.entry.id, position: game.full, move: bare(move), language: this.ctx.lang }, { signal });
        if (!reply.legal) throw new Error(t("illegal", { why: reply.reason }));
      } catch (error) {
        if (signal.aborted) return;
        this.light();
        return this.fail(error);
      }
    }
    if (at !== game.position || game !== this.game) return;
    game.push({ move, text: reply.text, to: reply.to, again: reply.again, by });
    await this.show();
  }

  /** The machine makes the move. */
  async machine() {
    const { game } = this, at = game.position, { signal } = this.working;
    if (this.machineButton?.disabled) return;
    /** @type {HTMLButtonElement} */ (this.machineButton).disabled = true;
    this.board?.setAttribute("aria-busy", "true");
    try {
      const reply = await api.post("/play", { game: this.entry.id, position: game.full, language: this.ctx.lang, ...this.opponent?.skill(game.at) }, { signal });
      if (signal.aborted || at !== this.game.position || !reply.move) return;
      await this.play(reply.move, reply, "machine");
      if (reply.why && !this.hidden && this.game.position === reply.to && !this.note?.hasChildNodes()) this.say(t("machine") + t("colon") + reply.why);
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    } finally {
      this.state();
    }
  }

  /** Where a machine is the opponent it moves second, and whenever it is its turn. */
  answerByMachine() {
    const { game } = this, last = game.plies[game.at - 1];
    if (this.automatic && this.answer && last && game.at === game.plies.length && (last.by === "machine") === Boolean(last.again)) this.machine();
  }

  get automatic() {
    return !this.alone && this.opponent?.automatic();
  }

  /** To the nearest position before or after: against a machine, to one where the person moves. @param {number} by */
  step(by) {
    const { plies, at } = this.game;
    let to = at + by;
    while (this.automatic && plies[to]?.by === "machine" && to) to += by;
    if (to >= 0 && to <= plies.length) this.jump(to);
  }

  /** @param {number} at */
  jump(at) {
    this.game.at = at;
    this.show();
  }

  /** Another position, from which a new game begins. @param {Position} position */
  use(position) {
    if (JSON.stringify(position) === JSON.stringify(this.game.position) && (this.answer || this.board?.hasAttribute("aria-busy"))) return this.clearFault();
    this.load(new Game(this.entry.id, position));
  }

  /** @param {Game} game */
  load(game) {
    this.game = game;
    this.tree?.node.after(this.record?.node ?? "");
    this.show();
  }

  /** A position that a seed draws. */
  async fresh() {
    this.working.abort();
    const { signal } = (this.working = new AbortController()), said = this.seed?.value.trim() ?? "", seed = said || String(Math.floor(Math.random() * 1e9));
    if (this.seed) this.seed.placeholder = seed;
    try {
      const { positions } = await api.post("/generate", { game: this.entry.id, seed, count: 1, size: 20, answers: false }, { signal });
      this.load(new Game(this.entry.id, positions[0].position));
    } catch (error) {
      if (!signal.aborted) this.fail(error);
    }
  }

  asText() {
    const { entry, ctx, answer, game } = this;
    return [entry.title[ctx.lang], JSON.stringify(game.position), ...(answer && !this.hidden ? [answer.verdict ? t(`verdict-${answer.verdict}`) : t("bestValue", { n: answer.value }), ...(answer.explanation ?? [])] : [])].join("\n");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
    if (this.picker.key(event)) return event.preventDefault();
    /** @type {Record<string, () => void>} */
    const acts = { u: () => this.step(-1), r: () => this.step(1), m: () => this.machine(), h: () => this.hide(!this.hidden), escape: () => this.drop() };
    acts[event.key.toLowerCase()]?.();
  }
}
