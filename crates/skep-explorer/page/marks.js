// Arrows and marks on the cells of the board, and the names of the cells.

import { at, say, svg } from "./dom.js";
import { arrowPath, cellAt, centre, hexagon, key, name, neighbours, parse, same } from "./hex.js";
import { remember, remembered } from "./prefs.js";

// What the marks of records are called.
const COLOURS = ["white", "black", "red", "green", "orange", "yellow", "blue"];

// `view` is the orientation of the board, and `toggle` adds or removes a mark.
export function createMarks({ board, view, toggle }) {
  const root = at("board");
  const { layers, zoom } = board;
  let marks = [];
  // Those of the record, which stay as they are.
  let shapes = [];
  let isNamed = remembered("names", false);
  let isDrawing = false;
  // The cell where an arrow begins.
  let begin = null;

  const radius = () => board.position().radius;
  const place = (cell) => centre(cell, radius(), view());
  const cells = () => {
    const { cells } = board.position();
    const some = cells.length ? cells : board.position().moves.flatMap(({ to }) => (to ? [to] : []));
    const all = new Map(some.flatMap((cell) => [cell, ...neighbours(cell)]).map((cell) => [key(cell), cell]));
    return [...all.values()].sort((a, b) => a.r - b.r || a.q - b.q);
  };
  const stackOf = (cell) => board.position().cells.find((one) => same(one, cell))?.stack ?? [];

  // The cells with names. In Hex-It these are the tiles and the targets, because moves name them.
  function named(isHexIt) {
    if (!isHexIt) return isNamed ? cells() : [];
    const { cells: tiles, moves } = board.position();
    const all = [...tiles, ...moves.flatMap(({ to }) => (to ? [to] : []))];
    return [...new Map(all.map((cell) => [key(cell), cell])).values()];
  }

  function arrow(from, to) {
    const d = arrowPath(place(from), place(to), { start: 0, short: 0.15 * radius(), head: [20, 15] });
    return svg("path", { class: "mark-arrow", d });
  }

  // A mark of a record, as skep show draws it.
  function shaped({ shape, colour, text, place: cells }) {
    if (!cells.length) return null;
    const [from, to] = cells.map(place);
    const name = COLOURS.includes(colour.toLowerCase()) ? colour.toLowerCase() : "green";
    const size = radius();
    const drawn = {
      cell: () => svg("path", { d: hexagon(0.92 * size), class: "shape-filled" }),
      circle: () => svg("circle", { r: 0.28 * size, class: "shape-filled" }),
      ring: () => svg("circle", { r: 0.72 * size }),
      cross: () => svg("path", { d: `M${-0.35 * size} ${-0.35 * size}l${0.7 * size} ${0.7 * size}m${-0.7 * size} 0l${0.7 * size} ${-0.7 * size}` }),
      grid: () => svg("path", { d: [-0.15, 0.15].map((at) => `M${at * size} ${-0.45 * size}v${0.9 * size}M${-0.45 * size} ${at * size}h${0.9 * size}`).join("") }),
      label: () => svg("text", {}, text ?? ""),
    }[shape];
    if (shape === "arrow") return to ? svg("path", { class: `shape shape-${name}`, d: arrowPath(from, to, { start: 0, short: 0.15 * size, head: [20, 15] }) }) : null;
    return svg("g", { class: `shape shape-${name}`, transform: `translate(${from.x.toFixed(1)} ${from.y.toFixed(1)})` }, drawn());
  }

  function draw() {
    if (!board.position()) return;
    layers.marks.replaceChildren(
      ...shapes.map(shaped).filter(Boolean),
      ...marks.map((mark) => {
        const [from, to] = mark.split(":").map(parse);
        if (to) return arrow(from, to);
        const { x, y } = place(from);
        return svg("circle", { class: "mark-cell", cx: x.toFixed(1), cy: y.toFixed(1), r: 0.72 * radius() });
      }),
    );
    const told = [
      ...shapes.map(({ shape, colour, text, place }) => [colour, shape, text, place.map(name).join(" to ")].filter(Boolean).join(" ")),
      ...marks.map((mark) => mark.replace(":", " to ")),
    ];
    say(at("marks-text"), told.length ? `Marks: ${told.join(", ")}` : null);
    const isHexIt = board.position().variant.startsWith("Hex-It");
    layers.names.replaceChildren(
      ...named(isHexIt).map((cell) => {
        const { x, y } = place(cell);
        // Below the drawing of a piece or the point of a target.
        const low = isHexIt || stackOf(cell).length ? 0.8 * radius() : 0.12 * radius();
        return svg("text", { x: x.toFixed(1), y: (y + low).toFixed(1) }, name(cell));
      }),
    );
    at("names-shown").setAttribute("aria-pressed", String(isNamed || isHexIt));
    at("names-shown").disabled = isHexIt;
    cover();
  }

  // While the user draws, each cell is a button.
  function cover() {
    const had = layers.drawing.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    layers.drawing.replaceChildren(
      ...(isDrawing ? cells() : []).map((cell) => {
        const { x, y } = place(cell);
        const label = [name(cell), ...[...stackOf(cell)].reverse()].join(" ");
        const press = (event) => {
          event.preventDefault();
          event.stopPropagation();
          pick(cell);
        };
        return svg("path", {
          d: hexagon(0.92 * radius()),
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
          class: same(cell, begin) ? "begin" : null,
          tabindex: 0,
          role: "button",
          "aria-label": begin && !same(cell, begin) ? `Arrow to ${label}` : label,
          "aria-pressed": String(same(cell, begin)),
          "data-name": name(cell),
          click: press,
          keydown: (event) => [" ", "Enter"].includes(event.key) && press(event),
        });
      }),
    );
    if (had) layers.drawing.querySelector(`[data-name='${had}']`)?.focus({ preventScroll: true });
    root.classList.toggle("is-drawing", isDrawing);
    at("draw").setAttribute("aria-pressed", String(isDrawing));
  }

  function mark(from, to) {
    toggle(same(from, to) ? name(from) : `${name(from)}:${name(to)}`);
  }

  function pick(cell) {
    const from = begin;
    begin = from ? null : cell;
    if (from) mark(from, cell);
    cover();
  }

  function setDrawing(next) {
    isDrawing = next;
    begin = null;
    cover();
    if (next) layers.drawing.querySelector("path")?.focus({ preventScroll: true });
  }

  // The right button marks a cell, or draws an arrow if it is dragged.
  let right = null;
  const pointed = (event) => cellAt(zoom.point(event), radius(), view());
  root.addEventListener("contextmenu", (event) => event.preventDefault());
  root.addEventListener("pointerdown", (event) => {
    if (event.button === 2 && board.position()) right = pointed(event);
  });
  addEventListener("pointerup", (event) => {
    if (event.button === 2 && right && root.contains(event.target)) mark(right, pointed(event));
    if (event.button === 2) right = null;
  });
  at("draw").addEventListener("click", () => setDrawing(!isDrawing));
  at("names-shown").addEventListener("click", () => showNames());

  function showNames() {
    isNamed = !isNamed;
    remember("names", isNamed);
    draw();
  }

  return {
    // The marks of the position that the board shows: those of the user, and those of the record.
    show(next, recorded = []) {
      marks = next;
      shapes = recorded;
      begin = null;
      draw();
    },
    draw: () => setDrawing(!isDrawing),
    names: showNames,
    // Ends drawing. Returns whether the user was drawing.
    clear() {
      const was = isDrawing;
      if (was) setDrawing(false);
      return was;
    },
  };
}
