// The page of skep explore: what is shown follows the address.

import { ask, forget, info, stale } from "./api.js";
import { createBoard } from "./board.js";
import { at, clean, counted, el, explainElements, reveal, settle, toBoard, write } from "./dom.js";
import { createDownload } from "./download.js";
import { createEditor } from "./editor.js";
import { createEngine } from "./enginelines.js";
import { createEvaluations } from "./evaluations.js";
import { createFilters, ofWords, test } from "./filters.js";
import { createFiles } from "./files.js";
import { createGames } from "./games.js";
import { createHelp } from "./help.js";
import { alike } from "./hex.js";
import { createKeys } from "./keys.js";
import { EVERY, createList } from "./list.js";
import { createMarks } from "./marks.js";
import { createMeeting } from "./meeting.js";
import { createMenus } from "./menus.js";
import { createMotion } from "./motion.js";
import { createMoves } from "./moves.js";
import { createFail, loading, notice, patiently } from "./notice.js";
import { createOpen } from "./open.js";
import { loadPieces } from "./pieces.js";
import { createPuzzles } from "./puzzles.js";
import { createPlayer, createSearch } from "./player.js";
import { createReplay, namesOf, time, title } from "./replay.js";
import { createReview } from "./review.js";
import { isSame, isState, nameOf, paste, placeOf, resolve, unpaste, variantOf } from "./route.js";
import { createShare } from "./share.js";
import { createSimilar } from "./similar.js";
import { createSolve } from "./solve.js";
import { follow, format, go, state } from "./state.js";
import { createStudies } from "./studies.js";
import { createStudy } from "./study.js";
import { createTheme, isDark } from "./theme.js";
import { hasRules } from "./transport.js";
import * as variants from "./variants.js";
import { ending, knowBugs } from "./words.js";

// The list of all games.
const EVERYTHING = { variant: EVERY, play: [], ply: null, game: null, player: null, puzzle: null };
const BEAT = 900;
// How many games of each order come with a position.
const GAMES = 10;
const ENDS = { WhiteWins: "White wins", BlackWins: "Black wins", Draw: "Draw" };

// The line that is shown, the number of its turns on the board, and its game.
let shown = { variant: "", line: [], ply: 0, game: null };
let position = null;
// The names of openings.
let openings = [];
// The next turn of a proof that is played out.
let hint = null;
let timer = 0;

const question = () => placeOf(shown);
// The address of the games that match a filter.
const listOf = (where) => format({ ...EVERYTHING, where });
const view = () => ({ flip: state.flip ? 1 : null, rotate: state.rotate || null });

const fail = createFail(() => render());

// ---- the position and its games

const board = createBoard((turn) => play(turn));
const motion = createMotion({ layer: board.layers.below });
const moves = createMoves({ play: (turns) => play(...turns), preview: board.preview });
const games = createGames(fail);
const seen = () => ({ flip: state.flip, rotate: state.rotate });
const marks = createMarks({ board, view: seen, toggle: (mark) => state.puzzle || study.toggleMark(mark) });
const review = createReview({
  visit,
  show: showLine,
  changed: () => study.refresh(),
  close: () => go({ tactics: false }, { step: true }),
});
const here = () => ({ question: question(), line: shown.line.slice(0, shown.ply) });
const solver = createSolve({ place: here, show: showLine });
const engine = createEngine({ place: here, show: showLine });
const evaluations = createEvaluations({ visit, show: showLine, changed: () => study.refresh() });
const study = createStudy({
  visit,
  mark: (line) => review.of(line) ?? evaluations.of(line),
  marks: marks.show,
  reviewed: review.found,
  place: recordPlace,
  followed: (id, text, line) => studies.keep(id, text, line),
});
// A game with an error has more turns than the page shows. Its legal turns alone are never written as the game.
const isWhole = (game) => !["illegal", "syntax", "unsupported"].includes(game?.status);

// What a record of the tree needs besides its turns.
function recordPlace() {
  return {
    isWhole: isWhole(shown.game),
    game: position?.game,
    variant: shown.variant,
    start: isState(shown.variant) ? shown.variant : null,
    tags: shown.game?.headers,
    stated: shown.game && { result: shown.game.result, termination: shown.game.termination ?? "unknown" },
  };
}
// The chapter that is shown as a game, for what its record says of the turns.
function ofChapter() {
  const id = study.chapter();
  return id ? study.asGame(() => ({ variant: shown.variant, result: studies.resultOf(id) })) : null;
}
const studies = createStudies({
  shown() {
    if (!position || state.puzzle || shown.variant === EVERY || !isWhole(shown.game)) return null;
    const { game: kind, variant, start, tags, stated } = recordPlace();
    const name = shown.game ? title(shown.game) : "";
    return { ...study.asChapter(), kind, variant, start, tags: tags ?? {}, stated: stated ?? null, name };
  },
  open({ id, variant, line, text }) {
    study.reset(id, text);
    go({ variant, play: line, ply: 0, game: null, player: null, puzzle: null, tactics: false });
  },
  follow: (id) => study.become(id),
});
const similar = createSimilar();
const openEditor = createEditor({
  board: () => position?.state ?? null,
  use: (variant) => go({ variant, play: [], ply: null, game: null, player: null, puzzle: null, tactics: false }),
});
const list = createList((error) => (error.code === "bad-filter" ? wrongFilter(error) : fail(error)));
const replay = createReplay({
  close: () => closeGame(),
  explore: () => exploreHere(),
  findPlayer: (name) => go({ player: name }),
  visit,
});
const puzzles = createPuzzles({
  go,
  variantName: () => variants.variantName(position),
  redraw: () => go({ ply: null }, { step: true }),
  fail,
  close: () => leavePuzzle(),
});
const filters = createFilters((where) => {
  if (where !== state.where) go({ where });
  else filters.show(where);
});
const player = createPlayer({
  close: () => go({ player: null }),
  explore: (field, name, games) => {
    const where = test(`${field} =`, name);
    // A player without games of this variant is shown in the variant of the newest game.
    const other = games.every((game) => game.variant !== state.variant) ? games[0]?.variant : null;
    go({ player: null, game: null, play: [], ply: null, where, variant: other ?? state.variant });
  },
  findPlayer: (name) => go({ player: name }),
  meet: (one, two) => meeting.show(one, two),
  listOf: hasRules ? listOf : null,
  fail,
});
const meeting = createMeeting({ explore: (where) => go({ ...EVERYTHING, where }), listOf, fail });

function jump(ply) {
  stop();
  step(ply);
}

function step(ply) {
  const next = Math.max(0, Math.min(shown.line.length, ply));
  if (next === shown.ply) return;
  go({ ply: next === shown.line.length && !shown.game ? null : next }, { step: true });
}

function play(...turns) {
  stop();
  const { variant, line, ply } = shown;
  // A turn of a puzzle is played at the end of its line.
  if (state.puzzle) {
    if (puzzles.isRefuted()) return puzzles.stepBack();
    if (ply < line.length) return step(line.length);
    if (!puzzles.isOpen()) return notice("The puzzle is over. Try it again (Enter), or go to the next puzzle (n).");
    return puzzles.play(turns[0]);
  }
  const own = [...line.slice(0, ply), ...turns];
  if (turns.every((turn, i) => line[ply + i] === turn)) return step(own.length);
  const next = study.play(own);
  const at = next.length === own.length && !shown.game ? null : own.length;
  if (shown.game) go({ line: next, ply: at });
  else go({ variant, play: next, ply: at, game: null, player: null });
}

// Shows a line of the tree.
function visit(line, ply) {
  stop();
  const isMain = shown.game?.play.join(";") === line.join(";");
  if (shown.game) go({ line: isMain ? [] : line, ply }, { step: true });
  else go({ play: line, ply: ply === line.length ? null : ply }, { step: true });
}

// Shows the end of a line, which may be new, and the turn that comes next in it.
function showLine(line, next) {
  hint = next[0] ?? null;
  const whole = study.play([...line, ...next]);
  visit(whole, line.length);
}

function leavePuzzle() {
  const { variant, line, ply } = shown;
  go({ puzzle: null, variant: variant || state.variant, play: line.slice(0, ply), ply: null });
}

function closeGame() {
  if (state.game) return go({ game: null, ply: null, tactics: false });
  unpaste({ variant: state.variant, line: state.play });
  study.detach(state.variant);
  go({ line: [], tactics: false });
}

function exploreHere() {
  const { variant, line, ply } = shown;
  unpaste({ variant: state.variant, line: state.play });
  study.detach(variant);
  go({ variant, play: line.slice(0, ply), ply: null, game: null });
  // The line may be the same as before.
  at("names").scrollIntoView({ block: "nearest" });
}

function stop() {
  clearInterval(timer);
  timer = 0;
  at("run").setAttribute("aria-pressed", "false");
  at("run").setAttribute("aria-label", "Play the game");
}

function run() {
  if (timer) return stop();
  if (shown.ply === shown.line.length) step(0);
  at("run").setAttribute("aria-pressed", "true");
  at("run").setAttribute("aria-label", "Pause");
  timer = setInterval(() => {
    step(shown.ply + 1);
    if (shown.ply === shown.line.length) stop();
  }, BEAT);
}

let rendered = 0;
// The end of the last rendering.
let rendering = Promise.resolve();
const render = () => (rendering = renderPage());

async function renderPage() {
  const number = ++rendered;
  notice(null);
  at("flip").setAttribute("aria-pressed", String(state.flip));
  filters.show(state.where, state.variant === EVERY);
  player.show(state.player);
  if (state.player !== meeting.of()) meeting.close();
  const isPuzzle = Boolean(state.puzzle);
  at("puzzle").hidden = !isPuzzle;
  // Tools would give the solution away, also while a puzzle is looked for.
  if (isPuzzle) at("study").hidden = true;
  const isList = state.variant === EVERY && !state.game && !isPuzzle;
  for (const id of ["continuations", "games"]) at(id).hidden = isPuzzle || isList || !hasRules;
  // The games of a report stay beside the board.
  at("list").hidden = !isList && hasRules;
  at("filtering").hidden = isPuzzle || !hasRules;
  at("table").hidden = isList && hasRules;
  at("turns-card").hidden = isList && hasRules;
  if (!at("list").hidden) list.show(state);
  // They would be above the games or the puzzle.
  if (isList || isPuzzle) similar.close();
  at("puzzles").setAttribute("aria-pressed", String(isPuzzle));
  try {
    const next = await loading(resolve(puzzles, variants.all));
    if (number !== rendered || next === null) return;
    // A turn that was refused belongs to the position before.
    if (!isSame(next, shown)) at("turn").value = "";
    shown = { ...next, ply: Math.min(next.ply, next.line.length) };
  } catch (error) {
    if (number !== rendered || stale(error)) return;
    if (isPuzzle) {
      if (error.status === 404)
        notice(files ? `No file on this page has the puzzle ${state.puzzle}. Add the file that has it.` : `Puzzle ${state.puzzle} is not in the index.`, "Next puzzle", () => puzzles.next());
      else fail(error);
      return;
    }
    // A report shows no position without its game.
    if (!hasRules)
      return notice(error.message, "Open the first game", () => go({ game: "1", play: [], ply: 0 }));
    const variant = state.variant === EVERY ? variants.first().name : state.variant;
    shown = { variant, line: state.play, ply: state.play.length, game: null };
    if (error.status === 404)
      notice(files ? `No file on this page has the game ${state.game}. Add the file that has it.` : `Game ${state.game} is not in the index.`, "Close", () => go({ game: null, ply: null }));
    else fail(error);
    if (error.status === 0) return;
  }
  const { variant, line, ply, game } = shown;
  variants.choose(hasRules ? variant : state.variant);
  replay.show(game);
  if (!state.tactics || isPuzzle || isList || !hasRules) review.end();
  else review.show({ variant, line, ply, of: game });
  if (isPuzzle || isList) for (const card of [solver, engine]) card.close();
  study.show({ variant, line, ply, of: game, linked: state.tree, isPuzzle });
  if (evaluations.show({ game: isPuzzle || isList ? null : (game ?? ofChapter()), line, ply })) study.refresh();
  // From here on the page itself has the tree of a link.
  if (state.tree) go({ tree: "" }, { step: true, quiet: true });
  studies.at(isPuzzle || isList ? null : study.chapter());
  at("run").hidden = !game;
  document.querySelector(".steps").classList.toggle("none", !line.length);
  const [isStart, isEnd] = [ply === 0, ply === line.length];
  for (const id of ["first", "back"]) at(id).setAttribute("aria-disabled", String(isStart));
  for (const id of ["forth", "last"]) at(id).setAttribute("aria-disabled", String(isEnd));
  if (isList && hasRules) return nameList();
  showPosition();
  if (!isPuzzle && hasRules) showGames();
}

function nameList() {
  // The board can be seen no more, and its position can be copied no more.
  position = null;
  document.title = "Games · skep explorer";
}

async function showPosition() {
  try {
    const answer = await loading(ask("position", "position", { ...question(), ...view(), theme: "page" }));
    if (turnAlike(answer)) return;
    const isOther = !position || position.state !== answer.state;
    // The move from the position before, if that is the one that was shown.
    const played = position && position.ply + 1 === answer.ply ? position.moves.find(({ turn }) => turn === answer.play?.at(-1)) : null;
    position = answer;
    // Before the first turn, a phone has more room for the table.
    at("board").parentElement.classList.toggle("bare", !shown.line.length && !answer.cells.length);
    board.show(answer, namesOf(shown.game));
    motion(played);
    board.hint(answer.moves.some(({ turn }) => turn === hint) ? hint : null);
    hint = null;
    study.draw();
    tools();
    if (isOther) {
      solver.close();
      engine.follow();
    }
    settle();
    const { opening, status, toMove, moves } = answer;
    const { line, ply, game } = shown;
    const isOver = game && line.join(";") === game.play.join(";") && ply === line.length;
    const next = (isOver ? ending(game) : null) ?? ENDS[status] ?? `${toMove === "black" ? "Black" : "White"} to move`;
    const place = `ply ${ply}${ply < line.length ? ` of ${line.length}` : ""}`;
    write(at("status"), [next, puzzles.task(ply), place, time(study.clocks())].filter(Boolean).join(" · "));
    write(at("names"), opening?.name ?? (ply ? "Continuations" : "First moves"));
    variants.nameVariant(answer);
    at("turns").replaceChildren(...moves.map(({ turn }) => el("option", { value: turn })));
    const names = [game ? title(game) : opening?.name, nameOf(answer), "skep explorer"];
    document.title = clean(names.filter(Boolean).join(" · "));
  } catch (error) {
    if (stale(error)) return;
    board.freeze();
    const legal = error.ply ? error.ply - 1 : null;
    if (legal !== null && legal < shown.ply) {
      notice(error.message, legal ? `Go to ply ${legal}` : "Go to the start", () =>
        shown.game ? jump(legal) : go({ play: shown.line.slice(0, legal), ply: null }),
      );
    } else if (error.status === 0) fail(error);
    else
      notice(error.message, "Go to the start", () =>
        go({ variant: variants.first().name, play: [], ply: null, game: null }),
      );
  }
}

// Tools are shown where they can do something.
function tools() {
  const hasQueen = position.cells.some(({ stack }) => stack.some((piece) => /^[wb]Q/.test(piece)));
  const isOver = Boolean(ENDS[position.status]);
  at("solve-begin").hidden = isOver;
  at("engine-begin").hidden = isOver || position.variant.startsWith("Hex-It");
  at("similar-begin").hidden = !hasQueen;
  // No other notation holds Hex-It with its variations.
  for (const id of ["write-pgn", "write-boardspace"]) at(id).hidden = position.variant.startsWith("Hex-It");
  const loser = { WhiteWins: "Black", BlackWins: "White" }[shown.game?.result];
  at("review-begin").hidden = !shown.line.length;
  write(at("review-begin"), loser ? `Why did ${loser} lose?` : "Review");
}

// The game whose board was compared with the one before.
let faced = null;

// A game of the list may have reached the position in another orientation. Then the board is turned, so that the pieces
// stay where they are. Returns whether it was turned.
function turnAlike(answer) {
  const opened = shown.game?.id ?? null;
  const isNew = opened !== null && opened !== faced;
  faced = opened;
  if (!isNew || !position || position.ply !== shown.ply || position.variant !== answer.variant) return false;
  const other = alike(position.cells, seen(), answer.cells);
  if (!other || (other.flip === state.flip && other.rotate === state.rotate)) return false;
  go(other, { step: true });
  return true;
}

// On a phone the filters are below the board. The error of a filter that was not just typed is also shown above the board.
function wrongFilter(error) {
  filters.fail(error);
  if (at("filter-form").contains(document.activeElement)) return;
  notice(`The filter has a fault: ${error.message}`, "Go to the filter", () => filters.focus());
}

// The counts of a position.
function counts({ place, where }) {
  const asked = { ...place, where, topGames: GAMES, recentGames: GAMES };
  return patiently(where, (seconds) => ask("explorer", "explorer", { ...asked, seconds }));
}

async function showGames() {
  const asked = { place: question(), variant: shown.variant, where: state.where, ply: shown.ply };
  at("continuations").setAttribute("aria-busy", "true");
  try {
    const answer = await loading(counts(asked));
    filters.fail(null);
    moves.show(answer, asked);
    games.show(asked, answer);
    write(at("total"), counted(answer.games, "game", "games"));
  } catch (error) {
    if (stale(error)) return;
    if (error.code === "bad-filter") wrongFilter(error);
    // Other refusals are about the position, and their message is above the board.
    moves.fail(error.status === 400 ? null : error.message);
    write(at("total"), "");
    games.show(asked, { games: 0 });
  }
  at("continuations").removeAttribute("aria-busy");
}

// ---- the header

at("variant").addEventListener("change", () => {
  const variant = at("variant").value;
  similar.close();
  const empty = { play: [], ply: null, game: null, player: null, tactics: false };
  // Games of Swarm start with different hands, so no position has them all.
  if (variants.isScattered(variant)) return go({ ...empty, variant: EVERY, puzzle: null, where: test("variant =", variant) });
  go({ ...empty, variant, puzzle: state.puzzle && variant !== EVERY ? "next" : null });
});
at("home").addEventListener("click", (event) => {
  event.preventDefault();
  study.reset();
  similar.close();
  go({ variant: shown.variant, play: [], ply: null, game: null, player: null, puzzle: null, where: "", tactics: false });
});
createSearch(
  (name) => go({ player: name }),
  (words) => go({ ...EVERYTHING, where: hasRules ? ofWords(words, openings) : words }),
  fail,
);
// After the first games are added, show their most frequent variant.
const files = createFiles(async () => {
  forget();
  list.forget();
  const before = variants.all;
  variants.about(await info());
  filters.count(variants.all);
  const { name, games } = variants.first();
  if (before === 0 && !shown.line.length && games) go({ variant: name });
  else render();
});
const openDialog = createOpen((game) => {
  const [variant, { play, comment, variations }] = [variantOf(game), game];
  // A position without turns, comment and variations is shown, but not pasted as a game.
  if (play.length || comment || variations.length) paste(game);
  study.reset();
  // An address without a ply is the end of the line.
  go({ variant, play, ply: play.length ? 0 : null, game: null, player: null, puzzle: null, tactics: false });
}, files?.drop, (games) => studies.add(games));
const openDownload = createDownload({
  game: () => shown.game,
  // The games of the table: those of the position, or of the list.
  games: () => {
    if (shown.variant === EVERY) return { total: list.total(), question: { where: state.where } };
    return { total: games.total(), question: { ...question(), where: state.where } };
  },
  place: () => (shown.variant === EVERY ? {} : { ...question(), ...view() }),
  names: () => ({
    ...namesOf(shown.game),
    caption: clean(at("status").textContent),
  }),
});
const openHelp = createHelp();
const menus = createMenus();
createShare({
  link: () => new URL(format({ tree: study.link() }), location.href).href,
  game: () => (shown.game && isWhole(shown.game) ? shown.game.gamestring : ""),
  gamestring: () => position?.gamestring ?? "",
  hop: () => position?.hop ?? "",
  hivegame: () => position?.hivegame ?? "",
  question: () => ({ ...question(), ...view(), theme: isDark() ? "dark" : "light" }),
  hasBoard: () => position !== null,
  hasTurns: () => hasRules && position !== null && !state.puzzle && study.hasTurns(),
});

// ---- controls and keys

const showReview = () => {
  review.end();
  go({ tactics: true }, { step: true });
  at("review").hidden = false;
  reveal(at("review"));
  at("review-title").focus({ preventScroll: true });
};
const showSimilar = () => position && similar.find({ ...question(), where: state.where }, shown.game?.id ?? null);
const showEvery = () => go(EVERYTHING);
const controls = {
  every: showEvery,
  "review-begin": showReview,
  "similar-begin": showSimilar,
  "solve-begin": solver.open,
  "engine-begin": engine.toggle,
  "zoom-in": board.zoom.nearer,
  "zoom-out": board.zoom.farther,
  first: () => jump(0),
  back: () => jump(shown.ply - 1),
  forth: () => jump(shown.ply + 1),
  last: () => jump(shown.line.length),
  run,
  flip: () => go({ flip: !state.flip }, { step: true }),
  rotate: () => go({ rotate: (state.rotate + 1) % 6 }, { step: true }),
};
for (const [id, act] of Object.entries(controls)) at(id).addEventListener("click", act);

// A link to the game that is shown changes nothing else.
document.addEventListener("click", ({ target, ctrlKey, metaKey, shiftKey }) => {
  const link = target instanceof Element && target.closest("#list a[href*='game='], #games a[href*='game=']");
  if (link && shown.game && !ctrlKey && !metaKey && !shiftKey) toBoard();
});

// The server reads a typed turn first. If the turn is refused, the position and the text stay.
at("typed").addEventListener("submit", async (event) => {
  event.preventDefault();
  const text = at("turn").value.trim();
  if (!text) return;
  // A turn that is typed while a refutation is shown is the next try.
  if (state.puzzle && puzzles.isRefuted()) {
    puzzles.stepBack();
    await rendering;
  }
  const { variant, line, ply } = shown;
  try {
    const place = question();
    const answer = await loading(ask("turn", "position", { ...place, play: [place.play, text].filter(Boolean).join(";") }));
    const turns = answer.play.slice(ply);
    if (!turns.length || !isSame({ variant, line }, shown) || ply !== shown.ply) return;
    at("turn").value = "";
    // In a puzzle, the next key is a command.
    if (state.puzzle) at("turn").blur();
    play(...turns);
  } catch (error) {
    if (error.status === 0) notice(error.message, "Try again", () => at("typed").requestSubmit());
    else fail(error);
    at("turn").select();
  }
});

// A menu that opens beyond the edge of the window is brought into view.
addEventListener(
  "toggle",
  ({ target }) => {
    if (!(target instanceof Element) || !target.matches(".menu[open]")) return;
    const menu = /** @type {HTMLElement} */ (target.lastElementChild);
    menu.style.translate = "";
    const { left, right } = menu.getBoundingClientRect();
    const beyond = Math.min(0, document.documentElement.clientWidth - right) || Math.max(0, -left);
    if (beyond) menu.style.translate = `${beyond}px`;
    menu.scrollIntoView({ block: "nearest", inline: "nearest" });
  },
  true,
);

// Closes what is open, the smallest thing first.
function escape() {
  if (menus.close() || marks.clear() || board.clear()) return;
  if (state.player) go({ player: null });
  else if (state.puzzle) leavePuzzle();
  else if (shown.game && hasRules) closeGame();
}

at("puzzles").addEventListener("click", () => puzzles.next());
const keys = {
  "+": board.zoom.nearer,
  "-": board.zoom.farther,
  0: board.zoom.reset,
  k: marks.names,
  v: () => !state.puzzle && study.turnAside(),
  ArrowLeft: controls.back,
  ArrowRight: controls.forth,
  Home: controls.first,
  End: controls.last,
  f: controls.flip,
  r: controls.rotate,
  "?": openHelp,
  Escape: escape,
  "/": () => {
    menus.show();
    at("search").focus();
  },
  " ": () => (shown.game ? run() : false),
};
const keysOfRules = {
  c: () => !state.puzzle && position && study.comment(),
  a: () => !state.puzzle && position && marks.draw(),
  e: () => openEditor(),
  u: () => !state.puzzle && study.promote(),
  w: () => !state.puzzle && showReview(),
  l: () => !state.puzzle && showSimilar(),
  x: () => !state.puzzle && position && solver.open(),
  i: () => !state.puzzle && position && engine.toggle(),
  Delete: () => !state.puzzle && study.remove(),
  "[": () => review.jump(-1),
  "]": () => review.jump(1),
  o: () => openDialog(),
  b: () => studies.show(),
  d: () => openDownload(),
  g: showEvery,
  t: () => at("turn").focus(),
  m: () => (at("moves").querySelector(".rows button") ?? at("continuations")).focus(),
  p: () => puzzles.next(),
  n: () => state.puzzle && puzzles.next(),
  s: () => state.puzzle && puzzles.solution(),
  Enter: () => state.puzzle && puzzles.retry(),
};
createKeys(hasRules ? { ...keys, ...keysOfRules } : keys);

// ---- the start

async function start() {
  // A report is seen from its start, unless its address names a game.
  if (hasRules || location.hash.includes("=")) settle();
  try {
    // A link names a game, so the files of earlier visits come first.
    const [, found] = await loading(Promise.all([hasRules && loadPieces(), files ? files.again().then(info) : info()]));
    variants.about(found);
    if (hasRules) {
      filters.fields(found.fields ?? []);
      openings = found.fields?.find(({ name }) => name === "opening")?.values ?? [];
      filters.count(found.games);
    }
    // A report has neither rules nor puzzles.
    knowBugs(found.bugs ?? []);
    evaluations.glyphs(found.losses ?? []);
    engine.other(found.engine);
    puzzles.themes(found.themes ?? []);
    if (found.puzzles) {
      puzzles.ofFile();
      if (!location.hash) history.replaceState(null, "", "#puzzle=next");
    }
  } catch (error) {
    notice(error.message, "Try again", () => {
      notice(null);
      start();
    });
    return;
  }
  const complete = (parsed) => {
    if (hasRules) return { ...parsed, variant: parsed.variant || variants.first().name };
    if (parsed.game || parsed.play.length) return { ...parsed, variant: EVERY };
    // A report begins with its first game. A link to a player or to some games keeps the board.
    const { game, line, ply } = state;
    return { ...parsed, variant: EVERY, game: game ?? "1", line, ply: parsed.ply ?? ply };
  };
  follow(render, complete);
}

createTheme();
explainElements();
start();
