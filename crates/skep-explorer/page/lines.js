// Lines of play as buttons: each shows its position on the board.

import { button, el } from "./dom.js";
import { icon } from "./pieces.js";
import { turnName } from "./words.js";

// The turns after a line. `show` gets the line up to a turn, with the turn that follows it.
export function buttons(before, turns, show) {
  return el(
    "span",
    { class: "moves-line" },
    turns.map((turn, i) =>
      button([icon(turn), turn], () => show([...before, ...turns.slice(0, i + 1)], turns.slice(i + 1)), {
        class: "turn",
        "data-tip": turnName(turn),
        "aria-description": turnName(turn),
      }),
    ),
  );
}
