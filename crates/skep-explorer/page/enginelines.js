// An engine: its best lines in the position that is shown, deeper and deeper until the user goes on. It is the engine of
// skep, in the tab or on the server, or the one that skep explore --engine names.

import { ask, cancel, stale } from "./api.js";
import { at, count, el, reveal, say, write } from "./dom.js";
import { buttons } from "./lines.js";

const SIDE = { white: "White", black: "Black" };
const OTHER = { white: "Black", black: "White" };
// The times of the searches, in milliseconds. Each answer replaces the one before.
const TIMES = [200, 800, 3000, 10_000];
export const scoreText = ({ score, wins }, isPercent) => {
  if (wins) return `${SIDE[wins]} wins`;
  if (score === null) return "";
  if (isPercent) return `${score.toFixed(1)} %`;
  return `${score > 0 ? "+" : score < 0 ? "−" : ""}${Math.abs(score).toFixed(2)}`;
};

// What is known of a position: a proof, or the depth of a guess.
export function verdict({ toMove, winIn, losesIn, lines }) {
  const own = (n) => (n === 1 ? "1 turn" : `${n} turns`);
  if (winIn !== null) return `Proved: ${SIDE[toMove]} wins in ${own(winIn)}.`;
  if (losesIn !== null) return `Proved: ${OTHER[toMove]} wins in ${own(losesIn)}.`;
  if (!lines.length) return "The game is over.";
  const { depth } = lines[0];
  return depth === null ? "A guess" : `A guess, ${count(depth)} plies deep`;
}

const UNITS = {
  skep: "Scores are White's chances to win. They are guesses; a proof says so.",
  other: "Scores are for White and are guesses, in the unit of the engine.",
};

export function createEngine({ place, show }) {
  let isOn = false;
  let running = 0;
  const which = () => at("engine-which").value;

  function draw(answer, line, isDone) {
    write(at("engine-status"), `${verdict(answer)}${isDone ? "" : " …"}`);
    at("engine-lines").replaceChildren(
      ...answer.lines.map((found) => {
        // A search that ends may have looked less deep at the other lines.
        const less = found.depth !== null && found.depth < answer.lines[0].depth ? el("span", { class: "note" }, `${count(found.depth)} plies deep`) : null;
        return el("li", {}, el("b", {}, scoreText(found, which() === "skep")), less, buttons(line, found.turns.slice(0, 8), show));
      }),
    );
  }

  async function run() {
    const number = ++running;
    cancel("search");
    say(at("engine-error"), null);
    write(at("engine-status"), "Searching …");
    at("engine-lines").replaceChildren();
    write(at("engine-unit"), UNITS[which()]);
    const { question, line } = place();
    const engine = which() === "skep" ? null : which();
    try {
      for (const ms of TIMES) {
        const answer = await ask("search", "search", { ...question, ms, lines: 3, engine });
        if (number !== running) return;
        const isDone = ms === TIMES.at(-1) || answer.winIn !== null || answer.losesIn !== null || !answer.lines.length;
        draw(answer, line, isDone);
        if (isDone) return;
      }
    } catch (error) {
      if (number !== running || stale(error)) return;
      write(at("engine-status"), "");
      say(at("engine-error"), error.message);
    }
  }

  function set(next) {
    isOn = next;
    at("engine").hidden = !isOn;
    at("engine-begin").setAttribute("aria-pressed", String(isOn));
    if (isOn) return run();
    running++;
    cancel("search");
  }

  at("engine-which").addEventListener("change", () => isOn && run());
  at("engine-close").addEventListener("click", () => set(false));
  addEventListener("pagehide", () => set(false));
  return {
    toggle() {
      set(!isOn);
      if (isOn) reveal(at("engine"));
    },
    close: () => isOn && set(false),
    // The name of an engine of another program, which the page asks first.
    other(name) {
      if (!name) return;
      at("engine-which").append(new Option(name, "other"));
      at("engine-which").value = "other";
      at("engine-which").closest(".actions").hidden = false;
    },
    // Another position is shown.
    follow: () => isOn && run(),
  };
}
