#!/usr/bin/env node
// skep in node: the commands that need no index, in one small download.

import { readFile } from "node:fs/promises";
import { Collection, Position, check, convert } from "./skep.js";

const HELP = `Checks, converts, lists and shows game records of Hive and Hex-It.

Usage: skep check FILE...                report invalid games and the rules that they break
       skep convert --to NOTATION FILE   write the games as uhp, pgn, boardspace, jsonl or hxt
       skep list [--where FILTER] FILE...
       skep show POSITION                draw a variant, GameString, HOP or state as text

FILE is a record in any notation, or a zip, tar or gzip archive; - is standard input. The program from cargo or pip has
more commands, and reads folders and large files faster.`;

class Usage extends Error {}

async function bytes(path) {
  if (path !== "-") return readFile(path);
  const chunks = [];
  for await (const chunk of process.stdin) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const place = ({ path, entry }, { line, column }) =>
  [entry ? `${path}!${entry}` : path, line, column].filter((part) => part !== null).join(":");

const commands = {
  async check({ rest }) {
    const total = { games: 0, ok: 0, empty: 0, bad: 0 };
    for (const path of rest) {
      const { games, statuses, faults, items } = check(await bytes(path), { name: path });
      total.games += games;
      total.ok += statuses.ok + statuses.unverifiable;
      total.empty += statuses.empty;
      total.bad += games - statuses.ok - statuses.unverifiable - statuses.empty + faults;
      for (const item of items) {
        for (const finding of item.findings.filter(({ severity }) => severity === "error")) {
          const rule = finding.rule ? ` [${finding.rule}]` : "";
          print(`${place(item, finding)}: ${finding.message}${rule}`);
        }
      }
    }
    print(`games: ${total.games}, valid: ${total.ok}, empty: ${total.empty}, with errors: ${total.bad}`);
    return total.bad || !total.games ? 1 : 0;
  },

  async convert({ to, rest }) {
    if (!to) throw new Usage("choose a notation with --to");
    let code = 0;
    for (const path of rest) {
      const { text, losses, rejected } = convert(await bytes(path), { name: path, to });
      process.stdout.write(text);
      for (const { index, message } of rejected) console.error(`${path}: game ${index}: ${message}`);
      if (losses.length) console.error(`note: ${path}: ${to} cannot hold ${losses.join(", ")}`);
      if (rejected.length) code = 1;
    }
    return code;
  },

  async list({ where, rest }) {
    const collection = new Collection();
    for (const path of rest) collection.add(path, await bytes(path));
    let listed = 0;
    for (const { name } of collection.ask("info").variants) {
      for (let offset = 0; ; offset += 100) {
        const { total, games } = collection.games({ variant: name, where, offset, limit: 100 });
        for (const { date, white, black, variant, result, plies, source } of games) {
          print([date ?? "", white.name ?? "?", black.name ?? "?", variant, result, plies, source].join("\t"));
        }
        listed += games.length;
        if (offset + games.length >= total) break;
      }
    }
    return listed ? 0 : 1;
  },

  async show({ rest }) {
    for (const text of rest) print(new Position(text).toString());
    return 0;
  },
};

const print = (text) => process.stdout.write(`${text}\n`);

function parse(words) {
  const options = { rest: [] };
  for (let i = 0; i < words.length; i++) {
    const [, name, value] = /^--(to|where)(?:=(.*))?$/.exec(words[i]) ?? [];
    if (name) options[name] = value ?? words[++i];
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
  else process.exitCode = await commands[name](parse(words));
} catch (error) {
  console.error(`error: ${error.message}`);
  if (error instanceof Usage) console.error("See: skep help");
  process.exitCode = 2;
}
