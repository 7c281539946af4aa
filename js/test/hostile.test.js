// Wrong arguments to every public name are errors with a code, and the objects live on.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import * as skep from "../node.js";

const { Collection, Position, SkepError } = skep;
const GAME = "Base+MLP;InProgress;White[2];wL;bL wL-";

class Own extends Error {}
const throwing = () => {
  throw new Own("mine");
};
function detached() {
  const buffer = new ArrayBuffer(8);
  structuredClone(buffer, { transfer: [buffer] });
  return buffer;
}
// A value of the table that the test of the Python package has, too.
function valueOf({ json, number, text, then, times }) {
  if (number !== undefined) return Number(number === "inf" ? "Infinity" : number);
  if (text === undefined) return json;
  return then === undefined ? text.repeat(times ?? 1) : text + then.repeat(times);
}
const TABLE = JSON.parse(readFileSync(new URL("../../tests/hostile/values.json", import.meta.url), "utf8"));
const HOSTILE = {
  ...Object.fromEntries(TABLE.map((entry) => [entry.name, valueOf(entry)])),
  undefined,
  bigint: 5n,
  symbol: Symbol("s"),
  function: () => {},
  date: new Date(0),
  regex: /x/,
  map: new Map(),
  promise: Promise.resolve(),
  blob: new Blob(["x"]),
  "no bytes": new ArrayBuffer(0),
  "detached bytes": detached(),
  "getter that throws": Object.defineProperty({}, "size", { get: throwing, enumerable: true }),
  "text that throws": { toString: throwing, valueOf: throwing, toJSON: throwing },
  "proxy that throws": new Proxy({}, { get: throwing, ownKeys: throwing, has: throwing }),
  "no prototype": Object.assign(Object.create(null), { size: -1 }),
  position: new Position("Base"),
  collection: new Collection(),
};

// Valid arguments of each function and method.
const FUNCTIONS = {
  check: [GAME, {}],
  convert: [GAME, { to: "pgn" }],
  records: [GAME, {}],
  parse: [GAME, {}],
  solve: [GAME, 1],
  init: [],
  initSync: [],
};
const METHODS = {
  Position: { legalMoves: [{}], play: ["wQ -wL"], undo: [], copy: [], perft: [1], solve: [1], svg: [{}], toString: [], toJSON: [], free: [] },
  Collection: {
    add: ["a.uhp", GAME, {}],
    ask: ["games", {}],
    games: [{}],
    game: ["0000000000000000"],
    openings: [{}],
    players: [{}],
    puzzle: [{}],
    free: [],
  },
};
const CLASSES = { Position: [GAME], Collection: [], SkepError: ["code", "message", {}] };

// Calls something, and checks what it throws.
async function tried(name, work) {
  try {
    await work();
  } catch (error) {
    if (error instanceof Own) return;
    assert.ok(error instanceof SkepError, `${name}: ${error?.stack}`);
    assert.match(error.code, /^[a-z-]+$/, name);
    assert.notEqual(error.code, "internal", `${name}: ${error.message}`);
    assert.ok(error.message.length > 3 && !/wasm|pointer|rust|undefined \(reading/i.test(error.message), `${name}: ${error.message}`);
    assert.ok(!/--[a-z]|skep help/.test(`${error.message} ${error.help ?? ""}`), `${name}: ${error.message} ${error.help}`);
  }
}

// Every way to replace arguments by hostile ones, and to leave some out.
function* replaced(valid) {
  for (let length = 0; length < valid.length; length++) yield [`${length} arguments`, valid.slice(0, length)];
  for (let at = 0; at <= valid.length; at++)
    for (const [name, value] of Object.entries(HOSTILE)) {
      const values = [...valid];
      values[at] = value;
      yield [`argument ${at + 1} is ${name}`, values];
    }
}

const methodsOf = ({ prototype }) =>
  Object.getOwnPropertyNames(prototype).filter((name) => name !== "constructor" && typeof Object.getOwnPropertyDescriptor(prototype, name).value === "function");
const gettersOf = ({ prototype }) => Object.getOwnPropertyNames(prototype).filter((name) => Object.getOwnPropertyDescriptor(prototype, name).get);

test("every public name is tried", () => {
  const names = Object.keys(skep).sort();
  assert.deepEqual(names, [...Object.keys(FUNCTIONS), ...Object.keys(CLASSES)].sort());
  for (const [name, methods] of Object.entries(METHODS)) assert.deepEqual(methodsOf(skep[name]).sort(), Object.keys(methods).sort());
});

test("hostile arguments of functions", async () => {
  for (const [name, valid] of Object.entries(FUNCTIONS))
    for (const [how, values] of replaced(valid)) await tried(`${name}, ${how}`, () => skep[name](...values));
});

test("hostile arguments of classes", async () => {
  for (const name of ["Position", "Collection"])
    for (const [how, values] of replaced(CLASSES[name])) await tried(`new ${name}, ${how}`, () => new skep[name](...values));
});

for (const [className, methods] of Object.entries(METHODS))
  test(`hostile arguments of the methods of ${className}`, async () => {
    for (const [name, valid] of Object.entries(methods)) {
      if (name === "free") continue;
      for (const [how, values] of replaced(valid)) {
        const one = new skep[className](...CLASSES[className]);
        await tried(`${className}.${name}, ${how}`, () => one[name](...values));
        // The object lives on.
        if (className === "Position") {
          one.undo();
          assert.ok(one.legalMoves().length > 0);
          one.play(one.legalMoves()[0]);
        } else assert.ok(one.size >= 0 && one.add("b.uhp", GAME).games === 1);
        one.free();
      }
    }
  });

test("what was freed says so, and freeing twice is harmless", () => {
  for (const [className, methods] of Object.entries(METHODS)) {
    const one = new skep[className](...CLASSES[className]);
    one.free();
    one.free();
    for (const name of Object.keys(methods).filter((name) => name !== "free"))
      assert.throws(() => one[name](...methods[name]), { code: "freed" }, `${className}.${name}`);
    for (const name of gettersOf(skep[className])) assert.throws(() => one[name], { code: "freed" }, `${className}.${name}`);
  }
});

test("options that change the object while they are read do no harm", () => {
  const position = new Position(GAME);
  const options = { get size() { position.free(); return 32; } };
  assert.throws(() => position.svg(options), { code: "freed" });
});

test("a position is its own text", () => {
  const position = new Position(GAME);
  assert.equal(JSON.stringify({ position }), JSON.stringify({ position: GAME }));
  assert.equal(new Position(JSON.parse(JSON.stringify(position))).ply, 2);
});

test("before init, everything says what to do", async () => {
  const fresh = await import("../skep.js?not-ready");
  for (const work of [() => new fresh.Position("Base"), () => new fresh.Collection(), () => fresh.check(GAME), () => fresh.records(GAME)])
    assert.throws(work, { code: "not-ready", message: /await init\(\)/ });
});
