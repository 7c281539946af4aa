// A collection in a worker, so that large files do not stop the page.

import { SkepError } from "./skep.js";

export class AsyncCollection {
  #worker;
  #waiting = new Map();
  #last = 0;
  #failure = null;
  #ready;

  constructor({ source, worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" }) } = {}) {
    this.#worker = worker;
    worker.addEventListener("message", ({ data: { id, result, error } }) => {
      const { yes, no } = this.#waiting.get(id) ?? {};
      this.#waiting.delete(id);
      if (error) no?.(new SkepError(error.code, error.message, error.details));
      else yes?.(result);
    });
    worker.addEventListener("error", (event) => this.#fail(new SkepError("internal", event.message || "the worker failed")));
    this.#ready = this.#send("init", [source]);
    // The first question says what went wrong.
    this.#ready.catch(() => {});
  }

  #fail(error) {
    this.#failure = error;
    for (const { no } of this.#waiting.values()) no(error);
    this.#waiting.clear();
  }

  #send(method, values, transfer = []) {
    if (this.#failure) return Promise.reject(this.#failure);
    const id = ++this.#last;
    return new Promise((yes, no) => {
      this.#waiting.set(id, { yes, no });
      try {
        this.#worker.postMessage({ id, method, values }, transfer);
      } catch (error) {
        this.#waiting.delete(id);
        no(new SkepError("bad-argument", error.message));
      }
    });
  }

  async #call(method, values) {
    await this.#ready;
    return this.#send(method, values);
  }

  // A Blob or a File is read first.
  async add(name, data, options) {
    const bytes = typeof Blob !== "undefined" && data instanceof Blob ? await data.arrayBuffer() : data;
    return this.#call("add", [name, bytes, options]);
  }

  ask(question, parameters) {
    return this.#call("ask", [question, parameters]);
  }

  games(parameters) {
    return this.#call("games", [parameters]);
  }

  game(id) {
    return this.#call("game", [id]);
  }

  openings(parameters) {
    return this.#call("openings", [parameters]);
  }

  players(parameters) {
    return this.#call("players", [parameters]);
  }

  puzzle(parameters) {
    return this.#call("puzzle", [parameters]);
  }

  // Ends the worker. What is not answered is refused.
  free() {
    this.#worker.terminate();
    this.#fail(new SkepError("freed", "the collection was freed"));
  }
}
