// Studies: lists of chapters that the browser keeps. A chapter is a tree with its variant and the tags of its game, and
// follows the changes of its tree while it is shown.

import { written } from "./api.js";
import { at, button, counted, el, reveal, say, toast, write } from "./dom.js";
import { title } from "./replay.js";
import { variantOf } from "./route.js";
import { save } from "./share.js";
import * as tree from "./tree.js";

const KEPT = "skep-studies";
const FULL = "The browser has no more room. Save a study as PGN, and delete it here.";

const fresh = () => `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 8)}`;

/** @typedef {{ id: string, name: string, kind: string, variant: string, start: string | null, tags: any, stated: any, line: string[], text: string }} Chapter */
/** @typedef {{ id: string, name: string, chapters: Chapter[] }} Kept */

// The studies that the browser keeps. Another tab may have changed them.
/** @returns {Kept[]} */
function load() {
  try {
    const all = JSON.parse(localStorage.getItem(KEPT)) ?? [];
    return Array.isArray(all) ? all : [];
  } catch {
    return [];
  }
}

// A game of the API as a chapter.
function chapterOf(game, i) {
  const { variant, start = null, headers, result, termination, play } = game;
  const kind = variant.startsWith("Hex-It") ? "hex-it" : /^Base(\+[MLP]+)?$/.test(variant) ? "hive" : "venom";
  const name = title(game) === "? – ?" ? `Chapter ${i + 1}` : title(game);
  const text = tree.toText(tree.ofGame(game), true);
  return { id: fresh(), name, kind, variant: variantOf(game), start, tags: headers, stated: { result, termination: termination ?? "unknown" }, line: play, text };
}

// The record of a chapter, which names its study and itself as other programs do.
export function recordOf({ name, kind, variant, start, tags, stated, text }, study) {
  const root = tree.ofText(text, true);
  return tree.toRecord(root, { game: kind, variant, start, tags: { ...tags, StudyName: study, ChapterName: name }, stated });
}

// `shown` gives the chapter that the page shows without a name, `open` shows a chapter, and `follow` says which chapter
// the tree of the page is from now on.
export function createStudies({ shown, open, follow }) {
  let which = "";
  // The chapter whose tree the page shows.
  let current = null;
  // A study is deleted with a second press.
  let isSure = false;

  // Changes the studies. Returns whether the browser could keep them.
  function change(make) {
    const all = make(load());
    try {
      localStorage.setItem(KEPT, JSON.stringify(all));
      say(at("studies-error"), null);
      return true;
    } catch (error) {
      say(at("studies-error"), error.name === "QuotaExceededError" ? FULL : `The browser does not keep studies: ${error.message}`);
      return false;
    }
  }
  const changeOne = (id, make) => change((all) => all.map((one) => (one.id === id ? make(one) : one)));
  const inChapter = (id, make) => (study) => ({ ...study, chapters: study.chapters.map((one) => (one.id === id ? make(one) : one)) });
  const chosen = () => load().find(({ id }) => id === which) ?? null;

  function draw() {
    const all = load();
    if (!all.some(({ id }) => id === which)) which = all[0]?.id ?? "";
    const study = chosen();
    at("studies-which").replaceChildren(...all.map(({ id, name }) => new Option(name, id)));
    at("studies-which").value = which;
    at("studies-which").parentElement.hidden = !study;
    for (const id of ["studies-name", "studies-save", "studies-delete"]) at(id).closest("label, button").hidden = !study;
    at("studies-save").hidden = !study?.chapters.length;
    if (document.activeElement !== at("studies-name")) at("studies-name").value = study?.name ?? "";
    write(at("studies-delete"), isSure ? "Press again to delete" : "Delete the study");
    at("studies-add").hidden = !shown();
    write(at("studies-status"), study ? counted(study.chapters.length, "chapter", "chapters") : "No study is kept in this browser yet.");
    at("studies-chapters").replaceChildren(...(study?.chapters ?? []).map(row));
  }

  function row(chapter, i) {
    const isShown = chapter.id === current;
    const rename = el("input", { "aria-label": `Name of chapter ${i + 1}`, value: chapter.name, maxlength: 100 });
    rename.addEventListener("change", () => {
      changeOne(which, inChapter(chapter.id, (one) => ({ ...one, name: rename.value.trim() || chapter.name })));
      draw();
    });
    const name = isShown ? rename : button(chapter.name, () => open(chapter), { class: "link" });
    const remove = button("✕", () => drop(chapter), { class: "link", "aria-label": `Remove ${chapter.name}`, "data-tip": "Remove the chapter" });
    return el("li", { "aria-current": isShown ? "true" : null }, name, " ", el("span", { class: "note" }, chapter.start ? `${chapter.variant}, from a position` : chapter.variant), " ", remove);
  }

  function drop(chapter) {
    changeOne(which, (study) => ({ ...study, chapters: study.chapters.filter(({ id }) => id !== chapter.id) }));
    if (current === chapter.id) follow((current = null));
    toast(`Removed ${chapter.name} from the study.`);
    draw();
    at("studies-add").focus();
  }

  function begin() {
    const number = load().length + 1;
    const study = { id: fresh(), name: `Study ${number}`, chapters: [] };
    if (!change((all) => [...all, study])) return false;
    which = study.id;
    return true;
  }

  function add() {
    const found = shown();
    if (!found || (!chosen() && !begin())) return;
    const chapter = { ...found, id: fresh(), name: found.name || `Chapter ${chosen().chapters.length + 1}` };
    if (!changeOne(which, (study) => ({ ...study, chapters: [...study.chapters, chapter] }))) return;
    current = chapter.id;
    follow(current);
    draw();
    at("studies-chapters").querySelector("[aria-current] input")?.focus();
  }

  async function savePgn() {
    const study = chosen();
    try {
      const texts = [];
      for (const chapter of study.chapters) texts.push((await written(recordOf(chapter, study.name), "pgn")).text.trim());
      save(new Blob([`${texts.join("\n\n")}\n`], { type: "text/plain" }), `${study.name.replace(/[^\p{L}\p{N} ._-]/gu, "") || "study"}.pgn`);
      toast(`Saved ${counted(texts.length, "chapter", "chapters")} as PGN`);
    } catch (error) {
      say(at("studies-error"), error.message);
    }
  }

  function forget() {
    if (!isSure) {
      isSure = true;
      return draw();
    }
    isSure = false;
    const study = chosen();
    change((all) => all.filter(({ id }) => id !== which));
    if (study.chapters.some(({ id }) => id === current)) follow((current = null));
    which = "";
    draw();
    at("studies-new").focus();
  }

  function show() {
    at("studies").hidden = false;
    draw();
    reveal(at("studies"));
    at("studies-title").focus({ preventScroll: true });
  }
  const close = () => (at("studies").hidden = true);

  at("studies-open").addEventListener("click", () => (at("studies").hidden ? show() : close()));
  at("studies-close").addEventListener("click", close);
  at("studies-new").addEventListener("click", () => {
    begin();
    draw();
    at("studies-name").focus();
    at("studies-name").select();
  });
  at("studies-which").addEventListener("change", () => {
    which = at("studies-which").value;
    draw();
  });
  at("studies-name").addEventListener("change", () => {
    const name = at("studies-name").value.trim();
    if (name) changeOne(which, (study) => ({ ...study, name }));
    draw();
  });
  at("studies-add").addEventListener("click", add);
  at("studies-save").addEventListener("click", savePgn);
  at("studies-delete").addEventListener("click", forget);
  at("studies-delete").addEventListener("blur", () => {
    if (!isSure) return;
    isSure = false;
    write(at("studies-delete"), "Delete the study");
  });
  // Another tab has changed them.
  addEventListener("storage", ({ key }) => key === KEPT && !at("studies").hidden && draw());

  return {
    // The tree of a chapter has changed: the new text and line.
    keep(id, text, line) {
      const study = load().find(({ chapters }) => chapters.some((one) => one.id === id));
      const chapter = study?.chapters.find((one) => one.id === id);
      if (!chapter || chapter.text === text) return;
      changeOne(study.id, inChapter(id, (one) => ({ ...one, text, line })));
    },
    // The stated result of a chapter.
    resultOf: (id) => load().flatMap(({ chapters }) => chapters).find((one) => one.id === id)?.stated?.result ?? null,
    // The page shows the tree of a chapter, or of none.
    at(id) {
      if (current === id && at("studies").hidden) return;
      current = id;
      if (!at("studies").hidden) draw();
    },
    // Keeps games as a new study.
    add(games) {
      if (!begin()) return show();
      changeOne(which, (study) => ({ ...study, chapters: games.map(chapterOf) }));
      show();
    },
    show,
    close,
  };
}
