// The line that the address names: its turns, its game or its puzzle.

import { ask, cancel } from "./api.js";
import { EVERY } from "./list.js";
import { state } from "./state.js";

// What a game begins with: a state, or its variant, with the hands of Swarm.
export const variantOf = ({ variant, start, gamestring }) =>
  start ?? (variant.startsWith("Hex-It") ? variant : gamestring.split(";")[0]);
// Whether a name is not a variant but a state, also one in HOP.
export const isState = (name) => /[,/]/.test(name);
// The name of the variant of a position.
export const nameOf = ({ variant, start }) => (start ? `${variant}, from a position` : variant);

// From this length on, a position of a game is named by its game, because addresses have a limit.
const LONG = 1000;

// The parameters that name a position of a line.
export function placeOf({ variant, line, ply, game }) {
  const turns = line.slice(0, ply);
  if (!game?.id || turns.length < LONG) return { variant, play: turns.join(";") };
  const differs = turns.findIndex((turn, i) => turn !== game.play[i]);
  const same = differs < 0 ? turns.length : differs;
  return { game: game.id, ply: same, play: turns.slice(same).join(";") };
}

const keyOf = (variant, play) => `${variant}\n${play.join("\n")}`;
export const isSame = (one, two) => keyOf(one.variant, one.line) === keyOf(two.variant, two.line);

// Games that were pasted, by their line. The server does not keep them.
const pasted = new Map();
export const paste = (game) => pasted.set(keyOf(variantOf(game), game.play), game);
export const unpaste = ({ variant, line }) => pasted.delete(keyOf(variant, line));

// The variant, the turns, the ply and the game that the address names. Null if there is no such puzzle.
export async function resolve(puzzles, games) {
  if (state.puzzle) {
    const found = await puzzles.resolve(state, games);
    return found && { ...found, game: null, ply: state.ply ?? found.line.length };
  }
  puzzles.leave();
  if (!state.game) {
    cancel("game");
    if (state.variant === EVERY) return { variant: EVERY, line: [], game: null, ply: 0 };
    const game = pasted.get(keyOf(state.variant, state.play)) ?? null;
    // The line of a game that the user left.
    const line = game && state.line.length ? state.line : state.play;
    return { variant: state.variant, line, game, ply: state.ply ?? line.length };
  }
  const game = await ask("game", `game/${encodeURIComponent(state.game)}`);
  const line = state.line.length ? state.line : game.play;
  return { variant: variantOf(game), line, game, ply: state.ply ?? 0 };
}
