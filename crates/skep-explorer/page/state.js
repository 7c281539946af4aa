// What the page shows, as it stands in the address after #.

const START = {
  variant: "",
  play: [],
  ply: null,
  where: "",
  flip: false,
  rotate: 0,
  game: null,
  player: null,
  tactics: false,
  puzzle: null,
  moves: 0,
  theme: "",
  level: "",
  line: [],
  tree: "",
};
// Browsers limit how often a page may change its address.
const REST = 320;

export const state = { ...START };

export function parse(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name) => (/^\d{1,6}$/.test(asked.get(name) ?? "") ? Number(asked.get(name)) : null);
  const turns = (name) =>
    (asked.get(name) ?? "")
      .split(";")
      .map((turn) => turn.trim())
      .filter(Boolean);
  return {
    variant: asked.get("variant") ?? "",
    play: turns("play"),
    line: turns("line"),
    tree: asked.get("tree") ?? "",
    ply: number("ply"),
    where: asked.get("where") ?? "",
    flip: asked.get("flip") === "1",
    rotate: (number("rotate") ?? 0) % 6,
    game: asked.get("game") || null,
    player: asked.get("player") || null,
    tactics: asked.get("tactics") === "1",
    puzzle: asked.get("puzzle") || null,
    moves: Math.min(number("moves") ?? 0, 3),
    theme: asked.get("theme") ?? "",
    level: asked.get("level") ?? "",
  };
}

// The line belongs to a game: other turns or another game have a line of their own.
const complete = (changes) => ("play" in changes || "game" in changes ? { line: [], ...changes } : changes);

export function format(changes = {}) {
  const { variant, play, line, ply, where, flip, rotate, game, player, tactics, puzzle, moves, theme, level } = {
    ...state,
    ...complete(changes),
  };
  const shown = { variant };
  if (play.length) shown.play = play.join(";");
  if (where) shown.where = where;
  if (flip) shown.flip = 1;
  if (rotate) shown.rotate = rotate;
  if (game) shown.game = game;
  if (player) shown.player = player;
  if (tactics) shown.tactics = 1;
  // The line that is shown, if it leaves the game.
  if (line.length) shown.line = line.join(";");
  if (puzzle) shown.puzzle = puzzle;
  if (puzzle && moves) shown.moves = moves;
  if (puzzle && theme) shown.theme = theme;
  if (puzzle && level) shown.level = level;
  if (ply !== null) shown.ply = ply;
  // Only a link that somebody copies has the tree: the page itself remembers it.
  if (changes.tree) shown.tree = changes.tree;
  return `#${new URLSearchParams(shown)}`;
}

let show = () => {};
let later = 0;
let written = 0;
// The address that the page knows. If the user goes back while an address waits to be written, the browser already has
// another one, and the page has not read it yet.
let known = "";

function write() {
  clearTimeout(later);
  if (location.hash !== known) return;
  written = Date.now();
  history.replaceState(null, "", format());
  known = location.hash;
}

// Changes what is shown. A step through the turns of a line adds nothing to the history of the browser. The page
// already shows a quiet change.
export function go(changes, { step = false, quiet = false } = {}) {
  if (!step) {
    // The address of a step may still wait to be written.
    write();
    const next = format(changes);
    if (next !== location.hash) history.pushState(null, "", next);
    known = location.hash;
  }
  Object.assign(state, complete(changes));
  if (step) {
    clearTimeout(later);
    later = setTimeout(write, Math.max(0, written + REST - Date.now()));
  }
  if (!quiet) show();
}

// Begins with the address, and follows it when the user goes back or opens a link.
export function follow(render, fill) {
  show = render;
  const read = () => {
    clearTimeout(later);
    known = location.hash;
    Object.assign(state, fill(parse(location.hash)));
    render();
  };
  addEventListener("hashchange", read);
  read();
}
