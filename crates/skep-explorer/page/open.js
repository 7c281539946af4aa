// Games that are pasted, chosen as a file, or dropped on the page.

import { read, stale } from "./api.js";
import { at, button, counted, el, say } from "./dom.js";
import { title } from "./replay.js";

const MOST = 1024 * 1024;

export function createOpen(show) {
  const dialog = at("open-dialog");

  function open(text = "") {
    say(at("open-error"), null);
    at("open-list").replaceChildren();
    if (text) at("pasted").value = text;
    if (!dialog.open) dialog.showModal();
    at("pasted").focus();
    at("pasted").select();
  }

  function chosen(game) {
    dialog.close();
    show(game);
  }

  async function take(text) {
    say(at("open-error"), null);
    at("open-list").replaceChildren();
    if (!text.trim()) return say(at("open-error"), "Paste a game or a position, or choose a file.");
    if (new Blob([text]).size > MOST)
      return say(at("open-error"), "The text is larger than 1 MiB. Use skep index to explore large files.");
    try {
      const { games } = await read(text);
      if (games.length === 0) return say(at("open-error"), "No game found in this text.");
      if (games.length === 1) return chosen(games[0]);
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
      at("open-list").querySelector("button").focus();
    } catch (error) {
      if (!stale(error)) say(at("open-error"), error.message);
    }
  }

  async function file(some) {
    if (!some) return;
    if (some.size > MOST)
      return say(at("open-error"), "The file is larger than 1 MiB. Use skep index to explore large files.");
    at("pasted").value = await some.text();
    await take(at("pasted").value);
  }

  at("open").addEventListener("click", () => open());
  at("open-cancel").addEventListener("click", () => dialog.close());
  at("open-form").addEventListener("submit", (event) => {
    event.preventDefault();
    take(at("pasted").value);
  });
  at("pasted").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) take(at("pasted").value);
  });
  at("file").addEventListener("change", () => file(at("file").files[0]));
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
    const text = event.dataTransfer?.getData("text/plain");
    if (!some && !text) return;
    open(text ?? "");
    if (some) file(some);
    else take(text);
  });
  return open;
}
