// The filters: a form that builds an expression of --where, and the expression itself.

import { ask, stale } from "./api.js";
import { at, button, counted, el, say } from "./dom.js";
import { createCompletion } from "./completion.js";
import { searchWords } from "./words.js";

const RESULT = ["", "white", "black", "draw"];
const ENDINGS = ["", "board", "resignation", "time", "agreement", "repetition", "adjudication"];
const SHAPES = ["", "C", "Z", "I", "J", "F", "X", "Q"];
const KINDS = ["", "tournament", "unranked", "master"];

// How many seconds the games are counted for a preset: in a collection of this many games, and in a larger one.
const LARGE = 50_000;
const PATIENCE = [30, 1];

// Filters that many people need. Their parts are added to the expression, or taken out of it.
// Each is offered only if some game has its field; `unknown` says what the others do not say. Games with errors reach no
// position, so their filter is offered only in the list of all games.
/** @type {{ title: string, field: string, make: () => string, unknown?: string }[]} */
const PRESETS = [
  // A game that does not say whether a program plays stays.
  { title: "Without programs", field: "bot", make: () => "(not bot or not known(bot))", unknown: "whether a program plays" },
  { title: "Rated", field: "rated", make: () => "rated", unknown: "whether they are rated" },
  { title: "Since last year", field: "date", make: () => `date >= ${new Date().getFullYear() - 1}`, unknown: "when they were played" },
  { title: "With errors", field: "status", make: () => "status in (illegal, syntax, unsupported)" },
];

// The text of a test for each field of the form. Pairs stay beside each other.
const FIELDS = [
  { id: "player", title: "Player", test: "player =", text: true },
  { id: "white", title: "White", test: "white =", text: true },
  { id: "black", title: "Black", test: "black =", text: true },
  { id: "since", title: "From date", test: "date >=", hint: "2024-03", pair: true },
  { id: "until", title: "To date", test: "date <=", hint: "2024-12-31", pair: true },
  { id: "least", title: "Both rated from", test: ["white_elo >=", "black_elo >="], number: true, hint: "1800", pair: true },
  { id: "most", title: "Both rated to", test: ["white_elo <=", "black_elo <="], number: true, hint: "2200", pair: true },
  { id: "result", title: "Result", test: "result =", values: RESULT },
  { id: "termination", title: "Ended by", test: "termination =", values: ENDINGS },
  { id: "shape", title: "Shape of the opening", test: "shape =", values: SHAPES },
  { id: "shortest", title: "Plies from", test: "plies >=", number: true, pair: true },
  { id: "longest", title: "Plies to", test: "plies <=", number: true, pair: true },
  { id: "kind", title: "Event kind", test: "event_kind =", values: KINDS },
  { id: "event", title: "Event contains", test: "event ~", text: true },
  { id: "time", title: "Time control", test: "time_control =", text: true, hint: "1800+10" },
  { id: "source", title: "Source contains", test: "source ~", text: true },
];

// A value as the expression writes it. Quotes have no escapes, so a text with both kinds becomes a regular expression.
export function quoted(text, test = "=") {
  if (/^[\p{L}\d_][\p{L}\d_.+-]*$/u.test(text) && !/^(and|or|not|in|known|tag)$/i.test(text)) return [test, text];
  if (!text.includes('"')) return [test, `"${text}"`];
  if (!text.includes("'")) return [test, `'${text}'`];
  const pattern = text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
  return ["~", test.endsWith("=") ? `/^${pattern}$/` : `/${pattern}/`];
}

export function test(name, value) {
  const [field, operator] = name.split(" ");
  const [kind, text] = quoted(value, operator);
  return `${field} ${kind} ${text}`;
}

const RESULTS = { "1-0": "white", "1–0": "white", "0-1": "black", "0–1": "black", "½-½": "draw", "1/2-1/2": "draw", draw: "draw" };

// The expression for words such as `Ann 1-0 2024-03`: each word is a result, a date, or a part of a name.
export function ofWords(text, openings = []) {
  return searchWords(text)
    .map((plain) => {
      const result = RESULTS[plain.toLowerCase()];
      if (result) return `result = ${result}`;
      if (/^(1[5-9]|20)\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/.test(plain)) return `date = ${plain}`;
      if (/^(base|venom|hex-it)\b/i.test(plain)) return `variant ~ ${quoted(plain, "~")[1]}`;
      const [test, value] = quoted(plain, "~");
      const named = openings.filter((name) => name.toLowerCase().includes(plain.toLowerCase())).map((name) => `opening = "${name}"`);
      return `(${[`player ${test} ${value}`, `event ${test} ${value}`, ...named].join(" or ")})`;
    })
    .join(" and ");
}

// The parts of an expression that `and` joins. Null if `or` joins some.
export function conjuncts(expression) {
  const parts = [];
  let [part, depth, quote] = ["", 0, ""];
  for (const piece of expression.match(/\s+|\w+|[^\w\s]/gu) ?? []) {
    if (quote) {
      if (piece === quote && !(quote === "/" && part.endsWith("\\"))) quote = "";
    } else if (piece === '"' || piece === "'" || piece === "/") quote = piece;
    else if (piece === "(") depth++;
    else if (piece === ")") depth--;
    else if (depth === 0 && /^(or|\|)$/i.test(piece)) return null;
    else if (depth === 0 && /^(and|&)$/i.test(piece)) {
      parts.push(part.trim());
      part = "";
      continue;
    }
    part += piece;
  }
  return [...parts, part.trim()].filter(Boolean);
}

// The value of a test of the form, or nothing.
function valueOf(part, start, list) {
  const found = /^(\w+)\s*(>=|<=|=|~)\s*(?:"([^"]*)"|'([^']*)'|([^\s"'/]+))$/u.exec(part);
  if (!found) return undefined;
  const [, field, operator, ...values] = found;
  const value = values.find((value) => value !== undefined);
  return `${field} ${operator}` === start && (list?.includes(value) ?? true) ? value : undefined;
}

// The values of the form, and the parts of the expression that it cannot show.
export function taken(expression) {
  const parts = conjuncts(expression);
  if (!parts) return { values: {}, rest: [`(${expression})`] };
  const values = {};
  let rest = parts;
  for (const { id, test, values: list } of FIELDS) {
    const tests = [test].flat();
    const found = tests.map((start) => rest.find((part) => valueOf(part, start, list) !== undefined));
    if (found.includes(undefined)) continue;
    const all = new Set(found.map((part, i) => valueOf(part, tests[i])));
    if (all.size !== 1) continue;
    values[id] = [...all][0];
    rest = rest.filter((part) => !found.includes(part));
  }
  return { values, rest };
}

// The id of the form field whose test has the fault, or `null`. `at` is the index in `expression` where the fault begins.
export function faulty(expression, at) {
  let end = 0;
  for (const part of conjuncts(expression) ?? []) {
    const begin = expression.indexOf(part, end);
    end = begin + part.length;
    if (at < begin || at > end) continue;
    const found = FIELDS.find(({ test, values }) =>
      [test].flat().some((start) => valueOf(part, start, values) !== undefined),
    );
    return found?.id ?? null;
  }
  return null;
}

export function built(values, rest) {
  const parts = FIELDS.flatMap(({ id, test: tests }) =>
    values[id] ? [tests].flat().map((name) => test(name, values[id])) : [],
  );
  // An expression with `or` stands alone without its parentheses.
  if (!parts.length && rest.length === 1) return rest[0];
  return [...parts, ...rest].join(" and ");
}

export function createFilters(apply) {
  let rest = [];
  // The number of games that have the field of a preset, and of all games.
  const knowing = new Map();
  let [all, counting] = [0, 0];
  // The expression that is shown. What was wrong with another one does not matter any more.
  let shown = "";
  let isList = false;
  const input = (id) => at(`filter-${id}`);

  const fields = FIELDS.map(({ id, title, values, number, hint, text }) =>
      el(
        "label",
        {},
        title,
        values
          ? el(
              "select",
              { id: `filter-${id}` },
              values.map((value) => el("option", { value }, value || "any")),
            )
          : el("input", {
              id: `filter-${id}`,
              inputmode: number ? "numeric" : null,
              placeholder: hint,
              spellcheck: "false",
              maxlength: text ? 200 : 12,
            }),
      ),
  );
  FIELDS.forEach(({ pair }, i) => {
    const isSecond = pair && i > 0 && fields[i - 1].parentElement?.className === "pair" && fields[i - 1].parentElement.childElementCount === 1;
    if (!pair) at("filter-fields").append(fields[i]);
    else if (isSecond) fields[i - 1].parentElement.append(fields[i]);
    else at("filter-fields").append(el("div", { class: "pair" }, fields[i]));
  });

  // A chip for each part of the filter, which takes it out, and one for each preset.
  function chips(where) {
    const parts = conjuncts(where) ?? [`(${where})`];
    const without = (part) => parts.filter((other) => other !== part).join(" and ");
    const own = parts.map((part) =>
      button([part, el("span", { "aria-hidden": "true" }, " ✕")], () => apply(without(part)), { class: "chip", "aria-label": `Remove ${part}` }),
    );
    const presets = PRESETS.filter(({ field, make }) => knowing.has(field) && knowing.get(field) !== 0 && !parts.includes(make()) && (isList || field !== "status"));
    const more = presets.map(({ title, make }) =>
      button(`+ ${title}`, () => apply([...parts, make()].join(" and ")), { class: "chip preset", "data-tip": make() }),
    );
    at("filter-chips").replaceChildren(...own, ...more);
    const used = PRESETS.filter(({ field, make, unknown }) => unknown && parts.includes(make()) && knowing.has(field) && (knowing.get(field) ?? 0) < all);
    const said = used.map(({ field, unknown }) => {
      const known = knowing.get(field);
      return `${known === null ? "Some games may" : counted(all - known, "game does", "games do")} not say ${unknown}.`;
    });
    say(at("filter-note"), said.length ? said.join(" ") : null);
  }

  // Counts the games that have the field of each preset. In a large collection this takes time, and the chips come later.
  async function count(games) {
    all = games;
    knowing.clear();
    const number = ++counting;
    for (const { field, make, unknown } of games ? PRESETS : [])
      for (let left = PATIENCE[games > LARGE ? 1 : 0]; left > 0; left--) {
        try {
          const { total } = await ask(`known-${field}`, "games", { where: unknown ? `known(${field})` : make(), limit: 1, seconds: 1 });
          if (number !== counting) return;
          knowing.set(field, total);
          chips(shown);
          break;
        } catch (error) {
          if (number !== counting || error.code !== "late") return;
          // Some games may have it.
          if (left > 1) continue;
          knowing.set(field, null);
          chips(shown);
        }
      }
  }

  const players = el("datalist", { id: "filter-players" });
  at("filter-fields").append(players);
  for (const id of ["player", "white", "black"]) {
    input(id).setAttribute("list", players.id);
    input(id).addEventListener("input", async () => {
      try {
        const found = await ask("filter", "players", { q: input(id).value.trim(), limit: 20 });
        players.replaceChildren(...found.players.map(({ name }) => el("option", { value: name })));
      } catch (error) {
        // The form works without suggestions too. The next answer about the position says what is wrong.
        if (!stale(error)) players.replaceChildren();
      }
    });
  }

  function compose() {
    const values = Object.fromEntries(FIELDS.map(({ id }) => [id, input(id).value.trim()]));
    at("where").value = built(values, rest);
  }

  at("filter-fields").addEventListener("input", compose);
  at("filter-fields").addEventListener("change", () => {
    compose();
    apply(at("where").value.trim());
  });
  at("filter-form").addEventListener("submit", (event) => {
    event.preventDefault();
    apply(at("where").value.trim());
  });
  at("where").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.defaultPrevented) return;
    event.preventDefault();
    apply(at("where").value.trim());
  });
  at("where").addEventListener("change", () => apply(at("where").value.trim()));
  const completion = createCompletion();
  at("filter-clear").addEventListener("click", () => apply(""));

  return {
    // What the filter language has.
    fields: completion.fields,
    // The games have changed.
    count,
    show(where, isEvery = isList) {
      isList = isEvery;
      chips(where);
      if (shown !== where) this.fail(null);
      shown = where;
      at("filters").classList.toggle("active", where !== "");
      if (at("where").value.trim() !== where || where === "") at("where").value = where;
      const { values, rest: others } = taken(where);
      rest = others;
      for (const { id } of FIELDS) {
        if (document.activeElement !== input(id)) input(id).value = values[id] ?? "";
      }
    },
    focus: () => (document.querySelector("#filter-form [aria-invalid=true]") ?? at("where")).focus(),
    // Shows the error of the expression beside the field that has the fault.
    fail: (error) => {
      const [start, end] = error?.span ?? [];
      const text = at("where").value;
      // The server counts bytes.
      const before = (bytes) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes)).length;
      const marked =
        start === undefined || text.includes("\n")
          ? null
          : el(
              "pre",
              {},
              `${text}\n${" ".repeat(before(start))}${"^".repeat(Math.max(1, before(end) - before(start)))}`,
            );
      const id = start === undefined ? null : faulty(text, before(start));
      const field = id ? input(id) : at("where");
      (field.closest(".pair") ?? field.closest("label") ?? field).after(at("where-error"));
      for (const one of document.querySelectorAll("#filter-fields [aria-invalid]")) {
        one.removeAttribute("aria-invalid");
        one.removeAttribute("aria-describedby");
      }
      if (id && error) {
        field.setAttribute("aria-invalid", "true");
        field.setAttribute("aria-describedby", "where-error");
      }
      at("where-error").hidden = !error;
      at("where-error").replaceChildren(...[error?.message, marked, error?.help].filter(Boolean));
      at("where").setAttribute("aria-invalid", String(Boolean(error)));
      if (error) at("filters").open = true;
    },
  };
}
