// <skep-board game="Base+MLP;…" ply="12"></skep-board>: a game on a page. The attributes are documented in board.d.ts.

import { Position, SkepError, init } from "./skep.js";

const STYLE = `
:host { display: inline-block; max-width: 100%; color: #26221c; --line: #b9ae99; --ground: #fffdf8; --accent: #9a5b00;
  font: 14px system-ui, sans-serif; border-radius: 6px; }
:host([hidden]) { display: none; }
:host(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.dark { color: #ebe6dc; --line: #59616e; --ground: #1b1e24; --accent: #f0b429; }
.all { display: grid; gap: 6px; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: 6px; }
figure { margin: 0; min-width: 0; }
svg { display: block; max-width: 100%; height: auto; margin: auto; }
.bar { display: flex; flex-wrap: wrap; gap: 4px; align-items: center; margin: 0; min-width: 0; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--line); border-radius: 4px; cursor: pointer; }
.bar button { width: 36px; height: 32px; padding: 0; display: grid; place-items: center; }
.bar svg { width: 18px; height: 18px; fill: currentColor; stroke: currentColor; stroke-width: 2; stroke-linejoin: round; }
button:disabled { opacity: 0.4; cursor: default; }
button:focus-visible { outline: 3px solid var(--accent); outline-offset: 1px; }
.place { flex: 1 1 8em; min-width: 0; overflow-wrap: anywhere; }
ol { list-style: none; display: flex; flex-wrap: wrap; gap: 2px; margin: 0; padding: 0; max-height: 9em; overflow-y: auto; position: relative; }
li button { border-color: transparent; padding: 1px 5px; white-space: nowrap; }
li [aria-current] { background: var(--accent); color: var(--ground); }
.wrong { margin: 0; padding: 8px; border-left: 4px solid #b3261e; max-width: 40em; overflow-wrap: anywhere; }
.dark .wrong { border-color: #ff8a80; }
@media (forced-colors: active) { li [aria-current] { outline: 2px solid Highlight; } }
`;
const ICONS = {
  first: "M7 5v14M18 5 9 12l9 7z",
  back: "M16 5 7 12l9 7z",
  forward: "m8 5 9 7-9 7z",
  last: "M17 5v14M6 5l9 7-9 7z",
  play: "m6 4 14 8-14 8z",
  pause: "M8 5v14M16 5v14",
};
const NAMES = { first: "Start", back: "Back", forward: "Forward", last: "End" };
const KEYS = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last", " ": "toggle" };
// The time between two turns, in milliseconds.
const BEAT = 900;

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

// The engine is loaded if nobody else does: a page that calls `init` with a source does so before the next task.
let loading = null;
const loaded = () => (loading ??= new Promise((yes) => setTimeout(yes)).then(() => init()));

export class SkepBoard extends HTMLElement {
  static observedAttributes = ["game", "ply", "theme", "hands", "labels", "moves", "size", "autoplay"];
  #end = null;
  #turns = [];
  #ply = 0;
  #timer = 0;
  #isWaiting = false;
  #dark = matchMedia("(prefers-color-scheme: dark)");
  #recolour = () => this.#draw();

  constructor() {
    super();
    this.attachShadow({ mode: "open" });
    this.addEventListener("keydown", (event) => this.#key(event));
  }

  connectedCallback() {
    // Properties that were set before the element was defined.
    for (const name of SkepBoard.observedAttributes) {
      if (!Object.hasOwn(this, name)) continue;
      const value = this[name];
      delete this[name];
      this[name] = value;
    }
    if (!this.hasAttribute("tabindex")) this.tabIndex = 0;
    if (!this.hasAttribute("role")) this.setAttribute("role", "group");
    if (!this.hasAttribute("aria-label")) this.setAttribute("aria-label", "Game board");
    this.#dark.addEventListener("change", this.#recolour);
    this.#later("game");
  }

  disconnectedCallback() {
    this.pause();
    this.#dark.removeEventListener("change", this.#recolour);
    this.#end?.free();
    this.#end = null;
  }

  attributeChangedCallback(name, before, now) {
    if (before !== now && this.isConnected) this.#later(name);
  }

  get game() {
    return this.getAttribute("game") ?? "";
  }
  set game(text) {
    this.setAttribute("game", text);
  }
  get ply() {
    return this.#ply;
  }
  // The attribute may have this value already, although the board has gone on.
  set ply(ply) {
    this.setAttribute("ply", ply);
    this.#show(this.#asked());
  }
  get plies() {
    return this.#turns.length;
  }
  get turns() {
    return [...this.#turns];
  }
  get theme() {
    return this.getAttribute("theme") ?? "auto";
  }
  set theme(name) {
    this.setAttribute("theme", name);
  }
  get size() {
    const size = Number(this.getAttribute("size"));
    return size >= 8 && size <= 200 ? Math.round(size) : 48;
  }
  set size(pixels) {
    this.setAttribute("size", pixels);
  }
  get autoplay() {
    return this.hasAttribute("autoplay");
  }
  set autoplay(is) {
    this.toggleAttribute("autoplay", Boolean(is));
  }
  get hands() {
    return this.#flag("hands", true);
  }
  set hands(are) {
    this.setAttribute("hands", are ? "true" : "false");
  }
  get labels() {
    return this.#flag("labels", false);
  }
  set labels(are) {
    this.setAttribute("labels", are ? "true" : "false");
  }
  get moves() {
    return this.#flag("moves", false);
  }
  set moves(are) {
    this.setAttribute("moves", are ? "true" : "false");
  }
  get playing() {
    return this.#timer !== 0;
  }

  #flag(name, otherwise) {
    const value = this.getAttribute(name);
    return value === null ? otherwise : value !== "false";
  }

  first() {
    this.#step(0);
  }
  back() {
    this.#step(this.#ply - 1);
  }
  forward() {
    this.#step(this.#ply + 1);
  }
  last() {
    this.#step(this.#turns.length);
  }
  play() {
    if (this.#timer || !this.#turns.length) return;
    if (this.#ply === this.#turns.length) this.#show(0);
    this.#timer = setInterval(() => {
      this.#show(this.#ply + 1);
      if (this.#ply === this.#turns.length) this.pause();
    }, BEAT);
    this.#draw();
  }
  pause() {
    if (!this.#timer) return;
    clearInterval(this.#timer);
    this.#timer = 0;
    this.#draw();
  }
  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  #key(event) {
    const act = KEYS[event.key];
    const onButton = event.key === " " && event.composedPath()[0] instanceof HTMLButtonElement;
    if (!act || onButton || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return;
    event.preventDefault();
    this[act]();
  }

  // Several attributes that change at once are read once.
  async #later(name) {
    if (name === "ply" && this.#end) return this.#show(this.#asked());
    if (name !== "game" && this.#end) return this.#draw();
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    try {
      await loaded();
      if (this.isConnected) this.#read();
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.#isWaiting = false;
    }
  }

  // The ply of the attribute. Without it, the end; with `autoplay`, the start.
  #asked() {
    const ply = Number.parseInt(this.getAttribute("ply") ?? "", 10);
    const otherwise = this.autoplay ? 0 : this.#turns.length;
    return Number.isNaN(ply) ? otherwise : Math.max(0, Math.min(ply, this.#turns.length));
  }

  #read() {
    this.pause();
    this.#end?.free();
    [this.#end, this.#turns] = [null, []];
    this.#end = new Position(this.game || "Base+MLP");
    this.#turns = this.#end.moves;
    this.#ply = this.#asked();
    this.#draw();
    if (this.autoplay) this.play();
  }

  #step(ply) {
    this.pause();
    this.#show(ply);
  }

  // Shows a position, and tells the page.
  #show(ply) {
    const next = Math.max(0, Math.min(ply, this.#turns.length));
    if (!this.#end || next === this.#ply) return;
    this.#ply = next;
    this.#draw();
    const detail = { ply: next, plies: this.#turns.length, turn: this.#turns[next - 1] ?? null };
    this.dispatchEvent(new CustomEvent("skep-step", { detail, bubbles: true, composed: true }));
  }

  #refuse(error) {
    this.#fill(make("p", { class: "wrong", role: "alert" }, `This game cannot be shown: ${error.message}`));
    const detail = { code: error instanceof SkepError ? error.code : "internal", message: error.message };
    this.dispatchEvent(new CustomEvent("skep-error", { detail, bubbles: true, composed: true }));
  }

  get #isDark() {
    return this.theme === "dark" || (this.theme !== "light" && this.#dark.matches);
  }

  #fill(...parts) {
    const { activeElement } = this.shadowRoot;
    const focused = activeElement?.dataset.name;
    const style = make("style");
    style.textContent = STYLE;
    const all = make("div", { class: this.#isDark ? "all dark" : "all" }, ...parts);
    this.shadowRoot.replaceChildren(style, all);
    // The buttons are new: the focus stays in its place, or on the board if the button is disabled now.
    if (!focused) return;
    const again = all.querySelector(`[data-name="${focused}"]`);
    (again && !again.disabled ? again : this).focus({ preventScroll: true });
  }

  #draw() {
    if (!this.#end) return;
    const figure = make("figure");
    try {
      const { size, hands, labels } = this;
      // The SVG is safe: the package makes it and escapes its text. Every position has the box of the whole game.
      const theme = this.#isDark ? "dark" : "light";
      figure.innerHTML = this.#end.svg({ theme, size, hands, labels, ply: this.#ply, whole: true });
    } catch (error) {
      return this.#refuse(error);
    }
    this.#fill(figure, ...(this.#turns.length ? [this.#bar()] : []), ...(this.moves && this.#turns.length ? [this.#list()] : []));
    // Scrolls the list, not the page.
    const list = this.shadowRoot.querySelector("ol");
    const current = list?.querySelector("[aria-current]");
    if (current) list.scrollTop = current.offsetTop - list.clientHeight / 2;
  }

  #bar() {
    const bar = make("p", { class: "bar" });
    const all = this.#turns.length;
    const goes = { first: this.#ply > 0, back: this.#ply > 0, forward: this.#ply < all, last: this.#ply < all };
    const add = (name, act, label, sign, can) => {
      const one = make("button", { type: "button", "aria-label": label, title: label, "data-name": name }, icon(sign));
      one.disabled = !can;
      one.addEventListener("click", () => this[act]());
      bar.append(one);
    };
    for (const [name, can] of Object.entries(goes)) add(name, name, NAMES[name], name, can);
    add("toggle", "toggle", this.playing ? "Pause" : "Play", this.playing ? "pause" : "play", true);
    const turn = this.#ply ? `${this.#ply} of ${all}: ${this.#turns[this.#ply - 1]}` : `Start, ${all} ${all === 1 ? "turn" : "turns"}`;
    bar.append(make("span", { class: "place", role: "status" }, turn));
    return bar;
  }

  #list() {
    const items = this.#turns.map((turn, i) => {
      const text = i % 2 ? turn : `${i / 2 + 1}. ${turn}`;
      const one = make("button", { type: "button", tabindex: -1, "data-name": `turn-${i}` }, text);
      if (i + 1 === this.#ply) one.setAttribute("aria-current", "step");
      one.addEventListener("click", () => this.#step(i + 1));
      return make("li", {}, one);
    });
    return make("ol", { "aria-label": "Turns" }, ...items);
  }
}

if (!customElements.get("skep-board")) customElements.define("skep-board", SkepBoard);
