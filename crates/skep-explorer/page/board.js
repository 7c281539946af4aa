// The board and the hands: pictures from the server, and the choice of a move on them.

import { at, button, counted, el, svg } from "./dom.js";
import { createDrag } from "./drag.js";
import { arrowPath, hexagon as outline, name, same } from "./hex.js";
import { drawingOf, picture, token } from "./pieces.js";
import { pieceName, turnName } from "./words.js";
import { createZoom } from "./zoom.js";

const SIDES = ["white", "black"];
const TITLE = { white: "White", black: "Black" };
// The least size of the frame in cells, so that a first piece is not as large as the board.
const WIDE = 9;
const HIGH = 7;

export function createBoard(play) {
  const root = at("board");
  let position = null;
  // The players, if the record names them.
  let names = { white: null, black: null };
  // The chosen piece: { hand: "wA" } or { q, r }.
  let chosen = null;
  // Several turns with the same target, between which the user has to choose.
  let offered = [];
  let over = null;
  // The turns whose preview is shown, and the turn that is shown without one: the next of a proof.
  let previewed = [];
  let hinted = [];
  // The layers from the bottom to the top.
  const layers = {
    below: svg("g"),
    ghosts: svg("g", { class: "ghosts" }),
    names: svg("g", { class: "names", "aria-hidden": "true" }),
    above: svg("g", { class: "above" }),
    marks: svg("g", { class: "marks", "aria-hidden": "true" }),
    drawing: svg("g", { class: "drawing" }),
  };
  const zoom = createZoom(root);

  const hexagon = (x, y, scale, attributes) =>
    svg("path", { d: outline(position.radius * scale), transform: `translate(${x} ${y})`, ...attributes });
  const cellAt = (place) => position.cells.find((cell) => same(cell, place));
  const inHand = (move, entry) => !move.from && !move.pass && entry.names.includes(move.piece);

  // The moves of the chosen piece. The pieces of Hex-It are all equal, so that they need no choice.
  function current() {
    if (!chosen) return position.moves.filter((move) => !move.from && !move.pass && move.piece === null);
    if (!chosen.hand) return position.moves.filter((move) => same(move.from, chosen));
    const entry = position.hands[position.toMove].find(({ piece }) => piece === chosen.hand);
    return position.moves.filter((move) => inHand(move, entry));
  }

  // The cells that play a move: not that of the piece itself.
  const targetsOf = (move) => (move.to ? [move.to] : (move.released ?? [])).filter((to) => !same(to, move.from));
  const aimed = (move) => targetsOf(move).length > 0;

  function choose(next) {
    const again = chosen && next && (next.hand ? next.hand === chosen.hand : same(next, chosen));
    chosen = again ? null : next;
    offered = [];
    draw();
  }

  function take(moves) {
    if (moves.length === 1) return play(moves[0].turn);
    offered = moves;
    draw();
    at("actions").querySelector("button")?.focus();
  }

  // ---- what is shown

  function frame() {
    const [left, top, width, height] = position.viewBox;
    const radius = position.radius;
    const missing = (least, size) => Math.max(0, least * radius * 1.732 - size) / 2;
    const [dx, dy] = [missing(WIDE, width), missing(HIGH, height)];
    return [left - dx, top - dy, width + 2 * dx, height + 2 * dy];
  }

  function cellLabel(cell, moves) {
    const stack =
      cell.stack.length > 1 ? `stack, top first: ${[...cell.stack].reverse().join(", ")}` : cell.stack.join("");
    // The pieces of Hex-It have no names.
    const text = position.variant.startsWith("Hex-It") ? `${name(cell)} ${stack}` : stack;
    return moves ? `${text}, ${counted(moves, "turn", "turns")}` : text;
  }

  // A part of the board that can be pressed.
  function pressed(element, label, press, more = {}) {
    element.setAttribute("tabindex", "0");
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", label);
    for (const [name, value] of Object.entries(more)) element.setAttribute(name, value);
    element.addEventListener("click", (event) => {
      event.stopPropagation();
      press();
    });
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      press();
    });
    return element;
  }

  // Draws what can be pressed above the picture.
  function draw() {
    if (!position) return;
    const active = document.activeElement;
    const focused = root.contains(active) ? active.dataset?.cell : null;
    const moves = current();
    const targets = new Map();
    for (const move of moves) {
      for (const to of targetsOf(move)) {
        const key = `${to.q},${to.r}`;
        if (!targets.has(key)) targets.set(key, { to, all: [] });
        targets.get(key).all.push(move);
      }
    }
    const shown = [];
    for (const cell of position.cells) {
      const key = `${cell.q},${cell.r}`;
      if (targets.has(key)) continue;
      const of = position.moves.filter((move) => same(move.from, cell));
      const isChosen = Boolean(same(chosen, cell));
      const area = hexagon(cell.x, cell.y, 0.95, {
        class: `cell${of.length ? " movable" : ""}${isChosen ? " chosen" : ""}`,
        "data-cell": key,
      });
      if (of.length)
        pressed(area, cellLabel(cell, of.length), () => choose({ q: cell.q, r: cell.r }), { "aria-pressed": isChosen });
      // A stack that cannot move still shows what is in it.
      else if (cell.stack.length > 1)
        pressed(area, cellLabel(cell, 0), () => look(over && same(over, cell) ? null : cell));
      shown.push(area);
    }
    for (const [key, { to, all }] of targets) {
      const { x, y } = to;
      const below = cellAt(to);
      const onStack = below?.stack?.length > 0;
      const label = `${all
        .map(({ turn }) => turn)
        .slice(0, 3)
        .join(" or ")}${onStack ? `, onto ${below.stack.at(-1)}` : ""}`;
      const area = svg("g", { class: `target${onStack ? " high" : ""}`, "data-cell": key });
      area.append(hexagon(x, y, 0.9, {}), svg("circle", { cx: x, cy: y, r: position.radius * 0.2 }));
      pressed(area, label, () => take(all), { "aria-description": turnName(all[0].turn) });
      shown.push(area);
    }
    layers.above.replaceChildren(...shown);
    if (focused) layers.above.querySelector(`[data-cell='${focused}']`)?.focus({ preventScroll: true });
    // A target or a piece that is gone leaves the focus on the board.
    else if (focused !== null && active !== root && !active.isConnected) root.focus({ preventScroll: true });
    hands();
    actions(moves);
    look(chosen && !chosen.hand ? cellAt(chosen) : null);
    root.classList.toggle("choosing", chosen !== null);
  }

  function hands() {
    const upper = "black";
    for (const side of SIDES) {
      const place = at(side === upper ? "hand-top" : "hand-bottom");
      const had = place.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
      const pieces = position.hands?.[side] ?? [];
      const score = position.score?.[side];
      const isNext = position.toMove === side && position.moves.length > 0;
      place.classList.toggle("next", isNext);
      place.setAttribute("aria-label", `${TITLE[side]} in hand`);
      const title = el(
        "span",
        { class: "side" },
        el("i", { class: side }),
        el("span", { class: "name" }, names[side] ?? TITLE[side]),
        score === undefined || score === null ? null : el("b", {}, ` ${score}`),
      );
      place.replaceChildren(
        title,
        ...(pieces.length
          ? pieces.map((entry) => {
              const { piece, next } = entry;
              const can = isNext && position.moves.some((move) => inHand(move, entry));
              const inner = [
                token(piece),
                entry.count > 1 ? el("span", { class: "times" }, String(entry.count)) : null,
              ];
              const label = `${next}, ${pieceName(piece)}, ${entry.count} in hand`;
              if (!can)
                return el(
                  "span",
                  { class: "piece", "data-tip": label },
                  el("span", { class: "hidden-text" }, label),
                  ...inner,
                );
              return button(inner, () => choose({ hand: piece }), {
                class: "piece",
                "data-piece": piece,
                "data-tip": label,
                "aria-label": label,
                "aria-pressed": String(chosen?.hand === piece),
              });
            })
          : [el("span", { class: "note" }, "–")]),
      );
      if (had) place.querySelector(`[data-piece='${had}']`)?.focus({ preventScroll: true });
    }
  }

  // Turns that have no target of their own: a pass, a turn in place, several turns to one target.
  function actions(moves) {
    let some = offered;
    if (!some.length) some = position.moves.filter((move) => !aimed(move) && (!move.from || moves.includes(move)));
    const place = at("actions");
    place.hidden = some.length === 0;
    place.replaceChildren(
      offered.length ? "Choose: " : "",
      ...some.map((move) => button(move.pass ? "Pass" : move.turn, () => play(move.turn), { class: "turn" })),
    );
  }

  // Shows what is in a stack.
  function look(cell) {
    over = cell;
    const place = at("stack");
    place.hidden = !cell || cell.stack.length < 2;
    if (place.hidden) return;
    place.replaceChildren(
      el("b", {}, "Stack, top first"),
      el(
        "ol",
        {},
        [...cell.stack].reverse().map((piece) => el("li", {}, token(piece), piece)),
      ),
    );
  }

  // ---- the preview of a move

  function arrow(from, to) {
    if (Math.hypot(to.x - from.x, to.y - from.y) < position.radius) return null;
    const d = arrowPath(from, to, { start: 8, short: 0.5 * position.radius, head: [16, 13] });
    return svg("path", { class: "arrow", d });
  }

  // Shows a move without playing it: the piece on its target, and where it comes from.
  function preview(asked) {
    previewed = asked;
    const turns = asked.length ? asked : hinted;
    const ghosts = [];
    turns.forEach((turn, i) => {
      const move = position?.moves.find((one) => one.turn === turn);
      const to = move && (move.to ?? move.released?.[0] ?? move.from);
      if (!to) return;
      const kind = i === 0 ? "ghost" : "ghost other";
      const from = move.from && cellAt(move.from);
      if (i === 0) {
        const drawing = drawingOf(move.piece ?? position.toMove[0]);
        if (drawing && aimed(move) && !move.released)
          ghosts.push(svg("use", { class: "piece", href: drawing, x: to.x, y: to.y }));
        if (from) ghosts.push(hexagon(from.x, from.y, 0.92, { class: "ghost from" }));
      }
      for (const cell of move.released ?? [to]) ghosts.push(hexagon(cell.x, cell.y, 0.92, { class: kind }));
      if (from) ghosts.push(arrow(from, to));
    });
    layers.ghosts.replaceChildren(...ghosts.filter(Boolean));
    root.classList.toggle("previewing", ghosts.length > 0);
  }

  createDrag({
    places: [root, at("hand-top"), at("hand-bottom")],
    take(element) {
      const { piece, cell } = element.dataset;
      const [q, r] = (cell ?? "").split(",").map(Number);
      chosen = piece ? { hand: piece } : { q, r };
      offered = [];
      draw();
      const name = piece ?? cellAt(chosen)?.stack.at(-1);
      return name && current().length ? token(name) : null;
    },
    drop(key) {
      const moves = key === null ? [] : current().filter((move) => targetsOf(move).some((to) => `${to.q},${to.r}` === key));
      if (moves.length) take(moves);
      else choose(null);
    },
  });

  root.addEventListener("pointerover", (event) => {
    // A finger has no place above the board before it presses.
    if (event.pointerType === "touch") return;
    const key = event.target.closest?.("[data-cell]")?.dataset.cell;
    const cell = key && position?.cells.find(({ q, r }) => `${q},${r}` === key);
    if (cell && cell.stack.length > 1) look(cell);
    else look(chosen && !chosen.hand ? cellAt(chosen) : null);
  });
  root.addEventListener("focusin", (event) => {
    const key = event.target.dataset?.cell;
    const cell = key && position?.cells.find(({ q, r }) => `${q},${r}` === key);
    if (cell) look(cell);
  });
  // A click beside the pieces ends the choice.
  root.addEventListener("click", () => choose(null));

  return {
    layers,
    zoom,
    position: () => position,
    // Shows a position, with the names of the players.
    show(next, players) {
      const hadFocus = root.contains(document.activeElement);
      const drawn = picture(next.svg);
      [position, names] = [next, players];
      chosen = null;
      offered = [];
      over = null;
      hinted = [];
      // The page has its own ground.
      const ground = drawn.querySelector(":scope > rect");
      ground?.remove();
      drawn.querySelector(":scope > title")?.remove();
      layers.below.replaceChildren(...drawn.childNodes);
      zoom.frame(frame());
      root.replaceChildren(...Object.values(layers));
      const pieces = next.cells.reduce((sum, cell) => sum + cell.stack.length, 0);
      root.setAttribute("aria-label", `Board with ${counted(pieces, "piece", "pieces")}`);
      draw();
      // The table of continuations can be faster than the board.
      preview(previewed);
      if (hadFocus) (layers.above.querySelector("[tabindex]") ?? root).focus({ preventScroll: true });
    },
    preview,
    // Shows a turn as long as no other is previewed.
    hint(turn) {
      hinted = turn ? [turn] : [];
      preview(previewed);
    },
    // Keeps the picture, without moves: the position that should be shown is not legal.
    freeze() {
      if (!position) return;
      position = { ...position, moves: [] };
      chosen = null;
      offered = [];
      draw();
    },
    // Ends the choice of a piece. Returns whether there was one.
    clear() {
      const had = chosen !== null || offered.length > 0 || over !== null;
      chosen = null;
      offered = [];
      draw();
      return had;
    },
  };
}
