// What TypeScript knows of the package. It is compiled, and does not run.

import { Collection, Position, SkepError, init, parse, records, solve } from "../skep.js";
import { AsyncCollection } from "../async.js";
import "../board.js";

await init("/engine.wasm");
const games = new Collection();
const played: number = games.openings({ variant: "Base", history: true }).moves[0]!.played;
const total: number = games.games({ reverse: true, order: "newest" }).total;
const score: number | null = games.ask("search", { variant: "Base", ms: 100 }).lines[0]!.score;
const name: string | null = games.game("0").plies[0]!.comment;
// @ts-expect-error An answer has no such member.
games.openings({}).moves[0]!.nonsense;
// @ts-expect-error A flag is a boolean.
games.games({ reverse: 1 });
// @ts-expect-error There is no such question.
games.ask("nonsense");
const cell: string[] = new Position("Base").cells[0]!.stack;
const turns: string[] = new Position("Base").legalMoves();
const piece: string | null = new Position("Base").legalMoves({ verbose: true })[0]!.piece;
const win: number | null = solve("Base", 1).winIn;
const tags: string = records("x")[0]!.tags["White"]!;
const glyphs: string[] = parse("x")[0]!.turns[0]!.variations[0]![0]!.glyphs;
const later: Promise<number> = new AsyncCollection().games().then((list) => list.total);
const board = document.createElement("skep-board");
board.game = "Base;wS1";
board.addEventListener("skep-step", (event) => event.detail.ply);
try {
  board.play();
} catch (error) {
  if (error instanceof SkepError) error.code;
}
export { played, total, score, name, cell, turns, piece, win, tags, glyphs, later };
