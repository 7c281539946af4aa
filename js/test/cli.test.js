// The program of the package, as `npx skep` runs it.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const js = join(dirname(fileURLToPath(import.meta.url)), "..");
const top = join(js, "..");
const LEAGUE = "fixtures/games/league.zip";
const FAULTS = "fixtures/cli/faults.uhp";

function run(words, options = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(js, "cli.js"), ...words], {
    cwd: top,
    encoding: "utf8",
    maxBuffer: 1 << 26,
    ...options,
  });
  return { code: status, out: stdout, err: stderr };
}

test("check counts valid games and names what is wrong", () => {
  assert.deepEqual(run(["check", LEAGUE, "fixtures/games/exxit.hxt"]), {
    code: 0,
    out: "games: 32, valid: 32, empty: 0, with errors: 0\n",
    err: "",
  });
  const { code, out, err } = run(["check", FAULTS]);
  assert.deepEqual([code, err], [1, ""]);
  assert.match(out, /^fixtures\/cli\/faults\.uhp:2:43: wA1 may not enter .* \[placement-colour\]\n/);
  assert.match(out, /games: 6, valid: 3, empty: 0, with errors: 3\n$/);
});

test("a game is an argument or standard input", () => {
  const game = "Base;InProgress;White[2];wS1;bG1 wS1-;wQ bG1-";
  for (const [words, input] of [[[game]], [["-"], game]]) {
    const { code, out } = run(["check", ...words], { input });
    assert.equal(code, 1);
    assert.match(out, /^(argument|-):1:39: wQ may not enter/);
  }
});

test("a path that cannot be read does not stop the others", () => {
  const { code, out, err } = run(["check", "missing.uhp", "fixtures/games", LEAGUE]);
  assert.equal(code, 2);
  assert.equal(out, "games: 30, valid: 30, empty: 0, with errors: 0\n");
  assert.equal(err, "error: missing.uhp does not exist\nerror: fixtures/games is a folder; name its files\n");
  assert.equal(run(["check", "README.md"]).code, 1);
});

test("convert writes what it read, and says what it leaves out", () => {
  const pgn = run(["convert", "--to=pgn", "fixtures/games/hive.uhp"]);
  assert.equal(pgn.code, 0);
  const back = run(["convert", "--to", "uhp", "-"], { input: pgn.out });
  assert.equal(back.out, readFileSync(join(top, "fixtures/games/hive.uhp"), "utf8"));
  const losses = run(["convert", "--to", "uhp", "fixtures/boardspace/server-2024.sgf"]);
  assert.match(losses.err, /^note: .*: uhp cannot hold .*clocks/);
  const none = run(["convert", "--to", "uhp", "fixtures/games/exxit.hxt"]);
  assert.deepEqual([none.code, none.out], [1, ""]);
  assert.match(none.err, /game 2: cannot write games of Hex-It 29 as UHP/);
});

test("list prints a line for each game", () => {
  const { code, out, err } = run(["list", LEAGUE]);
  const lines = out.trimEnd().split("\n");
  assert.deepEqual([code, err, lines.length], [0, "", 30]);
  assert.equal(lines[23].split("\t").slice(0, 6).join(), "2024-09-14,Ada,Fumi,Base+MLP,BlackWins,24");
});

test("show draws a position, and a game of a file", () => {
  assert.match(run(["show", "Base+MLP;wL;bL wL-"]).out, />bL </);
  assert.match(run(["show", "fixtures/games/exxit.hxt"]).out, /White: 11 points/);
  const { code, out } = run(["show", "--game", "24", LEAGUE]);
  assert.equal(code, 0);
  // As in the README.
  assert.match(out, / bG2 {3}bB2 {8}>bA2< {2}wQ {4}wM\n/);
  for (const [words, message] of [
    [["--game", "31", LEAGUE], "league.zip has no game 31"],
    [["--game", "x", LEAGUE], "--game x is not the number of a game"],
    [["Base+X"], "Base+X does not exist"],
    [[LEAGUE, LEAGUE], "show takes one file"],
  ]) {
    const { code, out, err } = run(["show", ...words]);
    assert.deepEqual([code, out], [2, ""]);
    assert.ok(err.includes(message), err);
  }
});

test("wrong arguments end with 2, and help and version with 0", () => {
  for (const words of [["frobnicate"], ["check"], ["check", "--foo", LEAGUE], ["--foo"], ["convert", LEAGUE]]) {
    const { code, out, err } = run(words);
    assert.deepEqual([code, out], [2, ""], words.join(" "));
    assert.match(err, /^error: .*\nSee: skep help\n$/);
  }
  for (const words of [[], ["help"], ["-h"], ["check", "--help"]]) assert.match(run(words).out, /^Checks, converts/);
  const { version } = JSON.parse(readFileSync(join(js, "package.json"), "utf8"));
  assert.deepEqual(run(["--version"]), { code: 0, out: `skep ${version}\n`, err: "" });
});

test("a closed pipe is not an error", { skip: process.platform === "win32" }, () => {
  const script = '"$0" "$1" convert --to jsonl "$2" "$2" "$2" "$2" | head -n 1 >/dev/null; echo "${PIPESTATUS[0]}"';
  const { stdout, stderr } = spawnSync("bash", ["-c", script, process.execPath, join(js, "cli.js"), LEAGUE], {
    cwd: top,
    encoding: "utf8",
  });
  assert.deepEqual([stdout, stderr], ["0\n", ""]);
});

test("the packed package installs the command", () => {
  const folder = mkdtempSync(join(tmpdir(), "skep-"));
  try {
    const npm = (words, cwd) => execFileSync("npm", words, { cwd, encoding: "utf8", shell: process.platform === "win32" });
    const [{ filename }] = JSON.parse(npm(["pack", "--json", "--pack-destination", folder], js));
    npm(["install", "--offline", "--no-audit", "--no-fund", "--prefix", folder, join(folder, filename)], folder);
    const out = npm(["exec", "--offline", "--prefix", folder, "--", "skep", "check", join(top, LEAGUE)], folder);
    assert.equal(out, "games: 30, valid: 30, empty: 0, with errors: 0\n");
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test("help prints pages of the guide", () => {
  const { code, out, err } = run(["help", "filters"]);
  assert.deepEqual([code, err], [0, ""]);
  // The text of the page, without the marks of Markdown that are for pages of the web.
  assert.match(out, /^# The language of --where\n\n.* --where "player = Ann and date >= 2024-03"/);
  assert.match(out, /\| `white = Ann`, `white != Ann` \|/);
  const lines = (text) => text.trimEnd().split("\n").length;
  assert.equal(lines(out), lines(readFileSync(join(top, "docs/src/reference/filters.md"), "utf8")));
  const none = run(["help", "../package"]);
  assert.deepEqual([none.code, none.out], [2, ""]);
  assert.match(none.err, /there is no page for .*; the pages are filters, findings, .*rules-hive/);
});
