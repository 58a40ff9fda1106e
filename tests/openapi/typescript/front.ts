// The front end of any game, without a rule of any game in it: what a board needs. It shows the moves in words, lets a player click whatever he
// likes, says why a click is no move, makes the machine answer, and tells when the game is over. usage: node front.js URL
import createClient from "openapi-fetch";
import type { components, paths } from "./api.js";

type Schemas = components["schemas"];
type Game = Schemas["game_id"];
type Language = "en" | "zh";
type Move = Record<string, unknown>;

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

class Board {
  readonly lines: string[] = [];
  over = false;
  winner: number | null = null;
  constructor(readonly game: Game, public position: Record<string, unknown>, readonly language: Language) {}

  // The legal moves, as they are listed, each with its words.
  async moves(): Promise<Move[]> {
    const question = { game: this.game, ...this.position, moves: "all", words: true, language: this.language, limit: 50 } as Schemas["batch.question"];
    const { data, error } = await client.POST("/batch", { body: { questions: [question] } });
    const answer = typeof data === "object" ? data.answers[0] : undefined;
    if (!answer || !("moves" in answer)) throw new Error(JSON.stringify(error ?? answer));
    return answer.moves as Move[];
  }

  // What was clicked: made, or explained.
  async click(move: Move): Promise<boolean> {
    const body = { game: this.game, position: this.position, move, language: this.language } as Schemas["apply.request"];
    const { data, error } = await client.POST("/apply", { body });
    if (error) this.lines.push(`? ${error.detail}`);
    if (!data) return false;
    if (!data.legal) {
      this.lines.push(`! ${data.reason}${data.allowed?.length ? ` ${JSON.stringify(data.allowed)}` : ""}`);
      return false;
    }
    this.lines.push(`> ${data.text}`);
    [this.position, this.over, this.winner] = [data.to, data.over, data.winner];
    return true;
  }

  async machine(): Promise<void> {
    const body = { game: this.game, position: this.position, language: this.language } as Schemas["play.request"];
    const { data, error } = await client.POST("/play", { body });
    if (!data?.legal) throw new Error(JSON.stringify(error ?? data));
    this.lines.push(`< ${data.text} (${data.why})`);
    [this.position, this.over, this.winner] = [data.to ?? this.position, data.over, data.winner === null ? null : 1 - data.winner];
  }
}

const same = (got: unknown, expected: unknown, what: string) => {
  if (JSON.stringify(got) !== JSON.stringify(expected)) throw new Error(`${what}: ${JSON.stringify(got)}, not ${JSON.stringify(expected)}`);
};

// A game as it is seen on the screen. Nim 1, 2: take one of heap 1, the machine has to empty a heap, and the last stone is ours.
const board = new Board("nim", { heaps: [1, 2] }, "en");
same((await board.moves()).map((move) => move["text"]), ["take 1 from heap 0", "take 1 from heap 1", "take 2 from heap 1"], "moves in words");
same(await board.click({ heap: 1, take: 3 }), false, "an illegal click");
same(await board.click({ heap: 1, take: 1 }), true, "a legal one");
await board.machine();
same(await board.click({ heap: 1, take: 1 }), true, "the last stone");
same([board.over, board.winner], [true, 0], "the end");
same(await board.click({ heap: 0, take: 1 }), false, "a click behind the end");
same(board.lines[0], "! heap 1 (heaps[1] = 2): take may be 1 or 2, not 3 [1,2]", "why it is illegal");
same(board.lines[1], "> take 1 from heap 1", "the move in words");
same(board.lines[4], "! no move is legal here: the game is over", "why nothing is legal");

// Every game of the catalogue from its own example, in both languages: no move of another place is taken, a listed one is as it was listed.
const { data: catalogue } = await client.GET("/games");
let clicks = 0;
for (const [i, game] of (catalogue?.games ?? []).entries()) {
  if (!("example" in game) || !game.example) throw new Error(game.id);
  const { explain, moves: _, ...position } = game.example.request as Record<string, unknown>;
  const shown = new Board(game.id, position, i % 2 ? "en" : "zh");
  for (let ply = 0; ply < 6 && !shown.over; ply++) {
    const moves = await shown.moves();
    if (!moves.length) break;
    const wrong = Object.fromEntries(Object.entries(moves[0] ?? {}).map(([name, value]) => [name, typeof value === "number" ? value + 1000000 : value]));
    const { outcome, grundy, to, text, ...fields } = moves[0] ?? {};
    if (Object.values(fields).some((value) => typeof value === "number")) {
      same(await shown.click(wrong), false, `${game.id}: an illegal click`);
      if ((shown.lines.at(-1) ?? "").length < 10) throw new Error(`${game.id}: no reason`);
    }
    same(await shown.click(moves[0] ?? {}), true, `${game.id}: a listed move ${JSON.stringify(moves[0])}`);
    same(shown.lines.at(-1), `> ${text}`, `${game.id}: its words`);
    if (!shown.over) await shown.machine();
    clicks++;
  }
}
console.log(`${catalogue?.games.length} games shown, ${clicks} moves clicked`);
