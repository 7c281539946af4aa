// The table of continuations.

import { at, bar, button, count, el, percent, rating } from "./dom.js";
import { icon } from "./pieces.js";
import { remember, remembered } from "./prefs.js";
import { sideAfter, turnName } from "./words.js";

/** @type {{ key: string, title: string, tip: string, short?: string }[]} */
const COLUMNS = [
  {
    key: "turn",
    title: "Move",
    tip: "The move, spelled for the shown orientation. Moves that are equal by symmetry share one row.",
  },
  { key: "played", title: "Played", tip: "Games that played this move in this position, and their share." },
  {
    key: "bar",
    title: "White / draw / Black",
    short: "Results",
    tip: "Results of the games that reach the position after this move.",
  },
  { key: "score", title: "Score", tip: "White's score with the 95 % confidence interval (Wilson)." },
  {
    key: "reached",
    title: "Reached",
    short: "reached ",
    tip: "Games that reach the position after this move by any order of moves.",
  },
  { key: "averageRating", title: "Rating", short: "⌀ ", tip: "Mean rating of the player who moves." },
  { key: "performance", title: "Perf.", short: "perf. ", tip: "Performance rating of the player who moves." },
  { key: "lastPlayed", title: "Last", tip: "Latest known date of these games." },
];

// Columns that are left out if no row has a value.
const OPTIONAL = ["averageRating", "performance", "lastPlayed"];

const known = (value) => value !== null && value !== undefined;
const range = ({ low, high }) => (known(low) ? `${Math.round(100 * low)}–${Math.round(100 * high)}` : "");

// A row. Its last cells are a second line where the row has no room.
const rowOf = (attributes, cells) =>
  el("div", { role: "row", ...attributes }, cells.slice(0, 3), el("div", { class: "more" }, cells.slice(3)));
/** @param {{ key: string, short?: string }} column @param {any} value */
const cell = ({ key, short }, value) =>
  el(
    "div",
    { role: key === "turn" ? "rowheader" : "cell", class: key, "data-short": key === "bar" ? null : short },
    value,
  );

// The columns that have a value in some row.
const shownOf = (rows) => COLUMNS.filter(({ key }) => !OPTIONAL.includes(key) || rows.some((row) => known(row[key])));

export function createMoves({ play, preview }) {
  const root = at("moves");
  let order = { key: "played", down: true };
  let shown = null;
  let columns = COLUMNS;
  // Whether the score is that of the player to move, or White's.
  let isOwn = remembered("own-score", false);

  // The score of a row with its range, as the user wants it.
  function scoreOf({ score, low, high }) {
    if (!isOwn || shown.side === "white" || !known(score)) return { score, low, high };
    return { score: 1 - score, low: known(high) ? 1 - high : high, high: known(low) ? 1 - low : low };
  }

  // The moves of a player who can only pass are those after the pass.
  const turnsOf = (row) => [...shown.passes, row.turn];

  function cells(row, all) {
    const share = all ? row.played / all : 0;
    const score = scoreOf(row);
    return {
      turn: button([icon(row.turn), row.turn], () => play(turnsOf(row)), {
        class: "turn",
        "data-turn": row.turn,
        "data-tip": turnName(row.turn),
        "aria-description": turnName(row.turn),
      }),
      played: [count(row.played), " ", el("small", {}, percent(share, share < 0.0995 && share > 0 ? 1 : 0))],
      bar: bar(row.white, row.draws, row.black),
      score: known(score.score) ? [percent(score.score), " ", el("small", {}, range(score))] : "–",
      reached: count(row.reached),
      averageRating: rating(row.averageRating),
      performance: rating(row.performance),
      lastPlayed: row.lastPlayed
        ? [row.lastPlayed.slice(0, 7), el("span", { class: "day" }, row.lastPlayed.slice(7))]
        : el("span", { class: "day" }, "–"),
    };
  }

  function line(row, all) {
    const values = cells(row, all);
    const line = rowOf(
      { class: "row", "data-row": row.turn },
      columns.map((column) => cell(column, values[column.key])),
    );
    const turns = [row.turn, ...(row.alternatives ?? [])];
    line.addEventListener("pointerenter", () => preview(turns));
    line.addEventListener("pointerleave", () => preview([]));
    line.addEventListener("focusin", () => preview(turns));
    line.addEventListener("focusout", () => preview([]));
    line.addEventListener("click", (event) => event.target.closest("button") ?? play(turnsOf(row)));
    return line;
  }

  function sorted(rows) {
    const { key, down } = order;
    const value = key === "bar" ? (row) => row.score : key === "score" ? (row) => scoreOf(row).score : (row) => row[key];
    const compare = (a, b) => (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
    return [...rows].sort((one, two) => {
      const [a, b] = [value(one), value(two)];
      if (!known(a) || !known(b)) return Number(known(b)) - Number(known(a));
      return (down ? -1 : 1) * compare(a, b);
    });
  }

  function head() {
    return rowOf(
      { class: "row head" },
      columns.map((column) => {
        const { key, title, short } = column;
        const tip =
          key === "score" && isOwn
            ? "Score of the player to move with the 95 % confidence interval (Wilson)."
            : column.tip;
        const isOrder = order.key === key;
        const sort = () => {
          order = { key, down: isOrder ? !order.down : key !== "turn" };
          draw();
          root.querySelector(`.head .${key} button`).focus();
        };
        return el(
          "div",
          { role: "columnheader", class: key, "aria-sort": isOrder ? (order.down ? "descending" : "ascending") : null },
          button(
            key === "bar" ? [el("span", { class: "long" }, title), el("span", { class: "brief" }, short)] : title,
            sort,
            { class: "sort", "data-tip": tip, "aria-description": tip },
          ),
        );
      }),
    );
  }

  function draw() {
    const { moves, white, draws, black, games } = shown;
    const all = moves.reduce((sum, row) => sum + row.played, 0);
    columns = shownOf(moves);
    root.style.setProperty("--more", String(columns.length - 3));
    if (!moves.length) {
      const none = shown.filtered
        ? "No game that matches the filters reaches this position."
        : "No game reaches this position.";
      const why = shown.hands ? " Games of Swarm start with different hands. To explore its positions, open a game: find a player, or paste the game." : "";
      root.replaceChildren(el("p", { class: "empty" }, shown.games ? "No game continues from here." : none + why));
      return;
    }
    const sum = {
      turn: "All",
      played: count(games),
      bar: bar(white, draws, black),
      averageRating: rating(shown.averageRating),
    };
    const total = rowOf(
      { class: "row total" },
      columns.map((column) => cell(column, sum[column.key])),
    );
    root.replaceChildren(
      el(
        "div",
        { role: "table", class: "continuations", "aria-label": "Continuations" },
        el("div", { role: "rowgroup" }, head()),
        el(
          "div",
          { role: "rowgroup", class: "rows" },
          sorted(moves).map((row) => line(row, all)),
        ),
        el("div", { role: "rowgroup" }, total),
      ),
      el(
        "label",
        { class: "choice" },
        el("input", { type: "checkbox", id: "own-score", checked: isOwn, change: own }),
        "Score of the player to move",
      ),
    );
  }

  function own(event) {
    isOwn = event.target.checked;
    remember("own-score", isOwn);
    draw();
    at("own-score").focus();
  }

  root.addEventListener("keydown", (event) => {
    const row = event.target.closest(".rows .row");
    const next = { ArrowDown: row?.nextElementSibling, ArrowUp: row?.previousElementSibling }[event.key];
    if (!next) return;
    event.preventDefault();
    next.querySelector("button").focus();
  });

  return {
    show(answer, { variant, ply, where }) {
      const hadFocus = root.querySelector(".rows")?.contains(document.activeElement);
      preview([]);
      const side = sideAfter(variant, answer.play.length);
      shown = { ...answer, side, passes: answer.play.slice(ply), filtered: where !== "", hands: /Swarm$/.test(variant) };
      draw();
      if (hadFocus) (root.querySelector(".rows button") ?? at("continuations")).focus({ preventScroll: true });
    },
    fail(message) {
      root.replaceChildren(message ? el("p", { class: "wrong" }, message) : "");
    },
  };
}
