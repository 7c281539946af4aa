#!/usr/bin/env node
// skep in node: the commands that need no index, in one small download.

import { readFile, readdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { addTo, nothing, place } from "./dist/totals.js";
import { Position, check, convert } from "./node.js";

const HELP = `Checks, converts, lists and shows game records of Hive and Hex-It.

Usage: skep check FILE...                report invalid games and the rules that they break
       skep convert --to NOTATION FILE   write the games as uhp, pgn, boardspace, jsonl, hxt or analysis
       skep list FILE...                 print a line for each game
       skep show [--game N] FILE         draw the last position of a game as text
       skep help [PAGE]                  explain filters, findings, notations, scores, shapes or the rules of a game

FILE is a record in any notation, or a zip, tar or gzip archive; - is standard input. A GameString works in place of a FILE.
show also takes a variant, a HOP or a state. The exit code is 0 if all games are valid, 1 if a game is invalid or there is no
game, and 2 if skep could not do its work. The program from cargo or pip has more commands, reads folders, and is faster
with large files.`;

// The options of a command, besides --help and --version.
const OPTIONS = { convert: { to: { type: "string" } }, show: { game: { type: "string" } } };

class Usage extends Error {}

const REASONS = { ENOENT: "does not exist", EISDIR: "is a folder; name its files", EACCES: "cannot be read" };

async function open(path) {
  if (path !== "-") {
    try {
      return { data: await readFile(path), name: path };
    } catch (error) {
      // A file with the name of a GameString has priority.
      if (error.code === "ENOENT" && path.includes(";")) return { data: path, name: "argument" };
      throw new Error(`${path} ${REASONS[error.code] ?? error.message}`);
    }
  }
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return { data: Buffer.concat(chunks), name: "-" };
}

// Does the work for each path. A path that cannot be read does not stop the others.
async function each(paths, work) {
  let code = 0;
  for (const path of paths) {
    try {
      const { data, name } = await open(path);
      work(data, name);
    } catch (error) {
      console.error(`error: ${error.message}`);
      code = 2;
    }
  }
  return code;
}

const commands = {
  async check(paths) {
    const total = nothing();
    const code = await each(paths, (data, name) => {
      const report = check(data, { name });
      addTo(total, report);
      for (const item of report.items) {
        for (const finding of item.findings.filter(({ severity }) => severity === "error")) {
          const rule = finding.rule ? ` [${finding.rule}]` : "";
          print(`${place(item, finding)}: ${finding.message}${rule}`);
        }
      }
    });
    const bad = total.bad + total.faults;
    print(`games: ${total.games}, valid: ${total.valid}, empty: ${total.empty}, with errors: ${bad}`);
    return Math.max(code, bad || !total.games ? 1 : 0);
  },

  async convert(paths, { to }) {
    if (!to) throw new Usage("choose a notation with --to");
    let [written, left] = [0, 0];
    const code = await each(paths, (data, name) => {
      const { text, games, losses, rejected } = convert(data, { name, to });
      process.stdout.write(text);
      for (const { index, message } of rejected)
        console.error(`${name}: ${index ? `game ${index}: ` : ""}${message}`);
      if (losses.length) console.error(`note: ${name}: ${to} cannot hold ${losses.join(", ")}`);
      written += games;
      left += rejected.length;
    });
    return Math.max(code, left || !written ? 1 : 0);
  },

  async list(paths) {
    let [listed, bad] = [0, 0];
    const code = await each(paths, (data, name) => {
      for (const item of check(data, { name }).items) {
        const { index, date, white, black, variant, result, plies, status, findings } = item;
        if (!index) {
          bad++;
          console.error(`${place(item, findings[0])}: ${findings[0].message}`);
          continue;
        }
        listed++;
        const ending = ["ok", "empty", "unverifiable"].includes(status) ? result : status;
        const shown = [date, white, black, variant, ending, plies, place(item, { line: null, column: null })];
        print(shown.map((value) => value ?? "").join("\t"));
      }
    });
    return Math.max(code, listed && !bad ? 0 : 1);
  },

  async show(paths, { game }) {
    if (paths.length > 1) throw new Usage("show takes one file");
    const number = Number(game ?? 1);
    if (!Number.isInteger(number) || number < 1) throw new Usage(`--game ${game} is not the number of a game`);
    const [text] = paths;
    // A variant, a HOP or a state has no file.
    let position;
    try {
      position = game === undefined && new Position(text);
    } catch (error) {
      if (error.code !== "not-a-record") throw error;
    }
    if (!position) {
      const { data, name } = await open(text);
      const { text: records, games, rejected } = convert(data, { name, to: "jsonl" });
      if (!games && rejected.length) throw new Error(`${name}: ${rejected[0].message}`);
      if (number > games) throw new Error(`${name} has no game ${number}`);
      position = new Position(records.split("\n")[number - 1]);
    }
    print(position.toString().trimEnd());
    return 0;
  },
};

// Markdown as people read it in a terminal. Code has its backslashes.
const plain = (markdown) =>
  markdown
    .replaceAll("<br>", ", ")
    .split("`")
    .map((part, i) => part.replace(i % 2 ? /\\(\|)/g : /\\([*_~<>[\]|#])/g, "$1"))
    .join("`");

// A page of the guide.
async function help(name) {
  const folder = new URL("./dist/help/", import.meta.url);
  const pages = (await readdir(folder)).map((file) => file.replace(/\.md$/, "")).sort();
  if (!pages.includes(name)) throw new Usage(`there is no page for ${name}; the pages are ${pages.join(", ")}`);
  return plain(await readFile(new URL(`${name}.md`, folder), "utf8"));
}

const print = (text) => process.stdout.write(`${text}\n`);

function parse(name, words) {
  const shared = { help: { type: "boolean", short: "h" }, version: { type: "boolean", short: "V" } };
  try {
    const { values, positionals } = parseArgs({
      args: words,
      options: { ...shared, ...OPTIONS[name] },
      allowPositionals: true,
    });
    return { options: values, paths: positionals };
  } catch (error) {
    // What follows is about arguments with a hyphen.
    throw new Usage(error.message.split(". ")[0]);
  }
}

process.stdout.on("error", (error) => {
  // A closed pipe, as in `skep list games.zip | head`, is not an error.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

async function run(name, words) {
  if (name === "help" && words.length && !words[0].startsWith("-")) return print((await help(words[0])).trimEnd()), 0;
  if (name === undefined || name === "help") return print(HELP), 0;
  const known = Object.hasOwn(commands, name);
  // Without a command, there are only the options of all commands.
  const { options, paths } = parse(name, known ? words : [name, ...words]);
  if (options.help) return print(HELP), 0;
  if (options.version) {
    const { version } = JSON.parse(await readFile(new URL("./package.json", import.meta.url), "utf8"));
    return print(`skep ${version}`), 0;
  }
  if (!known) throw new Usage(`unknown command ${name}`);
  if (!paths.length) throw new Usage("name a file; - is standard input");
  return commands[name](paths, options);
}

const [name, ...words] = process.argv.slice(2);
try {
  process.exitCode = await run(name, words);
} catch (error) {
  console.error(`error: ${error.message}`);
  if (error instanceof Usage) console.error("See: skep help");
  process.exitCode = 2;
}
