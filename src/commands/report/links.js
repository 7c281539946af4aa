// Links from the statistics of a report to its games, and from its headings to its sections.

import { at, el } from "./dom.js";
import { own } from "./transport.js";

const gamesOfPlayer = new Set();
const gamesOfOpening = new Map();
own.games.forEach((game, i) => {
  // The table of players counts valid games.
  if (game.status === "ok") for (const name of [game.white, game.black]) gamesOfPlayer.add(name);
  for (const row of own.openings[i]) gamesOfOpening.set(row, (gamesOfOpening.get(row) ?? 0) + 1);
});

for (const cell of document.querySelectorAll("#players tbody th")) {
  const name = cell.textContent;
  if (gamesOfPlayer.has(name)) cell.replaceChildren(el("a", { href: `#player=${encodeURIComponent(name)}` }, name));
}
for (const [row, found] of gamesOfOpening) {
  const node = at(`opening-${row}`);
  const all = node.querySelector(".games").textContent;
  const some = String(found) === all.replaceAll(",", "") ? "" : `${found} of `;
  const text = `Show ${some}${all} ${all === "1" ? "game" : "games"}`;
  const link = el("a", { href: `#where=${encodeURIComponent(`opening:${row}`)}`, click: () => at("list").scrollIntoView() }, text);
  node.querySelector(".facts").append(el("p", {}, link));
}

// An address such as #players names a section. Other addresses are about games.
const isSection = (hash) => hash.length > 1 && !hash.includes("=");
function show(hash) {
  const section = at(hash.slice(1));
  section?.scrollIntoView();
  section?.querySelector("h2")?.focus({ preventScroll: true });
}

addEventListener("click", (event) => {
  const hash = event.target.closest?.("a")?.getAttribute("href") ?? "";
  if (!hash.startsWith("#") || !isSection(hash)) return;
  event.preventDefault();
  show(hash);
});
if (isSection(location.hash)) {
  const { hash } = location;
  // The board must be drawn first: it changes the height of the page.
  new MutationObserver((_, observer) => {
    observer.disconnect();
    show(hash);
  }).observe(at("status"), { childList: true });
}
