// The packed package in every bundler, in formats with and without modules, and by require(). The bundlers are in
// target/npm, where .ci/run installs them; the bundles run in Chromium.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const js = join(dirname(fileURLToPath(import.meta.url)), "..");
const tools = join(js, "../target/npm/node_modules");
const missing = ["esbuild", "webpack", "vite", "rollup", "parcel"].filter((name) => !existsSync(join(tools, name)));
const hasBrowser = (() => {
  try {
    execFileSync("chromium", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
})();
const skip = missing.length ? `not installed: ${missing.join(", ")}` : !hasBrowser && "there is no chromium";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };
let folder;
let server;

// A project with the packed package. `source` is the argument of `init`.
function project(name, source = "", imports = "") {
  const root = join(folder, name);
  mkdirSync(join(root, "out"), { recursive: true });
  symlinkSync(join(folder, "node_modules"), join(root, "node_modules"));
  writeFileSync(join(root, "package.json"), JSON.stringify({ name, private: true, type: "module", browserslist: "last 2 Chrome versions" }));
  writeFileSync(
    join(root, "app.js"),
    `import { Position, init } from "skep";
import { SkepBoard } from "skep/board.js";
${imports}
const tell = (text) => fetch("/told", { method: "POST", body: text });
init(${source}).then(
  () => tell(\`\${new Position("Base+MLP").legalMoves().length} \${document.querySelector("skep-board") instanceof SkepBoard}\`),
  (error) => tell(String(error)),
);
`,
  );
  return root;
}

const page = (root, script, type = ' type="module"') =>
  writeFileSync(join(root, "out/index.html"), `<!doctype html><meta charset="utf-8"><skep-board game="Base;wS1"></skep-board><script${type} src="${script}"></script>`);
const engine = (root) => copyFileSync(join(folder, "node_modules/skep/dist/engine_bg.wasm"), join(root, "out/engine_bg.wasm"));
const run = (root, program, ...words) =>
  // The program of esbuild is no script.
  execFileSync(...(program.startsWith("esbuild") ? [join(tools, program), words] : [process.execPath, [join(tools, program), ...words]]), { cwd: root, stdio: "pipe", env: { ...process.env, NODE_ENV: "production", PARCEL_WORKERS: "0" } });

// What the bundle of a project tells in the browser: it sends it to the server.
let hear = () => {};
async function told(name, path = "out/index.html") {
  const url = `http://127.0.0.1:${server.address().port}/${name}/${path}`;
  const heard = new Promise((yes) => (hear = yes));
  const words = ["--headless=new", "--no-sandbox", "--disable-gpu", `--user-data-dir=${join(folder, `profile-${name}`)}`, url];
  const browser = spawn("chromium", words, { stdio: "ignore" });
  const late = new Promise((yes) => setTimeout(yes, 60_000, "nothing was told").unref());
  const text = await Promise.race([heard, late]);
  browser.kill();
  return text;
}

before(() => {
  if (skip) return;
  folder = mkdtempSync(join(tmpdir(), "skep-bundles-"));
  const [{ filename }] = JSON.parse(execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: js, encoding: "utf8" }));
  const own = join(folder, "node_modules/skep");
  mkdirSync(own, { recursive: true });
  execFileSync("tar", ["-xzf", join(folder, filename), "--strip-components=1", "-C", own]);
  server = createServer(async (request, response) => {
    if (request.method === "POST") {
      let text = "";
      for await (const part of request) text += part;
      response.end();
      return hear(text);
    }
    try {
      const path = join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
      const body = readFileSync(path);
      response.setHeader("Content-Type", TYPES[extname(path)] ?? "application/octet-stream");
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  return new Promise((yes) => server.listen(0, "127.0.0.1", yes));
});
after(() => {
  server?.close();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

test("esbuild, as modules and as a script", { skip }, async () => {
  for (const [format, type] of [["esm", ' type="module"'], ["iife", ""]]) {
    const root = project(`esbuild-${format}`, "engine", 'import engine from "skep/engine.wasm";');
    page(root, "app.js", type);
    run(root, "esbuild/bin/esbuild", "app.js", "--bundle", `--format=${format}`, "--outfile=out/app.js", "--loader:.wasm=file", "--log-override:empty-import-meta=silent");
    assert.equal(await told(`esbuild-${format}`), "7 true", format);
  }
});

test("webpack", { skip }, async () => {
  const root = project("webpack");
  page(root, "app.js", "");
  // The program of its command line is another package.
  const script = `import webpack from ${JSON.stringify(join(tools, "webpack/lib/index.js"))};
webpack({ mode: "production", entry: "./app.js", output: { path: ${JSON.stringify(join(root, "out"))}, filename: "app.js" }, performance: { hints: false } }, (error, stats) => {
  if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); }
});`;
  writeFileSync(join(root, "build.js"), script);
  execFileSync(process.execPath, ["build.js"], { cwd: root, stdio: "pipe" });
  assert.equal(await told("webpack"), "7 true");
});

test("vite", { skip }, async () => {
  const root = project("vite");
  writeFileSync(join(root, "index.html"), '<!doctype html><skep-board game="Base;wS1"></skep-board><script type="module" src="/app.js"></script>');
  run(root, "vite/bin/vite.js", "build", "--base=./", "--outDir=out", "--logLevel=error");
  assert.equal(await told("vite"), "7 true");
});

test("rollup, as modules and as a script", { skip }, async () => {
  for (const [format, type] of [["es", ' type="module"'], ["iife", ""]]) {
    const root = project(`rollup-${format}`, '"engine_bg.wasm"');
    page(root, "app.js", type);
    engine(root);
    writeFileSync(join(root, "rollup.config.js"), `import resolve from ${JSON.stringify(join(tools, "@rollup/plugin-node-resolve/dist/es/index.js"))};\nexport default { plugins: [resolve({ browser: true })] };`);
    run(root, "rollup/dist/bin/rollup", "-c", "rollup.config.js", "app.js", "--format", format, "--file", "out/app.js", "--silent");
    assert.equal(await told(`rollup-${format}`), "7 true", format);
  }
});

test("parcel", { skip }, async () => {
  const root = project("parcel");
  writeFileSync(join(root, "index.html"), '<!doctype html><skep-board game="Base;wS1"></skep-board><script type="module" src="./app.js"></script>');
  run(root, "parcel/lib/bin.js", "build", "index.html", "--no-cache", "--no-source-maps", "--public-url=./", "--dist-dir=out", "--log-level=error");
  assert.equal(await told("parcel"), "7 true");
});

test("the worker of the package answers", { skip }, async () => {
  const root = project("worker");
  writeFileSync(join(root, "worker.js"), 'import { AsyncCollection } from "skep/async.js";\nconst tell = (text) => fetch("/told", { method: "POST", body: text });\n(async () => {\n  const games = new AsyncCollection();\n  await games.add("a.uhp", new Blob(["Base;InProgress;White[2];wS1;bS1 wS1-"]));\n  const { total } = await games.games({ reverse: true });\n  const code = await games.games({ where: "nothing =" }).catch((error) => error.code);\n  tell(`${total} ${code}`);\n})().catch((error) => tell(String(error)));\n');
  writeFileSync(join(root, "index.html"), '<!doctype html><script type="module" src="/worker.js"></script>');
  run(root, "vite/bin/vite.js", "build", "--base=./", "--outDir=out", "--logLevel=error");
  assert.equal(await told("worker"), "1 bad-filter");
});

test("<skep-board> keeps its box, tells its steps, and has keys, properties and errors", { skip }, async () => {
  const root = project("board");
  const [game] = readFileSync(join(js, "../fixtures/games/hive.uhp"), "utf8").split("\n");
  writeFileSync(
    join(root, "board.js"),
    `import "skep/board.js";
const tell = (text) => fetch("/told", { method: "POST", body: text });
const until = async (is) => { while (!is()) await new Promise((yes) => setTimeout(yes, 20)); };
const board = document.createElement("skep-board");
let [steps, code] = [0, ""];
board.addEventListener("skep-step", ({ detail }) => { if (detail.ply === board.ply) steps++; });
board.addEventListener("skep-error", ({ detail }) => { code = detail.code; });
board.game = ${JSON.stringify(game)};
board.ply = 0;
board.moves = true;
document.body.append(board);
(async () => {
  const at = (selector) => board.shadowRoot.querySelector(selector);
  await until(() => at("figure svg"));
  const [tops, boxes] = [new Set(), new Set()];
  while (board.ply < board.plies) {
    board.forward();
    tops.add(Math.round(at("[data-name=toggle]").getBoundingClientRect().top));
    boxes.add(at("figure svg").getAttribute("viewBox"));
  }
  const all = board.plies;
  const listed = board.shadowRoot.querySelectorAll("ol button").length;
  board.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", bubbles: true }));
  // The attribute is still 0.
  board.last();
  board.ply = 0;
  const isHome = board.ply === 0 && at("[data-name=back]").disabled;
  board.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  const isPlaying = board.playing;
  board.pause();
  const isStill = !board.playing && board.tabIndex === 0;
  board.game = "nonsense";
  await until(() => code);
  tell([tops.size, boxes.size, steps === all + 3, listed === all, isHome, isPlaying, isStill, code, at(".wrong") !== null].join(" "));
})().catch((error) => tell(String(error)));
`,
  );
  writeFileSync(join(root, "index.html"), '<!doctype html><script type="module" src="/board.js"></script>');
  run(root, "vite/bin/vite.js", "build", "--base=./", "--outDir=out", "--logLevel=error");
  assert.equal(await told("board"), "1 1 true true true true true not-a-record true");
});

test("require() and import in node, and a bundle for node", { skip }, () => {
  const root = project("node");
  const node = (...words) => execFileSync(process.execPath, words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  const ask = 'console.log(new Position("Base+MLP").legalMoves().length)';
  writeFileSync(join(root, "a.cjs"), `const { Position } = require("skep"); ${ask}`);
  writeFileSync(join(root, "b.mjs"), `import { Position } from "skep"; ${ask}`);
  writeFileSync(join(root, "c.mjs"), `import { readFileSync } from "node:fs"; import { createRequire } from "node:module"; import { Position, initSync } from "skep"; initSync(readFileSync(process.argv[2])); ${ask}`);
  assert.deepEqual([node("a.cjs"), node("b.mjs")], ["7", "7"]);
  run(root, "esbuild/bin/esbuild", "c.mjs", "--bundle", "--platform=node", "--format=cjs", "--outfile=out/c.cjs", "--log-level=error", "--log-override:empty-import-meta=silent");
  assert.equal(node("out/c.cjs", join(folder, "node_modules/skep/dist/engine_bg.wasm")), "7");
});

test("the package has its licences and types", { skip }, () => {
  const files = readdirSync(join(folder, "node_modules/skep"));
  for (const name of ["LICENSE-MIT", "LICENSE-APACHE", "skep.d.ts", "board.d.ts", "async.d.ts", "api.d.ts", "record.d.ts"]) assert.ok(files.includes(name), name);
});
