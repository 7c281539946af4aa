// Trees of variations of the page, written by the engine and read back.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as tree from "../../crates/skep-explorer/page/tree.js";
import { Collection, initSync } from "../dist/engine.js";

const { memory } = initSync({ module: readFileSync(new URL("../dist/engine_bg.wasm", import.meta.url)) });
const games = new Collection();
const bytes = (text) => new TextEncoder().encode(text);
const read = (data) => JSON.parse(games.read(data).text).games;
const top = new URL("../../fixtures/", import.meta.url);

const FILES = {
  "variations/tree.pgn": ["pgn", "jsonl", "boardspace"],
  "variations/tree.sgf": ["pgn", "jsonl", "boardspace"],
  "hivegame-analysis/tree.json": ["pgn", "jsonl", "boardspace"],
  "games/boardspace.sgf": ["pgn", "jsonl", "boardspace"],
  "games/exxit.hxt": ["jsonl", "boardspace"],
  "games/venom.uhp": ["pgn", "jsonl"],
  "jsonl/set-up.jsonl": ["jsonl"],
};

for (const [file, notations] of Object.entries(FILES)) {
  test(`the trees of ${file} are written and read back`, () => {
    for (const game of read(readFileSync(new URL(file, top)))) {
      const own = game.variant.startsWith("Hex-It") ? game.variant : game.gamestring.split(";")[0];
      const variant = game.start ?? own;
      const place = new URLSearchParams({ variant, play: "" });
      const kind = JSON.parse(games.answer("/api/position", place.toString()).text).game;
      let root = tree.ofGame(game);
      root = tree.change(root, tree.extend(root, []), (node) => ({ ...node, glyph: "??", marks: ["N13", "N13:O13"] }));
      const record = tree.toRecord(root, { game: kind, variant, start: game.start, tags: game.headers });
      for (const to of notations) {
        const { status, text } = games.write(`to=${to}`, bytes(record));
        assert.equal(status, 200, `${to}: ${text}`);
        const [again] = read(bytes(JSON.parse(text).text));
        assert.deepEqual(tree.ofGame(again), root, to);
      }
    }
  });
}

test("the games of a downloaded file are counted", () => {
  const all = new Collection();
  for (const file of Object.keys(FILES)) all.add(file, readFileSync(new URL(file, top)), undefined);
  const { total } = JSON.parse(all.answer("/api/games", "").text);
  const left = {};
  for (const format of ["jsonl", "pgn", "sgf", "uhp"]) {
    const { status, text } = all.answer("/api/download", `to=${format}`);
    assert.equal(status, 200);
    const { games } = new Collection().add(`games.${format}`, bytes(text), undefined);
    const report = JSON.parse(all.answer("/api/download", `to=${format}&report=1`).text);
    assert.equal(report.games, games, format);
    left[format] = report.leftOut.reduce((sum, { games, code }) => {
      assert.match(code, /^[a-z-]+$/);
      return sum + games;
    }, 0);
    assert.equal(left[format], total - games, format);
  }
  assert.equal(left.jsonl, 0);
  assert.ok(left.uhp > 0, "UHP has no games of Hex-It");
});

const program = process.env.SKEP;

// A browser never takes the memory of WebAssembly back. 100,000 games of 70 plies need about 250 MB.
test("a collection takes at most 3,000 bytes for a game of 70 plies", { skip: !program && "SKEP is not set" }, () => {
  const random = ["random", "-n", "3000", "--seed", "1", "--max-plies", "70"];
  const text = execFileSync(program, random, { maxBuffer: 1 << 24 });
  const before = memory.buffer.byteLength;
  const all = new Collection();
  assert.equal(all.add("random.uhp", text, undefined).games, 3000);
  assert.equal(all.answer("/api/explorer", "variant=Base%2BMLP").status, 200);
  const grown = memory.buffer.byteLength - before;
  assert.ok(grown < 3000 * 3000, `${grown} bytes`);
});
