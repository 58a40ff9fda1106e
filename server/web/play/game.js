// A game as it is played: the position it began with and the plies since. Knows no rules: positions come from the service.
import { bare } from "./moves.js";

/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./moves.js").Position} Position */
/** @typedef {{move: Move, text: string, to: Position, by: "person" | "machine", again?: boolean, verdict?: string | null}} Ply */

export class Game {
  /** @param {string} id @param {Position} start */
  constructor(id, start) {
    this.id = id;
    this.start = start;
    /** @type {Ply[]} */
    this.plies = [];
    this.at = 0;
    /** Scores decide: positions carry what was scored before them. */
    this.scored = false;
    /** One player makes all moves. */
    this.alone = false;
    /** @type {string | null | undefined} */
    this.verdict = undefined;
  }

  get position() {
    return this.at ? this.plies[this.at - 1].to : this.start;
  }

  /** With what was scored before it, for what follows from it. */
  get full() {
    return this.whole(this.position);
  }

  /** @param {Position} position @returns {Position} */
  whole(position) {
    return this.scored && !("lead" in position) ? { ...position, lead: 0 } : position;
  }

  /** The plies up to now. */
  get played() {
    return this.plies.slice(0, this.at);
  }

  /** @param {Ply} ply */
  push(ply) {
    this.plies = [...this.played, { ...ply, move: bare(ply.move) }];
    this.at = this.plies.length;
  }

  /** What the player to move has now. @param {string | null} verdict */
  judge(verdict) {
    if (this.at) this.plies[this.at - 1].verdict = verdict;
    else this.verdict = verdict;
  }

  /** Who is to move after so many plies: 0 who began, or 1. @param {number} n */
  player(n) {
    return this.alone ? 0 : this.plies.slice(0, n).filter(({ again }) => !again).length % 2;
  }

  /** The verdict after so many plies, for the player who began. @param {number} n */
  forFirst(n) {
    const verdict = n ? this.plies[n - 1].verdict : this.verdict;
    return this.player(n) && verdict ? (verdict === "win" ? "loss" : verdict === "loss" ? "win" : verdict) : verdict;
  }

  /** The move that led there gave something away. @param {number} n the ply, from 1 */
  mistake(n) {
    const rank = { loss: 0, draw: 1, win: 2 }, before = n > 1 ? this.plies[n - 2].verdict : this.verdict, { verdict: after, again } = this.plies[n - 1];
    if (!before || !after) return false;
    const left = rank[/** @type {"win"} */ (after)];
    return (again ? left : 2 - left) < rank[/** @type {"win"} */ (before)];
  }

  toJSON() {
    return { game: this.id, position: this.whole(this.start), record: this.played.map(({ move }) => move) };
  }
}
