// A collection in a thread of its own: the other side of async.js.

import { Collection, init } from "./skep.js";

let games = null;

addEventListener("message", async ({ data: { id, method, values } }) => {
  try {
    if (method === "init") {
      await init(values[0]);
      games = new Collection();
      postMessage({ id });
    } else postMessage({ id, result: games[method](...values) });
  } catch (error) {
    const { code = "internal", message, ...details } = error;
    postMessage({ id, error: { code, message, details: JSON.parse(JSON.stringify(details)) } });
  }
});
