// The message above the board, and the sign that an answer takes time.

import { stale } from "./api.js";
import { at, say } from "./dom.js";

// After how many milliseconds the page shows that it loads.
const LATE = 200;

let busy = 0;
export async function loading(work) {
  busy++;
  const late = setTimeout(() => (at("loading").hidden = false), LATE);
  try {
    return await work;
  } finally {
    clearTimeout(late);
    if (--busy === 0) at("loading").hidden = true;
  }
}

export function notice(text, action = null, act = null) {
  say(at("notice-text"), text);
  at("notice").hidden = !text;
  say(at("notice-action"), action);
  at("notice-action").onclick = act;
}

// Shows errors. `again` asks again after an answer that did not come.
export const createFail = (again) => (error) => {
  if (stale(error)) return;
  if (error.status === 0) notice(error.message, "Try again", again);
  else notice(error.message);
};
