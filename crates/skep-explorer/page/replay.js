// A game: its players, tags and findings.

import { at, button, counted, el, rating, toBoard, write } from "./dom.js";
import { result } from "./games.js";
import { clock, dateName, ending, timeControlName } from "./words.js";

const NAMES = [
  ["white", "White"],
  ["black", "Black"],
];

const tag = (game, name) =>
  Object.entries(game.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

// What the last turn of a line took, and all turns of its player up to it. `clocks` are those of the turns of the line.
export function time(clocks) {
  const all = clocks.at(-1);
  if (typeof all !== "number") return "";
  const before = clocks.length > 2 ? clocks.at(-3) : 0;
  const own = typeof before === "number" && all >= before ? `${((all - before) / 1000).toFixed(1)} s, ` : "";
  return `${own}${clock(all)} in all`;
}

// The result that a record states, of a game that cannot be judged.
const stated = (game) => (ending(game) ? `the record says: ${ending(game)}` : null);

const player = (game, side) => tag(game, side) || "?";
// The names of the players whom the record names.
export const namesOf = (game) => Object.fromEntries(NAMES.map(([colour, key]) => [colour, (game && tag(game, key)) || null]));
export const title = (game) => `${player(game, "White")} – ${player(game, "Black")}`;

export function createReplay({ close, explore, findPlayer, visit }) {
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
      const heading = NAMES.flatMap(([colour, key], i) => [
        i ? " " : "",
        el("span", { class: "player" }, el("i", { class: colour }), name(game, key)),
      ]);
      at("game-title").replaceChildren(...heading, el("span", { class: "result" }, result(game)));
      toBoard();
      const isUnknown = game.status === "unsupported";
      const facts = [
        isUnknown ? `${game.variant || "A variant"} is not supported: its turns cannot be shown` : game.variant,
        isUnknown ? null : counted(game.plies.length, "ply", "plies"),
        dateName(tag(game, "Date")),
        isUnknown ? stated(game) : ending(game),
        tag(game, "Event"),
        timeControlName(tag(game, "TimeControl")),
        ...new Set(game.sources ?? []),
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
            ply ? button(`ply ${ply}`, () => visit(game.play, Math.min(ply, game.play.length)), { class: "link" }) : null,
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
