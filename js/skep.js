// Game records of Hive and Hex-It in JavaScript. The types and their documentation are in skep.d.ts.

import init, {
  Collection as Engine,
  Position,
  check as checkBytes,
  convert as convertBytes,
  initSync,
} from "./dist/engine.js";

const engine = new URL("./dist/engine_bg.wasm", import.meta.url);
if (typeof process !== "undefined" && process.versions?.node) {
  const { readFile } = await import("node:fs/promises");
  initSync({ module: await readFile(engine) });
} else {
  await init({ module_or_path: engine });
}

export { Position };

function bytesOf(data) {
  if (typeof data === "string") return new TextEncoder().encode(data);
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  throw new TypeError("expected a string, an ArrayBuffer or a Uint8Array");
}

export const check = (data, options) => checkBytes(bytesOf(data), options);
export const convert = (data, options) => convertBytes(bytesOf(data), options);
export const solve = (position, turns) =>
  (typeof position === "string" ? new Position(position) : position).solve(turns);

export class Collection {
  #engine = new Engine();

  add(name, data, options) {
    return this.#engine.add(name, bytesOf(data), options);
  }

  ask(question, parameters = {}) {
    const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
    const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
    const { status, kind, text } = this.#engine.answer(`/api/${question}`, query);
    const answer = kind === "application/json" ? JSON.parse(text) : text;
    if (status === 200) return answer;
    // A filter that reads records continues where it stopped.
    if (answer.error.code === "late" && parameters.where && ["explorer", "games"].includes(question)) return this.ask(question, parameters);
    const { message, ...rest } = answer.error;
    throw Object.assign(new Error(message), rest, { status });
  }

  get size() {
    return this.ask("info").games;
  }

  games(parameters) {
    return this.ask("games", parameters);
  }

  game(id) {
    return this.ask(`game/${encodeURIComponent(id)}`);
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
}
