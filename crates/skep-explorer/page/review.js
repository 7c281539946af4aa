// The review of a line: wins that were forced, missed or allowed, and only defences. The server proves each of them.

import { ask, cancel, stale } from "./api.js";
import { at, button, count, counted, el, say, svg, write } from "./dom.js";
import { buttons } from "./lines.js";
import { placeOf } from "./route.js";
import { ending, sideAfter } from "./words.js";

// A win in this number of turns is half as high in the curve as a win in one.
const HALF = 3;

// What a turn did, as a sign with its kind.
function sign({ chance, defence }) {
  if (chance === "missed") return ["✗", "bad"];
  if (defence === "only-missed" || defence === "missed") return ["?", "bad"];
  if (chance === "delayed") return ["?!", "slow"];
  if (chance) return ["✓", "good"];
  return defence === "only-found" ? ["!", "good"] : ["…", "lost"];
}

export function markOf(tactics) {
  const [text, kind] = sign(tactics);
  return el("span", { class: `mark ${kind}`, "data-tip": tactics.words.join("; ") }, text);
}

// Which side can force a win after each turn, and in how many turns, in the order of the turns.
export function curveOf(turns, variant) {
  return turns.flatMap(({ ply, tactics }) => {
    const side = sideAfter(variant, ply - 1);
    const { chance, winIn, allowsIn } = tactics;
    if (chance === "found" || chance === "delayed") return [{ ply, side, turns: Math.max(0, winIn - 1) }];
    if (allowsIn === null || allowsIn === undefined) return [];
    return [{ ply, side: side === "white" ? "black" : "white", turns: allowsIn }];
  });
}

const CHANCES = { found: "win found", delayed: "win delayed", missed: "win missed" };
const DEFENCES = { "only-found": "only defence found", "only-missed": "only defence missed", missed: "a defence missed", impossible: "no defence" };

// What a turn did, in words.
export function described({ chance, winIn, defence, allowsIn }) {
  const words = [
    chance && `${CHANCES[chance]} (in ${winIn})`,
    DEFENCES[defence],
    allowsIn === 0 ? "loses at once" : allowsIn && `allows a win in ${allowsIn}`,
  ];
  return words.filter(Boolean).join("; ");
}

// What a review found about a turn of a side, as a record holds it: the notes and the glyph that skep annotate --tactics
// writes.
export function marksOf(tactics, side, hasEvaluations) {
  const { chance, winIn, allowsIn, defence, only, line, words } = tactics;
  const [own, other] = side === "white" ? ["White", "Black"] : ["Black", "White"];
  // The turns of the winner, and those of the other side between them.
  const win = (side, turns) => ({ win: side, ...(turns === null ? {} : { plies: Math.max(0, 2 * turns - 1) }) });
  const before = winIn ? win(own, winIn) : defence === "impossible" ? win(other, null) : null;
  const isAllowed = (allowsIn ?? null) !== null;
  const kept = chance === "found" ? { win: own, plies: 2 * winIn - 2 } : chance === "delayed" ? win(own, null) : null;
  const score = isAllowed ? win(other, allowsIn) : kept;
  const missed = chance === "missed" ? line : [];
  const evaluation = {
    ...(score && { score }),
    ...(before && { before }),
    ...(only && { best: only }),
    ...(missed.length && { line: missed }),
    engine: "proof (skep annotate)",
  };
  const isBad = chance === "missed" || (isAllowed && defence !== "impossible");
  return {
    notes: [
      ...words.map((text) => ({ kind: "comment", text })),
      ...(hasEvaluations && (score || before) ? [{ kind: "evaluation", evaluation }] : []),
    ],
    glyph: isBad ? "??" : defence === "only-found" ? "!" : "",
  };
}

// Why a player lost: the last turn that allowed a forced win although another turn did not, and the wins that the player
// missed. `turns` are the reviewed turns of the line.
export function reasonOf(turns, variant, loser) {
  const own = turns.filter(({ ply }) => sideAfter(variant, ply - 1) === loser);
  const isAvoidable = ({ tactics: { allowsIn, defence } }) => (allowsIn ?? null) !== null && defence !== "impossible";
  return {
    allowed: own.findLast(isAvoidable) ?? null,
    lost: own.find(({ tactics }) => tactics.defence === "impossible") ?? null,
    missed: own.filter(({ tactics }) => tactics.chance === "missed"),
  };
}

const NAMES = { white: "White", black: "Black" };
const LOSERS = { WhiteWins: "black", BlackWins: "white" };

// `visit` shows the line at a ply, `show` a line that may be new, and `changed` is called when more is known.
export function createReview({ visit, show, changed, close }) {
  // What is reviewed: the variant and the line.
  let about = null;
  let found = [];
  let done = 0;
  let isRunning = false;
  let running = 0;
  let here = 0;

  function told() {
    const all = about.line.length;
    if (!all) return "";
    if (isRunning) return `Reviewed ${count(done)} of ${counted(all, "turn", "turns")} …`;
    const tally = { missed: 0, only: 0, found: 0, delayed: 0 };
    for (const { tactics } of found) {
      if (tactics.chance) tally[tactics.chance]++;
      if (tactics.defence?.startsWith("only")) tally.only++;
    }
    const parts = [
      `${done < all ? `Stopped after ${count(done)} of ` : ""}${counted(all, "turn", "turns")}`,
      counted(tally.found, "win found", "wins found"),
      tally.delayed && `${count(tally.delayed)} delayed`,
      `${count(tally.missed)} missed`,
      counted(tally.only, "only defence", "only defences"),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  function curve() {
    const plies = about.line.length;
    const points = curveOf(found, about.variant);
    const bars = points.map(({ ply, side, turns }) => {
      const height = HALF / (HALF + Math.max(0, turns - 1));
      return svg("rect", { class: side, x: ply - 1, width: 1, y: side === "white" ? -height : 0, height });
    });
    at("curve").setAttribute("viewBox", `0 -1.05 ${Math.max(1, plies)} 2.1`);
    at("curve").replaceChildren(
      svg("rect", { class: "open", x: done, width: Math.max(0, plies - done), y: -1, height: 2 }),
      ...bars,
      svg("line", { class: "middle", x1: 0, x2: plies, y1: 0, y2: 0 }),
      svg("rect", { class: "here", x: here - 1, width: 1, y: -1.05, height: 2.1 }),
    );
    const words = points.map(({ ply, side }) => `${side === "white" ? "White" : "Black"} after ply ${ply}`);
    at("curve").setAttribute("aria-label", `Forced wins: ${words.length ? words.join(", ") : "none"}`);
  }

  // The turns that a review proved: from the position before the turn if it missed a win, else from the one after it.
  function proof({ ply, tactics }) {
    const before = about.line.slice(0, tactics.chance === "missed" ? ply - 1 : ply);
    return buttons(before, tactics.line, show);
  }
  const toPly = (ply, text = `ply ${ply}`) => button(text, () => visit(about.line, ply), { class: "link" });

  // A button that looks one turn further ahead, if the page can.
  function further(most) {
    const next = [...at("review-moves").options].find(({ value }) => Number(value) > Number(most));
    if (!next) return [];
    const look = () => {
      at("review-moves").value = next.value;
      begin(about);
    };
    return [" ", button(`Look ${next.value} turns ahead`, look, { class: "link" })];
  }

  // Why the game was lost, in sentences.
  function verdict() {
    const loser = LOSERS[about.result];
    const isDone = done >= about.line.length;
    at("verdict").hidden = !loser || !isDone || !about.line.length;
    if (at("verdict").hidden) return;
    const { allowed, lost, missed } = reasonOf(found, about.variant, loser);
    const [name, winner] = [NAMES[loser], NAMES[loser === "white" ? "black" : "white"]];
    const most = at("review-moves").value;
    const how = ending(about.game);
    const sentences = how && / (by|on) /.test(how) ? [[`${how}.`]] : [];
    if (allowed) {
      const { ply, tactics } = allowed;
      const how = tactics.allowsIn ? `let ${winner} force a win in ${tactics.allowsIn}` : "lost at once";
      const turn = about.line[ply - 1];
      sentences.push([`${name} lost the game at `, toPly(ply), `: ${turn} ${how}${tactics.chance === "missed" || !tactics.line.length ? "." : ": "}`, tactics.chance === "missed" ? null : proof(allowed)]);
      if (tactics.only) sentences.push(["The only defence was ", buttons(about.line.slice(0, ply - 1), [tactics.only], show)]);
      else if (tactics.defence === "missed") sentences.push(["Several other turns would have held."]);
    } else if (lost) {
      sentences.push([`From `, toPly(lost.ply), ` on, every turn of ${name} lost. What led there is further than ${most} turns from the win.`, ...further(most)]);
    } else sentences.push([`No forced win of ${winner} in up to ${most} turns was found.`, ...further(most)]);
    for (const turn of missed)
      sentences.push([`${name} could have won from `, toPly(turn.ply - 1, `ply ${turn.ply}`), `, in ${turn.tactics.winIn}: `, proof(turn)]);
    at("verdict").replaceChildren(...sentences.map((parts) => el("p", {}, parts)));
  }

  function draw() {
    at("review").hidden = about === null;
    if (!about) return;
    write(at("review-title"), LOSERS[about.result] ? `Why did ${NAMES[LOSERS[about.result]]} lose?` : "Review");
    verdict();
    write(at("review-status"), told());
    at("review-stop").hidden = !isRunning;
    at("review-again").hidden = isRunning || done >= about.line.length;
    const turns = found.filter(({ tactics }) => tactics.words.length);
    at("tactics").replaceChildren(
      ...turns.map(({ ply, tactics }) =>
        el(
          "li",
          {},
          button([markOf(tactics), ` ply ${ply}`], () => visit(about.line, ply), { class: "link" }),
          ` ${about.line[ply - 1]}: ${described(tactics)} `,
          tactics.only ? buttons(about.line.slice(0, ply - 1), [tactics.only], show) : null,
          tactics.line.length ? proof({ ply, tactics }) : null,
        ),
      ),
    );
    at("tactics-legend").hidden = turns.length === 0;
    // No turns are no verdict about the position.
    const none = about.line.length
      ? `No win in up to ${at("review-moves").value} turns was forced, missed or allowed.`
      : "There are no turns to review. “What wins here?” looks at the position.";
    say(at("review-none"), !isRunning && !turns.length && done >= about.line.length ? none : null);
    at("curve-figure").hidden = !curveOf(found, about.variant).length;
    write(at("curve-first"), "ply 1");
    write(at("curve-last"), `ply ${about.line.length}`);
    curve();
  }

  async function run() {
    const number = ++running;
    const { variant, line, game } = about;
    const place = placeOf({ variant, line, ply: line.length, game });
    isRunning = true;
    say(at("review-error"), null);
    draw();
    try {
      while (done < line.length && isRunning) {
        const moves = at("review-moves").value;
        const answer = await ask("review", "review", { ...place, moves, from: done });
        if (number !== running) return;
        found = [...found, ...answer.turns];
        done = answer.next;
        draw();
        changed();
      }
    } catch (error) {
      if (number !== running) return;
      if (!stale(error))
        say(
          at("review-error"),
          error.code === "late" ? `The search at ply ${done + 1} takes too long. Choose a smaller number of turns.` : error.message,
        );
    }
    isRunning = false;
    draw();
    changed();
  }

  function begin(next) {
    running++;
    cancel("review");
    about = next;
    [found, done] = [[], 0];
    run();
  }

  function end() {
    running++;
    isRunning = false;
    cancel("review");
    about = null;
    [found, done] = [[], 0];
    draw();
    changed();
  }

  // The next turn of the review, or the one before.
  function jump(by) {
    if (!about) return;
    const plies = found.filter(({ tactics }) => tactics.words.length).map(({ ply }) => ply);
    const next = by > 0 ? plies.find((ply) => ply > here) : plies.findLast((ply) => ply < here);
    if (next !== undefined) visit(about.line, next);
  }

  at("review-stop").addEventListener("click", () => {
    isRunning = false;
    running++;
    cancel("review");
    draw();
    at("review-again").focus();
  });
  at("review-again").addEventListener("click", run);
  at("review-close").addEventListener("click", close);
  at("review-back").addEventListener("click", () => jump(-1));
  at("review-forth").addEventListener("click", () => jump(1));
  at("review-moves").addEventListener("change", () => about && begin(about));
  at("curve").addEventListener("click", (event) => {
    const { left, width } = at("curve").getBoundingClientRect();
    if (about) visit(about.line, Math.ceil(((event.clientX - left) / width) * about.line.length));
  });

  return {
    // Follows the page. A review stays while the user looks at variations of its game; another game is reviewed anew.
    show({ variant, line, ply, of }) {
      here = ply;
      const play = of?.play.join(";");
      const isSame = about && about.variant === variant && about.play === play && (about.line.length || !line.length);
      if (isSame) return draw();
      const isMain = play === line.join(";");
      begin({ variant, line, play, game: of, result: isMain ? of.result : null });
    },
    end: () => about && end(),
    jump,
    // The line that is reviewed, and what was found about the turns: the ply, the side and the tactics of each.
    found: () => ({
      line: about?.line ?? [],
      turns: found.filter(({ tactics }) => tactics.words.length).map((turn) => ({ ...turn, side: sideAfter(about.variant, turn.ply - 1) })),
    }),
    // The mark of the last turn of a line.
    of(line) {
      const turn = found.find(({ ply }) => ply === line.length);
      if (!turn || line.some((one, i) => about.line[i] !== one)) return null;
      return markOf(turn.tactics);
    },
  };
}
