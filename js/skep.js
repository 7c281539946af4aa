// Game records of Hive and Hex-It in JavaScript. The types and their documentation are in skep.d.ts.
//
// The engine is WebAssembly. In node, node.js loads it; in a browser, `init` does. Nothing here waits while the module is
// loaded, so that every bundler and every format of output can hold it.

import load, * as engine from "./dist/engine.js";

export class SkepError extends Error {
  constructor(code, message, details = {}) {
    super(message);
    this.name = "SkepError";
    this.code = code;
    for (const [name, value] of Object.entries(details)) if (value !== undefined && value !== null) this[name] = value;
  }
}

// ---- the engine

let isReady = false;
let loading = null;

export function init(source) {
  if (isReady) return Promise.resolve();
  loading ??= load(source === undefined ? undefined : { module_or_path: source }).then(
    () => void (isReady = true),
    (error) => {
      loading = null;
      throw new SkepError("no-engine", `the engine cannot be loaded: ${error.message}`, { cause: error });
    },
  );
  return loading;
}

export function initSync(source) {
  if (isReady) return;
  try {
    engine.initSync({ module: source });
  } catch (error) {
    throw new SkepError("no-engine", `the engine cannot be loaded: ${error.message}`, { cause: error });
  }
  isReady = true;
}

// Calls the engine. Its errors become those of the package.
function call(work) {
  if (!isReady) throw new SkepError("not-ready", "the engine is not loaded: await init() first");
  try {
    return work();
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError)
      throw new SkepError("internal", `the engine failed: ${error.message}`, { cause: error });
    if (!(error instanceof Error) || typeof error.code !== "string" || error instanceof SkepError) throw error;
    const { code, message, rule, ply, help } = error;
    throw new SkepError(code, message, { rule, ply, help });
  }
}

// ---- arguments

function kindOf(value) {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  return { undefined: "undefined", object: "an object", function: "a function" }[typeof value] ?? `a ${typeof value}`;
}

const refuse = (name, wanted, value) =>
  new SkepError("bad-argument", `${name} must be ${wanted}, but is ${kindOf(value)}`);

function string(value, name) {
  if (typeof value !== "string") throw refuse(name, "a string", value);
  // Half a character cannot be encoded.
  return value.toWellFormed?.() ?? value;
}

function whole(value, name, least, most) {
  if (typeof value !== "number") throw refuse(name, "a number", value);
  if (!Number.isInteger(value) || value < least || value > most)
    throw new SkepError("bad-argument", `${name} must be a whole number from ${least} to ${most}, but is ${value}`);
  return value;
}

// Reads each option once, so that the engine gets plain values.
function chosen(options, types) {
  if (options === undefined || options === null) return {};
  if (typeof options !== "object" || Array.isArray(options)) throw refuse("options", "an object", options);
  const read = {};
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(types, name))
      throw new SkepError("bad-option", `unknown option ${name}; the options are ${Object.keys(types).join(", ")}`);
    const value = options[name];
    if (value === undefined || value === null) continue;
    if (typeof value !== types[name]) throw refuse(`the option ${name}`, `a ${types[name]}`, value);
    read[name] = value;
  }
  return read;
}

function bytesOf(data) {
  if (typeof data === "string") return new TextEncoder().encode(data);
  try {
    if (data instanceof ArrayBuffer) return new Uint8Array(data);
    if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  } catch {
    throw new SkepError("bad-argument", "the memory of data was given away");
  }
  const wanted = "a string, an ArrayBuffer or a Uint8Array";
  if (typeof Blob !== "undefined" && data instanceof Blob)
    throw new SkepError("bad-argument", `data must be ${wanted}: await blob.arrayBuffer() first`);
  throw refuse("data", wanted, data);
}

const READING = { name: "string", from: "string", rules: "string" };
const DRAWING = { size: "number", theme: "string", hands: "boolean", labels: "boolean", ply: "number", whole: "boolean" };
const DEEPEST = 20;
const MOST_TURNS = 255;

// ---- records

export function check(data, options) {
  const [bytes, read] = [bytesOf(data), chosen(options, READING)];
  return call(() => engine.check(bytes, read));
}

export function convert(data, options) {
  const [bytes, read] = [bytesOf(data), chosen(options, { ...READING, to: "string" })];
  if (read.to === undefined) throw new SkepError("bad-option", "the option to is missing: it is the notation to write");
  return call(() => engine.convert(bytes, read));
}

export function records(data, options) {
  const [bytes, read] = [bytesOf(data), chosen(options, READING)];
  const { text } = call(() => engine.convert(bytes, { ...read, to: "jsonl", invalid: true }));
  return text.split("\n").filter(Boolean).map(JSON.parse);
}

// A line of turns with what belongs to each. `before` is the number of written turns before the line.
function lineOf({ moves = [], rest = [], notes = [] }, before) {
  const turns = moves.map((move) => ({
    ply: move.ply ?? null,
    side: move.side ?? null,
    text: move.text ?? move.written,
    comments: move.comment === undefined ? [] : [move.comment],
    glyphs: [],
    evaluations: [],
    marks: [],
    clockMs: move.clock_ms ?? null,
    variations: [],
    continuations: [],
  }));
  // A forced pass that the record leaves out is not among the turns that it counts.
  const written = turns.filter((_, i) => !moves[i].implied);
  const start = { comments: [], glyphs: [], evaluations: [], marks: [] };
  for (const { after, kind, text, glyph, evaluation, mark } of notes) {
    const of = after > before ? (written[after - before - 1] ?? written.at(-1) ?? start) : start;
    if (kind === "comment") of.comments.push(text);
    else if (kind === "glyph") of.glyphs.push(glyph);
    else if (kind === "evaluation") of.evaluations.push(evaluation);
    else if (kind === "mark") of.marks.push(mark);
  }
  return { turns, written, start, before, rest: rest.map((turn) => turn.written) };
}

// A record whose notes and variations stand with the turns that they are about.
function parsed(record) {
  const main = lineOf(record, 0);
  const lines = new Map([["", main]]);
  const continuations = [];
  for (const variation of record.variations ?? []) {
    const parent = lines.get(variation.path.split(".").slice(0, -1).join(".")) ?? main;
    const own = lineOf(variation, variation.after);
    lines.set(variation.path, own);
    // A comment before the first turn of a variation is about the variation.
    own.turns[0]?.comments.unshift(...own.start.comments);
    const at = variation.after - parent.before;
    const [replaced, last] = [parent.written[at], parent.written[at - 1]];
    if (replaced) replaced.variations.push(own.turns);
    else (last?.continuations ?? continuations).push(own.turns);
  }
  const { verdict, tags, start, game, variant } = record;
  return {
    game,
    variant: variant || verdict.variant,
    start: start ?? null,
    status: verdict.status,
    result: verdict.result,
    termination: verdict.termination,
    tags,
    ...main.start,
    turns: main.turns,
    continuations,
    rest: main.rest,
    faults: record.faults ?? [],
  };
}

export const parse = (data, options) => records(data, options).map(parsed);

// ---- positions

export class Position {
  #engine;

  constructor(text) {
    if (text instanceof Made) this.#engine = text.engine;
    else {
      string(text, "text");
      this.#engine = call(() => new engine.Position(text));
    }
  }

  #use(work) {
    if (!this.#engine) throw new SkepError("freed", "the position was freed");
    return call(() => work(this.#engine));
  }

  get variant() {
    return this.#use((position) => position.variant);
  }

  get ply() {
    return this.#use((position) => position.ply);
  }

  get turn() {
    return this.#use((position) => position.turn);
  }

  get outcome() {
    return this.#use((position) => position.outcome);
  }

  get moves() {
    return this.#use((position) => position.moves);
  }

  get state() {
    return this.#use((position) => position.state);
  }

  get hop() {
    return this.#use((position) => position.hop);
  }

  get gamestring() {
    return this.#use((position) => position.gamestring);
  }

  get cells() {
    return this.#use((position) => position.table().cells);
  }

  get hands() {
    return this.#use((position) => position.table().hands);
  }

  legalMoves(options) {
    const { verbose } = chosen(options, { verbose: "boolean" });
    return this.#use((position) => (verbose ? position.table().moves : position.legalMoves()));
  }

  play(turn) {
    string(turn, "turn");
    this.#use((position) => position.play(turn));
  }

  undo() {
    return this.#use((position) => position.undo());
  }

  copy() {
    return new Position(new Made(this.#use((position) => position.copy())));
  }

  perft(depth) {
    whole(depth, "depth", 0, DEEPEST);
    return this.#use((position) => position.perft(depth));
  }

  solve(turns) {
    whole(turns, "turns", 1, MOST_TURNS);
    return this.#use((position) => position.solve(turns));
  }

  svg(options) {
    const drawing = chosen(options, DRAWING);
    if (drawing.size !== undefined) whole(drawing.size, "the option size", 1, 1000);
    if (drawing.ply !== undefined) whole(drawing.ply, "the option ply", 0, 0xffffffff);
    return this.#use((position) => position.svg(drawing));
  }

  toString() {
    return this.#use((position) => position.toString());
  }

  // A text that `new Position` reads.
  toJSON() {
    return this.gamestring ?? this.state;
  }

  free() {
    const freed = this.#engine;
    this.#engine = null;
    if (freed) call(() => freed.free());
  }
}

// A position that the engine made.
class Made {
  constructor(engine) {
    this.engine = engine;
  }
}

export function solve(position, turns) {
  if (position instanceof Position) return position.solve(turns);
  if (typeof position !== "string") throw refuse("position", "a Position or a string", position);
  whole(turns, "turns", 1, MOST_TURNS);
  const own = new Position(position);
  try {
    return own.solve(turns);
  } finally {
    own.free();
  }
}

// ---- collections

// The parameters of a question, as the API has them.
function query(parameters) {
  if (parameters === undefined || parameters === null) return "";
  if (typeof parameters !== "object" || Array.isArray(parameters)) throw refuse("parameters", "an object", parameters);
  const search = new URLSearchParams();
  for (const name of Object.keys(parameters)) {
    const value = parameters[name];
    if (value === undefined || value === null || value === false) continue;
    if (!["string", "number", "boolean"].includes(typeof value))
      throw refuse(`the parameter ${name}`, "a string, a number or a boolean", value);
    search.set(name, value === true ? "1" : String(value));
  }
  return search.toString();
}

export class Collection {
  #engine = call(() => new engine.Collection());

  #use(work) {
    if (!this.#engine) throw new SkepError("freed", "the collection was freed");
    return call(() => work(this.#engine));
  }

  add(name, data, options) {
    const file = string(name, "name");
    const [bytes, read] = [bytesOf(data), chosen(options, { from: "string" })];
    return this.#use((games) => games.add(file, bytes, read));
  }

  ask(question, parameters) {
    string(question, "question");
    const asked = query(parameters);
    for (;;) {
      const { status, kind, text } = this.#use((games) => games.answer(`/api/${question}`, asked));
      const answer = kind === "application/json" ? JSON.parse(text) : text;
      if (status === 200) return answer;
      const { code, message, ...rest } = answer.error;
      // A filter that reads records continues where it stopped.
      if (code === "late" && /(^|&)where=/.test(asked) && ["explorer", "games"].includes(question)) continue;
      throw new SkepError(code, message, { ...rest, status });
    }
  }

  get size() {
    return this.ask("info").games;
  }

  games(parameters) {
    return this.ask("games", parameters);
  }

  game(id) {
    return this.ask(`game/${encodeURIComponent(string(id, "id"))}`);
  }

  openings(parameters) {
    return this.ask("explorer", parameters);
  }

  players(parameters) {
    return this.ask("players", parameters);
  }

  puzzle(parameters) {
    return this.ask("puzzles", parameters);
  }

  free() {
    const freed = this.#engine;
    this.#engine = null;
    if (freed) call(() => freed.free());
  }
}

// `using` frees the memory at the end of a block.
if (Symbol.dispose)
  for (const { prototype } of [Position, Collection])
    Object.defineProperty(prototype, Symbol.dispose, { value: prototype.free, writable: true, configurable: true });
