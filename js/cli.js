#!/usr/bin/env node
// skep in node: the commands that need no index, in one small download.

import { readFile } from "node:fs/promises";
import { addTo, nothing, place } from "./dist/totals.js";
import { Position, check, convert } from "./skep.js";

const HELP = `Checks, converts, lists and shows game records of Hive and Hex-It.

Usage: skep check FILE...                report invalid games and the rules that they break
       skep convert --to NOTATION FILE   write the games as uhp, pgn, boardspace, jsonl or hxt
       skep list FILE...                 print a line for each game
       skep show POSITION                draw a variant, GameString, HOP or state as text

FILE is a record in any notation, or a zip, tar or gzip archive; - is standard input. The program from cargo or pip has
more commands, reads folders, and is faster with large files.`;

class Usage extends Error {}

async function bytes(path) {
  if (path !== "-") return readFile(path);
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const commands = {
  async check({ rest }) {
    const total = nothing();
    for (const path of rest) {
      const report = check(await bytes(path), { name: path });
      addTo(total, report);
      for (const item of report.items) {
        for (const finding of item.findings.filter(({ severity }) => severity === "error")) {
          const rule = finding.rule ? ` [${finding.rule}]` : "";
          print(`${place(item, finding)}: ${finding.message}${rule}`);
        }
      }
    }
    const bad = total.bad + total.faults;
    print(`games: ${total.games}, valid: ${total.valid}, empty: ${total.empty}, with errors: ${bad}`);
    return bad || !total.games ? 1 : 0;
  },

  async convert({ to, rest }) {
    if (!to) throw new Usage("choose a notation with --to");
    let code = 0;
    for (const path of rest) {
      const { text, losses, rejected } = convert(await bytes(path), { name: path, to });
      process.stdout.write(text);
      for (const { index, message } of rejected)
        console.error(`${path}: ${index ? `game ${index}: ` : ""}${message}`);
      if (losses.length) console.error(`note: ${path}: ${to} cannot hold ${losses.join(", ")}`);
      if (rejected.length) code = 1;
    }
    return code;
  },

  async list({ rest }) {
    let [listed, bad] = [0, 0];
    for (const path of rest) {
      for (const item of check(await bytes(path), { name: path }).items) {
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
    }
    return listed && !bad ? 0 : 1;
  },

  async show({ rest }) {
    for (const text of rest) print(new Position(text).toString());
    return 0;
  },
};

const print = (text) => process.stdout.write(`${text}\n`);

function parse(name, words) {
  const options = { rest: [] };
  for (let i = 0; i < words.length; i++) {
    const [to, value] = (name === "convert" && /^--to(?:=(.*))?$/.exec(words[i])) || [];
    if (to) options.to = value ?? words[++i];
    else if (words[i].length > 1 && words[i].startsWith("-")) throw new Usage(`unknown option ${words[i]}`);
    else options.rest.push(words[i]);
  }
  if (!options.rest.length) throw new Usage("name a file; - is standard input");
  return options;
}

process.stdout.on("error", (error) => {
  // A closed pipe, as in `skep list games.zip | head`, is not an error.
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});

const [name, ...words] = process.argv.slice(2);
try {
  if (!name || ["help", "--help", "-h"].includes(name)) print(HELP);
  else if (!Object.hasOwn(commands, name)) throw new Usage(`unknown command ${name}`);
  else process.exitCode = await commands[name](parse(name, words));
} catch (error) {
  console.error(`error: ${error.message}`);
  if (error instanceof Usage) console.error("See: skep help");
  process.exitCode = 2;
}
