// The search for players, and the page of one.

import { ask, stale } from "./api.js";
import { at, button, count, counted, el, rating, resultTable, reveal, suggestionList, write } from "./dom.js";
import { test } from "./filters.js";
import { entry } from "./games.js";
import { dateName } from "./words.js";

// How long the search waits for the next key.
const REST = 120;

// `choose` shows a player, and `find` the games that match some words.
export function createSearch(choose, find, fail) {
  const [input, list] = [at("search"), at("suggestions")];
  const { active, open, close, move } = suggestionList(input, list);
  let timer = 0;
  // The names of the options as they are in the games; the page shows them cleaned.
  let names = [];

  function pick(name, act = choose) {
    close();
    input.value = "";
    input.blur();
    act(name);
  }

  async function suggest() {
    const q = input.value.trim();
    if (!q) return close();
    try {
      const { players } = await ask("players", "players", { q, limit: 20 });
      if (input.value.trim() !== q || document.activeElement !== input) return;
      names = players.map((player) => player.name);
      const option = (i, act, ...shown) =>
        // The input must not lose the focus before the click.
        el("li", { role: "option", id: `suggestion-${i}`, "aria-selected": "false", pointerdown: (event) => event.preventDefault(), click: act }, ...shown);
      const shown = (name) => el("span", { class: "name" }, name);
      const found = players.map(({ name, games }, i) =>
        option(i, () => pick(name), shown(name), el("span", { class: "note" }, counted(games, "game", "games"))),
      );
      names.push(null);
      open(...found, option(players.length, () => pick(q, find), shown(`Games with “${q}”`)));
    } catch (error) {
      if (!stale(error)) fail(error);
    }
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(suggest, REST);
  });
  input.addEventListener("focus", suggest);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (list.hidden) suggest();
      else move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Enter") {
      event.preventDefault();
      clearTimeout(timer);
      const q = input.value.trim();
      if (!q) return;
      // The name of a player, or the only player whose name begins so. Other words find games.
      const players = names.filter(Boolean);
      const same = players.find((name) => name.toLowerCase() === q.toLowerCase()) ?? (players.length === 1 ? players[0] : null);
      const name = active() >= 0 ? names[active()] : same;
      if (name) pick(name);
      else pick(q, find);
    } else if (event.key === "Escape") {
      if (list.hidden) input.blur();
      close();
      event.stopPropagation();
    }
  });
}

// `meet` shows the games of two players against each other, and `listOf` gives the address of the games that match a
// filter, if the page has one.
export function createPlayer({ close, explore, findPlayer, meet, listOf, fail }) {
  at("player-close").addEventListener("click", close);

  const openOf = ({ games, wins, draws, losses }) => games - wins - draws - losses;
  // The games of a player with one colour. Each number is a link to its games.
  function results(name, side, { games, wins, draws, losses }) {
    const other = side === "white" ? "black" : "white";
    const part = (n, result) => ({ n, href: listOf?.([test(`${side} =`, name), result && `result = ${result}`].filter(Boolean).join(" and ")) });
    return { side, all: part(games, null), won: part(wins, side), drawn: part(draws, "draw"), lost: part(losses, other) };
  }

  function opponents(answer) {
    if (!answer.opponents?.length) return null;
    return el(
      "div",
      {},
      el("h3", {}, "Opponents"),
      el(
        "ul",
        { class: "opponents" },
        answer.opponents.map(({ name, games }) =>
          el(
            "li",
            {},
            button(name, () => findPlayer(name), { class: "link" }),
            " ",
            button(`${counted(games, "game", "games")} against ${answer.name}`, () => meet(answer.name, name)),
          ),
        ),
      ),
    );
  }

  return {
    async show(name) {
      const place = at("player");
      if (!name) {
        place.hidden = true;
        place.dataset.name = "";
        return;
      }
      if (place.dataset.name === name && !place.hidden) return;
      place.dataset.name = name;
      place.hidden = false;
      write(at("player-title"), name);
      at("player-facts").replaceChildren(el("p", { class: "note" }, "Loading …"));
      try {
        const answer = await ask("player", `player/${encodeURIComponent(name)}`);
        const dates = [answer.firstPlayed, answer.lastPlayed].filter(Boolean).map(dateName);
        const open = openOf(answer.white) + openOf(answer.black);
        const facts = [
          counted(answer.games, "game", "games"),
          open ? `${count(open)} without a result` : null,
          answer.averageRating ? `mean rating ${rating(answer.averageRating)}` : null,
          dates.length ? (dates[0] === dates.at(-1) ? dates[0] : dates.join(" to ")) : null,
        ];
        // All games of the player, if the answer has them all.
        const known = answer.recentGames?.length === answer.games ? answer.recentGames : [];
        write(at("player-title"), answer.name);
        at("player-facts").replaceChildren(
          ...[
            el("p", { class: "note" }, facts.filter(Boolean).join(" · ")),
            resultTable("Colour", [results(answer.name, "white", answer.white), results(answer.name, "black", answer.black)]),
            el(
              "p",
              { class: "actions" },
              "Explore: ",
              button("as White", () => explore("white", answer.name, known)),
              " ",
              button("as Black", () => explore("black", answer.name, known)),
              " ",
              button("all games", () => explore("player", answer.name, known)),
            ),
            opponents(answer),
            answer.recentGames?.length ? el("h3", {}, "Newest games") : null,
            answer.recentGames?.length
              ? el(
                  "ol",
                  { class: "games" },
                  answer.recentGames.map((game) => entry(game)),
                )
              : null,
          ].filter(Boolean),
        );
        at("player-title").focus({ preventScroll: true });
        reveal(place);
      } catch (error) {
        if (stale(error)) return;
        at("player-facts").replaceChildren(el("p", { class: "wrong" }, error.message));
        if (error.status === 0) fail(error);
      }
    },
  };
}
