// Cells of the board: where they are in a picture, their names and neighbours, and positions that look the same.

const SIDES = [
  [1, 0],
  [0, 1],
  [-1, 1],
  [-1, 0],
  [0, -1],
  [1, -1],
];

// The cell where the first piece of a game of Hive enters.
export const CENTRE = { q: 13, r: -13 };

export const key = ({ q, r }) => `${q},${r}`;
export const same = (a, b) => Boolean(a && b) && a.q === b.q && a.r === b.r;
export const neighbours = ({ q, r }) => SIDES.map(([dq, dr]) => ({ q: q + dq, r: r + dr }));

// Where a board that is mirrored and then turned by sixths shows a cell.
export function seen({ q, r }, { flip = false, rotate = 0 } = {}) {
  let cell = flip ? { q: r, r: q } : { q, r };
  for (let turns = (rotate + (flip ? 2 : 0)) % 6; turns > 0; turns--) cell = { q: 0 - cell.r, r: cell.q + cell.r };
  return cell;
}

// The cell that such a board shows at a place.
export function unseen({ q, r }, { flip = false, rotate = 0 } = {}) {
  let cell = { q, r };
  for (let turns = (rotate + (flip ? 2 : 0)) % 6; turns > 0; turns--) cell = { q: cell.q + cell.r, r: 0 - cell.q };
  return flip ? { q: cell.r, r: cell.q } : cell;
}

// The centre of a cell in a picture.
export function centre(cell, radius, view) {
  const { q, r } = seen(cell, view);
  return { x: Math.sqrt(3) * radius * (q + r / 2), y: 1.5 * radius * r };
}

// The cell at a point of a picture.
export function cellAt({ x, y }, radius, view) {
  const r = y / (1.5 * radius);
  const q = x / (Math.sqrt(3) * radius) - r / 2;
  let [a, b, c] = [q, r, -q - r].map(Math.round);
  const [da, db, dc] = [Math.abs(a - q), Math.abs(b - r), Math.abs(c + q + r)];
  if (da > db && da > dc) a = -b - c;
  else if (db > dc) b = -a - c;
  // No cell is at a negative zero.
  return unseen({ q: a + 0, r: b + 0 }, view);
}

// The path of a hexagon around 0,0.
export function hexagon(radius) {
  const corners = [0, 1, 2, 3, 4, 5].map((i) => {
    const angle = (Math.PI / 3) * i + Math.PI / 6;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}

// The name of a cell, with a letter for its column and a number for its row, as in Hex-It and on Boardspace. Far cells have
// their coordinates.
export const name = ({ q, r }) => (q >= 0 && q < 26 && r <= 0 ? `${String.fromCharCode(65 + q)}${-r}` : `${q},${r}`);

export function parse(text) {
  const named = /^([A-Z])(\d{1,4})$/.exec(text);
  // A row is the negative of `r`, and 0 has no sign.
  if (named) return { q: named[1].charCodeAt(0) - 65, r: 0 - Number(named[2]) };
  const far = /^(-?\d{1,5}),(-?\d{1,5})$/.exec(text);
  return far ? { q: Number(far[1]), r: Number(far[2]) } : null;
}

// What a board shows, wherever it lies: the pieces without their numbers.
function shape(cells, view) {
  const places = cells
    .filter(({ stack }) => stack.length)
    .map((cell) => ({ ...seen(cell, view), text: cell.stack.map((piece) => piece.replace(/\d+$/, "")).join(".") }));
  const [q, r] = ["q", "r"].map((axis) => Math.min(...places.map((place) => place[axis])));
  return places
    .map((place) => `${place.q - q},${place.r - r}${place.text}`)
    .sort()
    .join(":");
}

// The view in which the cells of another board look like these cells. `null` if the boards differ.
export function alike(cells, view, others) {
  const wanted = shape(cells, view);
  const views = [false, true].flatMap((flip) => [0, 1, 2, 3, 4, 5].map((rotate) => ({ flip, rotate })));
  return [view, ...views].find((other) => shape(others, other) === wanted) ?? null;
}

// The path of an arrow between two points. It begins after `start`, and ends `short` before the end; `head` is the length
// and half the width of its head.
export function arrowPath(from, to, { start, short, head: [length, half] }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const all = Math.hypot(dx, dy);
  const [ux, uy] = [dx / all, dy / all];
  const point = (along, aside) =>
    `${(from.x + ux * along - uy * aside).toFixed(1)} ${(from.y + uy * along + ux * aside).toFixed(1)}`;
  const tip = all - short;
  return `M${point(start, 0)}L${point(tip, 0)}M${point(tip - length, half)}L${point(tip, 0)}L${point(tip - length, -half)}`;
}
