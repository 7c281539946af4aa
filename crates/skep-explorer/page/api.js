// Questions about the games. A new question of the same kind cancels the one before.

import { OFFLINE, send } from "./transport.js";

export class ApiError extends Error {
  /** @param {number} status @param {any} [error] */
  constructor(status, { code, message, ply, help, span, progress } = {}) {
    super(message ?? `The server answered with status ${status}.`);
    this.help = help;
    this.code = code ?? "unknown";
    this.ply = ply;
    this.span = span;
    this.progress = progress;
    this.status = status;
  }
}

// How many answers are kept, and for how long: the index can change.
const KEPT = 300;
const FRESH = 60_000;
const kept = new Map();
const running = new Map();

export const address = (path, parameters = {}) => {
  const some = Object.entries(parameters).filter(([, value]) => value !== null && value !== undefined && value !== "");
  const query = new URLSearchParams(some).toString();
  return `api/${path}${query ? `?${query}` : ""}`;
};

// Whether an error only says that a newer question replaced this one.
export const stale = (error) => error.name === "AbortError";

/** @param {string} url @param {any} [options] */
async function asked(url, options) {
  let answer;
  try {
    answer = await send(url, options);
  } catch (error) {
    if (stale(error)) throw error;
    throw new ApiError(0, { code: "offline", message: OFFLINE });
  }
  const { status, json } = answer;
  if (status !== 200 || json === null) throw new ApiError(status, json?.error);
  return json;
}

function channel(kind) {
  running.get(kind)?.abort();
  const controller = new AbortController();
  running.set(kind, controller);
  return controller.signal;
}

export async function ask(kind, path, parameters) {
  const signal = channel(kind);
  const url = address(path, parameters);
  const known = kept.get(url);
  if (known && Date.now() - known.since < FRESH) return known.json;
  const json = await asked(url, { signal });
  kept.delete(url);
  kept.set(url, { json, since: Date.now() });
  if (kept.size > KEPT) kept.delete(kept.keys().next().value);
  return json;
}

export const cancel = (kind) => running.get(kind)?.abort();

// The games have changed.
export const forget = () => kept.clear();

export const info = () => asked("api/info");
// The first games of a text or file.
export const read = (body) => asked("api/read", { body, signal: channel("read") });

// A record in JSON Lines in another notation.
export const written = (record, to) => asked(address("write", { to }), { body: record });
