// A game: its players, tags and findings.

import { at, button, counted, el, rating, reveal, write } from "./dom.js";
import { result } from "./games.js";
import { clock, dateName, ending, timeControlName } from "./words.js";

const NAMES = [
  ["white", "White"],
  ["black", "Black"],
];

const tag = (game, name) =>
  Object.entries(game.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

// What a turn took, and all turns of its player up to it.
export function time(plies, ply) {
  const all = plies?.[ply - 1]?.clock;
  if (typeof all !== "number") return "";
  const before = ply > 2 ? plies[ply - 3].clock : 0;
  const own = typeof before === "number" && all >= before ? `${((all - before) / 1000).toFixed(1)} s, ` : "";
  return `${own}${clock(all)} in all`;
}

const player = (game, side) => tag(game, side) || "?";
export const title = (game) => `${player(game, "White")} – ${player(game, "Black")}`;

export function createReplay({ close, explore, findPlayer, jump }) {
  let shown = null;

  at("game-close").addEventListener("click", close);

  const name = (game, key) => {
    const text = player(game, key);
    const elo = Number(tag(game, `${key}Elo`));
    const inner = [
      text === "?" ? text : button(text, () => findPlayer(text), { class: "link", "data-tip": `Games of ${text}` }),
    ];
    if (elo) inner.push(el("span", { class: "note" }, ` ${rating(elo)}`));
    return inner;
  };

  return {
    // Shows the game. Without a game, the element is hidden.
    show(game) {
      at("game").hidden = !game;
      if (!game || game === shown) {
        shown = game;
        return;
      }
      shown = game;
      reveal(at("board"));
      const heading = NAMES.flatMap(([colour, key], i) => [
        i ? " " : "",
        el("span", { class: "player" }, el("i", { class: colour }), name(game, key)),
      ]);
      at("game-title").replaceChildren(...heading, el("span", { class: "result" }, result(game)));
      reveal(at("game-title"));
      const facts = [
        game.variant,
        counted(game.plies.length, "ply", "plies"),
        dateName(tag(game, "Date")),
        ending(game),
        tag(game, "Event"),
        timeControlName(tag(game, "TimeControl")),
        ...(game.sources ?? []),
      ];
      write(at("game-facts"), facts.filter(Boolean).join(" · "));
      at("game-actions").replaceChildren(button("Explore from here", explore));
      at("findings").replaceChildren(
        ...(game.findings ?? []).map((finding) => {
          const { severity, ply, message } = finding;
          return el(
            "li",
            {},
            el("span", { class: `severity ${severity}` }, severity),
            " ",
            ply ? button(`ply ${ply}`, () => jump(ply), { class: "link" }) : null,
            ply ? ": " : null,
            message,
          );
        }),
      );
      const tags = Object.entries(game.headers ?? {});
      at("tags").replaceChildren(...tags.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, String(value))]));
      at("tags").parentElement.hidden = tags.length === 0;
    },
  };
}
