// The games with positions that are similar to a position.

import { ask, cancel, stale } from "./api.js";
import { at, count, counted, percent, reveal, say, write } from "./dom.js";
import { entry } from "./games.js";

// How many games are shown.
const MOST = 20;

// The most similar of some games and of more games, in the order of an answer: equally similar games by their ids.
export function best(some, more, most) {
  const all = [...some, ...more];
  all.sort((a, b) => b.similarity - a.similarity || (a.game.id < b.game.id ? -1 : 1));
  return all.slice(0, most);
}

export function createSimilar() {
  let found = [];
  let [next, all] = [0, 0];
  let isRunning = false;
  // The number of the last search, and its question.
  let running = 0;
  let about = null;
  // The id of the open game, which is always the most similar one.
  let own = null;

  function told() {
    if (next < all) return `${isRunning ? "Compared" : "Stopped after"} ${count(next)} of ${counted(all, "game", "games")}`;
    if (!found.length) return `No similar position in ${counted(all, "game", "games")}`;
    const shown = found.length === MOST ? `The ${MOST} most similar games` : counted(found.length, "similar game", "similar games");
    return `${shown} of ${count(all)}`;
  }

  function draw() {
    write(at("similar-status"), told());
    at("similar-stop").hidden = !isRunning;
    at("similar-again").hidden = isRunning || next >= all;
    at("similar-list").replaceChildren(
      ...found.filter(({ game }) => String(game.id) !== own).map(({ game, ply, similarity }) => entry(game, ply, `${percent(similarity)} alike after ply ${ply}`)),
    );
  }

  // An answer compares some of the games, and says where the next one continues.
  async function run() {
    const number = ++running;
    isRunning = true;
    say(at("similar-error"), null);
    at("similar-stop").hidden = false;
    at("similar-again").hidden = true;
    try {
      do {
        const answer = await ask("similar", "similar", { ...about, limit: MOST, from: next || null });
        if (number !== running) return;
        found = best(found, answer.similar, MOST);
        [next, all] = [answer.next, answer.games];
        draw();
      } while (next < all);
    } catch (error) {
      if (number !== running || stale(error)) return;
      say(at("similar-error"), error.message);
    } finally {
      if (number === running) {
        isRunning = false;
        at("similar-stop").hidden = true;
        at("similar-again").hidden = next >= all;
      }
    }
    if (number === running && all) draw();
  }

  function stop() {
    running++;
    isRunning = false;
    cancel("similar");
  }

  at("similar-stop").addEventListener("click", () => {
    stop();
    draw();
    at("similar-again").focus();
  });
  function close() {
    stop();
    at("similar").hidden = true;
  }

  at("similar-again").addEventListener("click", run);
  at("similar-close").addEventListener("click", close);

  // Searches for positions that are similar to that of a question. The games stay while the user looks at them.
  function find(question, open) {
    stop();
    about = question;
    own = open;
    found = [];
    [next, all] = [0, 0];
    at("similar-list").replaceChildren();
    write(at("similar-status"), "");
    at("similar").hidden = false;
    reveal(at("similar"));
    at("similar-title").focus({ preventScroll: true });
    return run();
  }

  return { find, close };
}
