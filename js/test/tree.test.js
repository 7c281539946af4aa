// The modules of the page that need no browser: trees of turns, cells and words.

import assert from "node:assert/strict";
import { test } from "node:test";
import { curveOf as scoresOf, described, judgesOf, listed, worstOf } from "../../crates/skep-explorer/page/evaluations.js";
import { ofWords } from "../../crates/skep-explorer/page/filters.js";
import * as hex from "../../crates/skep-explorer/page/hex.js";
import { curveOf, marksOf } from "../../crates/skep-explorer/page/review.js";
import * as setup from "../../crates/skep-explorer/page/setup.js";
import * as tree from "../../crates/skep-explorer/page/tree.js";
import * as words from "../../crates/skep-explorer/page/words.js";

const MAIN = ["wL", "bL wL-", "wQ -wL", "bQ bL-"];
const UP = ["wL", "bL wL/", "wQ -wL"];
const UPPER = ["wL", "bL wL/", "wQ /wL"];
const forest = () => [MAIN, UP, UPPER, ["wL", "bA1 wL-"], ["wA1"]].reduce(tree.add, tree.EMPTY);
const turns = (node) => node.children.map(({ turn }) => turn);

test("a turn that deviates keeps everything else", () => {
  const before = tree.add(tree.EMPTY, MAIN);
  const after = tree.add(before, UP);
  assert.deepEqual(turns(tree.at(after, ["wL"])), ["bL wL-", "bL wL/"]);
  assert.deepEqual(tree.extend(after, []), MAIN);
  assert.deepEqual(tree.extend(after, ["wL", "bL wL/"]), UP);
  // A line that is known changes nothing.
  assert.equal(tree.add(after, MAIN.slice(0, 3)), after);
  assert.equal(tree.at(before, UP), null);
});

test("variations are promoted and removed", () => {
  let root = forest();
  assert.equal(tree.leaves(root, MAIN), 0);
  assert.equal(tree.promote(root, MAIN), root);
  assert.equal(tree.leaves(root, UPPER), 3);
  root = tree.promote(root, UPPER);
  assert.deepEqual(tree.extend(root, ["wL", "bL wL/"]), UPPER);
  // The next step moves the variation that it is part of.
  assert.equal(tree.leaves(root, UPPER), 2);
  root = tree.promote(root, UPPER);
  assert.deepEqual(tree.extend(root, []), UPPER);
  assert.equal(tree.promote(root, UPPER), root);
  root = tree.remove(root, ["wL", "bL wL/"]);
  assert.deepEqual(tree.extend(root, []), MAIN);
  assert.equal(tree.remove(root, UP), root);
  assert.equal(tree.remove(root, []), root);
});

test("what the browser keeps has the data of the record, and a link has not", () => {
  const said = { glyphs: ["$16"], evaluations: [{ score: { points: 3, unit: "win%" }, line: ["bL (wL-)"], engine: "{x};%" }], shapes: [] };
  let root = tree.add(tree.EMPTY, ["wL", "bL wL-"]);
  root = tree.change(root, ["wL"], (node) => ({ ...node, said, clock: 1500 }));
  root = tree.change(root, ["wL", "bL wL-"], (node) => ({ ...node, comment: "a {b}", glyph: "?", said }));
  const kept = tree.ofText(tree.toText(root, true), true);
  assert.deepEqual(kept, root);
  assert.equal(tree.toText(kept, true), tree.toText(root, true));
  // Data of others is not read, and a wrong one is left out.
  for (const [text, isKept] of [[tree.toText(root, true), false], [tree.toText(root), true], ["wL{}{nonsense};bL wL-{? a %7bb%7d}{1", true]]) {
    const read = tree.ofText(text, isKept);
    assert.deepEqual([read.children[0].said, read.children[0].children[0].comment], [null, "a {b}"], text);
  }
  assert.deepEqual(tree.toGame(root).plies.map(({ ply, glyphs, evaluations }) => [ply, glyphs, evaluations.length]), [[1, ["$16"], 1], [2, ["?", "$16"], 1]]);
});

test("comments hold glyphs and marks", () => {
  const parts = { glyph: "!?", comment: "two [lines]\nhere", marks: ["N13", "N13:O13", "-1,4:N13"] };
  assert.deepEqual(tree.ofComment(tree.toComment(parts)), parts);
  assert.deepEqual(tree.ofComment("$4 bad"), { glyph: "??", comment: "bad", marks: [] });
  assert.deepEqual(tree.ofComment("!important"), { glyph: "", comment: "!important", marks: [] });
  assert.deepEqual(tree.ofComment("[%marks N13 what N13 N13:O13:P13]"), { glyph: "", comment: "", marks: ["N13"] });
  assert.deepEqual(tree.ofComment(null), { glyph: "", comment: "", marks: [] });
});

test("a link holds the whole tree", () => {
  let root = forest();
  root = tree.change(root, UP, (node) => ({ ...node, glyph: "?", comment: "not (this); 100% {sure}", marks: ["N13"] }));
  root = tree.change(root, [], (node) => ({ ...node, comment: "first" }));
  const text = tree.toText(root);
  assert.deepEqual(tree.ofText(text), root);
  assert.equal(tree.toText(tree.add(tree.EMPTY, ["wL", "bL wL-"])), ";wL;bL wL-");
  for (const wrong of ["", "(", "))", "{", ";{};(", "{x", "wL(wA1", "%zz"]) assert.ok(tree.ofText(wrong), wrong);
  assert.equal(tree.isAnnotated(tree.add(tree.EMPTY, MAIN)), false);
  assert.equal(tree.isAnnotated(root), true);
});

test("a long link and a long game are read in time", () => {
  const play = Array.from({ length: 8000 }, (_, i) => `turn ${i}`);
  const begin = performance.now();
  assert.equal(tree.extend(tree.ofText(play.join(";")), []).length, 2000);
  const variations = play.slice(0, 500).map((turn, i) => ({ path: `${i + 1}`, after: 7000, turns: [`other ${turn}`] }));
  const root = tree.ofGame({ play, variations });
  assert.equal(tree.at(root, play.slice(0, 7000)).children.length, 501);
  assert.ok(performance.now() - begin < 2000);
});

test("a record has each variation before its own", () => {
  let root = forest();
  root = tree.change(root, ["wL", "bL wL/"], (node) => ({ ...node, comment: "up" }));
  const record = JSON.parse(tree.toRecord(root, { game: "hive", variant: "Base+MLP", tags: { White: "Ann" } }));
  assert.deepEqual(
    record.moves.map(({ text }) => text),
    MAIN,
  );
  assert.deepEqual(
    record.variations.map(({ path, after, moves }) => [path, after, moves.map(({ text }) => text)]),
    [
      ["1", 0, ["wA1"]],
      ["2", 1, ["bL wL/", "wQ -wL"]],
      ["2.1", 2, ["wQ /wL"]],
      ["3", 1, ["bA1 wL-"]],
    ],
  );
  // A state names its variant.
  const state = "Base/w3/0,0wQ:1,0bQ";
  const set = JSON.parse(tree.toRecord(root, { game: "hive", variant: state, start: state }));
  assert.deepEqual([set.start, set.variant, set.moves.length], [state, undefined, MAIN.length]);
  // The API spells the same variations.
  const variations = record.variations.map(({ path, after, moves }) => ({
    path,
    after,
    turns: moves.map(({ text }) => text),
    comments: moves.map(({ comment = null }) => comment),
  }));
  assert.deepEqual(tree.ofGame({ play: MAIN, variations }), root);
});

test("a kept tree keeps its changes of a game, and the line of the game", () => {
  const kept = tree.change(tree.add(tree.EMPTY, MAIN.slice(0, 2)), ["wL"], (node) => ({ ...node, glyph: "!" }));
  const game = tree.change(forest(), ["wL"], (node) => ({ ...node, comment: "deleted", clock: 5 }));
  const root = tree.restore(tree.add(kept, ["wL", "bL wL-", "wA1 wL\\"]), game);
  const { comment, glyph, clock } = tree.at(root, ["wL"]);
  assert.deepEqual([comment, glyph, clock], ["", "!", 5]);
  assert.ok(tree.at(root, MAIN));
  assert.deepEqual(turns(tree.at(root, ["wL", "bL wL-"])), ["wA1 wL\\", "wQ -wL"]);
  // Variations that were deleted do not come back.
  assert.deepEqual([turns(root), turns(tree.at(root, ["wL"]))], [["wL"], ["bL wL-"]]);
});

test("changes are undone and redone", () => {
  const history = tree.createHistory(1);
  assert.equal(history.undo(), null);
  history.push(2);
  history.push(3);
  assert.deepEqual([history.undo(), history.undo(), history.redo(), history.canRedo()], [2, 1, 2, true]);
  history.push(4);
  assert.deepEqual([history.canRedo(), history.undo()], [false, 2]);
});

test("cells keep their places in every view", () => {
  for (const flip of [false, true])
    for (let rotate = 0; rotate < 6; rotate++) {
      const view = { flip, rotate };
      for (const cell of [
        { q: 13, r: -13 },
        { q: -2, r: 5 },
        { q: 0, r: 0 },
      ]) {
        assert.deepEqual(hex.unseen(hex.seen(cell, view), view), { q: cell.q + 0, r: cell.r + 0 });
        const { x, y } = hex.centre(cell, 50, view);
        const found = hex.cellAt({ x: x + 20, y: y - 20 }, 50, view);
        assert.ok(hex.same(found, cell), JSON.stringify([view, cell, found]));
      }
    }
  assert.deepEqual([hex.name({ q: 13, r: -14 }), hex.name({ q: -1, r: 2 })], ["N14", "-1,2"]);
  for (const text of ["N14", "A0", "-1,2", "30,-4"]) assert.equal(hex.name(hex.parse(text)), text);
  for (const text of ["n14", "N", "1", "1,2,3", ""]) assert.equal(hex.parse(text), null);
});

test("equal positions are recognised in any orientation", () => {
  const cells = [
    { q: 13, r: -13, stack: ["wL"] },
    { q: 14, r: -13, stack: ["bL", "wB1"] },
    { q: 12, r: -12, stack: ["wQ"] },
  ];
  const turned = { flip: true, rotate: 2 };
  const others = cells.map((cell) => ({
    ...hex.seen(cell, turned),
    stack: cell.stack.map((piece) => piece.replace("1", "2")),
  }));
  const found = hex.alike(cells, { flip: false, rotate: 0 }, others);
  const shown = (cell) => JSON.stringify(hex.seen(cell, found));
  // The cells are shown as before, except for their place.
  const moved = others.map((cell, i) => [JSON.parse(shown(cell)), cells[i]]).map(([a, b]) => [a.q - b.q, a.r - b.r]);
  assert.ok(
    moved.every(([q, r]) => q === moved[0][0] && r === moved[0][1]),
    JSON.stringify(moved),
  );
  assert.equal(hex.alike(cells, { flip: false, rotate: 0 }, others.slice(1)), null);
  assert.deepEqual(hex.alike(cells, { flip: false, rotate: 3 }, cells), { flip: false, rotate: 3 });
});

test("words name turns, endings, dates and times", () => {
  words.knowBugs([
    { code: "A", name: "ant" },
    { code: "Q", name: "queen" },
    { code: "Sb", name: "stink bug" },
  ]);
  assert.equal(words.turnName("wA1 -bQ"), "White ant 1, west of Black queen");
  assert.equal(words.turnName("wA1 bQ\\"), "White ant 1, south-east of Black queen");
  assert.equal(words.turnName("wA1 bQ"), "White ant 1, on Black queen");
  assert.deepEqual(
    [words.turnName("wA1"), words.turnName("pass"), words.turnName("N14")],
    ["White ant 1", "pass", "N14"],
  );
  assert.equal(words.pieceName("bSb"), "Black stink bug");
  assert.deepEqual([words.pieceOf("wA1 -bQ"), words.pieceOf("N14"), words.pieceOf("pass")], ["wA1", null, null]);
  assert.equal(words.ending({ result: "BlackWins", termination: "time" }), "Black wins on time");
  assert.equal(words.ending({ result: "WhiteWins", termination: "board" }), "White wins");
  assert.equal(words.ending({ result: "Unknown", termination: null }), null);
  assert.equal(words.dateName("2024.05.01"), "1 May 2024");
  assert.deepEqual(
    [words.dateName("2024-05"), words.dateName("2024.??.??"), words.dateName("May 1")],
    ["May 2024", "2024", "May 1"],
  );
  assert.equal(words.timeControlName("1800+10"), "30\u00a0min + 10\u00a0s");
  assert.deepEqual([words.timeControlName("90000"), words.timeControlName("None")], ["1\u00a0day 1\u00a0h", null]);
  assert.deepEqual(
    ["Base", "Base/b3/-", "Base/w3/-", "L+l!,b", "L+l!,w2m"].map((variant) => words.sideAfter(variant, 1)),
    ["black", "white", "black", "white", "black"],
  );
});

test("a search is written as people say it", () => {
  for (const [text, expected] of [
    ["Ann against Bob in March 2024", ["Ann", "Bob", "2024-03"]],
    ["ann vs bob sept. 2023 1-0", ["ann", "bob", "2023-09", "1-0"]],
    ['"Ann Lee" – Bob', ["Ann Lee", "Bob"]],
    ["Marc 2024 draw", ["Marc", "2024", "draw"]],
    ["2024-03-05 *", ["2024-03-05", "*"]],
    ["  ", []],
  ])
    assert.deepEqual(words.searchWords(text), expected, text);
  assert.equal(ofWords("Ann vs Bob may 2024"), "(player ~ Ann or event ~ Ann) and (player ~ Bob or event ~ Bob) and date = 2024-05");
  // No month and no day of a calendar: a part of a name.
  for (const text of ["2024-13", "2024-02-32"]) assert.equal(ofWords(text), `(player ~ ${text} or event ~ ${text})`);
});

test("a position is set up, and the hands follow", () => {
  let position = ["wQ", "wA", "bQ", "bB"].reduce(
    (position, piece, i) => setup.put(position, piece, `${13 + i},-13`),
    setup.EMPTY,
  );
  assert.equal(setup.stateOf(position), "Base+MLP/w3/0,0wQ:1,0wA1:2,0bQ:3,0bB1/SSBBGGGAAMLP/SSBGGGAAAMLP");
  // There is one queen.
  assert.equal(setup.put(position, "wQ", "0,1"), position);
  position = setup.move(position, "16,-13", "13,-13");
  assert.deepEqual(position.stacks.get("13,-13"), ["wQ", "bB"]);
  assert.deepEqual([setup.handsOf(position).w.A, setup.handsOf(position).b.B], [2, 1]);
  position = setup.put({ ...position, toMove: "black" }, "wA", "12,-13");
  assert.equal(setup.stateOf(position), "Base+MLP/b3/-1,0wA1:0,0wQ.bB1:1,0wA2:2,0bQ/SSBBGGGAMLP/SSBGGGAAAMLP");
  position = setup.lift(position, "13,-13");
  assert.deepEqual(position.stacks.get("13,-13"), ["wQ"]);
  assert.equal(setup.lift(setup.lift(position, "15,-13"), "15,-13").stacks.size, 3);
  const small = setup.within(setup.put(position, "wM", "5,5"), "Base+L");
  assert.ok(!small.stacks.has("5,5") && small.variant === "Base+L");
  const state = "Base/b9/0,0wA1.bB2:1,0bQ/QSSBBGGGAAA/SSBGGGAAA/rests=bB2";
  const { variant, toMove, stacks } = setup.ofState(state);
  assert.deepEqual([variant, toMove, [...stacks]], ["Base", "black", [["13,-13", ["wA", "bB"]], ["14,-13", ["bQ"]]]]);
  assert.equal(setup.ofState("Venom+Swarm/w1/-/wQ.wA1.wS1.wG1/bQ.bA1.bS1.bG1"), null);
});

test("tiles of Venom have two faces, and the Honeycombo stays on the table", () => {
  const start = setup.within(setup.EMPTY, "Venom+Guardians+Honeycombo");
  assert.deepEqual([...start.stacks], [["13,-13", ["Hc"]]]);
  let position = [
    ["wA", "14,-13"],
    ["wFl", "15,-13"],
    ["bWa", "12,-13"],
    ["wMo", "15,-13"],
  ].reduce((position, [piece, cell]) => setup.put(position, piece, cell), start);
  const { w, b } = setup.handsOf(position);
  assert.deepEqual([w.A, w.Bu, w.Q, b.Q, b.A, "Hc" in w], [1, 0, 1, 0, 3, false]);
  assert.equal(setup.stateOf(position), "Venom+Guardians+Honeycombo/w4/-1,0bWa:0,0Hc:1,0wA1:2,0wFl2.wMo");
  assert.equal(setup.otherFace("Venom", "wFl"), "wA");
  assert.equal(setup.otherFace("Base+MLP", "wA"), null);
  position = setup.turnOver(setup.turnOver(position, "14,-13"), "13,-13");
  assert.equal(setup.canTurn(position, "13,-13"), true);
  const turned = "Venom+Guardians+Honeycombo/w4/-1,0bWa:0,0Hc:1,0wFl1:2,0wFl2.wMo/honeycombo=w";
  assert.equal(setup.stateOf(position), turned);
  assert.equal(setup.lift(position, "13,-13"), position);
  assert.deepEqual(setup.move(position, "13,-13", "13,-14").stacks.get("13,-14"), ["Hc"]);
  assert.deepEqual([...setup.cleared(position).stacks], [["13,-13", ["Hc"]]]);
  // The state comes back with its rules, but without what the last turn did.
  const text = `${turned}/flip=locked`;
  assert.equal(setup.stateOf(setup.ofState(text.replace("/honeycombo", "/moved=wA1/honeycombo"))), text);
  // A set without Venom has the fronts.
  const plain = setup.within(position, "Base+MLP");
  assert.equal(setup.stateOf(plain).split("/")[2], "-1,0bQ:1,0wA1:2,0wA2");
  const extra = setup.put(setup.within(setup.EMPTY, "Base+M+[Sc2,Tk]"), "bSc", "13,-13");
  assert.deepEqual(setup.setOf("Base+M+[Sc2,Tk]"), { Q: 1, S: 2, B: 2, G: 3, A: 3, M: 1, Sc: 2, Tk: 1 });
  assert.equal(setup.stateOf(setup.put(extra, "bTk", "14,-13")), "Base+M+[Sc2,Tk]/w3/0,0bSc1:1,0bTk");
  assert.deepEqual(Object.keys(setup.setOf("Venom-ML+Predators")), ["Q", "S", "B", "G", "A", "P", "Ma"]);
});

test("tiles, pieces and prisoners of Hex-It are set up", () => {
  let position = setup.within(setup.EMPTY, "Hex-It 29");
  for (const [piece, cell] of [
    ["wt", "12,-13"],
    ["bt", "13,-13"],
    ["b", "12,-13"],
    ["w", "12,-13"],
    ["b", "13,-14"],
    ["w", "13,-14"],
  ])
    position = setup.put(position, piece, cell);
  assert.equal(setup.stateOf(position), "hex-it-blitz/w1/13,-14Xbw:12,-13Wbw:13,-13B");
  assert.deepEqual(setup.handsOf(position), { w: { t: 27, "": 6 }, b: { t: 27, "": 6 } });
  assert.deepEqual(setup.ofState(setup.stateOf(position)).stacks.get("12,-13"), ["wt", "b", "w"]);
  // Another tile changes the colour, and no tile goes under prisoners or on a tile.
  assert.deepEqual(setup.put(position, "bt", "12,-13").stacks.get("12,-13"), ["bt", "b", "w"]);
  assert.equal(setup.put(position, "bt", "13,-14"), position);
  assert.equal(setup.move(position, "13,-13", "12,-13"), position);
  assert.deepEqual(setup.turnOver(position, "13,-13").stacks.get("13,-13"), ["wt"]);
  assert.equal(setup.turnOver(position, "12,-13"), position);
  assert.equal(setup.within(position, "Base").stacks.size, 0);
  assert.equal(setup.within(position, "Hex-It 19").stacks.size, 3);
});

test("the curve shows who can force a win after each turn", () => {
  const turns = [
    { ply: 5, tactics: { winIn: 2, chance: "found", allowsIn: null } },
    { ply: 6, tactics: { winIn: null, chance: null, defence: "impossible", allowsIn: 1 } },
    { ply: 7, tactics: { winIn: 1, chance: "missed", allowsIn: null } },
    { ply: 8, tactics: { winIn: null, chance: null, defence: "only-found", allowsIn: null } },
    { ply: 9, tactics: { winIn: null, chance: null, defence: "missed", allowsIn: 2 } },
  ];
  assert.deepEqual(curveOf(turns, "Base"), [
    { ply: 5, side: "white", turns: 1 },
    { ply: 6, side: "white", turns: 1 },
    { ply: 9, side: "black", turns: 2 },
  ]);
  assert.equal(curveOf(turns, "Base/b3/-")[0].side, "black");
});

test("evaluations of every engine become the same turns, signs and curve", () => {
  const losses = [{ percent: 15, glyph: "??" }, { percent: 10, glyph: "?" }, { percent: 5, glyph: "?!" }];
  const judge = (plies, game = {}) => judgesOf({ variant: "Base", plies: plies.map((one, i) => ({ ply: i + 1, turn: `turn${i + 1}`, ...one })), ...game }, losses);
  const win = (points) => ({ points, unit: "win%" });
  // hivegame.com: percent, without glyphs.
  const [site] = judge([
    { evaluations: [{ before: win(60), score: win(58), best: "turn1", engine: "StockBee" }] },
    { evaluations: [{ before: win(58), score: win(70), best: "better", play: ["better"], engine: "StockBee" }] },
    { evaluations: [{ before: win(70), score: win(30), best: "other", engine: "StockBee" }] },
  ]);
  assert.deepEqual([site.engine, site.unit], ["StockBee", "win%"]);
  assert.deepEqual(site.turns.map(({ side, sign, fall }) => [side, sign, fall]), [["white", "", 0], ["black", "?", 12], ["white", "??", 40]]);
  assert.deepEqual(listed(site).map(({ ply }) => ply), [2, 3]);
  assert.equal(worstOf(site, "black").ply, 2);
  assert.match(described(site), /^StockBee, White's chance to win: 60.% after ply 0, lowest 30.% after ply 3, .* Marked turns: ply 2 \?, ply 3 \?\?\.$/);
  assert.deepEqual(scoresOf(site).points.map(({ x, y }) => [x, y]), [[0, 0.6], [1, 0.58], [2, 0.7], [3, 0.3]]);
  // A program in its own unit: the score before a turn is that after the turn before it. Wins are at the edge.
  const engine = (points) => ({ points, unit: "engine" });
  const [own] = judge([
    { evaluations: [{ score: engine(10), engine: "mzinga" }, { score: engine(99), engine: "mzinga" }] },
    { evaluations: [{ score: engine(-30), engine: "mzinga" }] },
    { glyphs: ["$16", "??"], evaluations: [{ score: { win: "Black", plies: 3 }, engine: "mzinga" }] },
    {},
  ]);
  assert.deepEqual(own.turns.map(({ sign, fall }) => [sign, fall]), [["", null], ["", -40], ["??", 999970]]);
  assert.deepEqual(scoresOf(own).points.map(({ y }) => y), [1, 0, 0]);
  assert.match(described(own), /points of mzinga, as White sees it: \+10 after ply 1, .*Black wins in 3 plies after ply 3/);
  // Without glyphs and percentages, the greatest falls are listed.
  const [plain] = judge([10, 40, 5, 50].map((points) => ({ evaluations: [{ score: engine(points) }] })));
  assert.equal(plain.engine, "an engine");
  assert.deepEqual(listed(plain).map(({ ply, fall }) => [ply, fall]), [[2, 30], [3, 35], [4, 45]]);
  // An engine that changes its unit: its scores are not compared.
  const [mixed] = judge([{ evaluations: [{ score: win(60) }] }, { evaluations: [{ score: engine(3), before: win(50) }] }]);
  assert.deepEqual([mixed.turns[1].fall, scoresOf(mixed).points.map(({ x }) => x)], [null, [1]]);
  // Several engines, a start in which Black moves first, and the suffix of skep annotate.
  const two = judge([{ evaluations: [{ score: win(20), engine: "skep (skep annotate)" }, { score: { win: "Black" }, engine: "proof (skep annotate)" }] }], { start: "wS1/b1" });
  assert.deepEqual(two.map(({ engine, unit, turns }) => [engine, unit, turns[0].side]), [["skep", "win%", "black"], ["proof", null, "black"]]);
  // A remark of skep annotate has its sign in the comment.
  const [said] = judge([{ comment: "?? skep plays bA1 wL- (-1, 45.0 %)", evaluations: [{ before: win(55), best: "bA1 wL-", engine: "skep", inComment: true }] }]);
  assert.equal(said.turns[0].sign, "??");
  assert.deepEqual([judge([]), judge([{ evaluations: [{ best: "wA1" }] }]), judgesOf({ variant: "Base" }, losses)], [[], [], []]);
});

test("the data of a record stay with their turns, and are saved again", () => {
  const evaluation = { score: { points: 62.5, unit: "win%" }, best: "wA1", line: ["wA1"], engine: "StockBee" };
  const mark = { shape: "arrow", cell: "0,0", to: "1,0", colour: "Red" };
  const game = {
    play: ["wS1", "bS1 wS1-"],
    marks: { shapes: [{ ...mark, place: [] }] },
    plies: [
      { ply: 1, turn: "wS1", comment: null, glyphs: ["$16", "?!"], evaluations: [{ ...evaluation, play: ["wA1"] }] },
      { ply: 2, turn: "bS1 wS1-", comment: "skep agrees (1, 60.0 %)", evaluations: [{ before: { points: 40, unit: "win%" }, engine: "skep", inComment: true }] },
    ],
    variations: [{ path: "1", after: 1, turns: ["bG1 wS1-"], comments: [null], marks: [{ glyphs: ["!"] }] }],
  };
  const saved = (root) => JSON.parse(tree.toRecord(root, { game: "hive", variant: "Base" }));
  const root = tree.ofGame(game);
  const notes = [
    { after: 0, kind: "mark", mark },
    { after: 1, kind: "evaluation", evaluation },
    { after: 1, kind: "glyph", glyph: "?!" },
    { after: 1, kind: "glyph", glyph: "$16" },
  ];
  assert.deepEqual(saved(root).notes, notes);
  assert.deepEqual(saved(root).variations[0].notes, [{ after: 2, kind: "glyph", glyph: "!" }]);
  // A tree of a link gets them from the game again.
  assert.deepEqual(saved(tree.restore(tree.ofText(tree.toText(root)), root)).notes, notes);
});

test("saved records have the marks of a review, as skep annotate writes them", () => {
  const words = (text) => ({ kind: "comment", text });
  const allowed = { chance: null, winIn: null, allowsIn: 1, defence: "missed", only: null, line: ["bA2 wG2\\"], words: ["allows a win in 1: bA2 wG2\\"] };
  assert.deepEqual(marksOf(allowed, "white", true), {
    notes: [words(allowed.words[0]), { kind: "evaluation", evaluation: { score: { win: "Black", plies: 1 }, engine: "proof (skep annotate)" } }],
    glyph: "??",
  });
  const found = { chance: "found", winIn: 2, allowsIn: null, defence: null, only: null, line: [], words: ["win in 2 found"] };
  assert.deepEqual(marksOf(found, "black", true).notes[1].evaluation, { score: { win: "Black", plies: 2 }, before: { win: "Black", plies: 3 }, engine: "proof (skep annotate)" });
  assert.equal(marksOf(found, "black", true).glyph, "");
  assert.equal(marksOf(found, "black", false).notes.length, 1);
  const root = tree.ofText(";wS1;bS1 wS1-(bG1 wS1-;wQ -wS1)");
  const [first] = root.children;
  const [, other] = first.children;
  const about = new Map([[first, marksOf(allowed, "white", false)], [other.children[0], marksOf(allowed, "white", false)]]);
  const write = () => JSON.parse(tree.toRecord(root, { game: "hive", variant: "Base" }, (node) => about.get(node)));
  assert.deepEqual(write().notes, [{ after: 1, ...words(allowed.words[0]) }, { after: 1, kind: "glyph", glyph: "??" }]);
  assert.deepEqual(write().variations[0].notes.map(({ after }) => after), [3, 3]);
  // A comment that has the words already is not written twice, and the glyph of a user stays.
  first.comment = `mine\n${allowed.words[0]}`;
  first.glyph = "!?";
  assert.deepEqual(write().notes, [{ after: 1, kind: "glyph", glyph: "!?" }]);
});

test("a glyph alone on a line of a comment is the glyph", () => {
  const of = (text) => (({ glyph, comment }) => [glyph, comment])(tree.ofComment(text));
  assert.deepEqual(of("allows a win in 1\n??"), ["??", "allows a win in 1"]);
  assert.deepEqual(of("?? loses"), ["??", "loses"]);
  assert.deepEqual(of("why not? yes"), ["", "why not? yes"]);
  assert.deepEqual(of("one\n!\ntwo"), ["!", "one\ntwo"]);
});
