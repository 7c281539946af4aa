// A position that is set up by hand: pieces on cells, and the text of the position. A bug has the code of the face that is up
// (`wA`, `bSc`). In Hex-It, `wt` is a tile and `w` a piece; pieces without a tile are prisoners.

import { CENTRE, key, neighbours, parse as cellOf } from "./hex.js";

// The tiles of the sets, in the order of hands: the front, the back in Venom, and the number that each player has.
/** @type {[string, string, number][]} */
const TILES = [
  ["Q", "Wa", 1],
  ["S", "Sc", 2],
  ["B", "Ff", 2],
  ["G", "Df", 3],
  ["A", "Fl", 3],
  ["M", "Tk", 1],
  ["L", "Sb", 1],
  ["P", "Ce", 1],
];
const EXTRA = "MLP";
/** @type {Record<string, [string, string, number]>} */
const PACKS = { Predators: ["Ma", "As", 1], Guardians: ["Bu", "Mo", 1] };
const HONEYCOMBO = "Hc";

// The sets of Hex-It: the name in a state, and the number of tiles.
/** @type {Record<string, [string, number]>} */
const HEXIT = {
  "Hex-It 39": ["hex-it", 39],
  "Hex-It 29": ["hex-it-blitz", 29],
  "Hex-It 19": ["hex-it-beginner", 19],
  "Hex-It 39 pro": ["hex-it-pro", 39],
};
const PIECES = 8;

// The rules that a state can name. The editor does not change them.
const RULES = ["flip", "honeycombo-contact", "exchange", "stink-bug-shield", "sting", "release"];

const PLAIN = ["Base+MLP", "Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP"];
const VENOM = ["Venom", "Venom+Predators", "Venom+Guardians", "Venom+Honeycombo", "Venom+Predators+Guardians+Honeycombo"];
export const VARIANTS = [...PLAIN, ...VENOM, ...Object.keys(HEXIT)];

export const isHexIt = (variant) => variant in HEXIT;
export const isPlain = (variant) => PLAIN.includes(variant);
const hasHoneycombo = (variant) => variant.split("+").includes("Honeycombo");

// The tiles of a player in a variant of Hive.
function tilesOf(variant) {
  const [set, ...parts] = variant.split("+");
  const isVenom = set.startsWith("Venom");
  const letters = parts.find((part) => /^[MLP]+$/.test(part)) ?? "";
  const has = (bug) => !EXTRA.includes(bug) || (isVenom ? !set.slice(6).includes(bug) : letters.includes(bug));
  const tiles = TILES.filter(([front]) => has(front)).map(([front, back, count]) => ({
    front,
    back: isVenom ? back : null,
    count,
    isNumbered: count > 1,
  }));
  const single = parts.find((part) => part.startsWith("["));
  for (const [, front, n] of single?.matchAll(/([A-Z][a-z])(\d?)/g) ?? []) {
    const isNumbered = TILES.some(([, back, most]) => back === front && most > 1);
    tiles.push({ front, back: null, count: Number(n || 1), isNumbered });
  }
  for (const part of parts) {
    if (!(part in PACKS)) continue;
    const [front, back, count] = PACKS[part];
    tiles.push({ front, back, count, isNumbered: false });
  }
  return tiles;
}

// The tile that shows a bug, if the variant has one.
const tileOf = (variant, bug) => tilesOf(variant).find(({ front, back }) => front === bug || back === bug);

// The number of pieces of each kind that a player has, by their fronts. The tiles of Hex-It belong to both players.
export function setOf(variant) {
  if (isHexIt(variant)) return { t: HEXIT[variant][1], "": PIECES };
  return Object.fromEntries(tilesOf(variant).map(({ front, count }) => [front, count]));
}

export const EMPTY = { variant: VARIANTS[0], toMove: "white", stacks: new Map(), honeycombo: "b", rules: [] };

// Without its number.
const kind = (piece) => piece.replace(/\d+$/, "");
const isTile = (piece) => piece === "wt" || piece === "bt";

// The kind of a piece, as hands name it: the front of its tile.
export const kindOf = (variant, piece) => {
  const bug = piece.slice(1);
  return isHexIt(variant) ? bug : (tileOf(variant, bug)?.front ?? bug);
};

// The position of a state. `null` if the text is not a state, or if the variant has Swarm, whose hands are random.
export function ofState(text) {
  const [head, turn, board, ...rest] = text.split("/");
  const hexit = Object.keys(HEXIT).find((name) => HEXIT[name][0] === head);
  if (!turn || !board || head.split("+").includes("Swarm")) return null;
  const stacks = new Map();
  for (const [, q, r, contents] of board.matchAll(/(-?\d+),(-?\d+)([^:]+)/g)) {
    const at = hexit ? { q: Number(q), r: Number(r) } : { q: Number(q) + CENTRE.q, r: Number(r) + CENTRE.r };
    const tile = { W: ["wt"], B: ["bt"], X: [] }[contents[0]] ?? [];
    stacks.set(key(at), hexit ? [...tile, ...contents.slice(1)] : contents.split(".").map(kind));
  }
  return {
    variant: hexit ?? head,
    toMove: turn[0] === "b" ? "black" : "white",
    stacks,
    honeycombo: rest.includes("honeycombo=w") ? "w" : "b",
    rules: rest.filter((part) => RULES.includes(part.split("=")[0])),
  };
}

// The number of pieces of each kind that each player has in hand.
export function handsOf({ variant, stacks }) {
  const hands = { w: setOf(variant), b: setOf(variant) };
  for (const piece of [...stacks.values()].flat()) {
    if (piece === HONEYCOMBO) continue;
    const sides = isTile(piece) ? ["w", "b"] : [piece[0]];
    for (const side of sides) hands[side][kindOf(variant, piece)]--;
  }
  return hands;
}

const withStack = (position, cell, stack) => {
  const stacks = new Map(position.stacks);
  if (stack.length) stacks.set(cell, stack);
  else stacks.delete(cell);
  return { ...position, stacks };
};

// Puts a piece on top of a cell; a tile replaces the tile there. Returns the same position if the player has no such
// piece in hand, or if the cell cannot hold it.
export function put(position, piece, cell) {
  const { variant, stacks } = position;
  const stack = stacks.get(cell) ?? [];
  if (isTile(piece) && stack.length) return isTile(stack[0]) ? withStack(position, cell, [piece, ...stack.slice(1)]) : position;
  if (piece !== HONEYCOMBO && !(handsOf(position)[piece[0]]?.[kindOf(variant, piece)] > 0)) return position;
  return withStack(position, cell, [...stack, piece]);
}

// Takes the top piece of a cell back into the hand. The Honeycombo stays on the table.
export function lift(position, cell) {
  const stack = position.stacks.get(cell);
  return stack && stack.at(-1) !== HONEYCOMBO ? withStack(position, cell, stack.slice(0, -1)) : position;
}

export function move(position, from, to) {
  const stack = position.stacks.get(from);
  const piece = stack?.at(-1);
  if (!piece || from === to || (isTile(piece) && position.stacks.has(to))) return position;
  return put(withStack(position, from, stack.slice(0, -1)), piece, to);
}

// The other face of a piece, or the other colour of a tile of Hex-It; `null` if it has none.
export function otherFace(variant, piece) {
  if (isTile(piece)) return piece === "wt" ? "bt" : "wt";
  const tile = isHexIt(variant) ? null : tileOf(variant, piece.slice(1));
  if (!tile?.back) return null;
  return `${piece[0]}${tile.front === piece.slice(1) ? tile.back : tile.front}`;
}

// Whether the top piece of a cell can be turned over.
export function canTurn({ variant, stacks }, cell) {
  const top = stacks.get(cell)?.at(-1);
  return top === HONEYCOMBO || Boolean(top && otherFace(variant, top));
}

// Turns the top piece of a cell over.
export function turnOver(position, cell) {
  const stack = position.stacks.get(cell);
  const top = stack?.at(-1);
  if (top === HONEYCOMBO) return { ...position, honeycombo: position.honeycombo === "w" ? "b" : "w" };
  const other = top && otherFace(position.variant, top);
  return other ? withStack(position, cell, [...stack.slice(0, -1), other]) : position;
}

// The same pieces in another variant. Pieces that it does not have leave the board. Tiles with a face that it does not have
// show their front. The Honeycombo is on the table from the start.
export function within(position, variant) {
  let next = { ...position, variant, stacks: new Map() };
  const isOther = isHexIt(variant) !== isHexIt(position.variant);
  for (const [cell, stack] of isOther ? [] : position.stacks) {
    for (const piece of stack) {
      const front = `${piece[0]}${kindOf(position.variant, piece)}`;
      if (piece === HONEYCOMBO) next = hasHoneycombo(variant) ? put(next, piece, cell) : next;
      else next = put(next, isHexIt(variant) || tileOf(variant, piece.slice(1)) ? piece : front, cell);
    }
  }
  if (!hasHoneycombo(variant) || [...next.stacks.values()].flat().includes(HONEYCOMBO)) return next;
  const [first] = next.stacks.keys();
  const free = first && [...next.stacks.keys()].flatMap((cell) => neighbours(cellOf(cell)).map(key));
  return put(next, HONEYCOMBO, free ? free.find((cell) => !next.stacks.has(cell)) : key(CENTRE));
}

// The position without its pieces.
export const cleared = (position) => within({ ...position, stacks: new Map() }, position.variant);

// The text of the position, as `skep show --format state` writes it. In Hive, the first piece enters at 0,0, and the turn is
// the first at which the player can be to move with these pieces. In Hex-It, the cells are those of the page, and the turn
// is 1.
export function stateOf(position) {
  const { variant, toMove, stacks, honeycombo, rules } = position;
  const side = toMove[0];
  const cells = [...stacks].map(([cell, stack]) => ({ ...cellOf(cell), stack }));
  cells.sort((a, b) => a.r - b.r || a.q - b.q);
  const more = rules.map((rule) => `/${rule}`).join("");
  if (isHexIt(variant)) {
    const contents = (stack) => (isTile(stack[0]) ? `${stack[0][0].toUpperCase()}${stack.slice(1).join("")}` : `X${stack.join("")}`);
    const board = cells.map(({ q, r, stack }) => `${q},${r}${contents(stack)}`).join(":") || "-";
    return `${HEXIT[variant][0]}/${side}1/${board}${more}`;
  }
  const used = {};
  const numbered = (piece) => {
    const tile = tileOf(variant, piece.slice(1));
    if (!tile?.isNumbered) return piece;
    const own = `${piece[0]}${tile.front}`;
    used[own] = (used[own] ?? 0) + 1;
    return `${piece}${used[own]}`;
  };
  const board =
    cells.map(({ q, r, stack }) => `${q - CENTRE.q},${r - CENTRE.r}${stack.map(numbered).join(".")}`).join(":") || "-";
  const played = { w: 0, b: 0 };
  for (const piece of [...stacks.values()].flat()) if (piece !== HONEYCOMBO) played[piece[0]]++;
  const turn = toMove === "white" ? Math.max(played.w, played.b) + 1 : Math.max(played.w, played.b + 1);
  const hands = handsOf(position);
  const hand = (of) =>
    Object.entries(hands[of])
      .map(([bug, n]) => bug.repeat(Math.max(0, n)))
      .join("") || "-";
  // If a state has no hands, the players hold all pieces that are not on the board.
  const both = isPlain(variant) ? `/${hand("w")}/${hand("b")}` : "";
  const colour = hasHoneycombo(variant) && honeycombo === "w" ? "/honeycombo=w" : "";
  return `${variant}/${side}${turn}/${board}${both}${colour}${more}`;
}
