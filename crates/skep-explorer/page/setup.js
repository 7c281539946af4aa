// A position that is set up by hand: pieces on cells, and the text of the position.

import { CENTRE, key, parse as cellOf } from "./hex.js";

// The bugs of the sets, in the order of hands.
const SET = { Q: 1, S: 2, B: 2, G: 3, A: 3 };
const EXTRA = ["M", "L", "P"];
export const VARIANTS = ["Base+MLP", "Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP"];

// The number of pieces of each bug that a player has.
export function setOf(variant) {
  const extra = variant.split("+")[1] ?? "";
  return Object.fromEntries([
    ...Object.entries(SET),
    ...EXTRA.filter((bug) => extra.includes(bug)).map((bug) => [bug, 1]),
  ]);
}

export const EMPTY = { variant: VARIANTS[0], toMove: "white", stacks: new Map() };

// Without its number.
const kind = (piece) => piece.replace(/\d+$/, "");

// The position of a board, without pieces that the variant does not have. `null` if it is not a plain game of Hive.
export function ofBoard({ variant, toMove, cells }) {
  if (!VARIANTS.includes(variant)) return null;
  const stacks = cells.filter(({ stack }) => stack.length).map((cell) => [key(cell), cell.stack.map(kind)]);
  return { variant, toMove, stacks: new Map(stacks) };
}

// The pieces that each player still has: for each bug its number.
export function handsOf({ variant, stacks }) {
  const hands = { w: setOf(variant), b: setOf(variant) };
  for (const piece of [...stacks.values()].flat()) hands[piece[0]][piece.slice(1)]--;
  return hands;
}

// Puts a piece on top of a cell. Returns the same position if the player has no such piece.
export function put(position, piece, cell) {
  if (!(handsOf(position)[piece[0]]?.[piece.slice(1)] > 0)) return position;
  const stacks = new Map(position.stacks);
  stacks.set(cell, [...(stacks.get(cell) ?? []), piece]);
  return { ...position, stacks };
}

// Takes the top piece of a cell back into the hand.
export function lift(position, cell) {
  const stack = position.stacks.get(cell);
  if (!stack) return position;
  const stacks = new Map(position.stacks);
  if (stack.length > 1) stacks.set(cell, stack.slice(0, -1));
  else stacks.delete(cell);
  return { ...position, stacks };
}

export function move(position, from, to) {
  const piece = position.stacks.get(from)?.at(-1);
  return piece && from !== to ? put(lift(position, from), piece, to) : position;
}

// The same pieces in another set. Pieces that the set does not have leave the board.
export function within(position, variant) {
  const set = setOf(variant);
  const stacks = new Map();
  for (const [cell, stack] of position.stacks) {
    const left = stack.filter((piece) => piece.slice(1) in set);
    if (left.length) stacks.set(cell, left);
  }
  return { ...position, variant, stacks };
}

// The text of the position, as `skep show --format state` writes it: the first piece enters at 0,0 there. The text has the
// first turn at which the player can be to move with these pieces.
export function stateOf(position) {
  const { variant, toMove, stacks } = position;
  const set = setOf(variant);
  const cells = [...stacks].map(([cell, stack]) => ({ ...cellOf(cell), stack }));
  cells.sort((a, b) => a.r - b.r || a.q - b.q);
  const used = {};
  const numbered = (piece) => {
    used[piece] = (used[piece] ?? 0) + 1;
    return set[piece.slice(1)] > 1 ? `${piece}${used[piece]}` : piece;
  };
  const board =
    cells.map(({ q, r, stack }) => `${q - CENTRE.q},${r - CENTRE.r}${stack.map(numbered).join(".")}`).join(":") || "-";
  const hands = handsOf(position);
  const hand = (side) =>
    Object.entries(hands[side])
      .map(([bug, n]) => bug.repeat(Math.max(0, n)))
      .join("") || "-";
  const played = { w: 0, b: 0 };
  for (const piece of [...stacks.values()].flat()) played[piece[0]]++;
  const turn = toMove === "white" ? Math.max(played.w, played.b) + 1 : Math.max(played.w, played.b + 1);
  return `${variant}/${toMove[0]}${turn}/${board}/${hand("w")}/${hand("b")}`;
}
