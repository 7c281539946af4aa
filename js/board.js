// <skep-board game="Base+MLP;…" ply="12"></skep-board>: a game on a page, with buttons to go through its turns.
// The attribute game is a record in any notation, a HOP or a state; theme is light or dark.

import { Position } from "./skep.js";

const STYLE = `:host { display: inline-block; max-width: 100%; font: 14px system-ui, sans-serif; }
figure { margin: 0; } svg { max-width: 100%; height: auto; }
p { display: flex; gap: 4px; align-items: center; margin: 4px 0 0; } button { font: inherit; min-width: 32px; }`;

class SkepBoard extends HTMLElement {
  static observedAttributes = ["game", "ply", "theme"];
  #end = null;
  #moves = [];
  #ply = 0;

  connectedCallback() {
    this.#read();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.#read();
  }

  // Draws the game again, or shows the error of an invalid game.
  #read() {
    const root = this.shadowRoot ?? this.attachShadow({ mode: "open" });
    try {
      this.#end?.free();
      this.#end = null;
      this.#end = new Position(this.getAttribute("game") ?? "Base+MLP");
      this.#moves = this.#end.moves;
      const ply = Number.parseInt(this.getAttribute("ply") ?? "", 10);
      this.#ply = Number.isNaN(ply) ? this.#moves.length : Math.max(0, Math.min(ply, this.#moves.length));
      this.#show();
    } catch (error) {
      const text = document.createElement("p");
      text.setAttribute("role", "alert");
      text.textContent = error.message;
      root.replaceChildren(text);
    }
  }

  #show() {
    const position = this.#end.copy();
    for (let ply = this.#moves.length; ply > this.#ply; ply--) position.undo();
    const style = document.createElement("style");
    style.textContent = STYLE;
    const figure = document.createElement("figure");
    const theme = this.getAttribute("theme") === "dark" ? "dark" : "light";
    // The SVG is safe: the package makes it and escapes its text.
    figure.innerHTML = position.svg({ theme });
    position.free();
    const bar = document.createElement("p");
    const steps = [
      ["⏮", "Start", 0],
      ["◀", "Back", this.#ply - 1],
      ["▶", "Forward", this.#ply + 1],
      ["⏭", "End", this.#moves.length],
    ];
    for (const [sign, label, ply] of steps) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = sign;
      button.setAttribute("aria-label", label);
      button.disabled = ply < 0 || ply > this.#moves.length || ply === this.#ply;
      button.addEventListener("click", () => {
        this.#ply = ply;
        this.#show();
      });
      bar.append(button);
    }
    const place = document.createElement("span");
    place.setAttribute("role", "status");
    place.textContent = this.#ply ? `${this.#ply}. ${this.#moves[this.#ply - 1]}` : "Start";
    bar.append(place);
    const focused = [...this.shadowRoot.querySelectorAll("button")].indexOf(this.shadowRoot.activeElement);
    this.shadowRoot.replaceChildren(style, figure, ...(this.#moves.length ? [bar] : []));
    // The buttons are new: the focus stays in its place.
    bar.querySelectorAll("button")[focused]?.focus();
  }
}

if (!customElements.get("skep-board")) customElements.define("skep-board", SkepBoard);
