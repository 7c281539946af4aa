// The engine in node. With SKEP, the path of the native program, its answers are compared with those of the program.

import assert from "node:assert/strict";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Collection, Position, check, convert, solve } from "../node.js";

const top = join(dirname(fileURLToPath(import.meta.url)), "../..");
const shared = join(top, "../shared");
const program = process.env.SKEP;

// The files of a folder and its folders, as the program finds them.
function files(folder) {
  return readdirSync(join(top, folder), { withFileTypes: true })
    .filter(({ name }) => !name.startsWith("."))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? files(path) : [path];
    });
}

const read = (path) => readFileSync(join(top, path));

test("a position is played, taken back and drawn", () => {
  const position = new Position("Base+MLP");
  assert.equal(position.legalMoves().length, 7);
  position.play("wL");
  position.play("bL wL-");
  assert.deepEqual(position.moves, ["wL", "bL wL-"]);
  assert.deepEqual([position.ply, position.turn, position.outcome], [2, "White", undefined]);
  assert.equal(position.gamestring, "Base+MLP;InProgress;White[2];wL;bL wL-");
  const other = position.copy();
  assert.equal(other.undo(), "bL wL-");
  assert.deepEqual([other.ply, position.ply], [1, 2]);
  assert.match(position.svg({ size: 32, theme: "dark" }), /^<svg/);
  // The box of the whole game is no larger than its positions.
  const boxes = [{}, { whole: true }, { whole: true, ply: 0 }].map((more) => /viewBox="([^"]*)"/.exec(position.svg({ hands: false, ...more }))[1]);
  assert.equal(new Set(boxes).size, 1, boxes.join(", "));
  assert.match(String(position), /L/);
  // A HOP has no orientation.
  for (const text of [position.hop, position.state]) assert.equal(new Position(text).legalMoves().length, position.legalMoves().length);
});

test("letters with marks are drawn, composed or not", () => {
  const named = (white) => new Collection().ask("picture", { format: "svg", variant: "Base", white, black: "B" });
  assert.equal(named("Žofie"), named("Z\u030cofie"));
  assert.notEqual(named("Žofie"), named("Zofie"));
});

test("an illegal turn is named with its rule, and changes nothing", () => {
  const position = new Position("Base;wS1;bS1 wS1-");
  assert.throws(() => position.play("bS2 bS1-"), { code: "illegal-move", rule: "other-side" });
  assert.throws(() => position.play("wA1 bS1-"), { code: "illegal-move", rule: "placement-colour" });
  assert.equal(position.ply, 2);
  assert.throws(() => new Position("nonsense"), { code: "not-a-record" });
  assert.throws(() => new Position("Base;wS1;bS1 wS1-;wA1 bS1-"), { rule: "placement-colour", ply: 3 });
  assert.throws(() => position.svg({ sise: 3 }), { code: "bad-option" });
});

test("games are converted, and what is lost is said", () => {
  const game = "Base;InProgress;Black[2];wS1;bS1 wS1-;wQ -wS1";
  const { text, games, losses } = convert(game, { to: "pgn" });
  assert.equal(games, 1);
  assert.match(text, /\[Result "InProgress"\]/);
  assert.deepEqual(losses, []);
  assert.deepEqual(convert(text, { to: "uhp" }).text.trim(), game);
  const bad = convert("Base;InProgress;Black[2];wS1;bS1 wS1-;wA1 bS1-", { to: "pgn" });
  assert.deepEqual([bad.games, bad.rejected.length], [0, 1]);
  assert.throws(() => convert(game, { to: "nothing" }), { code: "bad-option" });
});

test("a collection answers as the explorer does", () => {
  const games = new Collection();
  for (const path of files("fixtures/games")) games.add(path, read(path));
  assert.ok(games.size > 10);
  const openings = games.openings({ variant: "Base+MLP" });
  assert.ok(openings.games > 0 && openings.moves.length > 0);
  const list = games.games({ variant: "Base+MLP", limit: 3 });
  assert.equal(list.total, openings.games);
  assert.ok(games.game(list.games[0].id).play.length > 0);
  assert.ok(games.players().players.length > 0);
  assert.equal(games.games({ variant: "Base+MLP", where: "plies > 100000" }).total, 0);
  assert.throws(() => games.games({ where: "nothing =" }), { code: "bad-filter" });
  // The same games again are one more source, not more games.
  const before = games.size;
  for (const path of files("fixtures/games")) games.add(`again/${path}`, read(path));
  assert.equal(games.size, before);
});

test("expressions of filters ignore case, also of letters that are not of ASCII", () => {
  const games = new Collection();
  games.add("a.pgn", '[GameType "Base"]\n[White "Иван Ёлкин"]\n[Black "Ann"]\n[Result "InProgress"]\n\n1. wS1 2. bS1 wS1-\n');
  const found = (where) => games.games({ where }).total;
  for (const pattern of ["иван", "ИВАН .л", "^[А-Я]+ ёЛКИН$", "\\WЁлкин"]) assert.equal(found(`white ~ /${pattern}/`), 1, pattern);
  assert.equal(found("black ~ /^a\\w{2}$/"), 1);
  assert.equal(found("white ~ /пётр/"), 0);
  assert.throws(() => found("white ~ /(/"), { code: "bad-filter", message: /not a regular expression/ });
  assert.throws(() => found("white ~ /(a{1000}){1000}/"), { code: "bad-filter", message: /KiB of memory/ });
});

test("an item shows the part of the line with its first error", () => {
  const wrong = "Base;InProgress;Black[2];wS1;bS1 wS1-;wA1 bS1-";
  const { items } = check(`${wrong}\nBase;InProgress;White[1];\n`);
  const { before, wrong: part, after } = items[0].excerpt;
  assert.equal(before + part + after, wrong);
  assert.equal(part, "wA1 bS1-");
  assert.equal(items[1].excerpt, null);
  const long = check(`Base;Broken ${"é".repeat(400)};White[1];wS1`).items[0].excerpt;
  assert.ok(long && `${long.before}${long.wrong}${long.after}`.length < 200);
});

test("forced wins are proved", () => {
  const won = new Collection();
  for (const path of files("fixtures/games")) won.add(path, read(path));
  let found = null;
  for (const { name } of won.ask("info").variants) {
    for (let from = 0; !found; ) {
      const next = won.puzzle({ variant: name, moves: 1, from });
      found = next.puzzle;
      if (!next.looked || next.from <= from) break;
      from = next.from;
    }
  }
  assert.ok(found, "the fixtures have a win in 1");
  const { winIn, first } = solve(found.gamestring, 1);
  assert.equal(winIn, 1);
  assert.deepEqual(first, found.first);
});

// What a check says of each game, by file and entry.
function verdicts(items) {
  return items.map(({ path, entry, index, status, plies, findings, diagnostics }) => ({
    path,
    entry,
    index,
    status,
    plies,
    findings: (findings ?? diagnostics).map(({ code, rule, ply, line, column, message }) => ({
      code,
      rule,
      ply,
      line,
      column,
      message,
    })),
  }));
}

function native(folder, paths) {
  const options = { cwd: top, encoding: "utf8", maxBuffer: 1 << 30 };
  return new Promise((yes) =>
    execFile(program, ["check", "--format", "jsonl", ...paths], options, (_, out) =>
      yes(out.split("\n").filter(Boolean).map(JSON.parse)),
    ),
  );
}

async function compare(paths) {
  const own = paths.flatMap((path) => check(read(path), { name: path }).items);
  assert.deepEqual(verdicts(own), verdicts(await native(top, paths)));
  return own.length;
}

test("the fixtures get the same verdicts as from the program", { skip: !program && "SKEP is not set" }, async () => {
  // Zstandard is built from C, and left out here.
  const paths = files("fixtures").filter((path) => !/\.(zst|md)$/.test(path) && !path.includes("zst"));
  assert.ok((await compare(paths)) > 100);
});

test("the corpus gets the same verdicts as from the program", { skip: !program || !existsSync(shared) }, async () => {
  const paths = files("../shared/corpus").filter((path) => !path.endsWith(".md"));
  assert.ok((await compare(paths)) > 600);
});

test("perft counts are those of the reference", { skip: !existsSync(shared) }, () => {
  const lines = readFileSync(join(shared, "reference/perft.tsv"), "utf8").split("\n");
  let compared = 0;
  for (const line of lines.filter((line) => line && !line.startsWith("#"))) {
    const [variant, ...counts] = line.split("\t");
    for (const [i, expected] of counts.slice(0, 5).entries()) {
      if (!/^\d+$/.test(expected)) continue;
      assert.equal(new Position(variant).perft(i + 1), Number(expected), `${variant} ${i + 1}`);
      compared++;
    }
  }
  assert.ok(compared >= 40);
});

test("the program of the package has the exit codes of skep", () => {
  const run = (...words) => {
    try {
      const out = execFileSync(process.execPath, [join(top, "js/cli.js"), ...words], { cwd: top, encoding: "utf8", stdio: "pipe" });
      return { code: 0, out };
    } catch ({ status, stdout, stderr }) {
      return { code: status, out: stdout + stderr };
    }
  };
  assert.deepEqual(run("check", "fixtures/games/hive.uhp").code, 0);
  const bad = run("check", "fixtures/cli/faults.uhp");
  assert.equal(bad.code, 1);
  assert.match(bad.out, /fixtures\/cli\/faults\.uhp:\d+:\d+: /);
  assert.equal(run("convert", "fixtures/games/hive.uhp").code, 2);
  assert.match(run("convert", "--to", "pgn", "fixtures/games/hive.uhp").out, /\[White /);
  assert.match(run("list", "fixtures/games/hive.uhp").out, /\tBase/);
  assert.match(run("show", "Base;wS1").out, /S/);
  assert.equal(run("check", "no such file").code, 2);
  assert.equal(run("nothing").code, 2);
});
