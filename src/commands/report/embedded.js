// Answers requests from the games of the page itself.

import { searchWords, sideAfter } from "./words.js";

const data = JSON.parse(document.getElementById("data").textContent);
const { games, drawings, hands, openings, width } = data;
document.documentElement.classList.add("report-page");

export const OFFLINE = "This page has stopped working. Reload it.";
// The page holds the positions of its games, and not the rules.
export const hasRules = false;
export const pictures = [];
export const add = null;
export const embedding = null;
// What the links of the page need.
export const own = data;

class Refused extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

const RESULTS = { "1–0": "WhiteWins", "0–1": "BlackWins", "½–½": "Draw", "*": "InProgress" };
const WINNERS = { "1–0": "white", "0–1": "black" };
// How a line ends on the board.
const ENDS = { "White has won": "WhiteWins", "Black has won": "BlackWins", drawn: "Draw" };

// ---- the positions of all lines

// What a line begins with, and a node for each position: its line, its ply, and the positions after it.
const starts = new Map();
const startOf = (game) => game.start ?? game.variant;

function plant(game, line) {
  const start = startOf(game);
  if (!starts.has(start)) starts.set(start, { game, line, ply: 0, next: new Map() });
  let node = starts.get(start);
  line.moves.forEach((turn, i) => {
    if (!node.next.has(turn)) node.next.set(turn, { game, line, ply: i + 1, next: new Map() });
    node = node.next.get(turn);
  });
}

for (const game of games) {
  plant(game, game);
  for (const [, , line] of game.variations ?? []) plant(game, line);
}

function find(start, play) {
  let node = starts.get(start);
  for (const turn of play) node = node?.next.get(turn);
  if (!node) throw new Refused(404, "not-found", "This report holds the turns of its games only.");
  return node;
}

// ---- the board

const HALF = [width / 2, width / Math.sqrt(3)];
// The part of a stack above its cell.
const STACKED = 24;

// The cells after some turns, with their drawings.
function cellsOf(line, ply) {
  const all = new Map();
  for (const frame of line.frames.slice(0, ply + 1)) {
    for (let i = 3; i < frame.length; i += 3) {
      const [q, r, drawing] = frame.slice(i, i + 3);
      if (drawing < 0) all.delete(`${q},${r}`);
      else all.set(`${q},${r}`, { q, r, drawing });
    }
  }
  return [...all.values()];
}

// The middle of a cell on a board that is mirrored and then turned.
function middle({ q, r }, { flip, rotate }) {
  let [x, y] = [width * (q + r / 2), (width * r * Math.sqrt(3)) / 2];
  if (flip) x = -x;
  const angle = (Math.PI / 3) * rotate;
  [x, y] = [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
  return { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
}

// The part of the plane that holds all positions of a line.
function frameOf(line, view) {
  const [xs, ys] = [[], []];
  for (const frame of line.frames)
    for (let i = 3; i < frame.length; i += 3) {
      const { x, y } = middle({ q: frame[i], r: frame[i + 1] }, view);
      xs.push(x);
      ys.push(y);
    }
  // The first piece can be anywhere on the plane.
  if (!xs.length) [xs[0], ys[0]] = [0, 0];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  return [left - HALF[0], top - HALF[1] - STACKED, right - left + 2 * HALF[0], bottom - top + 2 * HALF[1] + STACKED];
}

// The pieces of a drawing, from the bottom up.
const piecesIn = (drawing) => [...drawings[drawing][0].matchAll(/#skep-([^"]+)"/g)].map(([, piece]) => piece);

function drawn({ line, ply }, view) {
  const [q, r, drawing] = line.frames[ply];
  const cells = cellsOf(line, ply).map((cell) => ({ ...cell, ...middle(cell, view) }));
  cells.sort((a, b) => a.y - b.y || a.x - b.x);
  const layer = (place, number, level, turn = "") => {
    const part = drawings[number][level];
    return part ? `<g transform="translate(${place.x} ${place.y})${turn}">${part}</g>` : "";
  };
  // A mark can have several cells, so it turns with the board.
  const turn = ` rotate(${60 * view.rotate})${view.flip ? " scale(-1 1)" : ""}`;
  const mark = (level) => (drawing < 0 ? "" : layer(middle({ q, r }, view), drawing, level, turn));
  const parts = [mark(0), ...cells.map((cell) => layer(cell, cell.drawing, 0)), ...cells.map((cell) => layer(cell, cell.drawing, 1)), mark(1)];
  return { cells, svg: `<svg xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>` };
}

// The last change that has happened by a ply.
const current = (changes, ply) => changes.reduce((found, change) => (change[0] <= ply ? change[1] : found), null);

function handsAt(line, ply) {
  const numbers = current(line.hands, ply);
  const of = (side) =>
    (numbers ? hands[numbers[side]] : []).map(([symbol, count]) => {
      const piece = symbol.replace("skep-", "");
      return { piece, next: piece, count, names: [] };
    });
  return { white: of("white"), black: of("black") };
}

const headOf = (game, turns) => (turns === 0 ? "NotStarted" : "InProgress");
// A game of Hive as a GameString. Other games, and those that begin in a position, have none.
const gamestring = (game, turns) =>
  game.variant.startsWith("Hex-It") || /[,/]/.test(startOf(game))
    ? ""
    : [startOf(game), headOf(game, turns.length), `${turns.length % 2 ? "Black" : "White"}[${Math.floor(turns.length / 2) + 1}]`, ...turns].join(";");

function position(asked) {
  const play = (asked.play ?? "").split(";").filter(Boolean);
  const node = find(asked.variant, play);
  const { game, line, ply } = node;
  const view = { flip: asked.flip === "1", rotate: Number(asked.rotate ?? 0) };
  const { cells, svg } = drawn(node, view);
  const end = ply === line.moves.length ? ENDS[line.end] : undefined;
  return {
    variant: game.variant,
    start: null,
    gamestring: gamestring(game, play),
    hop: null,
    hivegame: null,
    play,
    status: end ?? headOf(game, ply),
    toMove: sideAfter(startOf(game), ply),
    ply,
    svg,
    viewBox: frameOf(line, view),
    radius: HALF[1],
    cells: cells.map(({ q, r, x, y, drawing }) => ({ q, r, x, y, stack: piecesIn(drawing) })),
    hands: handsAt(line, ply),
    score: current(line.scores, ply),
    moves: [],
    opening: null,
  };
}

// ---- games

const tagOf = (game, tag) => game.tags.find(([name]) => name.toLowerCase() === tag)?.[1];
const ratingOf = (game, side) => Number(tagOf(game, `${side}elo`)) || null;

function rowOf(i) {
  const game = games[i];
  const player = (side) => ({ name: game[side] === "?" ? null : game[side], rating: ratingOf(game, side) });
  return {
    id: String(i + 1),
    white: player("white"),
    black: player("black"),
    winner: WINNERS[game.result] ?? null,
    result: RESULTS[game.result],
    date: game.date || null,
    variant: game.variant,
    plies: game.moves.length,
    source: game.place,
    sources: 1,
    status: game.status,
  };
}

function gameOf(id) {
  const game = games[Number(id) - 1];
  if (!game) throw new Refused(404, "not-found", `There is no game ${id} on this page; it has ${games.length}.`);
  const clocks = [0, 0];
  const notes = (line, ply) =>
    line.notes
      .filter(([at]) => at === ply)
      .map(([, note]) => note)
      .join("\n") || null;
  const marks = (line, ply) => line.marks?.find(([at]) => at === ply)?.[1] ?? {};
  const plies = game.moves.map((turn, i) => {
    const used = game.used[i];
    if (typeof used === "number") clocks[i % 2] += used;
    return { ply: i + 1, turn, clock: typeof used === "number" ? clocks[i % 2] : null, comment: notes(game, i + 1), ...marks(game, i + 1) };
  });
  return {
    id: String(id),
    variant: game.variant,
    headers: { ...Object.fromEntries(game.tags), White: game.white, Black: game.black },
    start: startOf(game),
    gamestring: gamestring(game, game.moves),
    play: game.moves,
    comment: notes(game, 0),
    marks: marks(game, 0),
    plies,
    variations: (game.variations ?? []).map(([path, after, line]) => {
      const turns = line.moves.slice(after);
      const own = turns.map((_, i) => after + i + 1);
      return { path, after, turns, comments: own.map((ply) => notes(line, ply)), marks: own.map((ply) => marks(line, ply)) };
    }),
    result: RESULTS[game.result],
    termination: game.termination ?? null,
    sources: [game.place],
    findings: game.findings.map(([ply, severity, message]) => ({ ply, severity, message })),
  };
}

// ---- the list of games

// Case, accents and the kinds of dashes do not matter to the search.
const plain = (text) => text.normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[–—−]/g, "-").replaceAll("½", "1/2").toLowerCase();
const WORDS = ["1-0", "0-1", "1/2-1/2", "*"];
const SEARCHED = ["event", "site"];
const results = games.map((game) => plain(game.result));
// The names of the openings that a game reaches.
const named = (row) => document.querySelector(`#opening-${row} > summary .opening`)?.textContent;
let texts = null;

// The text of each game that the search looks at.
function searched() {
  texts ??= games.map((game, i) => {
    const draw = results[i] === "1/2-1/2" ? ["1/2-1/2 draw"] : [];
    const tags = game.tags.filter(([name]) => SEARCHED.includes(name.toLowerCase())).map(([, value]) => value);
    const names = openings[i].map(named).filter(Boolean);
    return plain([i + 1, game.white, game.black, game.variant, game.date, game.place, game.status, ...tags, ...names, ...draw].join(" "));
  });
  return texts;
}

// The games that have all words. A word such as opening:12 stands for a row of the table of openings.
function matching(words) {
  const asked = searchWords(words).map(plain);
  const has = (i) => (word) => {
    const [, row] = /^opening:(\d+)$/.exec(word) ?? [];
    if (row) return openings[i].includes(Number(row));
    // 1-0 is a result, and not a part of 2021-01.
    return WORDS.includes(word) ? results[i] === word : searched()[i].includes(word);
  };
  return [...games.keys()].filter((i) => asked.every(has(i)));
}

const VALUES = {
  newest: (row) => row.date,
  rating: (row) => (row.white.rating ?? 0) + (row.black.rating ?? 0) || null,
  longest: (row) => row.plies,
  white: (row) => row.white.name && plain(row.white.name),
  black: (row) => row.black.name && plain(row.black.name),
  variant: (row) => row.variant,
};
const FALLING = ["newest", "rating", "longest"];

// Games without the value are last.
function sorted(rows, order, reverse) {
  const value = VALUES[order] ?? (() => null);
  const sign = FALLING.includes(order) === reverse ? 1 : -1;
  return rows
    .map((row) => [value(row), row])
    .sort(([a], [b]) => {
      if (a === null || b === null) return (a === null) - (b === null);
      return a === b ? 0 : sign * (a < b ? -1 : 1);
    })
    .map(([, row]) => row);
}

function list({ where = "", order, reverse, cursor = "0", limit }) {
  const rows = sorted(matching(where).map(rowOf), order, reverse === "1");
  const end = Number(cursor) + Number(limit);
  return { total: rows.length, games: rows.slice(Number(cursor), end), cursor: end < rows.length ? String(end) : null };
}

// ---- players

function players({ q = "", limit = 20 }) {
  const counts = new Map();
  for (const { white, black } of games) for (const name of [white, black]) if (name !== "?") counts.set(name, (counts.get(name) ?? 0) + 1);
  const found = [...counts].filter(([name]) => plain(name).startsWith(plain(q)));
  found.sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  return { players: found.slice(0, Number(limit)).map(([name, games]) => ({ name, games })) };
}

function player(name) {
  const own = [...games.keys()].filter((i) => games[i].status === "ok" && [games[i].white, games[i].black].includes(name));
  if (!own.length) throw new Refused(404, "not-found", "There is no such player on this page.");
  const rows = own.map(rowOf);
  const as = (side) => {
    const all = rows.filter((row) => row[side].name === name);
    const [wins, draws] = [all.filter((row) => row.winner === side).length, all.filter((row) => row.result === "Draw").length];
    return { games: all.length, wins, draws, losses: all.filter((row) => row.winner && row.winner !== side).length };
  };
  const others = new Map();
  const ratings = [];
  for (const row of rows) {
    const side = row.white.name === name ? "white" : "black";
    const other = row[side === "white" ? "black" : "white"].name;
    if (other) others.set(other, (others.get(other) ?? 0) + 1);
    if (row[side].rating) ratings.push(row[side].rating);
  }
  const dates = rows.map((row) => row.date).filter(Boolean).sort();
  return {
    name,
    games: own.length,
    white: as("white"),
    black: as("black"),
    averageRating: ratings.length ? Math.round(ratings.reduce((sum, one) => sum + one, 0) / ratings.length) : null,
    firstPlayed: dates[0] ?? null,
    lastPlayed: dates.at(-1) ?? null,
    opponents: [...others].sort(([, m], [, n]) => n - m).slice(0, 10).map(([name, games]) => ({ name, games })),
    recentGames: sorted(rows, "newest", false).slice(0, 20),
  };
}

function info() {
  const counts = new Map();
  for (const { variant } of games) counts.set(variant, (counts.get(variant) ?? 0) + 1);
  const { name, version, bugs, losses } = data;
  const variants = [...counts].map(([name, games]) => ({ name, games, here: games }));
  return { name, version, sources: [], games: games.length, puzzles: false, variants, fields: [], bugs, losses };
}

// ---- requests

const answers = { info, position, games: list, players };
const answersOf = { game: gameOf, player };

function answer(path) {
  const [question, query] = path.replace(/^api\//, "").split("?");
  const [kind, part] = question.split("/");
  const asked = Object.fromEntries(new URLSearchParams(query));
  if (part !== undefined && answersOf[kind]) return answersOf[kind](decodeURIComponent(part));
  if (answers[kind]) return answers[kind](asked);
  throw new Refused(404, "not-found", "This report cannot answer that.");
}

export async function send(path) {
  try {
    return { status: 200, json: answer(path) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return { status: error.status, json: { error: { code: error.code, message: error.message } } };
  }
}

// A picture needs the drawings of the page: it is copied by the browser, not from here.
export async function picture() {
  throw new Error("A report cannot make pictures. Use skep show.");
}
