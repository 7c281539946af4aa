// The turns below the board as a tree of variations, with comments, glyphs and marks, undo, and files.

import { written } from "./api.js";
import { at, button, el, say, toast } from "./dom.js";
import { icon } from "./pieces.js";
import { marksOf } from "./review.js";
import { save } from "./share.js";
import { hasRules } from "./transport.js";
import { clock, signOf, turnName } from "./words.js";
import * as tree from "./tree.js";

// How many trees that the user left are kept.
const MOST = 50;
// The tree as the browser keeps it while the page is loaded again.
const KEPT = "skep-tree";
const FILES = { pgn: ["pgn", "PGN"], boardspace: ["sgf", "SGF"], jsonl: ["jsonl", "JSON Lines"] };

const keyOf = (line) => line.join(";");

function isReloaded() {
  return performance.getEntriesByType("navigation").some((entry) => entry.toJSON().type === "reload");
}

// `visit` shows a line at a ply. `mark` gives the mark of a review on the last turn of a line. `place` gives the game, the
// variant, the start and the tags for a record of the tree. `reviewed` gives what a review found. `followed` gets the
// changed tree of a chapter of a study.
export function createStudy({ visit, mark, place, marks, reviewed, followed }) {
  const list = at("line");
  let id = null;
  let game = null;
  let history = { ...tree.createHistory({ root: tree.EMPTY, line: [], ply: 0 }), chapter: null };
  // The trees of the games that the user left.
  const left = new Map();
  let isFresh = false;
  let drawn = null;
  // The buttons of the turns, and the node before each, by their nodes.
  let turns = new Map();
  let parents = new Map();
  // Whether the comment is being written.
  let isOpen = false;
  // The chapter of a study that the next tree is, and its text.
  let chapter = null;
  let chapterText = "";
  // The tree that was last made a game, and the game.
  let asGame = { root: null, game: null };
  // The tree and the line of the comment that has the focus.
  let commented = { id: null, line: [] };
  // The line that the page shows, and the number of its turns on the board.
  let shown = { line: [], ply: 0 };

  const now = () => history.now();
  const here = () => now().line.slice(0, now().ply);
  const node = () => tree.at(now().root, here()) ?? tree.EMPTY;

  function keep() {
    const text = tree.toText(now().root, true);
    if (history.chapter) followed(history.chapter, text, now().line);
    try {
      sessionStorage.setItem(KEPT, JSON.stringify([id, text, history.chapter]));
    } catch {
      // Then the tree ends with the page.
    }
  }

  function kept() {
    try {
      const [own, text, of = null] = JSON.parse(sessionStorage.getItem(KEPT)) ?? [];
      return own === id && isReloaded() ? [text, of] : ["", null];
    } catch {
      return ["", null];
    }
  }

  // Keeps the tree that is shown. The oldest ones are forgotten.
  function leave() {
    left.delete(id);
    left.set(id, history);
    if (left.size > MOST) left.delete(left.keys().next().value);
  }

  // ---- changes

  // Shows a new tree, which can be undone.
  function edit(root, line = now().line, ply = now().ply) {
    if (root === now().root) return;
    history.push({ root, line, ply });
    keep();
    const isElsewhere = keyOf(line) !== keyOf(shown.line) || ply !== shown.ply;
    if (isElsewhere) visit(line, ply);
    else draw();
  }
  const annotate = (change, line = here()) => edit(tree.change(now().root, line, (node) => ({ ...node, ...change(node) })));

  function step(next) {
    if (!next) return;
    keep();
    visit(next.line, next.ply);
    draw();
  }

  function promote() {
    edit(tree.promote(now().root, here()));
  }

  function remove() {
    const line = here();
    const { root } = now();
    if (!line.length) return;
    const left = tree.remove(root, line);
    const next = tree.extend(left, line.slice(0, -1));
    if (game && !next.length) return toast("The first turn of a game cannot be deleted.");
    edit(left, next, line.length - 1);
    toast("Deleted. Undo brings it back.");
  }

  // The next variation in place of the last turn.
  function turnAside() {
    const line = here();
    if (!line.length) return;
    const before = line.slice(0, -1);
    const siblings = tree.at(now().root, before)?.children ?? [];
    if (siblings.length < 2) return toast("There is no other variation here.");
    const i = siblings.findIndex(({ turn }) => turn === line.at(-1));
    visit(tree.extend(now().root, [...before, siblings[(i + 1) % siblings.length].turn]), line.length);
  }

  // What a review found about the nodes of the tree.
  function findings(to) {
    const { line, turns } = reviewed();
    const path = tree.along(now().root, line);
    // In SGF, the comments say what an evaluation says.
    const all = turns.map(({ ply, side, tactics }) => [path[ply - 1], marksOf(tactics, side, to !== "boardspace")]);
    return new Map(/** @type {any} */ (all));
  }

  async function write(to) {
    const [extension, title] = FILES[to];
    if (!place().isWhole)
      return toast("The game has an error, so its legal turns are not saved as the game. Download writes it whole as JSON Lines; Explore from here begins a line of your own.");
    try {
      const found = findings(to);
      const { text, losses } = await written(tree.toRecord(now().root, place(), (node) => found.get(node)), to);
      save(new Blob([text], { type: "text/plain" }), `analysis.${extension}`);
      const lost = losses.map((loss) => loss.replaceAll("-", " "));
      toast(`Saved the ${title}${lost.length ? `. It cannot hold: ${lost.join(", ")}` : ""}`);
    } catch (error) {
      toast(error.message);
    }
  }

  // ---- the list

  function turnButton(child, line, isFirst) {
    const ply = line.length;
    const number = Math.ceil(ply / 2);
    const { turn, glyph, comment, clock: used } = child;
    const one = button(
      [
        ply % 2 === 1 || isFirst ? el("span", { class: "number" }, `${number}${ply % 2 ? "." : "…"}`) : null,
        icon(turn),
        turn,
        glyph ? el("span", { class: "glyph" }, glyph) : null,
        ...(child.said?.glyphs ?? []).map((one) => el("span", { class: "glyph", "data-tip": one }, signOf(one))),
        used === null ? null : el("span", { class: "clock" }, clock(used)),
        mark(line),
        comment || child.marks.length || child.said?.shapes.length ? el("span", { class: "has-comment", "data-tip": "has a comment" }, "✎") : null,
      ],
      null,
      { "data-ply": ply, tabindex: -1, "data-tip": turnName(turn), "aria-description": turnName(turn) },
    );
    turns.set(child, one);
    one.node = child;
    return one;
  }

  // The line that ends with a node of the list.
  function lineTo(node) {
    const line = [];
    for (let one = node; parents.has(one); one = parents.get(one)) line.push(one.turn);
    return line.reverse();
  }

  // The turns from a node on, with the variations after the turns that they replace.
  function itemsOf(parent, before) {
    const items = [];
    let line = before;
    // Whether a turn of Black needs a number, because it does not follow a turn of White in the list.
    let isFirst = false;
    for (let node = parent; node.children.length; node = node.children[0]) {
      for (const child of node.children) parents.set(child, node);
      const [first, ...others] = node.children;
      const next = [...line, first.turn];
      items.push(el("li", {}, turnButton(first, next, isFirst)));
      isFirst = others.length > 0;
      for (const other of others) {
        const own = [...line, other.turn];
        items.push(
          el(
            "li",
            { class: "variation" },
            el("ol", { "aria-label": "Variation" }, el("li", {}, turnButton(other, own, true)), itemsOf(other, own)),
          ),
        );
      }
      line = next;
    }
    return items;
  }

  function draw() {
    const { root, line, ply } = now();
    if (drawn !== root) {
      drawn = root;
      [turns, parents] = [new Map(), new Map()];
      list.replaceChildren(...itemsOf(root, []));
    }
    for (const marked of list.querySelectorAll("[aria-current]")) marked.removeAttribute("aria-current");
    for (const item of list.querySelectorAll(".ahead")) item.classList.remove("ahead");
    const path = tree.along(root, line);
    for (const one of path.slice(ply)) turns.get(one)?.parentElement.classList.add("ahead");
    const current = turns.get(path[ply - 1]);
    current?.setAttribute("aria-current", "step");
    // Scrolls the list, not the page.
    if (!current) list.scrollTop = 0;
    else {
      const [inner, outer] = [current.getBoundingClientRect(), list.getBoundingClientRect()];
      if (inner.top < outer.top || inner.bottom > outer.bottom)
        list.scrollTop += inner.top - outer.top - (list.clientHeight - inner.height) / 2;
    }
    const { comment, glyph } = node();
    say(at("comment"), isOpen ? null : comment);
    if (document.activeElement !== at("comment-text")) at("comment-text").value = comment;
    at("comment-text").parentElement.hidden = !isOpen;
    at("comment-edit").setAttribute("aria-expanded", String(isOpen));
    at("glyph").value = glyph;
    at("glyph").disabled = ply === 0;
    const off = {
      undo: !history.canUndo(),
      redo: !history.canRedo(),
      promote: !tree.leaves(root, here()),
      remove: ply === 0,
    };
    for (const [name, value] of Object.entries(off)) at(`study-${name}`).hidden = value;
    // A turn has a glyph, and a position with turns or pieces can be commented.
    at("glyph").parentElement.hidden = ply === 0;
    at("notes").hidden = !line.length && !comment && !node().marks.length;
    marks(node().marks, node().said?.shapes);
  }

  list.addEventListener("click", (event) => {
    const one = event.target.closest("button");
    if (!one) return;
    const line = lineTo(one.node);
    const isHere = keyOf(now().line.slice(0, line.length)) === keyOf(line);
    visit(isHere ? now().line : tree.extend(now().root, line), line.length);
  });
  at("glyph").append(new Option("–", ""), ...tree.GLYPHS.map((glyph) => new Option(glyph, glyph)));
  at("glyph").addEventListener("change", () => annotate(() => ({ glyph: at("glyph").value })));
  at("comment-text").addEventListener("focus", () => (commented = { id, line: here() }));
  // The page may have gone on while the comment was written.
  at("comment-text").addEventListener("change", () => {
    if (commented.id === id) annotate(() => ({ comment: at("comment-text").value.trim() }), commented.line);
  });
  const writeComment = () => {
    isOpen = !isOpen;
    draw();
    (isOpen ? at("comment-text") : at("comment-edit")).focus();
  };
  const acts = { undo: () => step(history.undo()), redo: () => step(history.redo()), promote, remove };
  for (const [name, act] of Object.entries(acts)) at(`study-${name}`).addEventListener("click", act);
  at("comment-edit").addEventListener("click", writeComment);
  at("comment-text").addEventListener("keydown", (event) => {
    if (event.key !== "Escape" && !(event.key === "Enter" && (event.ctrlKey || event.metaKey))) return;
    event.preventDefault();
    event.stopPropagation();
    at("comment-text").blur();
    writeComment();
  });
  addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || at("study").hidden) return;
    if (event.target.closest?.("dialog, input, select, textarea")) return;
    const act = { z: event.shiftKey ? acts.redo : acts.undo, y: acts.redo }[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  });
  for (const to of Object.keys(FILES)) at(`write-${to}`).addEventListener("click", () => write(to));

  return {
    ...acts,
    hasTurns: () => now().root.children.length > 0,
    // What is known of the clocks after each turn up to the position that is shown. A variation has its own.
    clocks: () => tree.along(now().root, here()).map(({ clock: used }) => used),
    draw,
    turnAside,
    comment: writeComment,
    // Adds or removes a mark of the position that is shown.
    toggleMark: (mark) =>
      annotate(({ marks }) => ({
        marks: marks.includes(mark) ? marks.filter((one) => one !== mark) : [...marks, mark],
      })),
    // The line after more turns. They are added as a variation, and nothing else is lost.
    play(line) {
      const root = tree.add(now().root, line);
      const next = tree.extend(root, line);
      if (root !== now().root) history.push({ root, line: next, ply: line.length });
      return next;
    },
    // Follows the page. `linked` is the tree of a link. A puzzle has a line, but no tree that can be changed.
    show({ variant, line, ply, of, linked, isPuzzle }) {
      const own = isPuzzle ? "puzzle" : `${variant}\n${of ? (of.id ?? keyOf(of.play)) : ""}`;
      // Without rules, there are no turns to add.
      at("study").hidden = isPuzzle || !hasRules;
      at("line").dataset.kind = isPuzzle ? "puzzle" : "tree";
      game = of;
      if (id !== "puzzle") leave();
      if (own !== id || isPuzzle || isFresh) {
        id = own;
        let root = of ? tree.ofGame(of) : tree.EMPTY;
        const [before, chapterBefore] = linked || isFresh ? ["", null] : kept();
        const text = chapterText || (linked ? "" : before);
        if (!isPuzzle && (text || linked)) root = tree.restore(text ? tree.ofText(text, true) : tree.ofText(linked), root);
        const known = isFresh || isPuzzle || linked ? null : left.get(own);
        history = known ?? { ...tree.createHistory({ root, line: [], ply: 0 }), chapter: chapter ?? chapterBefore };
        [isFresh, chapter, chapterText] = [false, null, ""];
      } else if (linked) {
        // A link to what is shown: Undo brings the own tree back.
        const root = tree.restore(tree.ofText(linked), of ? tree.ofGame(of) : tree.EMPTY);
        history.push({ root, line, ply });
      }
      const root = tree.add(now().root, line);
      history.follow({ root, line, ply });
      shown = { line, ply };
      if (!isPuzzle) keep();
      draw();
    },
    // Shows the marks of a review.
    refresh() {
      drawn = null;
      draw();
    },
    // The tree of the next line is this one, although the game is closed. Undo brings the tree back that the line had.
    detach(variant) {
      id = `${variant}\n`;
      const own = left.get(id);
      if (!own || own === history) return;
      own.push(now());
      history = own;
    },
    // The next line begins a new tree, which may be a chapter of a study.
    reset(of = null, text = "") {
      isFresh = true;
      chapter = of;
      chapterText = text;
    },
    // The chapter that the tree is, or null.
    chapter: () => history.chapter,
    // From now on, the tree is a chapter of a study, or none.
    become(of) {
      history.chapter = of;
      keep();
    },
    // The tree as a chapter without a name.
    asChapter: () => ({ line: now().line, text: tree.toText(now().root, true) }),
    // The first line of the tree as a game with what `more` gives. It is the same until the tree changes.
    asGame(more) {
      const { root } = now();
      if (asGame.root !== root) asGame = { root, game: { ...tree.toGame(root), ...more() } };
      return asGame.game;
    },
    // The tree as part of a link. A line without anything else needs none.
    link: () => (tree.isAnnotated(now().root) ? tree.toText(now().root) : ""),
  };
}
