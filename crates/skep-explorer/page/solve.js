// "What wins here?": whether a side can force a win in the position that is shown. The server proves it.

import { ask, cancel, stale } from "./api.js";
import { at, count, el, reveal, say, write } from "./dom.js";
import { buttons } from "./lines.js";

const SIDE = { white: "White", black: "Black" };
const OTHER = { white: "Black", black: "White" };

const inTurns = (n) => `in ${n === 1 ? "1 turn" : `${count(n)} turns`}`;

// What an answer says, in words, and the lines that prove it.
export function told({ toMove, winIn, losesIn, line, first, escape }, most) {
  const [own, other] = [SIDE[toMove], OTHER[toMove]];
  if (winIn !== null) {
    const others = first.filter((turn) => turn !== line[0]);
    return { text: `${own} wins by force ${inTurns(winIn)}.`, lines: [["", line], ...others.map((turn) => ["also wins:", [turn]])] };
  }
  if (losesIn === 0) return { text: `The game is over: ${other} has won.`, lines: [] };
  if (losesIn !== null) return { text: `Every turn of ${own} loses: ${other} wins by force ${inTurns(losesIn)}.`, lines: [["", line]] };
  return {
    text: `${own} cannot force a win ${inTurns(most).replace("in ", "in up to ")}.`,
    lines: escape ? [[`After this turn, ${other} cannot either:`, [escape]]] : [],
  };
}

// `show` shows a line. `place` is the question and the line of the position.
export function createSolve({ place, show }) {
  let about = null;
  let running = 0;

  async function run() {
    const number = ++running;
    const { question, line } = about;
    say(at("solve-error"), null);
    at("solve-lines").replaceChildren();
    write(at("solve-status"), "Searching …");
    const most = Number(at("solve-moves").value);
    try {
      const answer = await ask("solve-here", "solve", { ...question, moves: most });
      if (number !== running) return;
      const { text, lines } = told(answer, most);
      write(at("solve-status"), text);
      at("solve-lines").replaceChildren(
        ...lines.map(([words, turns]) => el("p", {}, words ? `${words} ` : null, buttons(line, turns, show))),
      );
    } catch (error) {
      if (number !== running || stale(error)) return;
      write(at("solve-status"), "");
      say(at("solve-error"), error.code === "late" ? "The search takes too long. Choose a smaller number of turns." : error.message);
    }
  }

  function close() {
    running++;
    cancel("solve-here");
    about = null;
    at("solve").hidden = true;
  }

  function open() {
    about = place();
    at("solve").hidden = false;
    reveal(at("solve"));
    at("solve-title").focus({ preventScroll: true });
    return run();
  }

  at("solve-close").addEventListener("click", close);
  at("solve-moves").addEventListener("change", () => about && run());
  return { open, close };
}
