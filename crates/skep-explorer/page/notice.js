// The message above the board, and the sign that an answer takes time.

import { stale } from "./api.js";
import { at, counted, count, say } from "./dom.js";
import { go } from "./state.js";

// After how many milliseconds the page shows that it loads.
const LATE = 200;
// After how many milliseconds it says why.
const PATIENCE = 2000;
const SLOW = "This filter reads the records of the games.";
// The seconds after which an answer with such a filter says how far it is.
export const SLICE = 1;

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
  say(at("notice-progress"), null);
  at("notice").hidden = !text;
  say(at("notice-action"), action);
  at("notice-action").onclick = act;
}

// How far the test of a filter is, for people.
export const told = ({ tested, games }) => `${count(tested)} of ${counted(games, "game", "games")} tested.`;

// Asks a question with a filter until the answer is there. The filter may need the records of many games: if the time is
// over, the next answer continues where the last stopped. After a while, the page says so, shows how many games are
// tested, and lets the user stop it.
export async function patiently(where, ask) {
  let isSlow = false;
  const late = setTimeout(() => {
    isSlow = where !== "";
    if (isSlow) notice(SLOW, "Stop, and remove the filter", () => go({ where: "" }));
  }, PATIENCE);
  const isShown = () => isSlow && at("notice-text").textContent === SLOW;
  try {
    for (;;) {
      try {
        return await ask(where ? SLICE : null);
      } catch (error) {
        if (error.code !== "late" || !where) throw error;
        if (isShown() && error.progress) say(at("notice-progress"), told(error.progress));
      }
    }
  } finally {
    clearTimeout(late);
    if (isShown()) notice(null);
  }
}

// Shows errors. `again` asks again after an answer that did not come.
export const createFail = (again) => (error) => {
  if (stale(error)) return;
  if (error.status === 0) notice(error.message, "Try again", again);
  else notice(error.message);
};
