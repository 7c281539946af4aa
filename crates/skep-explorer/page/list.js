// The games of all variants as a table: also games with errors, and games of unknown players.

import { ask, stale } from "./api.js";
import { at, button, count, counted, el, rating, write } from "./dom.js";
import { result } from "./games.js";
import { patiently } from "./notice.js";
import { format, go } from "./state.js";
import { hasRules } from "./transport.js";

// The variant in the address that stands for all.
export const EVERY = "*";

const PAGE = 50;
// What each heading sorts by, and whether the answer then begins with the greatest.
const COLUMNS = [
  { key: "white", title: "White", words: true },
  { key: "black", title: "Black", words: true },
  { key: "result", title: "Result" },
  { key: "newest", title: "Date", down: true },
  { key: "rating", title: "Ratings", down: true, tip: "Sort by the sum of both ratings." },
  { key: "variant", title: "Variant", words: true },
  { key: "longest", title: "Plies", down: true },
];
const SOUND = ["ok", "empty", "unverifiable"];

export function createList(fail) {
  const table = at("list-table");
  // A report has the order of its files.
  let order = { key: hasRules ? "newest" : "added", reverse: false };
  let asked = null;
  let next = null;
  let shown = 0;
  let all = 0;
  // Whether a game that is shown has a rating.
  let isRated = false;
  // The number of the last load.
  let loaded = 0;

  function head() {
    const cells = COLUMNS.filter(({ key }) => key !== "rating" || isRated).map(({ key, title, words, down, tip }) => {
      const isOrder = order.key === key;
      const isDown = Boolean(down) !== order.reverse;
      const sort = () => {
        order = { key, reverse: isOrder && !order.reverse };
        load().then(() => table.querySelector(`[data-key=${key}]`)?.focus({ preventScroll: true }));
      };
      return el(
        "th",
        { scope: "col", class: words ? "words" : null, "aria-sort": isOrder ? (isDown ? "descending" : "ascending") : null },
        key === "result" ? title : button(title, sort, { class: "sort", "data-key": key, "data-tip": tip, "aria-description": tip }),
      );
    });
    return el("thead", {}, el("tr", {}, cells));
  }

  function row(game) {
    const names = ["white", "black"].map((side) => game[side]?.name || "?");
    const side = (name, colour) => {
      const inner = [el("i", { class: colour }), name];
      const won = game.winner === colour ? "words won" : "words";
      if (colour === "black") return el("td", { class: won }, inner);
      const href = format({ game: String(game.id), ply: 0, player: null });
      return el("th", { scope: "row", class: won }, el("a", { href, "aria-label": `${names.join(" – ")}, ${result(game)}` }, inner));
    };
    const bad = SOUND.includes(game.status ?? "ok") ? null : el("span", { class: "severity error" }, ` ${game.status}`);
    return el(
      "tr",
      { "data-game": game.id },
      side(names[0], "white"),
      side(names[1], "black"),
      el("td", {}, result(game)),
      el("td", {}, game.date ?? "–"),
      isRated && el("td", {}, game.white?.rating || game.black?.rating ? `${rating(game.white?.rating)} / ${rating(game.black?.rating)}` : ""),
      el("td", { class: "words" }, game.variant, bad),
      el("td", {}, count(game.plies)),
    );
  }

  function mark(id) {
    for (const one of table.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    table.querySelector(`tr[data-game="${CSS.escape(id ?? "")}"]`)?.setAttribute("aria-current", "true");
  }

  async function answer(cursor) {
    const question = { ...asked, order: order.key, reverse: order.reverse ? 1 : null, cursor, limit: PAGE };
    return patiently(asked.where, (seconds) => ask("list", "games", { ...question, seconds }));
  }

  function add({ games, total, cursor }) {
    table.tBodies[0].append(...games.map(row));
    shown += games.length;
    all = total;
    next = cursor;
    at("list-more").hidden = !next;
    write(at("list-more"), `Show more (${count(total - shown)})`);
    write(at("list-total"), counted(total, "game", "games"));
  }

  // Loads the first games.
  async function load() {
    const number = ++loaded;
    at("list").setAttribute("aria-busy", "true");
    at("list-more").hidden = true;
    try {
      const first = await answer(null);
      shown = 0;
      // An order by rating keeps the column.
      isRated = order.key === "rating" || first.games.some(({ white, black }) => white?.rating || black?.rating);
      table.replaceChildren(el("caption", { class: "hidden-text" }, "Games"), head(), el("tbody"));
      add(first);
      return true;
    } catch (error) {
      if (stale(error)) return false;
      // The same question may be asked again.
      asked = null;
      fail(error);
      table.replaceChildren();
      write(at("list-total"), "");
      return false;
    } finally {
      if (number === loaded) at("list").removeAttribute("aria-busy");
    }
  }

  at("list-more").addEventListener("click", async () => {
    const from = table.tBodies[0].rows.length;
    try {
      add(await answer(next));
      table.tBodies[0].rows[from]?.querySelector("a").focus();
    } catch (error) {
      if (!stale(error)) fail(error);
    }
  });
  table.addEventListener("click", (event) => {
    const line = event.target.closest("tbody tr");
    if (line && !event.target.closest("a") && !getSelection().toString()) line.querySelector("a").click();
  });
  table.addEventListener("keydown", (event) => {
    const line = event.target.closest("tbody tr");
    const to = { ArrowDown: line?.nextElementSibling, ArrowUp: line?.previousElementSibling }[event.key];
    if (!to) return;
    event.preventDefault();
    to.querySelector("a").focus();
  });

  // A report finds games by words.
  at("list-find").hidden = hasRules;
  at("find").addEventListener("input", () => go({ where: at("find").value.trim() }, { step: true }));

  return {
    // Shows the games that match a filter, and marks the open one. Keeps the table if the question is the same.
    async show({ where, game }) {
      if (asked?.where === where) return mark(game);
      asked = { where };
      if (document.activeElement !== at("find")) at("find").value = where;
      await load();
      mark(game);
    },
    total: () => all,
    forget: () => (asked = null),
  };
}
