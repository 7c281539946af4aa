/** `<skep-board game="Base+MLP;…" ply="12"></skep-board>`: a game on a page.
 *
 * Every property is an attribute too. `hands`, `labels` and `moves` are "true" or "false" there. The keys are ← → Home End
 * and the space bar. */
export class SkepBoard extends HTMLElement {
  /** A record in any notation, a HOP or a state. */
  game: string;
  /** The number of turns on the board. Without it, the end of the game is shown. */
  ply: number;
  /** `auto` follows the colours of the system. */
  theme: "auto" | "light" | "dark";
  /** The width of a tile in pixels, from 8 to 200. The default is 48. */
  size: number;
  /** Whether the pieces in hand are shown. The default is true. */
  hands: boolean;
  /** Whether columns and rows have names. */
  labels: boolean;
  /** Whether the turns are listed below the board. */
  moves: boolean;
  /** Whether the game plays from its start at once. */
  autoplay: boolean;
  /** The number of turns of the game. */
  readonly plies: number;
  readonly turns: string[];
  readonly playing: boolean;
  first(): void;
  back(): void;
  forward(): void;
  last(): void;
  play(): void;
  pause(): void;
  toggle(): void;
}

/** Another position is shown. */
export interface SkepStepEvent extends CustomEvent<{ ply: number; plies: number; turn: string | null }> {}
/** The game cannot be shown. */
export interface SkepErrorEvent extends CustomEvent<{ code: string; message: string }> {}

declare global {
  interface HTMLElementTagNameMap {
    "skep-board": SkepBoard;
  }
  interface HTMLElementEventMap {
    "skep-step": SkepStepEvent;
    "skep-error": SkepErrorEvent;
  }
}
