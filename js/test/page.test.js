// The modules of the page that need no browser.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

// Modules of the page look at the document only when they are used.
globalThis.document ??= { getElementById: () => null };
globalThis.location ??= { hash: "" };
const page = (name) => import(`../../crates/skep-explorer/page/${name}`);

test("values are quoted as the filter language reads them", async () => {
  const { quoted } = await page("filters.js");
  assert.deepEqual(quoted("Ann"), ["=", "Ann"]);
  assert.deepEqual(quoted("Ann Lee"), ["=", '"Ann Lee"']);
  assert.deepEqual(quoted("not"), ["=", '"not"']);
  assert.deepEqual(quoted('the "A"'), ["=", "'the \"A\"'"]);
  // Quotes have no escapes.
  assert.deepEqual(quoted(`"it's"`), ["~", `/^"it's"$/`]);
});

test("an expression is taken apart at its outer words", async () => {
  const { conjuncts, taken, built } = await page("filters.js");
  assert.deepEqual(conjuncts("a = 1 and (b = 2 or c = 3) & d ~ 'x and y'"), ["a = 1", "(b = 2 or c = 3)", "d ~ 'x and y'"]);
  assert.equal(conjuncts("a = 1 or b = 2"), null);
  assert.deepEqual(conjuncts(""), []);
  for (const where of ['white = Ann and date >= 2024-03', "player = 'A B' and plies > 3", "not bot and rated"]) {
    const { values, rest } = taken(where);
    assert.equal(built(values, rest), where.replaceAll("'", '"'));
  }
  const both = taken("white_elo >= 1500 and black_elo >= 1500");
  assert.deepEqual([both.values.least, both.rest], ["1500", []]);
  // The form shows one number, so it leaves two different ones alone.
  assert.equal(taken("white_elo >= 1500 and black_elo >= 1600").values.least, undefined);
});

test("a fault belongs to a field of the form, if one has its test", async () => {
  const { faulty } = await page("filters.js");
  const where = "player = Ann and date >= 2024-13 and plies > 3";
  assert.equal(faulty(where, where.indexOf("2024")), "since");
  assert.equal(faulty(where, where.indexOf("player")), "player");
  assert.equal(faulty(where, where.indexOf("plies")), null);
  assert.equal(faulty("date >= x or date >= y", 8), null);
});

test("text from records is cleaned", async () => {
  const { clean, counted, percent } = await page("dom.js");
  assert.equal(clean("a\u001b[2J\u202eb\n\tc"), "a\ufffd[2J\ufffdb\n\tc");
  assert.equal(counted(1, "game", "games"), "1 game");
  assert.equal(counted(1234, "game", "games"), "1,234 games");
  assert.equal(percent(0.125, 1), "12.5\u202f%");
});

test("an address of the API leaves out what is not asked", async () => {
  const { address } = await page("api.js");
  assert.equal(address("games", { variant: "Base+MLP", where: "", cursor: null, limit: 3 }), "api/games?variant=Base%2BMLP&limit=3");
  assert.equal(address("info"), "api/info");
});

test("a game begins with its state, its variant, or the hands of Swarm", async () => {
  const { variantOf, isState } = await page("route.js");
  assert.equal(variantOf({ variant: "Base", start: null, gamestring: "Base;InProgress;White[1]" }), "Base");
  assert.equal(variantOf({ variant: "Hex-It 19", gamestring: "" }), "Hex-It 19");
  assert.equal(variantOf({ variant: "Swarm", gamestring: "Base+MLPSwarm(wA1);NotStarted" }), "Base+MLPSwarm(wA1)");
  assert.ok(isState("wQ/bQ,w") && !isState("Base+MLP"));
});

test("the most similar games of several answers are in one order", async () => {
  const { best } = await page("similar.js");
  const of = (id, similarity) => ({ game: { id }, similarity });
  const first = best([], [of("b", 0.5), of("c", 0.25)], 3);
  const all = best(first, [of("d", 1), of("a", 0.5), of("e", 0.1)], 3);
  assert.deepEqual(all.map(({ game }) => game.id), ["d", "a", "b"]);
});

test("the page has an element for each id that a module asks for", async () => {
  const folder = new URL("../../crates/skep-explorer/page/", import.meta.url);
  const text = (name) => readFileSync(new URL(name, folder), "utf8");
  const html = text("index.html");
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
  assert.equal(ids.size, [...html.matchAll(/ id="/g)].length);
  const modules = readdirSync(folder).filter((name) => name.endsWith(".js"));
  // Some elements are made by the modules.
  for (const name of modules) for (const [, id] of text(name).matchAll(/\bid: "([^"]+)"/g)) ids.add(id);
  for (const name of modules)
    for (const [, id] of text(name).matchAll(/\bat\("([^"]+)"\)/g)) assert.ok(ids.has(id), `${name} asks for ${id}`);
});

test("a filter that takes time says how far it is", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const elements = { "notice-text": {}, notice: {}, "notice-action": {}, "notice-progress": {} };
  mock.method(document, "getElementById", (id) => elements[id]);
  const { patiently, SLICE } = await page("notice.js");
  const late = (tested) => Object.assign(new Error(), { code: "late", progress: { tested, games: 2000 } });
  const answers = [late(10), late(1999), "done"];
  const shown = [];
  const answer = await patiently("mobility > 4", async (seconds) => {
    assert.equal(seconds, SLICE);
    shown.push(elements["notice-progress"].textContent);
    mock.timers.tick(1500);
    const next = answers.shift();
    if (next instanceof Error) throw next;
    return next;
  });
  assert.equal(answer, "done");
  // The first answer comes before the page says that it takes time.
  assert.deepEqual(shown, [undefined, undefined, "1,999 of 2,000 games tested."]);
  assert.equal(elements.notice.hidden, true);
  assert.equal(elements["notice-progress"].textContent, "");
  // Without a filter, an answer that is late is an error.
  await assert.rejects(patiently("", () => Promise.reject(late(1))));
});

test("a line of any length is restored, linked and given its clocks", async () => {
  const tree = await page("tree.js");
  const turns = Array.from({ length: 20_000 }, (_, i) => `wA${(i % 3) + 1} bQ-${i}`);
  const game = tree.ofGame({ play: turns, plies: turns.map((_, i) => ({ clock: i })) });
  const kept = tree.add(tree.ofText(tree.toText(tree.add(tree.EMPTY, turns.slice(0, 50)))), [...turns.slice(0, 40), "other"]);
  const root = tree.restore(kept, game);
  assert.equal(tree.extend(root, []).length, 20_000);
  assert.equal(tree.at(root, turns).clock, 19_999);
  assert.equal(tree.at(root, [...turns.slice(0, 40), "other"]).clock, null);
});

test("a clock is that of the turns of the line, not of the game", async () => {
  const { time } = await page("replay.js");
  assert.equal(time([60_000, 1000, 66_700]), "6.7 s, 1:07 in all");
  assert.equal(time([60_000, 1000, null]), "");
  assert.equal(time([]), "");
});

test("an answer about a forced win is words and lines", async () => {
  const { told } = await page("solve.js");
  const answer = { toMove: "black", winIn: null, losesIn: null, line: [], first: [], escape: null };
  assert.equal(told(answer, 2).text, "Black cannot force a win in up to 2 turns.");
  const won = told({ ...answer, winIn: 1, line: ["bQ wS1-"], first: ["bA1 wS1-", "bQ wS1-"] }, 2);
  assert.deepEqual(won, { text: "Black wins by force in 1 turn.", lines: [["", ["bQ wS1-"]], ["also wins:", ["bA1 wS1-"]]] });
  assert.equal(told({ ...answer, losesIn: 2, line: ["a", "b"] }, 2).text, "Every turn of Black loses: White wins by force in 2 turns.");
  assert.match(told({ ...answer, losesIn: 0 }, 2).text, /over/);
});

test("the turn that lost a game is the last one that could have held", async () => {
  const { reasonOf } = await page("review.js");
  const turn = (ply, tactics) => ({ ply, tactics: { chance: null, winIn: null, allowsIn: null, defence: null, line: [], ...tactics } });
  const turns = [
    turn(9, { chance: "missed", winIn: 2 }),
    turn(11, { allowsIn: 2, defence: "missed" }),
    turn(12, { chance: "found", winIn: 2 }),
    turn(13, { allowsIn: 1, defence: "impossible" }),
  ];
  const { allowed, missed, lost } = reasonOf(turns, "Base", "white");
  assert.deepEqual([allowed.ply, missed.map(({ ply }) => ply), lost.ply], [11, [9], 13]);
  assert.deepEqual(reasonOf(turns, "Base", "black"), { allowed: null, lost: null, missed: [] });
});

test("the expression is completed from what the server knows", async () => {
  const { suggestions } = await page("completion.js");
  const fields = [
    { name: "player", type: "text", values: null, help: "A player", example: "player = Ada" },
    { name: "result", type: "word", values: ["white", "black", "draw"], help: "The result", example: "result = white" },
    { name: "rated", type: "word", values: ["true", "false"], help: "Rated", example: "rated" },
    { name: "plies", type: "number", values: null, help: "Plies", example: "plies > 3" },
  ];
  const names = (text) => suggestions(text, fields).choices.map(([name]) => name);
  assert.deepEqual(names("pl"), ["player", "plies"]);
  assert.deepEqual(names("result = "), ["white", "black", "draw"]);
  assert.deepEqual(names("result = b"), ["black"]);
  assert.deepEqual(names("plies "), ["=", "!=", "<", "<=", ">", ">="]);
  assert.deepEqual(names("result = white "), ["and", "or"]);
  assert.deepEqual(names("rated "), ["and", "or"]);
  assert.ok(names("result = white and ").includes("rated") && names("not ").includes("rated"));
  assert.deepEqual(names('player = "An'), []);
});

test("words find names, results and dates", async () => {
  const { ofWords } = await page("filters.js");
  assert.equal(ofWords("Ann 1-0 2024-03"), "(player ~ Ann or event ~ Ann) and result = white and date = 2024-03");
  assert.equal(ofWords('"Ann Lee" draw'), '(player ~ "Ann Lee" or event ~ "Ann Lee") and result = draw');
  assert.equal(ofWords("ant", ["Ant opening", "Spider opening"]), '(player ~ ant or event ~ ant or opening = "Ant opening")');
});

test("a position far in a game is named by the game", async () => {
  const { placeOf } = await page("route.js");
  const play = Array.from({ length: 3000 }, (_, i) => `t${i}`);
  const game = { id: "1", play };
  assert.deepEqual(placeOf({ variant: "Base", line: play, ply: 2, game }), { variant: "Base", play: "t0;t1" });
  assert.deepEqual(placeOf({ variant: "Base", line: play, ply: 2999, game }), { game: "1", ply: 2999, play: "" });
  const line = [...play.slice(0, 1200), "x", "y"];
  assert.deepEqual(placeOf({ variant: "Base", line, ply: line.length, game }), { game: "1", ply: 1200, play: "x;y" });
});
