// Elements, numbers and explanations.

/** @type {(id: string) => any} */
export const at = (id) => document.getElementById(id);
export const SVG = "http://www.w3.org/2000/svg";

// Text as a page shows it: control characters and marks that change its direction are replaced, except line ends and tabs.
export const clean = (text) =>
  String(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g, "\ufffd");

// Sets the text of an element.
export function write(element, text) {
  element.textContent = clean(text);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? "" : clean(value));
  }
  // Text becomes text nodes: names from records are never parsed as HTML.
  const shown = children.flat().filter((child) => child !== null && child !== undefined && child !== false);
  element.append(...shown.map((child) => (child instanceof Node ? child : clean(child))));
  return element;
}

export const el = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);
export const svg = (name, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, name), attributes, children);

export function button(text, click, attributes = {}) {
  return el("button", { type: "button", click, ...attributes }, text);
}

const numbers = new Intl.NumberFormat("en");
export const count = (n) => numbers.format(n);
// A number as a link to what it counts, if there is any.
const linked = (n, href) => (n && href ? el("a", { href }, count(n)) : count(n));
export const counted = (n, one, many) => `${count(n)} ${n === 1 ? one : many}`;
// A percentage with a narrow space that does not break.
export const percent = (share, digits = 0) => `${(100 * share).toFixed(digits)}\u202f%`;
export const rating = (value) => (value === null || value === undefined ? "–" : String(Math.round(value)));

// The bar of White, draws and Black, with percentages in the parts. A narrow part hides its own.
export function bar(white, draws, black) {
  const all = white + draws + black;
  const parts = [
    ["white", "White", white],
    ["draw", "drawn", draws],
    ["black", "Black", black],
  ];
  const shares = parts.map(([, name, n]) => `${name} ${percent(n / all, 1)}`).join(", ");
  const words = all ? `${shares} of ${counted(all, "game", "games")}` : "no results";
  const shown = el("span", { class: "bar", role: "img", "aria-label": words, "data-tip": words });
  for (const [colour, , n] of parts) {
    if (n === 0) continue;
    const part = el("span", { class: colour }, el("span", {}, percent(n / all)));
    part.style.flexGrow = n;
    shown.append(part);
  }
  return shown;
}

// The results of a player, with a row for each colour. A number is `{ n, href }`; its link shows these games.
export function resultTable(head, sides) {
  const heads = [head, "Games", "Won", "Drawn", "Lost", "White / draw / Black"];
  const row = ({ side, all, won, drawn, lost }) => {
    const isWhite = side === "white";
    return el(
      "tr",
      {},
      el("th", { scope: "row", class: "words" }, el("i", { class: side }), isWhite ? "White" : "Black"),
      [all, won, drawn, lost].map(({ n, href }) => el("td", {}, linked(n, href))),
      el("td", {}, isWhite ? bar(won.n, drawn.n, lost.n) : bar(lost.n, drawn.n, won.n)),
    );
  };
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, heads.map((title, i) => el("th", { scope: "col", class: i ? null : "words" }, title)))),
    el("tbody", {}, sides.map(row)),
  );
}

// Shows an error or a hint. No text hides it.
export function say(element, text) {
  write(element, text ?? "");
  element.hidden = !text;
}

// Scrolls to an element that is not on the screen: on a narrow screen, the parts of the page are far apart. The first
// picture of the page is seen from its start.
let isSettled = false;
export const settle = () => (isSettled = true);
export function reveal(element) {
  if (!isSettled) return;
  const { top, bottom } = element.getBoundingClientRect();
  // On a narrow screen, the board covers what is scrolled below it.
  const covered = element.closest(".table") ? 0 : parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  // Its first lines are needed.
  const needed = Math.min(bottom - top, 160);
  if (bottom < covered || top + needed > innerHeight) element.scrollIntoView();
}

// Brings the board and its controls into sight: the games of a list are far below them.
export function toBoard() {
  const main = document.querySelector("main");
  const isInSight = scrollY <= main.offsetTop && document.querySelector(".controls").getBoundingClientRect().bottom <= innerHeight;
  if (isSettled && !isInSight) scrollTo(0, main.offsetTop);
}

let fading = 0;
export function toast(text) {
  write(at("toast"), text);
  clearTimeout(fading);
  fading = setTimeout(() => at("toast").replaceChildren(), 3500);
}

// A title of the browser shows late, and not on focus.
export function explainElements() {
  const tip = el("div", { id: "tip", role: "tooltip", hidden: true });
  document.body.append(tip);
  const hide = () => (tip.hidden = true);
  const explain = (element) => {
    write(tip, element.dataset.tip);
    // A dialog is above everything else.
    (element.closest("dialog") ?? document.body).append(tip);
    tip.hidden = false;
    const [place, size] = [element.getBoundingClientRect(), tip.getBoundingClientRect()];
    const below = place.bottom + size.height + 4 <= innerHeight;
    tip.style.left = `${Math.max(4, Math.min(place.left, document.documentElement.clientWidth - size.width - 4))}px`;
    tip.style.top = `${below ? place.bottom + 4 : Math.max(0, place.top - size.height - 4)}px`;
  };
  addEventListener("pointerover", (event) => {
    const element = event.pointerType === "touch" ? null : event.target.closest?.("[data-tip]");
    if (element) explain(element);
    else hide();
  });
  addEventListener("focusin", (event) => {
    if (event.target.matches("[data-tip]:focus-visible")) explain(event.target);
    else hide();
  });
  for (const name of ["focusout", "click", "scroll"]) addEventListener(name, hide, { capture: true, passive: true });
  addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

// The list of suggestions below an input: which of them is marked, also for screen readers.
export function suggestionList(input, list) {
  let active = -1;
  const expand = (isOpen) => {
    list.hidden = !isOpen;
    active = -1;
    // A field of several lines is no combobox for ARIA.
    if (input.getAttribute("role") === "combobox") input.setAttribute("aria-expanded", String(isOpen));
  };
  return {
    active: () => active,
    open(...options) {
      list.replaceChildren(...options);
      expand(true);
    },
    close() {
      expand(false);
      input.removeAttribute("aria-activedescendant");
    },
    move(steps) {
      const options = list.querySelectorAll("[role=option]");
      if (!options.length) return;
      active = (active + steps + options.length) % options.length;
      options.forEach((option, i) => option.setAttribute("aria-selected", String(i === active)));
      input.setAttribute("aria-activedescendant", options[active].id);
      options[active].scrollIntoView({ block: "nearest" });
    },
  };
}
