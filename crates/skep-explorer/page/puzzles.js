// Puzzles: positions in which the player to move can force a win. The server proves every turn.

import { ask, cancel, stale } from "./api.js";
import { at, count, counted, el, say, write } from "./dom.js";
import { format } from "./state.js";

const SIDE = { white: "White", black: "Black" };
const OTHER = { white: "Black", black: "White" };
// The pause before the reply of the other player, in milliseconds.
const PAUSE = 450;

export function createPuzzles({ go, redraw, fail, close, variantName }) {
  let puzzle = null;
  // The turns that were tried after the position of the puzzle.
  let tried = [];
  let stage = "play";
  let message = "";
  // Where to look for the next puzzle. The first place is a random game.
  let place = null;
  let asked = "";
  // Whether the games are puzzles of a file.
  let isFile = false;
  let looking = 0;
  const done = { solved: 0, wrong: 0 };

  const left = () => puzzle.winIn - Math.floor(tried.length / 2);
  // The variant of the puzzle, with the hands of Swarm.
  const variant = () =>
    puzzle.variant.startsWith("Hex-It") ? puzzle.variant : puzzle.gamestring.split(";")[0];
  const task = () => `${SIDE[puzzle.toMove]} to move, win in ${puzzle.winIn}`;

  function show(text, next = stage) {
    stage = next;
    message = text;
    draw();
  }

  function begin(found) {
    puzzle = found;
    tried = [];
    stage = "play";
    message =
      found.winIn === 1 ? "Find the turn that wins." : `Find the turn that forces a win in ${found.winIn} turns.`;
  }

  // Looks for the next puzzle until it finds one or has looked at all games.
  async function look(state, games) {
    const number = ++looking;
    const question = JSON.stringify([state.variant, state.where, state.moves]);
    if (question !== asked || !place) place = { from: isFile ? 0 : Math.floor(Math.random() * games), ply: 0 };
    asked = question;
    puzzle = null;
    let looked = 0;
    for (;;) {
      show(looked ? `Looking for a puzzle: ${counted(looked, "game", "games")} so far …` : "Looking for a puzzle …", "look");
      const { variant, where, moves } = state;
      const answer = await ask("puzzle", "puzzles", { variant, where, moves: moves || null, ...place });
      if (number !== looking) return null;
      place = { from: answer.from, ply: answer.ply };
      looked += answer.looked;
      if (answer.puzzle) return answer.puzzle;
      if (looked >= answer.games) {
        show(`No puzzle of ${variant} in these games.`, "none");
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
    write(at("puzzle-title"), puzzle ? task() : "Puzzles");
    at("puzzle-message").className = stage;
    write(at("puzzle-message"), message);
    write(at("puzzle-facts"), puzzle ? facts().join(" · ") : "");
    write(at("puzzle-score"), done.solved + done.wrong ? `${count(done.solved)} solved, ${count(done.wrong)} wrong` : "");
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
    if (!puzzle || stage !== "play") return;
    const own = left();
    const played = puzzle;
    tried = [...tried, turn];
    show("…", "wait");
    redraw();
    try {
      const answer = await ask("solve", "solve", {
        variant: variant(),
        play: [...puzzle.play, ...tried].join(";"),
        moves: Math.max(1, own - 1),
      });
      if (puzzle !== played || /** @type {string} */ (stage) !== "wait") return;
      const { losesIn, winIn, line, escape } = answer;
      if (losesIn === 0) return finish();
      if (losesIn !== null && losesIn < own) return reply(line);
      done.wrong++;
      const back = winIn === null ? (escape ?? line[0]) : line[0];
      const other = OTHER[puzzle.toMove];
      const why = winIn !== null ? `${other} wins with ${back}.` : escape ? `${other} replies ${back}.` : "";
      const late = losesIn !== null && !escape ? `This turn also wins, but not in ${own}.` : "";
      if (back && (winIn !== null || own > 1)) tried = [...tried, back];
      show(`${turn} is wrong. ${own === 1 && winIn === null ? "It does not win at once." : `${why}${late}`}`, "wrong");
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
    done.solved++;
    show(`Solved: ${SIDE[puzzle.toMove]} wins.`, "solved");
    redraw();
  }

  function retry() {
    if (stage !== "wrong" && stage !== "shown") return;
    // Takes back the wrong turn, and the reply if it is shown.
    const own = stage === "shown" ? 0 : Math.floor((tried.length - 1) / 2) * 2;
    tried = tried.slice(0, own);
    show(own ? `Go on: win in ${left()}.` : `${task()}.`, "play");
    redraw();
  }

  function solution() {
    if (!puzzle || (stage !== "play" && stage !== "wrong")) return;
    cancel("solve");
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
  at("puzzle-moves").addEventListener("change", () =>
    go({
      puzzle: "next",
      variant: variantName(),
      moves: Number(at("puzzle-moves").value),
      play: [],
      ply: null,
      game: null,
    }),
  );

  return {
    // The puzzles of a file come in its order.
    ofFile: () => (isFile = true),
    next,
    retry,
    solution,
    // The line of the open puzzle, or `null`.
    async resolve(state, games) {
      at("puzzle-moves").value = String(state.moves);
      say(at("puzzle-where"), state.where ? `Games: ${state.where}` : null);
      if (state.puzzle === "next") {
        const found = await look(state, games);
        if (!found) return null;
        begin(found);
        go({ puzzle: found.id }, { step: true, quiet: true });
      } else if (puzzle?.id !== state.puzzle) {
        looking++;
        puzzle = null;
        show("…", "look");
        begin(await ask("puzzle", `puzzle/${encodeURIComponent(state.puzzle)}`));
      }
      draw();
      return { variant: variant(), line: [...puzzle.play, ...tried] };
    },
    // Ends the puzzle, so that late answers do not count.
    leave() {
      looking++;
      puzzle = null;
    },
    play,
    // Whether a turn can be played, or the server still looks at one.
    isOpen: () => stage === "play" || stage === "wait",
    // The task, for the line below the board. It is known for the first position, and for the one that waits for a turn.
    task(ply) {
      const own = puzzle ? ply - puzzle.play.length : -1;
      if (own === 0) return `win in ${puzzle.winIn}`;
      return stage === "play" && own > 0 && own === tried.length ? `win in ${left()}` : null;
    },
  };
}
