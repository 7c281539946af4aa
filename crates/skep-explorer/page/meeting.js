// Two players against each other: the results, and the newest games.

import { ask, stale } from "./api.js";
import { at, button, counted, el, resultTable, reveal, write } from "./dom.js";
import { test } from "./filters.js";
import { entry } from "./games.js";

const NEWEST = 10;

// The games in which one player had White and the other Black.
const games = (white, black, result = null) => [test("white =", white), test("black =", black), result && `result = ${result}`].filter(Boolean).join(" and ");
const both = (one, two) => `((${games(one, two)}) or (${games(two, one)}))`;

// `explore` shows the games that match a filter, and `listOf` gives their address.
export function createMeeting({ explore, listOf, fail }) {
  let shown = null;

  // The results of the games in which `one` had White, or Black.
  async function results(one, two, side) {
    const other = side === "white" ? "black" : "white";
    const total = async (result) => {
      const where = side === "white" ? games(one, two, result) : games(two, one, result);
      return { n: (await ask(`meeting-${side}-${result}`, "games", { where, limit: 1 })).total, href: listOf(where) };
    };
    const [all, won, drawn, lost] = await Promise.all([null, side, "draw", other].map(total));
    return { side, all, won, drawn, lost };
  }

  async function show(one, two) {
    shown = [one, two];
    at("meeting").hidden = false;
    write(at("meeting-title"), `${one} – ${two}`);
    at("meeting-facts").replaceChildren(el("p", { class: "note" }, "Loading …"));
    try {
      const rows = await Promise.all(["white", "black"].map((side) => results(one, two, side)));
      const newest = await ask("meeting", "games", { where: both(one, two), order: "newest", limit: NEWEST });
      if (shown?.[0] !== one || shown?.[1] !== two) return;
      const sum = (key) => rows.reduce((n, row) => n + row[key].n, 0);
      at("meeting-facts").replaceChildren(
        el("p", {}, el("b", {}, `${sum("won")} won, ${sum("drawn")} drawn, ${sum("lost")} lost`), ` of ${counted(sum("all"), "game", "games")}, seen by ${one}`),
        resultTable(`${one} had`, rows),
        el("p", { class: "actions" }, button("All their games", () => explore(both(one, two)))),
        el("ol", { class: "games" }, newest.games.map((game) => entry(game))),
      );
      at("meeting-title").focus({ preventScroll: true });
      reveal(at("meeting"));
    } catch (error) {
      if (stale(error)) return;
      at("meeting-facts").replaceChildren(el("p", { class: "wrong" }, error.message));
      if (error.status === 0) fail(error);
    }
  }

  function close() {
    shown = null;
    at("meeting").hidden = true;
  }

  at("meeting-close").addEventListener("click", close);
  return { show, close, of: () => shown?.[0] ?? null };
}
