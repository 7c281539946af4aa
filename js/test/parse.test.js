// Games as trees, and the names that the types promise.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { convert, parse, records } from "../node.js";

const js = join(dirname(fileURLToPath(import.meta.url)), "..");
const GAME = "Base;InProgress;White[2];wS1;bS1 wS1-";

test("comments, glyphs, evaluations, marks and clocks stand with their turns", () => {
  const pgn = readFileSync(join(js, "../fixtures/pgn/glyphs.pgn"));
  const games = parse(pgn, { name: "glyphs.pgn" });
  const of = (kind) => games.flatMap(({ turns }) => turns.flatMap((turn) => turn[kind]));
  const notes = records(pgn, { name: "glyphs.pgn" }).flatMap((record) => record.notes ?? []);
  for (const [kind, name] of [["glyph", "glyphs"], ["evaluation", "evaluations"], ["mark", "marks"]]) {
    const said = notes.filter((note) => note.kind === kind && note.after > 0).length;
    assert.equal(of(name).length, said, kind);
    assert.ok(said > 0, kind);
  }
  const [first] = games.filter(({ turns }) => turns.length === 6);
  assert.deepEqual([first.tags.White, first.status, first.turns[1].text], ["Ann", "ok", "bL wL-"]);
  assert.deepEqual(first.turns[1].comments, ["weak"]);
  assert.deepEqual(first.turns[1].glyphs, ["?!", "$36"]);
  assert.equal(first.turns[5].clockMs, 7000);
  assert.deepEqual(first.turns[1].variations.map((line) => line.map(({ text }) => text)), [["bG1 wL-"]]);
  assert.deepEqual(first.turns[1].variations[0][0].glyphs, ["$10"]);
});

test("nested variations stand in place of the turns that they replace", () => {
  const line = (path, after, ...texts) => ({ path, after, moves: texts.map((text) => ({ text })) });
  const record = {
    schema: "skep-record/1",
    game: "hive",
    variant: "Base",
    moves: ["wS1", "bS1 wS1-", "wQ -wS1"].map((text) => ({ text })),
    variations: [line("1", 1, "bG1 wS1-", "wQ -wS1"), line("1.1", 2, "wA1 -wS1"), line("2", 3, "bQ bS1-")],
  };
  const [game] = parse(JSON.stringify(record));
  const texts = (lines) => lines.map((turns) => turns.map(({ text }) => text));
  assert.deepEqual(texts(game.turns[1].variations), [["bG1 wS1-", "wQ -wS1"]]);
  assert.deepEqual(texts(game.turns[1].variations[0][1].variations), [["wA1 -wS1"]]);
  // A line after the last turn replaces nothing.
  assert.deepEqual(texts(game.turns[2].continuations), [["bQ bS1-"]]);
  assert.equal(game.turns[1].variations[0][0].ply, 2);
});

test("turns after the first illegal turn are listed separately", () => {
  const [game] = parse("Base;InProgress;Black[2];wS1;bS1 wS1-;wA1 bS1-");
  assert.deepEqual([game.status, game.turns.length, game.rest], ["illegal", 2, ["wA1 bS1-"]]);
});

test("the option to has the names that the types promise, and no others", () => {
  const types = readFileSync(join(js, "skep.d.ts"), "utf8");
  const [, union] = /\n  to: ([^;]+);/.exec(types);
  const promised = union.match(/"[^"]+"/g).map((name) => name.slice(1, -1));
  const hexit = readFileSync(join(js, "../fixtures/hexit/games/beginner-draw.hxt"));
  for (const to of promised) {
    const { games, rejected } = convert(to === "hxt" ? hexit : GAME, { to });
    assert.ok(games > 0 || rejected.length > 0, to);
  }
  let known = "";
  try {
    convert(GAME, { to: "nonsense" });
  } catch (error) {
    known = error.message;
  }
  const accepted = known.split("notations ")[1].split(", ");
  assert.deepEqual(promised.filter((name) => name !== "sgf").sort(), accepted.sort());
});
