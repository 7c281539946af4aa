// Pictures from the server, and the drawings of pieces.

import { el, svg, SVG } from "./dom.js";
import { pieceOf } from "./words.js";

// What pictures are made of. Everything else is dropped.
const DRAWN = new Set([
  "svg",
  "title",
  "defs",
  "g",
  "path",
  "circle",
  "ellipse",
  "rect",
  "line",
  "polygon",
  "polyline",
  "use",
]);

const kindOf = (piece) => piece.replace(/\d+$/, "");

// The picture of the server as elements.
export function picture(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== SVG || parsed.localName !== "svg")
    throw new Error("The picture of the board is not SVG.");
  for (const element of [...parsed.querySelectorAll("*")]) {
    const names = [...element.attributes].filter(
      ({ name, value }) => name.startsWith("on") || name === "style" || (/href$/.test(name) && !value.startsWith("#")),
    );
    if (element.namespaceURI !== SVG || !DRAWN.has(element.localName)) element.remove();
    else for (const { name } of names) element.removeAttribute(name);
  }
  return document.importNode(parsed, true);
}

// The drawings of all pieces, which hands and lists use.
export async function loadPieces() {
  const answer = await fetch("static/pieces.svg");
  if (!answer.ok) return;
  const drawn = picture(await answer.text());
  drawn.classList.add("hidden-text");
  drawn.setAttribute("aria-hidden", "true");
  document.body.append(drawn);
}

// The drawing of a piece. A neutral piece has one for each side.
export function drawingOf(piece) {
  const names = [`skep-${kindOf(piece)}`, `skep-${kindOf(piece)}-w`];
  const name = names.find((name) => document.getElementById(name));
  return name && `#${name}`;
}

// A piece, as a hand or a list shows it.
export function token(piece) {
  const href = drawingOf(piece);
  if (!href) return el("span", { class: "token text" }, piece);
  return svg("svg", { class: "token", viewBox: "-45 -52 90 104", "aria-hidden": "true" }, svg("use", { href }));
}

// The piece of a turn beside its text, if there is a drawing.
export function icon(turn) {
  const piece = pieceOf(turn);
  return piece && drawingOf(piece) ? token(piece) : null;
}
