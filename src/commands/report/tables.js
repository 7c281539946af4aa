// Explanations of the report, and tables that sort.

import { button } from "./dom.js";

// A title of the browser shows late, and not on focus. Columns of charts have their numbers in a list below.
for (const element of document.querySelectorAll(".report [title]")) {
  element.dataset.tip = element.title;
  element.removeAttribute("title");
  if (element.closest("[role=img]")) continue;
  if (!element.hasAttribute("aria-label")) element.setAttribute("aria-description", element.dataset.tip);
  if (element.matches("th, span:not(.side)")) {
    element.tabIndex = 0;
    element.classList.add("term");
  }
}

const { compare } = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

// The value of a cell; null for an empty one.
function value(row, column, words) {
  const text = row.cells[column].textContent.trim();
  if (text === "" || text === "–") return null;
  return words ? text : Number.parseFloat(text.replaceAll(",", ""));
}

// Sorts the rows; empty cells stay last. Rows with equal values keep their order.
function sort(table, head) {
  const words = head.classList.contains("words");
  const column = head.cellIndex;
  const first = words ? "ascending" : "descending";
  const other = words ? "descending" : "ascending";
  const order = head.getAttribute("aria-sort") === first ? other : first;
  for (const cell of head.parentElement.cells) cell.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", order);
  const sign = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((row) => [value(row, column, words), row]);
  rows.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (words ? compare(a, b) : a - b);
  });
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll(".report .scroll table")) {
  if (table.tBodies[0].rows.length < 2) continue;
  for (const head of table.tHead.rows[0].cells) {
    if (head.classList.contains("bars")) continue;
    const press = button([...head.childNodes], () => sort(table, head), { class: "sort" });
    if (head.dataset.tip) {
      // The button is what gets the focus.
      press.dataset.tip = head.dataset.tip;
      press.classList.add("term");
      press.setAttribute("aria-description", head.dataset.tip);
      delete head.dataset.tip;
      head.classList.remove("term");
      for (const name of ["tabindex", "aria-description"]) head.removeAttribute(name);
    }
    head.append(press);
  }
}
