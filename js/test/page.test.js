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
