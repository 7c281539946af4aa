// What engines found about the turns of a game, from the evaluations of its record: the scores as a curve, the turns that
// lost most, and the best lines. It looks the same for every engine, whatever the unit of its scores.

import { at, button, el, svg, write } from "./dom.js";
import { buttons } from "./lines.js";
import { hasRules } from "./transport.js";
import { GLYPHS, ofComment } from "./tree.js";
import { sideAfter } from "./words.js";

const NAMES = { white: "White", black: "Black" };
const LOSERS = { WhiteWins: "black", BlackWins: "white" };
const GOOD = ["!!", "!", "!?"];

// A forced win in units other than percent.
const WIN = 1e6;
// How many turns are listed if no turn has a sign.
const MOST = 5;

// ---- scores, as White sees them

// A score as a number of a unit.
const worth = ({ points, win }, unit) => points ?? (unit === "win%" ? (win === "White" ? 100 : 0) : win === "White" ? WIN : -WIN);

// Scores of different units are not compared.
const isOf = (score, unit) => Boolean(score) && (Boolean(score.win) || score.unit === unit);

const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : "0");

// A score in words.
/** @param {{ points?: number, unit?: string, win?: string, plies?: number }} score */
export function scoreName({ points, unit, win, plies }) {
  if (win) return plies === 0 ? `${win} has won` : `${win} wins${plies ? ` in ${plies} ${plies === 1 ? "ply" : "plies"}` : ""}`;
  if (unit === "win%") return `${points}\u202f%`;
  const number = signed(Math.round(points * 100) / 100);
  return unit === "pawns" ? `${number} pawns` : number;
}

export const unitName = ({ unit, engine }) =>
  unit === "win%" ? "White's chance to win" : unit === "pawns" ? "pawns, as White sees it" : unit ? `points of ${engine}, as White sees it` : "forced wins";

// ---- what each engine found

const isBest = ({ turn, best, play }) => best !== null && (play[0] ?? best) === turn;

// How much a turn loses for its side, in the unit of the engine; null if that is not known.
function fallOf(turn, unit) {
  const { side, before, after } = turn;
  if (!isOf(before, unit) || !isOf(after, unit)) return null;
  if (isBest(turn)) return 0;
  const fall = worth(before, unit) - worth(after, unit);
  return side === "white" ? fall : -fall;
}

// The engines that have judged turns of a game, each with its unit and its turns. Of several lines of an engine at a turn,
// the first counts. Records with percentages and without glyphs get glyphs by `losses`.
export function judgesOf({ variant, start = variant, plies = [] }, losses) {
  const signOfFall = (fall) => losses.find(({ percent }) => fall >= percent)?.glyph ?? "";
  const judges = new Map();
  for (const { ply, turn, comment, glyphs = [], evaluations = [] } of plies) {
    const own = glyphs.find((glyph) => GLYPHS.includes(glyph)) ?? ofComment(comment).glyph;
    for (const { score = null, before = null, best = null, line = [], play = [], depth = null, engine: name = "an engine" } of evaluations) {
      const engine = name.replace(/ \(skep annotate\)$/, "");
      if (!judges.has(engine)) judges.set(engine, { engine, turns: [] });
      const { turns } = judges.get(engine);
      if (turns.at(-1)?.ply === ply) continue;
      const side = sideAfter(start ?? variant, ply - 1);
      turns.push({ ply, turn, side, own, before, after: score, best: best ?? line[0] ?? null, play, depth });
    }
  }
  for (const judge of judges.values()) {
    const { turns } = judge;
    judge.unit = turns.flatMap(({ before, after }) => [before?.unit, after?.unit]).find(Boolean) ?? null;
    // What is not said of a position is said by the evaluation of the turn beside it.
    turns.forEach((turn, i) => {
      const [last, next] = [turns[i - 1], turns[i + 1]];
      turn.before ??= (last?.ply === turn.ply - 1 && last.after) || null;
      turn.after ??= (next?.ply === turn.ply + 1 && next.before) || null;
    });
    const hasSigns = turns.some(({ own }) => own);
    for (const turn of turns) {
      turn.fall = fallOf(turn, judge.unit);
      turn.sign = turn.own || (!hasSigns && judge.unit === "win%" ? signOfFall(turn.fall ?? 0) : "");
    }
  }
  return [...judges.values()].filter(({ turns }) => turns.some(({ before, after }) => before || after));
}

// The turns to list: those with a sign, or else those that lost most.
export function listed({ turns }) {
  const signs = turns.filter(({ sign }) => sign);
  if (signs.length) return signs;
  const falling = turns.filter(({ fall }) => (fall ?? 0) > 0).sort((a, b) => b.fall - a.fall);
  return falling.slice(0, MOST).sort((a, b) => a.ply - b.ply);
}

// The turn of a player that lost most.
export function worstOf({ turns }, side) {
  const own = turns.filter((turn) => turn.side === side && (turn.fall ?? 0) > 0);
  return own.reduce((worst, turn) => (worst && worst.fall >= turn.fall ? worst : turn), null);
}

// The points of the curve: the number of turns before a position, and its height from 0 to 1; and the scores at its edges.
export function curveOf({ turns, unit }) {
  const scores = new Map();
  for (const { ply, after } of turns) if (isOf(after, unit)) scores.set(ply, after);
  // The search of the position itself knows more than that of the turn before it.
  for (const { ply, before } of turns) if (isOf(before, unit)) scores.set(ply - 1, before);
  const values = [...scores.values()].filter(({ win }) => !win).map(({ points }) => Math.abs(points));
  values.sort((a, b) => a - b);
  // Few scores of an engine are much larger than all others.
  const top = unit === "win%" ? 50 : Math.max(1, values[Math.floor(0.9 * (values.length - 1))] ?? 1);
  const middle = unit === "win%" ? 50 : 0;
  const height = (score) => Math.max(0, Math.min(1, 0.5 + (worth(score, unit) - middle) / (2 * top)));
  const points = [...scores].sort(([a], [b]) => a - b).map(([x, score]) => ({ x, y: height(score), score }));
  return { points, top: { points: middle + top, unit }, bottom: { points: middle - top, unit } };
}

const change = ({ before, after }) => [before, after].filter(Boolean).map(scoreName).join(" → ");

// The curve and the signs in words.
export function described(judge) {
  const { points } = curveOf(judge);
  const of = ({ x, score }) => `${scoreName(score)} after ply ${x}`;
  const sorted = [...points].sort((a, b) => a.y - b.y);
  const ends = points.length ? `${of(points[0])}, lowest ${of(sorted[0])}, highest ${of(sorted.at(-1))}, ${of(points.at(-1))}` : "no scores";
  const marked = judge.turns.filter(({ sign }) => sign).map(({ ply, sign }) => `ply ${ply} ${sign}`);
  return `${judge.engine}, ${unitName(judge)}: ${ends}.${marked.length ? ` Marked turns: ${marked.join(", ")}.` : ""}`;
}

const signOf = (sign) => (sign ? el("span", { class: `mark ${GOOD.includes(sign) ? "good" : "bad"}` }, sign) : null);

// `visit` shows the line at a ply, `show` a line that may be new, and `changed` is called when other signs hold.
export function createEvaluations({ visit, show, changed }) {
  let shown = null;
  let losses = [];
  let judges = [];
  let judge = null;
  // The line that the page shows, and the number of its turns on the board.
  let place = { line: [], ply: 0 };

  // The best line at a turn. Without rules, it cannot be played.
  const line = ({ ply, best, play }) =>
    play.length && hasRules ? buttons(shown.play.slice(0, ply - 1), play, show) : el("b", {}, play.length ? play.join("; ") : best);
  const better = (judged) => (judged.best && !isBest(judged) ? [" Better: ", line(judged)] : null);

  function draw() {
    write(at("evaluations-title"), `Evaluations by ${judge.engine}`);
    const { points, top, bottom } = curveOf(judge);
    const all = Math.max(1, shown.play.length);
    at("evaluations-figure").hidden = !judge.unit;
    at("evaluations-curve").setAttribute("viewBox", `0 -0.04 ${all} 1.08`);
    at("evaluations-curve").setAttribute("aria-label", described(judge));
    const heights = new Map(points.map(({ x, y }) => [x, y]));
    const places = points.map(({ x, y }) => `${x},${1 - y}`);
    const dots = judge.turns.flatMap(({ ply, turn, sign }) => {
      const height = heights.get(ply) ?? heights.get(ply - 1);
      if (!sign || height === undefined) return [];
      const go = (event) => {
        event.preventDefault();
        event.stopPropagation();
        visit(shown.play, ply);
      };
      const words = `ply ${ply}: ${turn} ${sign}`;
      return [
        svg("path", {
          d: `M${ply} ${1 - height}h.001`,
          class: GOOD.includes(sign) ? "dot good" : "dot bad",
          role: "button",
          tabindex: 0,
          "aria-label": words,
          "data-tip": words,
          click: go,
          keydown: (event) => [" ", "Enter"].includes(event.key) && go(event),
        }),
      ];
    });
    at("evaluations-curve").replaceChildren(
      ...(places.length ? [svg("polygon", { class: "white", points: [`${points[0].x},1.04`, ...places, `${points.at(-1).x},1.04`].join(" ") })] : []),
      svg("line", { class: "middle", x1: 0, x2: all, y1: 0.5, y2: 0.5 }),
      svg("polyline", { points: places.join(" ") }),
      svg("line", { class: "here", y1: -0.04, y2: 1.04 }),
      ...dots,
    );
    write(at("evaluations-top"), scoreName(top));
    write(at("evaluations-bottom"), scoreName(bottom));
    write(at("evaluations-last"), `ply ${all}`);
    write(at("evaluations-legend"), `${unitName(judge)}. Dots: marked turns.`);
    const loser = LOSERS[shown.result];
    const worst = loser && worstOf(judge, loser);
    at("evaluations-worst").hidden = !worst;
    if (worst)
      at("evaluations-worst").replaceChildren(
        `${NAMES[loser]} lost most at `,
        button(`ply ${worst.ply}`, () => visit(shown.play, worst.ply), { class: "link" }),
        `, ${worst.turn}: ${change(worst)}.`,
        ...[better(worst)].flat().filter(Boolean),
      );
    at("evaluations-list").replaceChildren(
      ...listed(judge).map((turn) =>
        el(
          "li",
          {},
          button([signOf(turn.sign), ` ply ${turn.ply}`], () => visit(shown.play, turn.ply), { class: "link" }),
          ` ${turn.turn}: ${change(turn)}.`,
          better(turn),
        ),
      ),
    );
    at("evaluations-list").setAttribute("aria-label", judge.turns.some(({ sign }) => sign) ? "Marked turns" : "Turns that lost most");
  }

  // What the engine says about the position that is shown.
  function here({ line: turns, ply }) {
    const isHere = turns.slice(0, ply).every((turn, i) => turn === shown.play[i]);
    const mark = at("evaluations-curve").querySelector(".here");
    mark.toggleAttribute("hidden", !isHere);
    for (const end of ["x1", "x2"]) mark.setAttribute(end, String(ply));
    const next = isHere ? judge.turns.find((turn) => turn.ply === ply + 1) : null;
    const last = isHere ? judge.turns.find((turn) => turn.ply === ply) : null;
    const score = next?.before ?? last?.after;
    const depth = next?.depth ? `, depth ${next.depth}` : "";
    at("evaluations-here").replaceChildren(
      ...(score ? [`Ply ${ply}: ${scoreName(score)}${depth}.`] : ["No score of this position."]),
      ...(next?.best ? [" Best: ", line(next)] : []),
    );
  }

  at("evaluations-which").addEventListener("change", () => {
    judge = judges[at("evaluations-which").selectedIndex];
    draw();
    here(place);
    changed();
  });
  at("evaluations-curve").addEventListener("click", (event) => {
    const { left, width } = at("evaluations-curve").getBoundingClientRect();
    visit(shown.play, Math.round(((event.clientX - left) / width) * shown.play.length));
  });

  return {
    // The glyphs of turns that lose chances, as /api/info has them.
    glyphs: (found) => (losses = found),
    // Follows the page. Without a game, or without evaluations, there is no card. Returns whether other signs hold.
    show({ game, line, ply }) {
      const isNew = game !== shown;
      const before = judge;
      if (isNew) {
        shown = game;
        judges = game ? judgesOf(game, losses) : [];
        // Scores say more than forced wins alone.
        judge = judges.findLast(({ unit }) => unit) ?? judges.at(-1) ?? null;
        at("evaluations-which").replaceChildren(...judges.map(({ engine }) => el("option", {}, engine)));
        at("evaluations-which").selectedIndex = judges.indexOf(judge);
        at("evaluations-which").parentElement.hidden = judges.length < 2;
        if (judge) draw();
      }
      at("evaluations").hidden = !judge;
      place = { line, ply };
      if (judge) here(place);
      return isNew && Boolean(judge ?? before);
    },
    // The sign of the last turn of a line that the record itself does not have.
    of(line) {
      if (!judge || line.some((turn, i) => turn !== shown.play[i])) return null;
      const turn = judge.turns.find(({ ply }) => ply === line.length);
      return turn && !turn.own ? signOf(turn.sign) : null;
    },
  };
}
