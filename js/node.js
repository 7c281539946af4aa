// The package in node: the engine is ready at once.

import { readFileSync } from "node:fs";
import { initSync } from "./skep.js";

try {
  initSync(readFileSync(new URL("./dist/engine_bg.wasm", import.meta.url)));
} catch (error) {
  // A bundle has no file beside it: then the program calls init itself.
  if (error.code !== "ENOENT" && error.code !== "ERR_INVALID_URL") throw error;
}

export * from "./skep.js";
