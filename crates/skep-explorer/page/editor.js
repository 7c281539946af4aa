// The position editor: pieces are put on cells by hand. The server says whether the position is possible, and its HOP.

import { ask, stale } from "./api.js";
import { at, button, el, say, svg, toast } from "./dom.js";
import { CENTRE, centre, hexagon, key, name, neighbours, parse } from "./hex.js";
import { drawingOf, token } from "./pieces.js";
import { copyText } from "./share.js";
import * as setup from "./setup.js";
import { pieceName } from "./words.js";

const RADIUS = 50;
const SIDES = { w: "White", b: "Black" };

// The drawing of a piece in the editor. The Honeycombo has a drawing for each colour.
const drawn = (position, piece) => (piece === "Hc" ? `#skep-Hc-${position.honeycombo}` : drawingOf(piece));

// The name of a piece of Hive or Hex-It.
const TITLES = { w: "White piece", b: "Black piece", wt: "White tile", bt: "Black tile", Hc: "Honeycombo" };
const title = (piece) => TITLES[piece] ?? pieceName(piece);

// `board` is the state of the position that the page shows, or null; `use` shows the new one.
export function createEditor({ board, use }) {
  const dialog = at("editor-dialog");
  const root = at("editor-board");
  let position = setup.EMPTY;
  // The chosen piece: `{ hand: "wA" }` is in hand and will show this face; `{ cell }` is on the board.
  let chosen = null;
  let state = null;


  const where = (cell) => centre(parse(cell), RADIUS);

  function cells() {
    const own = [...position.stacks.keys()];
    if (!own.length) return [key(CENTRE)];
    const around = own.flatMap((cell) => neighbours(parse(cell)).map(key));
    return [...new Set([...own, ...around])].sort((a, b) => parse(a).r - parse(b).r || parse(a).q - parse(b).q);
  }

  function press(cell) {
    const before = position;
    const hasPiece = position.stacks.has(cell);
    if (chosen?.hand) {
      position = setup.put(position, chosen.hand, cell);
      chosen = null;
    } else if (chosen?.cell === cell) {
      position = setup.lift(position, cell);
      chosen = null;
    } else if (chosen?.cell) {
      position = setup.move(position, chosen.cell, cell);
      chosen = null;
    } else chosen = hasPiece ? { cell } : null;
    draw(cell);
    if (position !== before) check();
  }

  // Turns the chosen piece over.
  function turnOver() {
    const before = position;
    const other = chosen?.hand && setup.otherFace(position.variant, chosen.hand);
    if (other && !setup.isHexIt(position.variant)) chosen = { hand: other };
    if (chosen?.cell) position = setup.turnOver(position, chosen.cell);
    draw();
    if (position !== before) check();
  }

  function label(cell) {
    const stack = position.stacks.get(cell) ?? [];
    return [name(parse(cell)), ...[...stack].reverse().map(title)].join(", ");
  }

  function drawBoard(focus) {
    const all = cells();
    const points = all.map(where);
    const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
    const [left, top] = [Math.min(...xs) - RADIUS, Math.min(...ys) - RADIUS];
    const [wide, high] = [Math.max(...xs) + RADIUS - left, Math.max(...ys) + RADIUS - top];
    // A first piece is not as large as the board.
    const [dx, dy] = [Math.max(0, 8 * RADIUS - wide) / 2, Math.max(0, 6 * RADIUS - high) / 2];
    root.setAttribute(
      "viewBox",
      [left - dx, top - dy, wide + 2 * dx, high + 2 * dy].map((n) => n.toFixed(1)).join(" "),
    );
    root.replaceChildren(
      ...all.flatMap((cell) => {
        const { x, y } = where(cell);
        const stack = position.stacks.get(cell) ?? [];
        // A tile of Hex-It stays visible under the pieces on it.
        const seen = [...new Set([setup.isHexIt(position.variant) ? stack[0] : null, stack.at(-1)])].filter(Boolean);
        const drawings = seen.map((piece) => svg("use", { href: drawn(position, piece), x, y, "aria-hidden": "true" }));
        const pieces = stack.length - (/^[wb]t$/.test(stack[0]) ? 1 : 0);
        const area = svg("path", {
          class: chosen?.cell === cell ? "chosen" : null,
          d: hexagon(0.95 * RADIUS),
          transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`,
          tabindex: 0,
          role: "button",
          "aria-label": label(cell),
          "aria-pressed": String(chosen?.cell === cell),
          "data-cell": cell,
          click: () => press(cell),
          keydown: (event) => {
            if (!["Enter", " "].includes(event.key)) return;
            event.preventDefault();
            press(cell);
          },
        });
        const height =
          pieces > 1 ? svg("text", { x: x.toFixed(1), y: (y - 0.55 * RADIUS).toFixed(1) }, `×${pieces}`) : null;
        return [...drawings, height, area].filter(Boolean);
      }),
    );
    if (focus) root.querySelector(`[data-cell='${focus}']`)?.focus({ preventScroll: true });
  }

  function drawHand(side) {
    const place = at(side === "w" ? "editor-white" : "editor-black");
    const had = place.contains(document.activeElement) ? document.activeElement.dataset.piece : null;
    place.replaceChildren(
      el("span", { class: "side" }, el("i", { class: side === "w" ? "white" : "black" }), SIDES[side]),
      ...Object.entries(setup.handsOf(position)[side]).map(([kind, n]) => {
        const piece = `${side}${kind}`;
        const held = chosen?.hand;
        const isChosen = Boolean(held) && held[0] === side && setup.kindOf(position.variant, held) === kind;
        const choose = () => {
          chosen = isChosen ? null : { hand: piece };
          draw();
        };
        // A chosen tile is drawn with the face that it will show.
        const face = isChosen ? held : piece;
        return button([token(face), el("span", { class: "times" }, String(n))], choose, {
          class: "piece",
          "data-piece": piece,
          "aria-label": `${title(face)}, ${n} in hand`,
          "aria-pressed": String(isChosen),
          disabled: n === 0,
        });
      }),
    );
    if (had) place.querySelector(`[data-piece='${had}']`)?.focus({ preventScroll: true });
  }

  function draw(focus) {
    at("editor-variant").value = position.variant;
    at("editor-turn").value = position.toMove;
    drawHand("b");
    drawBoard(focus);
    drawHand("w");
    const other = chosen?.hand && !setup.isHexIt(position.variant) && setup.otherFace(position.variant, chosen.hand);
    at("editor-over").disabled = !(other || (chosen?.cell && setup.canTurn(position, chosen.cell)));
    at("editor-hop").parentElement.hidden = !setup.isPlain(position.variant);
  }

  // Fills the menu with the common variants and the variant of the board.
  function menu({ variant }) {
    const all = setup.VARIANTS.includes(variant) ? setup.VARIANTS : [variant, ...setup.VARIANTS];
    at("editor-variant").replaceChildren(...all.map((name) => new Option(name, name)));
  }

  async function check() {
    state = null;
    at("editor-use").disabled = true;
    try {
      const answer = await ask("editor", "position", { variant: setup.stateOf(position) });
      state = answer.state;
      at("editor-state").value = answer.state;
      at("editor-hop").value = answer.hop ?? "";
      say(at("editor-error"), null);
      at("editor-use").disabled = false;
    } catch (error) {
      if (stale(error)) return;
      at("editor-state").value = "";
      at("editor-hop").value = "";
      say(at("editor-error"), position.stacks.size ? error.message : null);
    }
  }

  function change(next) {
    position = next;
    chosen = null;
    draw();
    check();
  }

  at("editor-variant").addEventListener("change", () => change(setup.within(position, at("editor-variant").value)));
  at("editor-turn").addEventListener("change", () => change({ ...position, toMove: at("editor-turn").value }));
  at("editor-clear").addEventListener("click", () => change(setup.cleared(position)));
  at("editor-over").addEventListener("click", turnOver);
  at("editor-close").addEventListener("click", () => dialog.close());
  at("editor-use").addEventListener("click", () => {
    dialog.close();
    use(state);
  });
  for (const field of ["editor-state", "editor-hop"]) {
    at(field).addEventListener("focus", () => at(field).select());
    at(`${field}-copy`).addEventListener("click", async () => {
      try {
        await copyText(at(field).value);
        toast("Copied");
      } catch (error) {
        toast(error.message);
      }
    });
  }

  const open = () => {
    const shown = board();
    const first = (shown && setup.ofState(shown)) ?? setup.EMPTY;
    menu(first);
    change(first);
    if (!dialog.open) dialog.showModal();
  };
  at("edit").addEventListener("click", open);
  return open;
}
