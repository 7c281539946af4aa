// The list of games, and the replay of one.
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { games, drawings, hands, openings, width } = data;
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  // How many games the list adds at a time.
  const PAGE = 200;
  const BEAT = 800;
  // Browsers limit how often a page may change its address.
  const REST = 320;

  // Case, accents and the kinds of dashes do not matter to the search.
  const plain = (text) =>
    text.normalize("NFD").replace(/\p{Mn}/gu, "").replace(/[–—−]/g, "-").replaceAll("½", "1/2").toLowerCase();
  const results = games.map((game) => plain(game.result));
  const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
  const SEARCHED = ["white", "black", "event", "site"];
  // The names of the openings that a game reaches.
  const named = (row) => at(`opening-${row}`)?.querySelector(":scope > summary .opening")?.textContent;
  // The text of each game that the search looks at.
  const texts = games.map((game, i) => {
    const names = openings[i].map(named).filter(Boolean);
    const draw = results[i] === "1/2-1/2" ? ["1/2-1/2 draw"] : [];
    const tags = game.tags.filter(([name]) => SEARCHED.includes(name.toLowerCase())).map(([, value]) => value);
    return plain([i + 1, game.white, game.black, game.variant, game.date, game.place, game.status, ...tags, ...names, ...draw].join(" "));
  });

  let game = null;
  let number = 0;
  // The path of the variation, or nothing.
  let variation = "";
  let ply = 0;
  let timer = 0;
  let written = 0;
  let later = 0;
  // The games of a player or an opening, or all.
  let scope = [...games.keys()];
  let matching = [];
  let listed = 0;

  const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

  // ---- the list

  const describe = (game) =>
    game.white === "?" && game.black === "?" ? "unknown players" : `${game.white} – ${game.black}`;

  const address = (i, ply, path = "") => `#g${i + 1}${path && `v${path}`}${ply > 0 ? `p${ply}` : ""}`;

  function entry(i) {
    const item = document.createElement("li");
    const link = document.createElement("a");
    const other = games[i];
    link.href = address(i, 0);
    link.append(`${i + 1}. ${describe(other)} ${other.result}`);
    const details = document.createElement("small");
    details.append([other.variant, counted(other.moves.length, "ply", "plies"), other.date].filter(Boolean).join(" · "));
    if (other.status !== "ok") {
      const bad = document.createElement("span");
      bad.className = "bad";
      bad.append(` · ${other.status}`);
      details.append(bad);
    }
    link.append(details);
    if (i === number) link.setAttribute("aria-current", "true");
    item.append(link);
    return item;
  }

  function more() {
    const next = matching.slice(listed, listed + PAGE);
    at("list").append(...next.map(entry));
    listed += next.length;
    at("more").hidden = listed >= matching.length;
  }

  function search() {
    const asked = plain(at("find").value).split(/\s+/).filter(Boolean);
    // 1-0 is a result, and not a part of 2021-01.
    const matches = (i) => (word) => (RESULTS.includes(word) ? results[i] === word : texts[i].includes(word));
    matching = scope.filter((i) => asked.every(matches(i)));
    at("found").textContent = counted(matching.length, "game", "games");
    at("list").replaceChildren();
    listed = 0;
    more();
  }

  // Shows the games of a player or an opening, or all if there is no name.
  function narrow(name, some) {
    scope = some;
    at("scope").hidden = !name;
    at("scope-name").textContent = name;
    at("find").value = "";
    search();
  }

  // Scrolls the list, not the page, until the item is visible.
  function show(item, list) {
    const [inner, outer] = [item.getBoundingClientRect(), list.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      list.scrollTop += inner.top - outer.top - (list.clientHeight - inner.height) / 2;
    }
  }

  // ---- the board

  // The cells after some turns, by their coordinates.
  function cells(upTo) {
    const all = new Map();
    for (let n = 0; n <= upTo; n++) {
      const frame = game.frames[n];
      for (let i = 3; i < frame.length; i += 3) {
        const key = `${frame[i]},${frame[i + 1]}`;
        if (frame[i + 2] < 0) all.delete(key);
        else all.set(key, { q: frame[i], r: frame[i + 1], drawing: frame[i + 2] });
      }
    }
    return [...all.values()].sort((a, b) => a.r - b.r || a.q - b.q);
  }

  function placed(cell, layer) {
    const drawing = drawings[cell.drawing][layer];
    if (!drawing) return "";
    const x = width * (cell.q + cell.r / 2);
    const y = width * cell.r * Math.sqrt(3) / 2;
    return `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${drawing}</g>`;
  }

  // The last change that has happened by the current ply.
  const current = (changes) => changes.reduce((found, change) => (change[0] <= ply ? change[1] : found), null);

  function hand(id, side) {
    const place = at(id);
    const pieces = current(game.hands);
    const score = current(game.scores);
    const name = side === "white" ? "White" : "Black";
    place.replaceChildren(score ? `${name}: ${score[side]} points` : name);
    for (const [symbol, count] of pieces ? hands[pieces[side]] : []) {
      const one = document.createElement("span");
      const picture = document.createElementNS(SVG, "svg");
      picture.setAttribute("viewBox", "-45 -52 90 104");
      picture.setAttribute("aria-hidden", "true");
      const use = document.createElementNS(SVG, "use");
      use.setAttribute("href", `#${symbol}`);
      picture.append(use);
      one.append(picture, count > 1 ? `×${count}` : "");
      one.dataset.tip = `${symbol.replace("skep-", "")}: ${count} in hand`;
      place.append(one);
    }
  }

  const side = (turn) => (turn % 2 === 1 ? "White" : "Black");

  function draw() {
    const shown = cells(ply);
    const [q, r, drawing] = game.frames[ply];
    const mark = drawing < 0 ? null : { q, r, drawing };
    at("board").innerHTML = [
      mark && placed(mark, 0),
      ...shown.map((cell) => placed(cell, 0)),
      ...shown.map((cell) => placed(cell, 1)),
      mark && placed(mark, 1),
    ].filter(Boolean).join("");
    hand("hand-white", "white");
    hand("hand-black", "black");

    const last = game.moves.length;
    const used = ply > 0 ? game.used[ply - 1] : null;
    let text = ply === 0 ? `Before the first of ${counted(last, "ply", "plies")}` : `Ply ${ply} of ${last}: ${side(ply)} ${game.moves[ply - 1]}`;
    if (used != null) text += `, ${(used / 1000).toFixed(1)} s`;
    if (ply === last && game.end) text += `; ${game.end}`;
    at("position").textContent = text;
    at("comment").textContent = game.notes.filter(([n]) => n === ply).map(([, note]) => note).join("\n");
    at("slider").value = ply;
    at("slider").setAttribute("aria-valuetext", text);
    for (const button of at("moves").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const move = at("moves").children[ply - 1];
    if (move) {
      move.firstChild.setAttribute("aria-current", "step");
      show(move, at("moves"));
    }
  }

  function go(to) {
    ply = Math.max(0, Math.min(game.moves.length, to));
    draw();
    const wait = written + REST - Date.now();
    clearTimeout(later);
    if (wait > 0) later = setTimeout(write, wait);
    else write();
  }

  // Puts the position into the address, without a new entry in the history.
  function write() {
    written = Date.now();
    history.replaceState(null, "", address(number, ply, variation));
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    at("play").setAttribute("aria-pressed", "false");
    at("play").textContent = "Play";
  }

  function play() {
    if (timer) return stop();
    if (ply === game.moves.length) go(0);
    at("play").setAttribute("aria-pressed", "true");
    at("play").textContent = "Pause";
    timer = setInterval(() => {
      go(ply + 1);
      if (ply === game.moves.length) stop();
    }, BEAT);
  }

  // Opens a game without changing the address.
  function open(i, to, path = "") {
    stop();
    clearTimeout(later);
    number = i;
    game = games[i];
    const variations = game.variations ?? [];
    at("lines").hidden = variations.length === 0;
    at("line").replaceChildren(new Option("the game", ""), ...variations.map(([path, leaves, line]) =>
      new Option(`variation ${path}, ply ${leaves + 1}: ${line.moves.slice(leaves, leaves + 3).join("; ")}`, path)));
    const found = variations.find(([other]) => other === path);
    variation = found ? path : "";
    at("line").value = variation;
    if (found) game = { ...game, ...found[2] };
    ply = Math.max(0, Math.min(game.moves.length, to));
    at("game-title").textContent = `${describe(game)} ${game.result}`;
    at("game-place").textContent = `${[game.variant, game.date, game.place].filter(Boolean).join(" · ")}`;
    at("board").setAttribute("viewBox", game.view);
    at("slider").max = game.moves.length;
    at("moves").replaceChildren(...game.moves.map((text, n) => {
      const item = document.createElement("li");
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.ply = n + 1;
      button.tabIndex = -1;
      button.append(n % 2 === 0 ? `${n / 2 + 1}. ${text}` : text);
      item.append(button);
      return item;
    }));
    at("moves").scrollTop = 0;
    at("findings").replaceChildren(...game.findings.map(([n, severity, message]) => {
      const item = document.createElement("li");
      const kind = document.createElement("span");
      kind.className = `severity ${severity}`;
      kind.append(severity);
      item.append(kind, n ? ` ply ${n}: ${message}` : ` ${message}`);
      return item;
    }));
    at("tags").replaceChildren(...game.tags.flatMap(([name, value]) => {
      const term = document.createElement("dt");
      const description = document.createElement("dd");
      term.append(name);
      description.append(value);
      return [term, description];
    }));
    for (const link of at("list").querySelectorAll("[aria-current]")) link.removeAttribute("aria-current");
    const chosen = at("list").querySelector(`[href='${address(i, 0)}']`);
    chosen?.setAttribute("aria-current", "true");
    if (chosen) show(chosen.parentElement, at("list"));
    draw();
  }

  // Whether a part of the board is on the screen.
  function boardIsSeen() {
    const place = at("board").getBoundingClientRect();
    return place.bottom > 0 && place.top < innerHeight;
  }

  // ---- the games of players and openings

  const gamesOfPlayer = new Map();
  const gamesOfOpening = new Map();
  const note = (map, key, i) => {
    if (!map.has(key)) map.set(key, []);
    if (map.get(key).at(-1) !== i) map.get(key).push(i);
  };
  games.forEach((game, i) => {
    // The table of players counts valid games.
    if (game.status === "ok") for (const name of [game.white, game.black]) note(gamesOfPlayer, name, i);
    for (const row of openings[i]) note(gamesOfOpening, row, i);
  });

  function link(to, ...text) {
    const link = document.createElement("a");
    link.href = to;
    link.append(...text);
    return link;
  }

  function linkGames() {
    for (const cell of document.querySelectorAll("#players tbody th")) {
      const name = cell.textContent;
      if (gamesOfPlayer.has(name)) cell.replaceChildren(link(`#player=${encodeURIComponent(name)}`, name));
    }
    for (const [row, found] of gamesOfOpening) {
      const node = at(`opening-${row}`);
      const all = node.querySelector(".games").textContent;
      const some = String(found.length) === all.replaceAll(",", "") ? "" : `${found.length} of `;
      const line = document.createElement("p");
      line.append(link(`#opening=${row}`, `Show ${some}${all} ${all === "1" ? "game" : "games"}`));
      node.querySelector(".facts").append(line);
    }
  }

  function openingName(row) {
    const node = at(`opening-${row}`);
    const line = node.querySelector(":scope > .body > .facts > .line");
    const name = node.querySelector(".move").textContent.trim();
    return line ? `${line.textContent} (${name})` : name;
  }

  // ---- the address: #g3, #g3p12, #player=Ann, #opening=12

  // The games that the address asks for, with the name of the player or the opening.
  function addressedGames() {
    const [, kind, value] = /^#(player|opening)=(.*)$/.exec(location.hash) ?? [];
    if (kind === "opening") {
      const row = Number(value);
      return gamesOfOpening.has(row) ? [openingName(row), gamesOfOpening.get(row)] : null;
    }
    if (kind !== "player") return null;
    try {
      const name = decodeURIComponent(value);
      return gamesOfPlayer.has(name) ? [name, gamesOfPlayer.get(name)] : null;
    } catch {
      return null;
    }
  }

  // Opens the game in the address. Returns whether there is one.
  function openAddress() {
    const [, game, path, turn] = /^#g(\d+)(?:v([\d.]+))?(?:p(\d+))?$/.exec(location.hash) ?? [];
    const i = Number(game ?? 0) - 1;
    if (!games[i]) return false;
    open(i, Number(turn ?? 0), path);
    return true;
  }

  // Says that the address names a game, a player or an opening that is not on the page.
  function complain() {
    const [, number, name] = /^#(?:g(\d+)(?:p\d+)?|((?:player|opening)=.*))$/.exec(location.hash) ?? [];
    if (!number && !name) return;
    const missing = number ? `no game ${number}` : "no such player or opening";
    at("found").textContent = `There is ${missing} on this page; it has ${counted(games.length, "game", "games")}.`;
    at("found").scrollIntoView({ block: "nearest" });
  }

  // Follows the address. Returns whether it is about games.
  function follow() {
    const asked = addressedGames();
    if (asked) {
      const [name, some] = asked;
      narrow(`Games of ${name}`, some);
      open(some[0], 0);
      document.querySelector(".list").scrollIntoView({ block: "nearest" });
      at("list").querySelector("a").focus({ preventScroll: true });
      if (!boardIsSeen()) at("replay").scrollIntoView();
      return true;
    }
    if (!openAddress()) return false;
    // Somebody who goes through the list stays in it.
    if (!at("list").contains(document.activeElement)) at("game-title").focus({ preventScroll: true });
    const board = at("board").getBoundingClientRect();
    if (board.top < 0 || board.bottom > innerHeight) at("replay").scrollIntoView();
    return true;
  }

  // ---- events

  at("find").addEventListener("input", search);
  at("more").addEventListener("click", more);
  at("all").addEventListener("click", () => {
    narrow("", [...games.keys()]);
    at("find").focus();
  });
  // A link to the current address changes nothing for the browser.
  addEventListener("click", (event) => {
    if (event.target.closest("a")?.getAttribute("href") === location.hash) follow();
  });
  at("list").addEventListener("keydown", (event) => {
    const item = event.target.closest("li");
    const next = { ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling }[event.key];
    if (next) {
      event.preventDefault();
      next.firstChild.focus();
    }
  });
  at("moves").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (button) go(Number(button.dataset.ply));
  });
  const jumps = { first: () => 0, back: () => ply - 1, forth: () => ply + 1, last: () => game.moves.length };
  for (const [id, to] of Object.entries(jumps)) {
    at(id).addEventListener("click", () => {
      stop();
      go(to());
    });
  }
  at("line").addEventListener("change", () => {
    const path = at("line").value;
    const found = (games[number].variations ?? []).find(([other]) => other === path);
    open(number, found ? found[1] + 1 : ply, path);
    write();
  });
  at("play").addEventListener("click", play);
  at("slider").addEventListener("input", () => {
    stop();
    go(Number(at("slider").value));
  });
  // The keys work on load, and while the board is on the screen, wherever the focus is.
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const on = event.target instanceof Element ? event.target : document.body;
    if (on.closest("input:not(#slider), select, .scroll")) return;
    if (!(boardIsSeen() || scrollY === 0 || on.closest("#viewer"))) return;
    const jump = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" }[event.key];
    if (!jump && (event.key !== " " || on.closest("button, summary"))) return;
    event.preventDefault();
    if (!jump) play();
    else {
      stop();
      go(jumps[jump]());
    }
    if (!boardIsSeen()) at("replay").scrollIntoView();
  });
  addEventListener("hashchange", () => {
    if (!follow()) complain();
  });

  at("viewer").hidden = false;
  linkGames();
  search();
  if (!follow()) {
    open(0, 0);
    complain();
  }
})();
