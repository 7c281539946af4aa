// Pieces that are dragged from a hand or a cell to a target, with the mouse, a finger or a pen.

import { el } from "./dom.js";

// How far a pointer moves before it drags, in pixels.
const SLACK = 8;

// `take` chooses the piece below an element and returns its name, or null if it cannot move. `drop` plays it onto a cell,
// or nowhere.
export function createDrag({ places, take, drop }) {
  let begin = null;
  let dragged = null;

  function move(event) {
    if (!begin || event.pointerId !== begin.id) return;
    if (!dragged) {
      if (Math.hypot(event.clientX - begin.x, event.clientY - begin.y) < SLACK) return;
      const token = take(begin.element);
      if (!token) return end();
      dragged = el("div", { id: "dragged", "aria-hidden": "true" }, token);
      document.body.append(dragged);
    }
    event.preventDefault();
    dragged.style.left = `${event.clientX}px`;
    dragged.style.top = `${event.clientY}px`;
  }

  function end() {
    dragged?.remove();
    [begin, dragged] = [null, null];
  }

  function up(event) {
    if (!begin || event.pointerId !== begin.id) return;
    const was = dragged;
    end();
    if (!was) return;
    // The click that follows would choose the piece again.
    const stop = (click) => {
      click.stopPropagation();
      click.preventDefault();
    };
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    drop(document.elementFromPoint(event.clientX, event.clientY)?.closest(".target")?.dataset.cell ?? null);
  }

  for (const place of places)
    place.addEventListener("pointerdown", (event) => {
      const element = event.target.closest(".movable, button.piece");
      // Two fingers zoom.
      if (!event.isPrimary) return end();
      if (event.button !== 0 || !element) return;
      begin = { id: event.pointerId, x: event.clientX, y: event.clientY, element };
    });
  addEventListener("pointermove", move, { passive: false });
  addEventListener("pointerup", up);
  addEventListener("pointercancel", end);
  return { isDragging: () => dragged !== null };
}
