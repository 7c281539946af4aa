// A game as a tree of turns with comments, glyphs and marks. Trees never change: each change makes a new tree.

import { parse } from "./hex.js";

export const GLYPHS = ["!!", "!", "!?", "?!", "?", "??"];
// The numbers of the glyphs in PGN.
const NUMBERS = { $1: "!", $2: "?", $3: "!!", $4: "??", $5: "!?", $6: "?!" };

// `said` is what the record says besides: other glyphs, evaluations, and shapes on the board. It cannot be changed.
const NOTHING = { turn: "", comment: "", glyph: "", marks: [], clock: null, said: null, children: [] };
export const EMPTY = NOTHING;
// The turns that are read from a link.
const MOST = 2000;

// ---- the comment of a record holds the glyph, the comment and the marks

const isMark = (mark) => {
  const cells = mark.split(":");
  return cells.length <= 2 && cells.every(parse);
};

export function ofComment(text) {
  let marks = [];
  const rest = (text ?? "").replace(/\[%marks ([^\]]*)\]/g, (_, list) => {
    marks = [...marks, ...list.split(/\s+/).filter(isMark)];
    return "";
  });
  // At the start, or alone on a line.
  const glyph = /^(\s*)(!!|!\?|\?!|\?\?|!|\?|\$[1-6])(?=\s|$)|(\n[ \t]*)(!!|!\?|\?!|\?\?|!|\?|\$[1-6])[ \t]*(?=\n|$)/.exec(rest);
  const sign = glyph ? (glyph[2] ?? glyph[4]) : "";
  return {
    glyph: NUMBERS[sign] ?? sign,
    comment: (glyph ? rest.slice(0, glyph.index) + rest.slice(glyph.index + glyph[0].length) : rest).trim(),
    marks: [...new Set(marks)],
  };
}

export const toComment = ({ glyph, comment, marks }) =>
  [glyph, comment, marks.length ? `[%marks ${marks.join(" ")}]` : ""].filter(Boolean).join(" ");

// ---- lines

const childOf = (node, turn) => node.children.find((child) => child.turn === turn);

// The node after a line of turns.
export function at(root, line) {
  let node = root;
  for (const turn of line) {
    node = childOf(node, turn);
    if (!node) return null;
  }
  return node;
}

// The nodes after each turn of a line.
export function along(root, line) {
  const nodes = [];
  for (const turn of line) {
    const node = childOf(nodes.at(-1) ?? root, turn);
    if (!node) break;
    nodes.push(node);
  }
  return nodes;
}

// Changes the node after a line. Missing nodes are added as the last variation.
export function change(root, line, make) {
  const path = [root];
  for (const turn of line) path.push(childOf(path.at(-1), turn) ?? { ...NOTHING, turn });
  let node = make(path.at(-1));
  for (let i = line.length - 1; i >= 0; i--) {
    const parent = path[i];
    const known = parent.children.findIndex((child) => child.turn === line[i]);
    const children = known < 0 ? [...parent.children, node] : put(parent.children, known, node);
    node = { ...parent, children };
  }
  return node;
}

const put = (list, index, item) => [...list.slice(0, index), item, ...list.slice(index + 1)];

// Adds a line. A tree that has it stays the same.
export const add = (root, line) => (at(root, line) ? root : change(root, line, (node) => node));

// A line with the first turns that continue it.
export function extend(root, line) {
  const turns = [...line];
  for (let node = at(root, line); node?.children.length; node = node.children[0]) turns.push(node.children[0].turn);
  return turns;
}

// Removes the last turn of a line and all that follows.
export function remove(root, line) {
  if (!line.length || !at(root, line)) return root;
  const turn = line.at(-1);
  return change(root, line.slice(0, -1), (node) => ({
    ...node,
    children: node.children.filter((child) => child.turn !== turn),
  }));
}

// The number of the last turn of a line that begins a variation, from 1; 0 if no turn does.
export function leaves(root, line) {
  let [node, last] = [root, 0];
  line.forEach((turn, i) => {
    if (node && node.children[0] && node.children[0].turn !== turn) last = i + 1;
    node = node && childOf(node, turn);
  });
  return last;
}

// Moves the last variation of a line before its siblings.
export function promote(root, line) {
  const length = leaves(root, line);
  if (!length || !at(root, line)) return root;
  const turn = line[length - 1];
  return change(root, line.slice(0, length - 1), (node) => ({
    ...node,
    children: [childOf(node, turn), ...node.children.filter((child) => child.turn !== turn)],
  }));
}

// Whether a tree has more than turns in a row.
export function isAnnotated(root) {
  for (let node = root; ; node = node.children[0]) {
    if (node.children.length > 1 || node.comment || node.glyph || node.marks.length) return true;
    if (!node.children.length) return false;
  }
}

// A tree of a game that was kept, or that came with a link. What it left out of the game stays away, but not the line of
// the game itself. Only the game knows the clocks, and what its record says as data.
export function restore(root, game) {
  const whole = { ...root };
  // Lines are long, so the nodes wait in a list.
  const waiting = [{ node: whole, twin: game, isMain: true }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, twin, isMain } = next;
    const [main] = twin.children;
    node.clock ??= twin.clock;
    node.said ??= twin.said;
    const children = node.children.map((child) => {
      const own = childOf(twin, child.turn);
      if (!own) return child;
      const copy = { ...child };
      waiting.push({ node: copy, twin: own, isMain: isMain && own === main });
      return copy;
    });
    if (isMain && main && !childOf(node, main.turn)) children.push(main);
    node.children = children;
  }
  return whole;
}

// ---- games and records

// Adds a turn to a node of a tree that is being made.
function grow(node, turn) {
  const child = { ...NOTHING, turn, children: [] };
  node.children.push(child);
  return child;
}

// What a record says about a position: the comment, and the data.
function ofRecord({ comment = null, glyphs = [], evaluations = [], shapes = [] }) {
  const own = ofComment(comment);
  const glyph = glyphs.find((one) => GLYPHS.includes(one));
  const others = glyphs.filter((one) => one !== glyph);
  const said = others.length || evaluations.length || shapes.length ? { glyphs: others, evaluations, shapes } : null;
  return { ...own, glyph: glyph ?? own.glyph, said };
}

// The tree of a game of the API.
export function ofGame({ play, plies = [], comment = null, marks: first = {}, variations = [] }) {
  const root = { ...NOTHING, ...ofRecord({ comment, ...first }), children: [] };
  const main = [root];
  play.forEach((turn, i) => {
    const { clock = null } = plies[i] ?? {};
    const child = grow(main[i], turn);
    main.push(Object.assign(child, { clock }, ofRecord(plies[i] ?? {})));
  });
  // The nodes of each line, from the root on.
  const lines = new Map([["", main]]);
  for (const { path, after, turns, comment, comments = [], marks = [] } of variations) {
    const parent = lines.get(path.split(".").slice(0, -1).join("."));
    if (!parent) continue;
    const line = parent.slice(0, after + 1);
    turns.forEach((turn, i) => {
      const node = childOf(line.at(-1), turn) ?? grow(line.at(-1), turn);
      const text = [i === 0 ? comment : null, comments[i]].filter(Boolean).join("\n");
      if ((text || marks[i]) && !node.comment && !node.glyph && !node.said) Object.assign(node, ofRecord({ comment: text, ...marks[i] }));
      line.push(node);
    });
    lines.set(path, line);
  }
  return root;
}

// The record of a tree, as a line of JSON Lines. `start` is the state in which it begins, or null. The hands of Swarm may
// follow the variant. `found` gives what a review found about a node: notes without their places, and a glyph.
/** @param {any} root @param {any} place @param {(node: any) => any} [found] */
export function toRecord(root, { game, variant, start = null, tags = {}, stated = null }, found = () => null) {
  const move = ({ turn, comment, marks, clock }) => {
    const text = toComment({ comment, glyph: "", marks });
    return { text: turn, ...(text && { comment: text }), ...(clock !== null && { clock_ms: clock }) };
  };
  // The glyph of a user counts more than that of a review.
  const notesAfter = (node, after) => {
    const { notes = [], glyph = "" } = found(node) ?? {};
    const { glyphs = [], evaluations = [], shapes = [] } = node.said ?? {};
    // A file that had these marks has them as comments.
    const isKnown = ({ kind, text }) => kind === "comment" && node.comment.includes(text);
    const own = notes.some(isKnown) ? [] : notes;
    const sign = node.glyph || (own.length ? glyph : "");
    const all = [
      ...own,
      // A comment says the others.
      ...evaluations.filter(({ inComment }) => !inComment).map(({ play, ...evaluation }) => ({ kind: "evaluation", evaluation })),
      ...[sign, ...glyphs].filter(Boolean).map((one) => ({ kind: "glyph", glyph: one })),
      ...shapes.map(({ place, ...mark }) => ({ kind: "mark", mark })),
    ];
    return all.map((note) => ({ after, ...note }));
  };
  const variations = [];
  // The line that begins with a node, and after it the variations of its turns.
  const line = (first, path, after) => {
    const moves = [];
    const forks = [];
    const notes = [];
    for (let node = first; node; node = node.children[0]) {
      moves.push(move(node));
      notes.push(...notesAfter(node, after + moves.length));
      node.children.slice(1).forEach((child) => forks.push([child, after + moves.length]));
    }
    if (path) variations.push({ path, after, moves, ...(notes.length && { notes }) });
    return [moves, forks, notes];
  };
  const all = (forks, path) =>
    forks.forEach(([child, after], i) => {
      const own = path ? `${path}.${i + 1}` : `${i + 1}`;
      all(line(child, own, after)[1], own);
    });
  const [moves, forks, ofTurns] = line(root.children[0], "", 0);
  all([...root.children.slice(1).map((child) => [child, 0]), ...forks], "");
  const text = toComment(root);
  const first = notesAfter({ ...root, glyph: "" }, 0);
  const notes = [...(text ? [{ after: 0, kind: "comment", text }] : []), ...first, ...ofTurns];
  const hands = start ? null : /\((.*)\|(.*)\)/.exec(variant);
  return JSON.stringify({
    schema: "skep-record/1",
    game,
    // A state names its variant.
    ...(start ? { start } : { variant: variant.split("(")[0] }),
    tags: { ...tags, ...(hands && { WhiteHand: hands[1].trim(), BlackHand: hands[2].trim() }) },
    ...(stated && { stated }),
    moves,
    ...(notes.length && { notes }),
    ...(variations.length && { variations }),
  });
}

// A tree as a game of the API, as far as evaluations need it.
export function toGame(root) {
  const nodes = [];
  for (let node = root.children[0]; node; node = node.children[0]) nodes.push(node);
  const plies = nodes.map(({ turn, comment, glyph, said }, i) => ({
    ply: i + 1,
    turn,
    comment,
    glyphs: [glyph, ...(said?.glyphs ?? [])].filter(Boolean),
    evaluations: said?.evaluations ?? [],
  }));
  return { play: nodes.map(({ turn }) => turn), plies };
}

// ---- links, and trees that the browser keeps

const escape = (text) => text.replace(/[%(){};]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
const unescape = (text) => text.replace(/%([0-9a-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

// What only a record says of a position, as JSON; an empty text if it says nothing.
const dataOf = ({ clock, said }) => (clock === null && !said ? "" : JSON.stringify({ clock, said }));

function withData(node, text) {
  try {
    const { clock = null, said = null } = JSON.parse(text);
    Object.assign(node, { clock, said });
  } catch {
    // The rest of the tree is still worth something.
  }
}

// A tree as a short text: `turn{comment};turn(variation;turn)(variation);turn`. A link has only what a user can write. A text
// that the browser keeps also has the data of the record, in braces of their own after the comment.
export function toText(root, isKept = false) {
  const one = (node) => {
    const [comment, data] = [toComment(node), isKept ? dataOf(node) : ""];
    return `${escape(node.turn)}${comment || data ? `{${escape(comment)}}` : ""}${data ? `{${escape(data)}}` : ""}`;
  };
  const rest = (parent) => {
    let text = "";
    for (let node = parent; node.children.length; node = node.children[0]) {
      const [first, ...others] = node.children;
      text += `;${one(first)}${others.map((other) => `(${one(other)}${rest(other)})`).join("")}`;
    }
    return text;
  };
  return `${one(root)}${rest(root)}`;
}

// The tree of such a text. Parts that are wrong are left out, and so is all that follows the last turn of many. Data is read
// only from what the browser keeps: a link may come from anybody.
export function ofText(text, isKept = false) {
  const signs = text.match(/[^(){};]+|[(){};]/g) ?? [];
  const root = { ...NOTHING, children: [] };
  const parents = new Map();
  // The last turn of each line around an open variation, and of the line that the next turn continues.
  const open = [];
  let node = root;
  for (let i = 0; i < signs.length; i++) {
    const sign = signs[i];
    if (sign === "{") {
      const isData = signs[i - 1] === "}";
      const inside = signs[i + 1] === "}" ? "" : (signs[i + 1] ?? "");
      i += inside ? 2 : 1;
      if (!isData) Object.assign(node, ofComment(unescape(inside)));
      else if (isKept) withData(node, unescape(inside));
    } else if (sign === "(") {
      open.push(node);
      node = parents.get(node) ?? root;
    } else if (sign === ")") node = open.pop() ?? node;
    else if (sign !== ";" && sign !== "}") {
      const turn = unescape(sign).trim();
      const known = childOf(node, turn);
      if (!known && parents.size === MOST) break;
      const child = known ?? grow(node, turn);
      parents.set(child, node);
      node = child;
    }
  }
  return root;
}

// ---- undo

// The changes of a tree, with the line and the ply that were shown.
export function createHistory(first) {
  let [past, now, future] = [[], first, []];
  return {
    now: () => now,
    // Follows the page without a step to undo.
    follow: (next) => (now = next),
    push(next) {
      past = [...past.slice(-199), now];
      [now, future] = [next, []];
    },
    undo() {
      if (!past.length) return null;
      future = [...future, now];
      now = past.at(-1);
      past = past.slice(0, -1);
      return now;
    },
    redo() {
      if (!future.length) return null;
      past = [...past, now];
      now = future.at(-1);
      future = future.slice(0, -1);
      return now;
    },
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };
}
