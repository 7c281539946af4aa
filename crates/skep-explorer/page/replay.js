// A game: its players, tags, findings, and its turns with clocks and comments.

import { at, button, counted, el, rating, reveal, say, write } from "./dom.js";
import { result } from "./games.js";

const NAMES = [
  ["white", "White"],
  ["black", "Black"],
];

const tag = (game, name) =>
  Object.entries(game.headers ?? {}).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1];

// Milliseconds as a clock.
const clock = (used) => {
  const seconds = Math.round(used / 1000);
  const two = (n) => String(n).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
};

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

// A mark that shows what a turn did with a forced win.
function mark(tactics) {
  if (!tactics) return null;
  const { chance, defence, words } = tactics;
  const [text, kind] =
    chance === "missed"
      ? ["✗", "bad"]
      : defence === "only-missed" || defence === "missed"
        ? ["?", "bad"]
        : chance === "delayed"
          ? ["?!", "slow"]
          : chance
            ? ["✓", "good"]
            : defence === "only-found"
              ? ["!", "good"]
              : ["…", "lost"];
  return el("span", { class: `mark ${kind}`, "data-tip": words.join("; ") }, text);
}

export function createReplay({ close, explore, variation, findPlayer, jump, review }) {
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
      const facts = [
        game.variant,
        counted(game.plies.length, "ply", "plies"),
        tag(game, "Date"),
        game.termination,
        tag(game, "Event"),
        tag(game, "TimeControl"),
        ...(game.sources ?? []),
      ];
      write(at("game-facts"), facts.filter(Boolean).join(" · "));
      const reviewed = game.plies.some((ply) => ply.tactics) || game.reviewed;
      const hive = !game.variant.startsWith("Hex-It");
      at("game-actions").replaceChildren(
        button("Explore from here", explore),
        ...(game.id && hive && !reviewed
          ? [button("Mark forced wins", review, { "data-tip": "Mark wins in 2 turns that were found, missed or allowed" })]
          : []),
      );
      const turns = game.plies.filter((ply) => ply.tactics?.words.length);
      at("tactics").replaceChildren(
        ...turns.map(({ ply, turn, tactics }) =>
          el(
            "li",
            {},
            button([mark(tactics), ` ply ${ply}`], () => jump(ply), { class: "link" }),
            ` ${turn}: ${tactics.words.join("; ")}`,
          ),
        ),
        ...(reviewed && !turns.length ? [el("li", {}, "No forced win in 2 turns was found, missed or allowed.")] : []),
      );
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
      at("variations").replaceChildren(
        ...(game.variations ?? []).map(({ path, after, turns }) =>
          el(
            "li",
            {},
            button(
              `${path}, ply ${after + 1}: ${turns.slice(0, 4).join("; ")}${turns.length > 4 ? " …" : ""}`,
              () => variation(after, turns),
              { class: "link" },
            ),
          ),
        ),
      );
      at("variations").parentElement.hidden = !game.variations?.length;
      const tags = Object.entries(game.headers ?? {});
      at("tags").replaceChildren(...tags.flatMap(([key, value]) => [el("dt", {}, key), el("dd", {}, String(value))]));
      at("tags").parentElement.hidden = tags.length === 0;
    },
  };
}

// The turns of a line below the board, with clocks. The current turn is marked.
export function createLine(jump) {
  const list = at("line");
  let drawn = null;

  list.addEventListener("click", (event) => {
    const turn = event.target.closest("button");
    if (turn) jump(Number(turn.dataset.ply));
  });

  return (turns, ply, game) => {
    const plies = game?.plies;
    const key = JSON.stringify([turns, Boolean(plies), Boolean(game?.reviewed)]);
    if (key !== drawn) {
      drawn = key;
      list.replaceChildren(
        ...turns.map((turn, i) => {
          const used = plies?.[i]?.clock;
          const hasComment = Boolean(plies?.[i]?.comment);
          return el(
            "li",
            {},
            button(
              [
                i % 2 === 0 ? el("span", { class: "number" }, `${i / 2 + 1}.`) : null,
                turn,
                typeof used === "number" ? el("span", { class: "clock" }, clock(used)) : null,
                mark(plies?.[i]?.tactics),
                hasComment ? el("span", { class: "has-comment", "data-tip": "has a comment" }, "✎") : null,
              ],
              null,
              { "data-ply": i + 1, tabindex: -1 },
            ),
          );
        }),
      );
    }
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    const current = list.children[ply - 1];
    current?.firstChild.setAttribute("aria-current", "step");
    [...list.children].forEach((item, i) => item.classList.toggle("ahead", i >= ply));
    // Scrolls the list, not the page.
    if (!current) list.scrollTop = 0;
    else {
      const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom)
        list.scrollTop += inner.top - outer.top - (list.clientHeight - inner.height) / 2;
    }
    say(at("comment"), ply ? plies?.[ply - 1]?.comment : game?.comment);
  };
}
