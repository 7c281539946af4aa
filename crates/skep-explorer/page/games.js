// The games of a position: the highest rated, the newest, and more of them.

import { ask, stale } from "./api.js";
import { at, count, counted, el, rating, write } from "./dom.js";
import { format } from "./state.js";

const PAGE = 20;
const RESULTS = { WhiteWins: "1–0", BlackWins: "0–1", Draw: "½–½" };

export const result = (game) => RESULTS[game.result] ?? "*";

// A game as a link, so that it can be opened in another tab too. `first` is shown before the other facts.
export function entry(game, ply, first = null) {
  const side = (colour) => {
    const player = game[colour] ?? {};
    return el(
      "span",
      { class: `player${game.winner === colour ? " won" : ""}` },
      el("i", { class: colour }),
      el("span", { class: "name" }, player.name || "?"),
      el("span", { class: "rating" }, player.rating ? rating(player.rating) : ""),
    );
  };
  const source = game.source.split("/").at(-1);
  const more = game.sources > 1 ? ` and ${counted(game.sources - 1, "more source", "more sources")}` : "";
  const facts = [first, game.next, game.date, counted(game.plies, "ply", "plies"), source && `${source}${more}`]
    .filter(Boolean)
    .join(" · ");
  return el(
    "li",
    {},
    el(
      "a",
      { href: format({ game: String(game.id), ply: ply ?? 0, player: null }) },
      el("span", { class: "players" }, side("white"), side("black")),
      el("span", { class: "result" }, result(game)),
      el("span", { class: "facts" }, facts),
    ),
  );
}

export function createGames(fail) {
  const list = at("game-list");
  let order = "rating";
  let isRated = true;
  // The order that is shown.
  const by = () => (isRated ? order : "newest");
  let asked = null;
  let first = { rating: [], newest: [] };
  let total = 0;
  let shown = 0;
  // Where the next page begins. The first games come with the position, and have no cursor.
  let next = null;

  function add(games) {
    list.append(...games.map((game) => entry(game, asked.ply)));
    shown += games.length;
    const left = total - shown;
    at("more").hidden = left <= 0 || games.length === 0;
    write(at("more"), `Show more (${count(left)})`);
  }

  function draw() {
    for (const name of ["rating", "newest"]) at(`order-${name}`).setAttribute("aria-pressed", String(name === by()));
    list.replaceChildren();
    [shown, next] = [0, null];
    add(first[by()]);
    write(at("games-title"), total ? counted(total, "game", "games") : "Games");
    at("games").classList.toggle("none", total === 0);
  }

  async function more() {
    at("more").disabled = true;
    try {
      const [question, shownBy] = [asked, by()];
      const cursor = next;
      const answer = await ask("games", "games", { ...question.place, where: question.where, order: shownBy, cursor, limit: cursor ? PAGE : PAGE + shown });
      if (question !== asked || shownBy !== by()) return;
      total = answer.total;
      next = answer.cursor;
      const from = list.children.length;
      add(answer.games.slice(cursor ? 0 : from));
      list.children[from]?.firstChild.focus();
    } catch (error) {
      if (!stale(error)) fail(error);
    } finally {
      at("more").disabled = false;
    }
  }

  at("more").addEventListener("click", more);
  for (const name of ["rating", "newest"]) {
    at(`order-${name}`).addEventListener("click", () => {
      order = name;
      if (asked) draw();
    });
  }
  list.addEventListener("keydown", (event) => {
    const item = event.target.closest("li");
    const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
    if (!next) return;
    event.preventDefault();
    next.firstChild.focus();
  });

  return {
    total: () => total,
    show(question, answer) {
      asked = question;
      total = answer.games;
      first = { rating: answer.topGames ?? [], newest: answer.recentGames ?? [] };
      // Without ratings, the highest rated games are just some games.
      isRated = first.rating.some(({ white, black }) => white?.rating || black?.rating);
      at("order-rating").parentElement.hidden = !isRated;
      draw();
    },
  };
}
