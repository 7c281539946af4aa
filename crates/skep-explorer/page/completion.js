// Suggestions for the filter expression: fields, operators and values, from what the server knows.

import { at, el, suggestionList } from "./dom.js";

const OPERATORS = {
  text: ["=", "!=", "~", "!~"],
  word: ["=", "!=", "in ("],
  number: ["=", "!=", "<", "<=", ">", ">="],
};
const JOINS = [
  ["and", "both tests hold"],
  ["or", "one of the tests holds"],
];
const MOST = 60;

const operatorsOf = ({ type }) => OPERATORS[type] ?? OPERATORS.number;
const isFlag = ({ values }) => values?.length === 2 && values.includes("true");

// What can stand at the end of an expression: the part that it replaces, and the choices with their help.
export function suggestions(before, fields) {
  const by = new Map(fields.map((field) => [field.name, field]));
  // A text in quotes is nobody's to complete.
  if ((before.match(/"/g) ?? []).length % 2) return { part: "", choices: [] };
  const [, part] = /([\w.-]*)$/.exec(before);
  const earlier = before.slice(0, before.length - part.length).trimEnd();
  const value = /(\w+)(?:\(\w+\))?\s*(?:!=|<=|>=|=|<|>|!~|~|in\s*\((?:[^()]*,)?)$/.exec(earlier);
  const starts = ([name]) => name.toLowerCase().startsWith(part.toLowerCase()) && name !== part;
  if (value) {
    const values = by.get(value[1])?.values ?? [];
    return { part, choices: values.map((one) => [one, ""]).filter(starts) };
  }
  const last = /(\w+)$/.exec(earlier)?.[1];
  // A field waits for its operator; a flag and a whole test can be joined to another one.
  const field = last && !/^(and|or|not|known|in)$/i.test(last) && by.get(last);
  if (field && !/(=|~|<|>|\()\s*\w+$/.test(earlier)) {
    if (part) return { part, choices: [] };
    return { part, choices: isFlag(field) ? JOINS : operatorsOf(field).map((one) => [one, field.help]) };
  }
  const isOpen = earlier === "" || /(\(|\b(and|or|not))$/i.test(earlier);
  const all = isOpen ? [...fields.map(({ name, help, example }) => [name, `${help}: ${example}`]), ["not", "the test does not hold"], ["known(", "the game has the field"]] : JOINS;
  return { part, choices: all.filter(starts) };
}

export function createCompletion() {
  const [input, list] = [at("where"), at("where-suggestions")];
  let fields = [];
  let found = { part: "", choices: [] };
  const { active, open: show, close, move } = suggestionList(input, list);
  input.setAttribute("aria-autocomplete", "list");
  input.setAttribute("aria-controls", list.id);

  function take(choice) {
    const at = input.selectionStart;
    const before = input.value.slice(0, at - found.part.length);
    const text = `${before}${/[\s(]$|^$/.test(before) ? "" : " "}${choice}${choice.endsWith("(") ? "" : " "}`;
    input.value = text + input.value.slice(at).trimStart();
    input.setSelectionRange(text.length, text.length);
    input.focus();
    open();
  }

  function open() {
    found = suggestions(input.value.slice(0, input.selectionStart), fields);
    const shown = found.choices.slice(0, MOST);
    if (!shown.length || document.activeElement !== input) return close();
    show(
      ...shown.map(([choice, help], i) =>
        el(
          "li",
          { role: "option", id: `where-suggestion-${i}`, "aria-selected": "false", pointerdown: (event) => event.preventDefault(), click: () => take(choice) },
          el("b", {}, choice),
          help ? el("span", { class: "note" }, help) : null,
        ),
      ),
    );
  }

  input.addEventListener("input", open);
  input.addEventListener("focus", open);
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (list.hidden) open();
      if (list.hidden) return;
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if ((event.key === "Enter" || event.key === "Tab") && active() >= 0) {
      event.preventDefault();
      take(found.choices[active()][0]);
    } else if (event.key === "Escape" && !list.hidden) {
      event.preventDefault();
      event.stopPropagation();
      close();
    }
  });
  return { fields: (all) => (fields = all) };
}
