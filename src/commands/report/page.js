"use strict";
// Explanations on hover and focus, and tables that sort.
(() => {
  // ---- explanations

  const tip = document.createElement("div");
  tip.id = "tip";
  tip.setAttribute("role", "tooltip");
  tip.hidden = true;
  document.body.append(tip);
  let explained = null;

  function hide() {
    tip.hidden = true;
    explained = null;
  }

  function explain(element) {
    explained = element;
    tip.textContent = element.dataset.tip;
    tip.hidden = false;
    const [place, size] = [element.getBoundingClientRect(), tip.getBoundingClientRect()];
    const wide = document.documentElement.clientWidth;
    const below = place.bottom + size.height <= innerHeight;
    tip.style.left = `${Math.max(4, Math.min(place.left, wide - size.width - 4))}px`;
    tip.style.top = `${below ? place.bottom : Math.max(0, place.top - size.height)}px`;
  }

  // A title of the browser shows late, and not on focus. Columns of charts have their numbers in a list below.
  for (const element of document.querySelectorAll("[title]")) {
    element.dataset.tip = element.title;
    element.removeAttribute("title");
    if (element.closest("[role=img]")) continue;
    if (!element.hasAttribute("aria-label")) element.setAttribute("aria-description", element.dataset.tip);
    if (element.matches("th, span:not(.side)")) {
      element.tabIndex = 0;
      element.classList.add("term");
    }
  }

  addEventListener("mouseover", (event) => {
    if (tip.contains(event.target)) return;
    const element = event.target.closest("[data-tip]");
    if (element) explain(element);
    else if (explained !== document.activeElement) hide();
  });
  addEventListener("focusin", (event) => {
    const element = event.target.closest("[data-tip]");
    if (element) explain(element);
    else hide();
  });
  addEventListener("focusout", hide);
  // The focus can scroll the page to an element.
  const follow = () => (explained && explained === document.activeElement ? explain(explained) : hide());
  addEventListener("scroll", follow, { passive: true, capture: true });
  addEventListener("keydown", (event) => {
    if (event.key === "Escape") hide();
  });

  // ---- tables

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

  for (const table of document.querySelectorAll(".scroll table")) {
    if (table.tBodies[0].rows.length < 2) continue;
    for (const head of table.tHead.rows[0].cells) {
      if (head.classList.contains("bars")) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.className = "sort";
      button.append(...head.childNodes);
      if (head.dataset.tip) {
        // The button is what gets the focus.
        button.dataset.tip = head.dataset.tip;
        button.classList.add("term");
        button.setAttribute("aria-description", head.dataset.tip);
        delete head.dataset.tip;
        head.classList.remove("term");
        for (const name of ["tabindex", "aria-description"]) head.removeAttribute(name);
      }
      head.append(button);
      button.addEventListener("click", () => sort(table, head));
    }
  }
})();
