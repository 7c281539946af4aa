// The program of the page, in a thread of its own: it holds the games and answers questions about them.

import init, { Collection } from "./engine.js";

const ready = init({ module_or_path: new URL("./engine_bg.wasm", import.meta.url) }).then(() => new Collection());

const answers = {
  add: (games, { name, bytes }) => games.add(name, new Uint8Array(bytes), undefined),
  answer: (games, { path, query }) => games.answer(path, query),
  read: (games, { bytes }) => games.read(new Uint8Array(bytes)),
  write: (games, { query, bytes }) => games.write(query, new Uint8Array(bytes)),
};

addEventListener("message", async ({ data }) => {
  const { id, kind } = data;
  try {
    postMessage({ id, result: answers[kind](await ready, data) });
  } catch (error) {
    postMessage({ id, error: error.message });
  }
});
