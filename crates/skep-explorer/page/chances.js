// The chances of White by the scores of an engine, as a curve below the board. The game carries them: skep annotate --engine
// writes them as evaluations, or as comments in notations without evaluations.

import { at, percent, svg } from "./dom.js";
import { sideAfter } from "./words.js";

const REMARK = /^(?:(\?\?|\?!|\?|!) )?(\S+) (?:agrees|plays \S.*) \(-?[\d.]+, (\d+(?:\.\d+)?) %\)$/;

// An evaluation in words, whose score before the turn is White's chance in percent, or a forced win.
const EVALUATION = /(?:^|; )before: (?:(\d+(?:\.\d+)?) win%|win ([wb])(?: \d+)?)(?:; best: [^;]*)?(?:; depth \d+)?; ([^;]+)$/;

// A glyph that judges a turn, alone on its line.
const GLYPH = /^(?:\?\?|\?!|\?|!)$/;

// The chance of White before each turn that has a comment with it, and the mark of the turn. If several engines have
// judged the game, the last counts; of several lines of an engine, the first. A forced win counts if the engine has chances.
export function chancesOf({ variant, start = variant, plies = [] }) {
  const found = plies.flatMap(({ ply, comment }) => {
    const lines = (comment ?? "").split("\n");
    const glyph = lines.findLast((text) => GLYPH.test(text)) ?? "";
    return lines.flatMap((text) => {
      const [, mark = "", engine, part] = REMARK.exec(text) ?? [];
      if (engine) {
        const own = Number(part) / 100;
        return [{ ply, mark, engine, chance: sideAfter(start ?? variant, ply - 1) === "white" ? own : 1 - own }];
      }
      const [, percent, winner, judge] = EVALUATION.exec(text) ?? [];
      if (!judge) return [];
      const name = judge.replace(/ \(skep annotate\)$/, "");
      return [{ ply, mark: glyph, engine: name, chance: percent ? Number(percent) / 100 : Number(winner === "w"), isWin: !percent }];
    });
  });
  const hasChances = ({ engine }) => found.some((other) => other.engine === engine && !other.isWin);
  const judged = found.filter(hasChances);
  const own = judged.filter(({ engine }) => engine === judged.at(-1).engine);
  return own.filter(({ ply }, i) => own[i - 1]?.ply !== ply);
}

// The curve in words.
export function described(points) {
  const of = ({ chance, ply }) => `${percent(chance)} before ply ${ply}`;
  const sorted = [...points].sort((a, b) => a.chance - b.chance);
  const marked = points.filter(({ mark }) => mark).map(({ mark, ply }) => `ply ${ply} ${mark}`);
  return [
    `Chance of White by ${points[0].engine}: ${of(points[0])}, lowest ${of(sorted[0])}, highest ${of(sorted.at(-1))}, ${of(points.at(-1))}.`,
    marked.length ? ` Marked turns: ${marked.join(", ")}.` : "",
  ].join("");
}

// `visit` shows a line at a ply.
export function createChances({ visit }) {
  const root = at("chances");
  let shown = null;
  let points = [];

  function draw() {
    const all = shown.play.length;
    const places = points.map(({ ply, chance }) => `${ply - 1},${1 - chance}`);
    const dots = points.flatMap(({ ply, mark, chance }, i) => {
      if (!mark) return [];
      const after = points[i + 1]?.ply === ply + 1 ? points[i + 1].chance : chance;
      const go = () => visit(shown.play, ply);
      return [
        svg("path", {
          d: `M${ply} ${1 - after}h.001`,
          class: mark === "!" ? "dot good" : "dot bad",
          role: "button",
          tabindex: 0,
          "aria-label": `ply ${ply} ${shown.play[ply - 1]} ${mark}`,
          "data-tip": `ply ${ply}: ${mark} ${shown.play[ply - 1]}`,
          click: (event) => {
            event.stopPropagation();
            go();
          },
          keydown: (event) => {
            if (![" ", "Enter"].includes(event.key)) return;
            event.preventDefault();
            event.stopPropagation();
            go();
          },
        }),
      ];
    });
    root.setAttribute("viewBox", `0 -0.08 ${Math.max(1, all)} 1.16`);
    root.setAttribute("aria-label", described(points));
    root.replaceChildren(
      svg("polygon", { class: "white", points: [`${points[0].ply - 1},1.08`, ...places, `${points.at(-1).ply - 1},1.08`].join(" ") }),
      svg("line", { class: "middle", x1: 0, x2: all, y1: 0.5, y2: 0.5 }),
      svg("polyline", { points: places.join(" ") }),
      svg("line", { class: "here", y1: -0.08, y2: 1.08 }),
      ...dots,
    );
  }

  root.addEventListener("click", (event) => {
    const { left, width } = root.getBoundingClientRect();
    visit(shown.play, Math.round(((event.clientX - left) / width) * shown.play.length));
  });

  return {
    // Follows the page. Without a game, or without chances in its comments, there is no curve.
    show({ game, line, ply }) {
      if (game !== shown) {
        shown = game;
        points = game ? chancesOf(game) : [];
        if (points.length) draw();
      }
      root.toggleAttribute("hidden", !points.length);
      if (!points.length) return;
      const isHere = line.slice(0, ply).every((turn, i) => turn === game.play[i]);
      const here = root.querySelector(".here");
      here.toggleAttribute("hidden", !isHere);
      for (const end of ["x1", "x2"]) here.setAttribute(end, String(ply));
    },
  };
}
