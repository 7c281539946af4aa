"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { games, drawings, hands, width } = data;
  const at = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  // How many games the list adds at a time.
  const PAGE = 200;
  const BEAT = 800;

  // The text of each game that the search looks at, in lower case.
  const words = games.map((game, i) =>
    [i + 1, game.white, game.black, game.result, game.variant, game.date, game.place, game.status]
      .join(" ").toLowerCase());

  let game = null;
  let number = 0;
  let ply = 0;
  let timer = 0;
  let matching = [];
  let listed = 0;

  const counted = (n, one, many) => `${n} ${n === 1 ? one : many}`;

  // ---- the list

  const describe = (game) =>
    game.white === "?" && game.black === "?" ? "unknown players" : `${game.white} – ${game.black}`;

  function entry(i) {
    const item = document.createElement("li");
    const button = document.createElement("button");
    const other = games[i];
    button.type = "button";
    button.dataset.game = i;
    button.append(`${i + 1}. ${describe(other)} ${other.result}`);
    const details = document.createElement("small");
    details.append([other.variant, counted(other.moves.length, "ply", "plies"), other.date].filter(Boolean).join(" · "));
    if (other.status !== "ok") {
      const bad = document.createElement("span");
      bad.className = "bad";
      bad.append(` · ${other.status}`);
      details.append(bad);
    }
    button.append(details);
    if (i === number) button.setAttribute("aria-current", "true");
    item.append(button);
    return item;
  }

  function more() {
    const next = matching.slice(listed, listed + PAGE);
    at("list").append(...next.map(entry));
    listed += next.length;
    at("more").hidden = listed >= matching.length;
  }

  function search() {
    const asked = at("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    matching = [];
    words.forEach((text, i) => {
      if (asked.every((word) => text.includes(word))) matching.push(i);
    });
    at("found").textContent = counted(matching.length, "game", "games");
    at("list").replaceChildren();
    listed = 0;
    more();
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
      one.title = `${symbol.replace("skep-", "")}: ${count} in hand`;
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
    history.replaceState(null, "", `#game-${number + 1}-${ply}`);
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
  function open(i, to) {
    stop();
    number = i;
    game = games[i];
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
    for (const button of at("list").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
    const chosen = at("list").querySelector(`[data-game="${i}"]`);
    chosen?.setAttribute("aria-current", "true");
    if (chosen) show(chosen.parentElement, at("list"));
    draw();
  }

  // Opens the game in the address, `#game-3` or `#game-3-12`. Returns whether there is one.
  function openAddress() {
    const asked = /^#game-(\d+)(?:-(\d+))?$/.exec(location.hash);
    const i = asked ? Number(asked[1]) - 1 : -1;
    if (!games[i]) return false;
    open(i, asked[2] ? Number(asked[2]) : 0);
    return true;
  }

  function openAndLook() {
    if (!openAddress()) return;
    at("replay").scrollIntoView();
    at("game-title").focus({ preventScroll: true });
  }

  // ---- events

  at("find").addEventListener("input", search);
  at("more").addEventListener("click", more);
  at("list").addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    open(Number(button.dataset.game), 0);
    history.replaceState(null, "", `#game-${number + 1}`);
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
  at("play").addEventListener("click", play);
  at("slider").addEventListener("input", () => {
    stop();
    go(Number(at("slider").value));
  });
  at("replay").addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.id === "slider") return;
    const jump = { ArrowLeft: "back", ArrowRight: "forth", Home: "first", End: "last" }[event.key];
    if (jump) {
      event.preventDefault();
      stop();
      go(jumps[jump]());
    } else if (event.key === " " && !event.target.closest("button, summary")) {
      event.preventDefault();
      play();
    }
  });
  addEventListener("hashchange", openAndLook);

  at("viewer").hidden = false;
  search();
  if (openAddress()) openAndLook();
  else open(0, games[0].moves.length);
})();
