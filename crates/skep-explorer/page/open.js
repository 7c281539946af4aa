// Games that are pasted, chosen as a file, or dropped on the page.

import { read, stale } from "./api.js";
import { at, button, counted, el, say } from "./dom.js";
import { title } from "./replay.js";
import { hasRules } from "./transport.js";

const MOST = 1024 * 1024;

// If `addFiles` is not null, it takes dropped files; `show` takes the game that is chosen, and `keep` all games of a file.
export function createOpen(show, addFiles, keep) {
  const dialog = at("open-dialog");
  // The games that are listed.
  let listed = [];

  function open(text = "") {
    say(at("open-error"), null);
    list([]);
    if (text) at("pasted").value = text;
    if (!dialog.open) dialog.showModal();
    at("pasted").focus();
    at("pasted").select();
  }

  function chosen(game) {
    dialog.close();
    show(game);
  }

  function list(games) {
    listed = games;
    at("open-keep").hidden = !games.length;
    at("open-list").replaceChildren(
      ...games.map((game) =>
        el(
          "li",
          {},
          button(
            `${title(game)} · ${game.variant} · ${counted(game.play.length, "ply", "plies")}`,
            () => chosen(game),
            { class: "link" },
          ),
        ),
      ),
    );
  }

  async function take(data) {
    say(at("open-error"), null);
    list([]);
    const blob = new Blob([data]);
    if (!blob.size) return say(at("open-error"), "Paste a game or a position, or choose a file.");
    if (blob.size > MOST)
      return say(at("open-error"), "This is larger than 1 MiB. Open a part of it.");
    try {
      const { games } = await read(blob);
      if (games.length === 0) return say(at("open-error"), "No game found.");
      if (games.length === 1) return chosen(games[0]);
      list(games);
      at("open-list").querySelector("button").focus();
    } catch (error) {
      if (!stale(error)) say(at("open-error"), error.message);
    }
  }

  // A file, which may be an archive. A large one is added to the games of the page, where the page keeps games.
  async function file(some) {
    if (!some) return;
    if (!addFiles || some.size <= MOST) return take(some);
    dialog.close();
    await addFiles({ files: [some] });
  }

  at("open").addEventListener("click", () => open());
  at("open-keep").addEventListener("click", () => {
    dialog.close();
    keep(listed);
  });
  at("open-cancel").addEventListener("click", () => dialog.close());
  at("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take(at("pasted").value.trim());
  });
  at("pasted").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take(at("pasted").value.trim());
  });
  at("file").addEventListener("change", () => file(at("file").files[0]));
  // A report shows its own games only.
  if (!hasRules) return open;
  addEventListener("paste", (event) => {
    if (event.target.closest?.("input, textarea, dialog")) return;
    const text = event.clipboardData?.getData("text/plain");
    if (!text?.trim()) return;
    event.preventDefault();
    open(text);
    take(text);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    const [some] = event.dataTransfer?.files ?? [];
    if (some && addFiles) return addFiles(event.dataTransfer);
    const text = event.dataTransfer?.getData("text/plain");
    if (!some && !text) return;
    open(text ?? "");
    if (some) file(some);
    else take(text);
  });
  return open;
}
