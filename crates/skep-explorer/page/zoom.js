// How much of the board is shown: the picture is enlarged and moved with the mouse, two fingers, buttons and keys.

const MOST = 8;
const STEP = 1.25;
// How far a pointer moves before it drags, in pixels.
const SLACK = 6;

export function createZoom(root) {
  // The whole picture, the factor, and the point in the middle.
  let whole = null;
  let factor = 1;
  let middle = null;
  const pointers = new Map();
  let dragged = false;
  let onPiece = false;

  function draw() {
    const [left, top, width, height] = whole;
    const size = [width / factor, height / factor];
    middle ??= { x: left + width / 2, y: top + height / 2 };
    // The middle stays within the picture.
    middle = {
      x: Math.max(left, Math.min(left + width, middle.x)),
      y: Math.max(top, Math.min(top + height, middle.y)),
    };
    const box = factor === 1 ? whole : [middle.x - size[0] / 2, middle.y - size[1] / 2, ...size];
    root.setAttribute("viewBox", box.map((n) => n.toFixed(1)).join(" "));
    root.classList.toggle("zoomed", factor > 1);
  }

  // The point of the picture at a place of the screen.
  function point(event) {
    const matrix = root.getScreenCTM();
    return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : middle;
  }

  // Enlarges the picture around a point of it.
  function by(ratio, around = middle) {
    if (!whole) return;
    const next = Math.max(1, Math.min(MOST, factor * ratio));
    const share = factor / next;
    if (around && middle)
      middle = { x: around.x + (middle.x - around.x) * share, y: around.y + (middle.y - around.y) * share };
    factor = next;
    if (factor === 1) middle = null;
    draw();
  }

  function move(dx, dy) {
    if (factor === 1) return;
    const scale = root.getScreenCTM()?.a ?? 1;
    middle = { x: middle.x - dx / scale, y: middle.y - dy / scale };
    draw();
  }

  // A pinch on a touchpad is a wheel with the control key.
  root.addEventListener(
    "wheel",
    (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      by(event.deltaY < 0 ? STEP : 1 / STEP, point(event));
    },
    { passive: false },
  );
  root.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    // One finger on a piece moves the piece.
    if (event.isPrimary) onPiece = Boolean(event.target.closest(".movable"));
    if (event.isPrimary) pointers.clear();
    pointers.set(event.pointerId, event);
    dragged = false;
  });
  addEventListener("pointermove", (event) => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    if (pointers.size === 2) {
      const [other] = [...pointers.values()].filter((one) => one.pointerId !== event.pointerId);
      const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      const between = { clientX: (event.clientX + other.clientX) / 2, clientY: (event.clientY + other.clientY) / 2 };
      if (apart(before) > 0) by(apart(event) / apart(before), point(between));
      dragged = true;
    } else {
      const [dx, dy] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (onPiece || factor === 1 || (!dragged && Math.hypot(dx, dy) < SLACK)) return;
      dragged = true;
      move(dx, dy);
    }
    pointers.set(event.pointerId, event);
  });
  const lift = (event) => pointers.delete(event.pointerId);
  addEventListener("pointerup", lift);
  addEventListener("pointercancel", lift);
  // The end of a drag plays nothing.
  root.addEventListener(
    "click",
    (event) => {
      if (!dragged) return;
      dragged = false;
      event.stopPropagation();
      event.preventDefault();
    },
    { capture: true },
  );

  return {
    // A new picture: its left, top, width and height.
    frame(box) {
      whole = box;
      draw();
    },
    nearer: () => by(STEP),
    farther: () => by(1 / STEP),
    reset() {
      factor = 1;
      middle = null;
      if (whole) draw();
    },
    point,
  };
}
