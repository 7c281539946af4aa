// The help: keys, and what the page shows.

import { at, el } from "./dom.js";
import { add, embedding, hasRules } from "./transport.js";

// The keys, what they do, and whether they need the rules.
/** @type {[string[], string, boolean?][]} */
const KEYS = [
  [["←", "→"], "One turn back or forward"],
  [["Home", "End"], "Start or end of the line"],
  [["Space"], "Play or pause the game that is open"],
  [["f"], "Flip the board"],
  [["r"], "Rotate the board by 60°"],
  [["+", "−", "0"], "Zoom in, zoom out, the whole board"],
  [["k"], "Names of the cells"],
  [["v"], "Next variation of this turn"],
  [["c"], "Comment on the position", true],
  [["a"], "Draw marks and arrows", true],
  [["u"], "Promote the variation", true],
  [["Delete"], "Delete the turn and all that follow", true],
  [["Ctrl", "Z"], "Undo; Ctrl+Y repeats the change", true],
  [["w"], "Review the turns: why the game was lost", true],
  [["x"], "What wins in this position?", true],
  [["i"], "The engine's best lines", true],
  [["[", "]"], "Previous or next entry of the review", true],
  [["l"], "Find games with similar positions", true],
  [["e"], "Set up a position", true],
  [["t"], "Type a turn", true],
  [["m"], "Go to the continuations; ↑ and ↓ choose one, Enter plays it", true],
  [["/"], "Find a player"],
  [["o"], "Paste or open a game", true],
  [["b"], "Studies", true],
  [["g"], "All games", true],
  [["d"], "Download games or a picture", true],
  [["p"], "Puzzles", true],
  [["n"], "Next puzzle", true],
  [["s"], "Show the solution of the puzzle", true],
  [["Enter"], "Try the puzzle again", true],
  [["Esc"], hasRules ? "Close a dialog, a menu or a game; deselect a piece" : "Close a dialog, a menu or a player"],
  [["?"], "This help"],
];

const OF_RULES = [
  [
    "Play",
    "Drag a piece to a marked cell, or click the piece and then the cell. Move a piece that the Pillbug can throw in the same way. " +
      "Turns without a target, such as a pass, are buttons below the board. Tap a stack, or point at it, to see what is in it.",
  ],
  [
    "Variations",
    "A turn that differs from the next one begins a variation; nothing is lost. Promote moves a variation up, Delete " +
      "removes it, and Undo takes a change back. Glyphs, comments and marks belong to the position that is shown. To draw " +
      "on the board, drag with the right mouse button, or choose Draw in the menu Edit and then two cells. Save writes everything as PGN, " +
      "SGF or JSON Lines. Copy link copies a link that contains everything.",
  ],
  [
    "Studies",
    "A study is a list of chapters, each a game or a position with its variations and comments. The browser keeps it until you delete it. " +
      "A chapter that is shown follows each change. Save as PGN writes all chapters into one file, which you can keep or send.",
  ],
  [
    "What wins here?",
    "This proves whether the player to move can force a win within some turns, or loses whatever is played. It looks at the " +
      "position that is shown, also at one that you set up. Click a turn of the answer to see it on the board. The engine looks " +
      "further, but its scores are guesses.",
  ],
  [
    "Review",
    "A review of a lost game says which turn lost it, what wins after it, and what would have held. It proves which turns found, delayed, missed or allowed a forced win, and which were the only defence. The curve " +
      "shows who could force a win after each turn: White up, Black down.",
  ],
  [
    "Evaluations",
    "If the record has evaluations of an engine, they are shown beside the board: the scores as a curve, the turn that lost most, " +
      "and the best lines, which you can play through. It looks the same for every engine: hivegame.com, Mzinga, nokamute, or skep. " +
      "The numbers are those of the engine, as White sees them. Signs of the record stay; without signs, a turn that loses 5, 10 or 15 % of the chances gets ?!, ? or ??.",
  ],
  [
    "Continuations",
    "Played counts the games that played the move in this position. Reached counts the games that reach the " +
      "position after the move, by any order of moves. The other columns are about the games of Reached. The bar and the score leave out unknown results. " +
      "The score is White's. Below the table, you can choose the score of the player to move. The range is the 95 % confidence interval (Wilson). Rating and performance are those of the player who moves.",
  ],
  [
    "Similar positions",
    "The similarity is the share of equal features of two positions: the pieces around and on each queen, and the pinned " +
      "pieces. 1 means that all are equal, in any orientation. Other pieces, the hands and the player to move do not matter. " +
      "The list shows the most similar position of each game.",
  ],
  [
    "Symmetry",
    "Moves that are equal after a rotation or reflection of the board share one row. Hover over a row to see all of them.",
  ],
  [
    "Puzzles",
    "A puzzle is a position of these games in which the player to move can force a win against every reply. Play the " +
      "winning turn on the board. The other player replies with the longest resistance. After a wrong turn, the page " +
      "shows the reply that refutes it. The filters and the variant choose the games.",
  ],
  [
    "Swarm",
    "Games of Swarm start with random hands, so a variant alone has no first position. Open a game and explore it.",
  ],
  ["Filters", "The form writes an expression. You can edit it; the form keeps the parts that it cannot show. The field at the top finds games by words: Ann 1-0 2024-03."],
];
const FILES = [
  "Files",
  "Drop files, folders or archives of games anywhere on the page. They never leave this computer. The browser keeps them for the " +
    "next visit, until you press Forget the files.",
];
const LINK = [
  "Link",
  "The address of the page has the position, the filters and the open game. Copy it to share them with somebody who can open this page.",
];
const ELEMENT = ["Your own web page", "Copy HTML for a web page, in the menu Save and share, gives the element skep-board: it shows the game there, with buttons and keys."];

export function createHelp() {
  const dialog = at("help-dialog");
  const keys = KEYS.filter(([, , needsRules]) => hasRules || !needsRules).flatMap(([names, text]) => [
    el(
      "dt",
      {},
      names.map((name) => el("kbd", {}, name)),
    ),
    el("dd", {}, text),
  ]);
  at("help-text").append(
    ...[...(add ? [FILES] : []), ...(hasRules ? OF_RULES : []), LINK, ...(embedding ? [ELEMENT] : [])].flatMap(([head, text]) => [el("h3", {}, head), el("p", {}, text)]),
    el("h3", {}, "Keys"),
    el("dl", { class: "keys" }, keys),
  );
  const open = () => dialog.showModal();
  at("help").addEventListener("click", open);
  at("help-close").addEventListener("click", () => dialog.close());
  // A click beside the dialog closes it.
  for (const one of document.querySelectorAll("dialog")) {
    one.addEventListener("pointerdown", (event) => event.target === one && one.close());
  }
  return open;
}
