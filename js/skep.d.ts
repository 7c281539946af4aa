/** Game records of Hive, with every expansion, and of Hex-It. */

/** A text, or the bytes of a file: a record in any notation, or a zip, tar or gzip archive of records. */
export type Data = string | ArrayBuffer | ArrayBufferView;

/** What is wrong or remarkable in a record. Lines and columns count from 1, columns in characters. */
export interface Finding {
  severity: "error" | "warning" | "remark";
  /** The code of the finding, such as `illegal-move`. The native program lists them: `skep help findings`. */
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
  /** The rules, such as `historical+open`, as in `skep check --compare`. */
  rules?: string;
}

export interface ConvertOptions extends CheckOptions {
  /** The notation to write. */
  to: "uhp" | "pgn" | "boardspace" | "jsonl" | "hxt";
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

/** An error of this package. */
export interface SkepError extends Error {
  code: string;
  rule?: string;
  ply?: number;
  help?: string;
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
  /** The legal turns. A forced pass is a turn. A finished game has none. */
  legalMoves(): string[];
  /** Plays a turn, in any spelling. If the turn is illegal, throws `SkepError` with the broken rule, and the position stays
   * the same. */
  play(turn: string): void;
  /** Takes back the last turn, and returns it; `undefined` at the start. */
  undo(): string | undefined;
  copy(): Position;
  /** The number of lines of play of this length. */
  perft(depth: number): number;
  /** See the function `solve`. */
  solve(turns: number): Solution;
  svg(options?: SvgOptions): string;
  /** The board as text. */
  toString(): string;
  /** Frees the memory of the position before the garbage collector does. */
  free(): void;
}

/** The parameters that name a position: a variant and its turns, or a GameString. */
export interface Place {
  variant?: string;
  /** Turns, separated by semicolons. */
  play?: string;
  gamestring?: string;
}

/** Games in memory. Methods return the same JSON as the API of `skep explore`; see its `openapi.json`.
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
  games(parameters?: Partial<Place> & { where?: string; order?: "newest" | "rating" | "longest" | "white" | "black" | "variant" | "added"; reverse?: 1; cursor?: string; limit?: number }): any;
  /** A whole game, by its `id` in a list. */
  game(id: string): any;
  /** What was played in a position, with results. */
  openings(parameters?: Place & { where?: string; moves?: number; topGames?: number; recentGames?: number; history?: 1 }): any;
  /** The players whose names begin with `q`. */
  players(parameters?: { q?: string; limit?: number }): any;
  /** The next position in which the player to move can force a win. */
  puzzle(parameters?: {
    variant?: string;
    where?: string;
    moves?: number;
    theme?: string;
    from?: number;
    ply?: number;
  }): any;
  /** Sends any request of the API: `ask("position", { variant: "Base" })`. Throws `SkepError` if the request is invalid. */
  ask(question: string, parameters?: Record<string, string | number | undefined>): any;
}
