// Puzzles: positions in which the player to move can force a win. The server proves every turn.

import { ask, cancel, stale } from "./api.js";
import { at, count, counted, el, say, write } from "./dom.js";
import { remember, remembered } from "./prefs.js";
import { variantOf } from "./route.js";
import { format } from "./state.js";

const SIDE = { white: "White", black: "Black" };
const OTHER = { white: "Black", black: "White" };
// The least difficulty of each level, and that of the next.
const LEVELS = { easy: [0, 2], medium: [2, 6], hard: [6, Infinity] };
// The results that the browser remembers.
const MOST = 5000;
// The pause before the reply of the other player, and how long a refutation stays on the board, in milliseconds.
const PAUSE = 450;
const REFUTED = 2200;

export function createPuzzles({ go, redraw, fail, close, variantName }) {
  let puzzle = null;
  // The turns that were tried after the position of the puzzle.
  let tried = [];
  let stage = "play";
  let message = "";
  // Where to look for the next puzzle. The first place is a random game.
  let place = null;
  let asked = "";
  // Whether the games are puzzles of a file, and the number of the puzzle there, if it is known.
  let isFile = false;
  let number = "";
  let looking = 0;
  // Steps back from a wrong turn.
  let stepping = 0;
  // The wrong turns in this puzzle.
  let errors = 0;
  // The results: the number of puzzles that were solved at once and not, the streak, and which were seen.
  const NONE = { solved: 0, wrong: 0, streak: 0, best: 0, seen: {} };
  let results = { ...NONE, ...remembered("puzzles", NONE) };

  // Counts the first result of a puzzle.
  function note(isSolved) {
    if (results.seen[puzzle.id] !== undefined) return;
    const streak = isSolved ? results.streak + 1 : 0;
    const seen = Object.entries({ ...results.seen, [puzzle.id]: isSolved ? 1 : 0 }).slice(-MOST);
    results = {
      solved: results.solved + (isSolved ? 1 : 0),
      wrong: results.wrong + (isSolved ? 0 : 1),
      streak,
      best: Math.max(results.best, streak),
      seen: Object.fromEntries(seen),
    };
    remember("puzzles", results);
  }

  const isWanted = ({ difficulty }, level) => {
    const [least, most] = LEVELS[level] ?? [0, Infinity];
    return difficulty >= least && difficulty < most;
  };

  const left = () => puzzle.winIn - Math.floor(tried.length / 2);
  // The variant of the puzzle, with the hands of Swarm.
  const task = () => `${SIDE[puzzle.toMove]} to move, win in ${puzzle.winIn}`;

  function show(text, next = stage) {
    stage = next;
    message = text;
    draw();
  }

  function begin(found, title = "") {
    number = title;
    clearTimeout(stepping);
    puzzle = found;
    tried = [];
    errors = 0;
    stage = "play";
    message =
      found.winIn === 1 ? "Find the turn that wins." : `Find the turn that forces a win in ${found.winIn} turns.`;
  }

  // Looks for the next puzzle until it finds one or has looked at all games.
  async function look(state, games) {
    const search = ++looking;
    const question = JSON.stringify([state.variant, state.where, state.moves, state.theme, state.level]);
    if (question !== asked || !place) place = { from: isFile ? 0 : Math.floor(Math.random() * games), ply: 0 };
    asked = question;
    puzzle = null;
    let looked = 0;
    for (;;) {
      show(looked ? `Looking for a puzzle: ${counted(looked, "game", "games")} so far …` : "Looking for a puzzle …", "look");
      const { variant, where, moves, theme, level } = state;
      const answer = await ask("puzzle", "puzzles", { variant, where, moves: moves || null, theme, ...place });
      if (search !== looking) return null;
      place = { from: answer.from, ply: answer.ply };
      looked += answer.looked;
      // Puzzles that were solved come again after all others.
      const isNew = answer.puzzle && (looked > answer.games || results.seen[answer.puzzle.id] !== 1);
      if (isNew && isWanted(answer.puzzle, level))
        return [answer.puzzle, isFile ? `Puzzle ${count(answer.from + 1)} of ${count(answer.games)}` : ""];
      if (looked > 2 * answer.games || answer.games === 0) {
        const about = [theme.replaceAll("-", " "), level].filter(Boolean).join(", ");
        show(`No puzzle of ${variant}${about ? ` (${about})` : ""} in these games.`, "none");
        return null;
      }
    }
  }

  function facts() {
    if (stage !== "solved" && stage !== "shown") return [puzzle.variant];
    const names = [puzzle.white, puzzle.black].map(({ name }) => name || "?").join(" – ");
    return [
      puzzle.variant,
      puzzle.themes.map((theme) => theme.replaceAll("-", " ")).join(", "),
      `difficulty ${puzzle.difficulty}`,
      names === "? – ?" ? null : names,
      puzzle.date,
      puzzle.played && `played: ${puzzle.played} (win ${puzzle.chance})`,
    ].filter(Boolean);
  }

  function draw() {
    write(at("puzzle-title"), puzzle ? [number, task()].filter(Boolean).join(": ") : "Puzzles");
    at("puzzle-message").className = stage;
    write(at("puzzle-message"), message);
    write(at("puzzle-facts"), puzzle ? facts().join(" · ") : "");
    const { solved, wrong, streak, best } = results;
    const score = [
      `${count(solved)} of ${count(solved + wrong)} solved at the first try`,
      `streak ${count(streak)}`,
      best > streak && `best ${count(best)}`,
      puzzle && results.seen[puzzle.id] === 1 && stage === "play" && "solved before",
    ];
    write(at("puzzle-score"), solved + wrong ? score.filter(Boolean).join(" · ") : "");
    at("puzzle-forget").hidden = solved + wrong === 0;
    at("puzzle-retry").hidden = stage !== "wrong" && stage !== "shown";
    at("puzzle-solution").hidden = !puzzle || (stage !== "play" && stage !== "wrong");
    const isOver = stage === "solved" || stage === "shown";
    at("puzzle-game").replaceChildren(
      ...(puzzle && isOver
        ? [el("a", { href: format({ puzzle: null, game: puzzle.game, play: [], ply: puzzle.ply - 1 }) }, "Open the game")]
        : []),
    );
  }

  // Plays a turn of the user. The turn is right if the win is still forced in time.
  async function play(turn) {
    if (stage === "wrong") retry();
    if (!puzzle || stage !== "play") return;
    const own = left();
    const played = puzzle;
    tried = [...tried, turn];
    show("…", "wait");
    redraw();
    try {
      const answer = await ask("solve", "solve", {
        variant: variantOf(puzzle),
        play: [...puzzle.play, ...tried].join(";"),
        moves: Math.max(1, own - 1),
      });
      if (puzzle !== played || /** @type {string} */ (stage) !== "wait") return;
      const { losesIn, winIn, line, escape } = answer;
      if (losesIn === 0) return finish();
      if (losesIn !== null && losesIn < own) return reply(line);
      note(false);
      errors++;
      const back = winIn === null ? (escape ?? line[0]) : line[0];
      const other = OTHER[puzzle.toMove];
      const why = winIn !== null ? `${other} wins with ${back}.` : escape ? `${other} replies ${back}.` : "";
      const late = losesIn !== null && !escape ? `This turn also wins, but not in ${own}.` : "";
      if (back && (winIn !== null || own > 1)) tried = [...tried, back];
      show(`${turn} is wrong. ${own === 1 && winIn === null ? "It does not win at once." : `${why}${late}`}`, "wrong");
      // The refutation is seen, and then the board steps back by itself.
      stepping = setTimeout(retry, REFUTED);
    } catch (error) {
      if (stale(error) || puzzle !== played) return;
      tried = tried.slice(0, -1);
      show(`${task()}.`, "play");
      redraw();
      // Redrawing the page clears its message.
      fail(error);
      return;
    }
    redraw();
  }

  function reply(line) {
    const played = puzzle;
    setTimeout(() => {
      if (puzzle !== played || stage !== "wait") return;
      tried = [...tried, line[0]];
      // The reply can end the game itself.
      if (line.length === 1) return finish();
      show(`Right. ${OTHER[puzzle.toMove]} replies ${line[0]}. Go on: win in ${left()}.`, "play");
      redraw();
    }, PAUSE);
  }

  function finish() {
    note(true);
    const tries = errors ? `, at try ${errors + 1}` : "";
    show(`Solved${tries}: ${SIDE[puzzle.toMove]} wins.`, "solved");
    redraw();
  }

  function retry() {
    clearTimeout(stepping);
    if (stage !== "wrong" && stage !== "shown") return;
    // Takes back the wrong turn, and the reply if it is shown.
    const own = stage === "shown" ? 0 : Math.floor((tried.length - 1) / 2) * 2;
    tried = tried.slice(0, own);
    // What was wrong stays to be read.
    const wrong = stage === "wrong" ? `${message} Try again. ` : "";
    show(wrong + (own ? `Go on: win in ${left()}.` : `${task()}.`), "play");
    redraw();
  }

  function solution() {
    if (!puzzle || (stage !== "play" && stage !== "wrong")) return;
    clearTimeout(stepping);
    cancel("solve");
    note(false);
    tried = [...puzzle.solution];
    const others = puzzle.first.filter((turn) => turn !== puzzle.solution[0]);
    const also = others.length ? ` Also: ${others.join(", ")}.` : "";
    show(`Solution: ${puzzle.solution.join("; ")}.${also}`, "shown");
    go({ ply: puzzle.play.length + 1 }, { step: true });
  }

  // The next puzzle is of the variant that the page shows.
  const next = () =>
    go({ puzzle: "next", variant: variantName(), play: [], ply: null, game: null, player: null });

  at("puzzle-next").addEventListener("click", next);
  at("puzzle-retry").addEventListener("click", retry);
  at("puzzle-solution").addEventListener("click", solution);
  at("puzzle-close").addEventListener("click", close);
  const choose = (changes) => go({ puzzle: "next", variant: variantName(), play: [], ply: null, game: null, ...changes });
  at("puzzle-moves").addEventListener("change", () => choose({ moves: Number(at("puzzle-moves").value) }));
  at("puzzle-theme").addEventListener("change", () => choose({ theme: at("puzzle-theme").value }));
  at("puzzle-level").addEventListener("change", () => choose({ level: at("puzzle-level").value }));
  at("puzzle-forget").addEventListener("click", () => {
    results = NONE;
    remember("puzzles", results);
    draw();
    at("puzzle-next").focus();
  });

  return {
    // The puzzles of a file come in its order.
    ofFile: () => (isFile = true),
    // The themes that can be chosen.
    themes(all) {
      const options = all.map(({ name, help }) => {
        const option = new Option(name.replaceAll("-", " "), name);
        option.title = help;
        return option;
      });
      at("puzzle-theme").append(...options);
    },
    next,
    retry,
    solution,
    // The line of the open puzzle, or `null`.
    async resolve(state, games) {
      at("puzzle-moves").value = String(state.moves);
      at("puzzle-theme").value = state.theme;
      at("puzzle-level").value = state.level;
      say(at("puzzle-where"), state.where ? `Games: ${state.where}` : null);
      if (state.puzzle === "next") {
        const found = await look(state, games);
        if (!found) return null;
        begin(...found);
        go({ puzzle: found[0].id }, { step: true, quiet: true });
      } else if (puzzle?.id !== state.puzzle) {
        looking++;
        puzzle = null;
        show("…", "look");
        begin(await ask("puzzle", `puzzle/${encodeURIComponent(state.puzzle)}`));
      }
      draw();
      return { variant: variantOf(puzzle), line: [...puzzle.play, ...tried] };
    },
    // Ends the puzzle, so that late answers do not count.
    leave() {
      clearTimeout(stepping);
      looking++;
      puzzle = null;
    },
    play,
    // Whether a turn can be played, or the server still looks at one.
    isOpen: () => stage === "play" || stage === "wait" || stage === "wrong",
    // Whether the board shows a refutation. A turn is then played in the position before it.
    isRefuted: () => stage === "wrong",
    // The line of the puzzle without the refutation.
    stepBack: retry,
    // The task, for the line below the board. It is known for the first position, and for the one that waits for a turn.
    task(ply) {
      const own = puzzle ? ply - puzzle.play.length : -1;
      if (own === 0) return `win in ${puzzle.winIn}`;
      return stage === "play" && own > 0 && own === tried.length ? `win in ${left()}` : null;
    },
  };
}
