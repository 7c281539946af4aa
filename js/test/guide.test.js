// The blocks of JavaScript in the README and the guide run, in a folder with the examples of the guide.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const js = join(dirname(fileURLToPath(import.meta.url)), "..");
const top = join(js, "..");

// A page is fetched from the folder, as from the server of a site.
const PREAMBLE = `import { readFile as fetched } from "node:fs/promises";
globalThis.fetch = async (path) => new Response(await fetched(path));
`;

// A worker of a browser; js/test/bundles.test.js opens it.
const IN_A_BROWSER = "skep/async.js";

const blocks = (page, language) => {
  const text = readFileSync(join(top, page), "utf8");
  return [...text.matchAll(new RegExp("^```" + language + "\\n(.*?)^```", "gms"))].map((match) => match[1]);
};

for (const page of ["js/README.md", "docs/src/javascript.md"]) {
  test(`the blocks of ${page} run`, () => {
    const folder = mkdtempSync(join(tmpdir(), "skep-guide-"));
    const found = blocks(page, "js");
    assert.ok(found.length > 0);
    let ran = 0;
    try {
      for (const line of readFileSync(join(top, "docs/examples.tsv"), "utf8").trim().split("\n")) {
        const [source, name] = line.split("\t");
        cpSync(join(top, "fixtures", source), join(folder, name), { recursive: true });
      }
      for (const block of found.filter((block) => !block.includes(IN_A_BROWSER))) {
        // Only modules below js/ find the package by its name.
        const module = join(js, "dist", `${basename(page)}-${ran++}.mjs`);
        writeFileSync(module, PREAMBLE + block + said(block));
        const { status, stderr } = spawnSync(process.execPath, [module], { cwd: folder, encoding: "utf8" });
        rmSync(module);
        assert.equal(status, 0, `${page}:\n${block}\n${stderr}`);
      }
      assert.ok(ran > 0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
}

// What a block says about a line, as `EXPRESSION; // "placement-colour"`, is tested.
function said(block) {
  const lines = [...block.matchAll(/^(.+); \/\/ (".*")$/gm)];
  return lines.map(([, expression, value]) => `if (${expression} !== ${value}) throw new Error(${value});\n`).join("");
}

test("the pages of HTML name files of the package", () => {
  const files = JSON.parse(readFileSync(join(js, "package.json"), "utf8")).files;
  const found = blocks("js/README.md", "html").flatMap((block) => [...block.matchAll(/node_modules\/skep\/([\w.]+)/g)]);
  assert.ok(found.length > 1);
  for (const [, file] of found) assert.ok(files.includes(file), file);
});
