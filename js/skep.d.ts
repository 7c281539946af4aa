/** Game records of Hive, with every expansion, and of Hex-It. */

import type { components, operations } from "./api.d.ts";
import type { AGameRecordOneLineOfJSONLines, Evaluation, Faults, Mark } from "./record.d.ts";

type Schemas = components["schemas"];

/** Where the engine is: the address of `skep/engine.wasm`, its bytes, an answer of `fetch`, or a compiled module. */
export type EngineSource =
  | string
  | URL
  | Request
  | Response
  | BufferSource
  | WebAssembly.Module
  | Promise<Response | BufferSource | WebAssembly.Module>;

/** Loads the engine. In node this is done already. Elsewhere, await it before everything else of this package.
 *
 * Without a source, the engine is the file `engine_bg.wasm` that the package brings: webpack, vite and parcel copy it.
 * With esbuild, rollup or a script without modules, name the file yourself.
 *
 * ```js
 * await init(); // or: await init("/assets/engine.wasm")
 * ```
 */
export function init(source?: EngineSource): Promise<void>;

/** Loads the engine at once, from its bytes or a compiled module. */
export function initSync(source: BufferSource | WebAssembly.Module): void;

/** A text, or the bytes of a file: a record in any notation, or a zip, tar or gzip archive of records. */
export type Data = string | ArrayBuffer | ArrayBufferView;

/** What is wrong or remarkable in a record. Lines and columns count from 1, columns in characters. */
export interface Finding {
  severity: "error" | "warning" | "remark";
  /** The code of the finding, such as `illegal-move`. */
  code: string;
  /** The rule that a turn breaks: `one-hive`, `placement-colour`, … */
  rule: string | null;
  ply: number | null;
  line: number | null;
  column: number | null;
  message: string;
  help: string | null;
}

/** `ok`: every turn is legal. `empty`: a game without turns. `illegal`, `syntax` and `unsupported` have an error.
 * `unverifiable`: the record leaves out what a check needs. */
export type Status = "ok" | "illegal" | "syntax" | "unsupported" | "empty" | "unverifiable";

/** A game. A file or an entry without a game also has an item, with `index` 0. */
export interface Item {
  /** The name of the file. */
  path: string;
  /** The path inside an archive. */
  entry: string | null;
  /** The number of the game in its file or entry, from 1. */
  index: number;
  status: Status;
  variant: string | null;
  white: string | null;
  black: string | null;
  /** `2024-03-09`, `2024-03` or `2024`. */
  date: string | null;
  result: "WhiteWins" | "BlackWins" | "Draw" | "InProgress" | null;
  /** The number of legal turns, passes included. */
  plies: number;
  findings: Finding[];
  /** The part of a line with the first error. */
  excerpt: { before: string; wrong: string; after: string } | null;
}

export interface Counts {
  games: number;
  /** The number of games of each status. */
  statuses: Record<Status, number>;
  /** Files and entries that cannot be read or have no game. */
  faults: number;
  /** Files and entries that are not records, such as a README in an archive. */
  skipped: number;
}

export interface CheckReport extends Counts {
  items: Item[];
}

export interface AddReport extends Counts {
  /** Games and files with an error, at most 1,000. */
  bad: Item[];
}

export interface CheckOptions {
  /** The name of the file in answers. */
  name?: string;
  /** The notation, such as `uhp`. Without it, the notation is recognised from the content. */
  from?: string;
  /** The rules by which turns are legal, such as `historical+open`. */
  rules?: string;
}

export interface ConvertOptions extends CheckOptions {
  /** The notation to write. `sgf` is `boardspace`. */
  to: "uhp" | "pgn" | "boardspace" | "sgf" | "jsonl" | "hxt" | "analysis";
}

export interface Converted {
  text: string;
  /** The number of games in the text. */
  games: number;
  /** What the notation cannot hold of these games: `clocks`, `comments`, … */
  losses: string[];
  /** The other games, and why they are not in the text. */
  rejected: { index: number; message: string }[];
}

export interface SvgOptions {
  /** The width of a tile in pixels, from 1 to 1000. The default is 48. */
  size?: number;
  theme?: "light" | "dark";
  hands?: boolean;
  labels?: boolean;
  /** The number of turns before the position that is drawn. The default is the last position. */
  ply?: number;
  /** Whether the picture has room for every position of the game, so that all its pictures have one size. */
  whole?: boolean;
}

export interface Solution {
  /** The smallest number of own turns in which the side to move can force a win. */
  winIn: number | null;
  /** All turns that win in this number of turns. */
  first: string[];
  /** If every turn loses: the smallest number of turns in which the other side can force a win. */
  losesIn: number | null;
  /** The line of the win, with the replies that resist longest. */
  line: string[];
  /** A turn after which the other side cannot force a win. */
  escape: string | null;
}

/** An error of this package. `code` names what is wrong:
 *
 * - `not-ready`: `init` was not awaited; `no-engine`: the engine cannot be loaded;
 * - `bad-argument`: an argument has the wrong type or value; `bad-option`: an option is unknown or has a wrong value;
 * - `freed`: the object was freed;
 * - `bad-filter`, `bad-query`, `not-found`: a question to a collection cannot be answered;
 * - `internal`: a fault of the package;
 * - others are codes of findings, such as `illegal-move` and `not-a-record`. */
export class SkepError extends Error {
  constructor(code: string, message: string, details?: object);
  readonly code: string;
  /** The rule that a turn breaks. */
  readonly rule?: string;
  readonly ply?: number;
  readonly help?: string;
  /** The place of the fault in a filter, in bytes. */
  readonly span?: [number, number];
  /** The status that the API gives: 400, 404 or 503. */
  readonly status?: number;
}

/** Checks the games of a text or file by the rules.
 *
 * ```js
 * const { items } = check("Base;InProgress;Black[2];wS1;bS1 wS1-;wA1 bS1-");
 * items[0].findings[0].rule; // "placement-colour"
 * ```
 */
export function check(data: Data, options?: CheckOptions): CheckReport;

/** Converts the games of a text or file to another notation.
 *
 * Throws `SkepError` with the code `bad-option` if a notation is unknown.
 *
 * ```js
 * convert("Base;InProgress;White[2];wS1;bS1 wS1-", { to: "pgn" }).text;
 * ```
 */
export function convert(data: Data, options: ConvertOptions): Converted;

/** A game as JSON Lines have it: tags, turns, comments, clocks, glyphs, evaluations, marks and variations. */
export type GameRecord = AGameRecordOneLineOfJSONLines;

/** Reads the games of a text or file. Invalid games are included, with `verdict.status` and their `faults`.
 *
 * ```js
 * const [game] = records(pgn);
 * game.moves.map(({ text }) => text);
 * ```
 */
export function records(data: Data, options?: CheckOptions): GameRecord[];

/** A turn of a parsed game, with what the record says about it. */
export interface ParsedTurn {
  /** The number of the turn in its line, from 1. `null` if the turn was not played, because it or one before it is illegal. */
  ply: number | null;
  side: "White" | "Black" | null;
  text: string;
  comments: string[];
  /** `!`, `?`, `!!`, `??`, `!?`, `?!`, or the number of PGN, such as `$16`. */
  glyphs: string[];
  evaluations: Evaluation[];
  /** What is drawn on the board after the turn. */
  marks: Mark[];
  /** Milliseconds that the player had used when the turn ended. */
  clockMs: number | null;
  /** Other lines in place of this turn and all that follow. */
  variations: ParsedTurn[][];
  /** Lines after this turn, which is the last one of its line. */
  continuations: ParsedTurn[][];
}

/** A game as a tree. */
export interface ParsedGame {
  game: "hive" | "hex-it" | "venom";
  variant: string;
  /** The set-up position in which the game begins. */
  start: string | null;
  status: Status;
  result: GameRecord["verdict"]["result"];
  termination: GameRecord["verdict"]["termination"];
  tags: Record<string, string>;
  /** What the record says before the first turn. */
  comments: string[];
  glyphs: string[];
  evaluations: Evaluation[];
  marks: Mark[];
  /** The main line. */
  turns: ParsedTurn[];
  /** Lines of a game without turns. */
  continuations: ParsedTurn[][];
  /** The turns from the first fault on, as written. */
  rest: string[];
  faults: Faults;
}

/** Reads the games of a text or file as trees: tags, and turns with their comments, glyphs, evaluations, marks and
 * variations. Invalid games are included.
 *
 * ```js
 * const [game] = parse(pgn);
 * game.turns.map(({ text, comments, variations }) => …);
 * ```
 */
export function parse(data: Data, options?: CheckOptions): ParsedGame[];

/** Looks for a forced win within a number of turns of each side. Each further turn takes about 100 times as long. */
export function solve(position: Position | string, turns: number): Solution;

/** A position with the turns that led to it.
 *
 * ```js
 * const position = new Position("Base+MLP");
 * position.play("wL");
 * position.legalMoves().length; // 7
 * ```
 */
export class Position {
  /** Reads a variant (`Base+MLP`, `Venom`, `Hex-It 29`), a game in any notation, a HOP or a state of skep. Throws
   * `SkepError` if the text is invalid or the game is illegal. */
  constructor(text: string);
  readonly variant: string;
  /** The number of turns since the start of the game. */
  readonly ply: number;
  readonly turn: "White" | "Black";
  /** The result, if the game is over on the board. */
  readonly outcome: "WhiteWins" | "BlackWins" | "Draw" | undefined;
  /** The turns so far, in canonical spelling. */
  readonly moves: string[];
  /** The position as one short text, without the turns that led to it. */
  readonly state: string;
  /** The position as HOP, the text of hivegame.com; plain Hive only. */
  readonly hop: string | undefined;
  /** The turns as a GameString, or as a record of Hex-It. `undefined` if the position was made from a state or HOP. */
  readonly gamestring: string | undefined;
  /** The cells with pieces. The stack is in order from the bottom. `x` and `y` are the centre of the cell in a picture
   * in which the corners of a cell are 50 from its centre. */
  readonly cells: Schemas["Cell"][];
  /** The pieces in hand, equal pieces together. */
  readonly hands: { white: Schemas["InHand"][]; black: Schemas["InHand"][] };
  /** The legal turns. A forced pass is a turn. A finished game has none. With `verbose`, each has its piece and the cells
   * from which and to which it goes. */
  legalMoves(options?: { verbose?: false }): string[];
  legalMoves(options: { verbose: true }): Schemas["Turn"][];
  legalMoves(options?: { verbose?: boolean }): string[] | Schemas["Turn"][];
  /** Plays a turn, in any spelling. If the turn is illegal, throws `SkepError` with the broken rule, and the position stays
   * the same. */
  play(turn: string): void;
  /** Takes back the last turn, and returns it; `undefined` at the start. */
  undo(): string | undefined;
  copy(): Position;
  /** The number of lines of play of this length, which is from 0 to 20. */
  perft(depth: number): number;
  /** See the function `solve`. */
  solve(turns: number): Solution;
  svg(options?: SvgOptions): string;
  /** The board as text. */
  toString(): string;
  /** A text from which `new Position` makes this position again. */
  toJSON(): string;
  /** Frees the memory of the position before the garbage collector does. */
  free(): void;
  [Symbol.dispose](): void;
}

type Flag = "0" | "1" | "false" | "true";
/** The parameters of a question. Flags are booleans. */
type Query<O extends keyof operations> = operations[O] extends { parameters: { query?: infer Q } }
  ? { [K in keyof NonNullable<Q>]?: [NonNullable<NonNullable<Q>[K]>] extends [Flag] ? boolean : NonNullable<Q>[K] }
  : Record<string, never>;

/** The questions of `Collection.ask`, with their parameters and answers. */
export interface Questions {
  info: { parameters: Record<string, never>; answer: Schemas["Info"] };
  position: { parameters: Query<"position">; answer: Schemas["Position"] };
  explorer: { parameters: Query<"explorer">; answer: Schemas["Explored"] };
  games: { parameters: Query<"games">; answer: Schemas["Games"] };
  similar: { parameters: Query<"similar">; answer: Schemas["Similar"] };
  players: { parameters: Query<"players">; answer: Schemas["Players"] };
  review: { parameters: Query<"review">; answer: Schemas["Reviewed"] };
  solve: { parameters: Query<"solve">; answer: Schemas["Solved"] };
  search: { parameters: Query<"search">; answer: Schemas["Searched"] };
  puzzles: { parameters: Query<"puzzles">; answer: Schemas["NextPuzzle"] };
  picture: { parameters: Query<"picture">; answer: string };
  download: { parameters: Query<"download">; answer: string };
  [game: `game/${string}`]: { parameters: { tactics?: number }; answer: Schemas["Game"] };
  [player: `player/${string}`]: { parameters: Record<string, never>; answer: Schemas["Player"] };
  [puzzle: `puzzle/${string}`]: { parameters: Record<string, never>; answer: Schemas["Puzzle"] };
}

/** Games in memory, and questions about them.
 *
 * ```js
 * const games = new Collection();
 * games.add("games.zip", await readFile("games.zip"));
 * games.openings({ variant: "Base+MLP", where: "year = 2024" }).moves;
 * ```
 */
export class Collection {
  /** Checks and adds the games of a file. If the collection already has a game, only its source is added. */
  add(name: string, data: Data, options?: { from?: string }): AddReport;
  /** The number of games. */
  readonly size: number;
  /** The games that reached a position, or all games without one. `cursor` of an answer asks for the next page. */
  games(parameters?: Query<"games">): Schemas["Games"];
  /** A whole game, by its `id` in a list. */
  game(id: string): Schemas["Game"];
  /** What was played in a position, with results. */
  openings(parameters?: Query<"explorer">): Schemas["Explored"];
  /** The players whose names begin with `q`. */
  players(parameters?: Query<"players">): Schemas["Players"];
  /** The next position in which the player to move can force a win. */
  puzzle(parameters?: Query<"puzzles">): Schemas["NextPuzzle"];
  /** Asks any question: `ask("position", { variant: "Base" })`. Throws `SkepError` if the request is invalid. */
  ask<Q extends keyof Questions>(question: Q, parameters?: Questions[Q]["parameters"]): Questions[Q]["answer"];
  /** Frees the memory of the games. */
  free(): void;
  [Symbol.dispose](): void;
}
