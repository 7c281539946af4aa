// The menu that copies and saves the position.

import { at, toast, write } from "./dom.js";
import { address } from "./api.js";
import { embedding, picture as file } from "./transport.js";

// A page that is not from this machine and not encrypted has no clipboard, so the text goes through a field.
export async function copyText(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const worked = document.execCommand("copy");
  field.remove();
  if (!worked) throw new Error("The browser does not allow this page to copy.");
}

async function copyPicture(url) {
  if (!navigator.clipboard?.write || typeof ClipboardItem === "undefined")
    throw new Error("This browser cannot copy pictures here. Use Download.");
  await navigator.clipboard.write([new ClipboardItem({ "image/png": file(url) })]);
}

export function save(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

// `game` is the GameString of the whole game that is open, and `gamestring` that of the line up to the position that is shown.
// `hasBoard` says whether a board is shown, and `hasTurns` whether there are turns to save.
export function createShare({ link, game, gamestring, hop, hivegame, question, hasBoard, hasTurns }) {
  const menu = at("share");
  const picture = (format) => address("picture", { ...question(), format, size: 96 });
  /** @type {Record<string, [string, () => Promise<void>]>} */
  const actions = {
    "copy-link": ["Copied the link", () => copyText(link())],
    "copy-game": ["Copied the GameString of the game", () => copyText(game())],
    "copy-gamestring": ["Copied the GameString", () => copyText(gamestring())],
    "copy-hop": ["Copied the HOP", () => copyText(hop())],
    "copy-png": ["Copied the PNG", () => copyPicture(picture("png"))],
    "copy-element": ["Copied the HTML", () => copyText(embedding(game() || gamestring()))],
  };
  for (const [id, [done, act]] of Object.entries(actions)) {
    at(id).addEventListener("click", async () => {
      try {
        await act();
        toast(done);
      } catch (error) {
        toast(error.message);
      }
      menu.open = false;
      menu.querySelector("summary").focus({ preventScroll: true });
    });
  }
  menu.addEventListener("toggle", () => {
    if (!menu.open) return;
    at("copy-game").hidden = !hasBoard() || !game();
    at("copy-gamestring").hidden = !hasBoard() || !gamestring();
    write(at("copy-gamestring"), game() ? "Copy GameString up to here" : "Copy GameString");
    at("copy-hop").hidden = !hasBoard() || !hop();
    at("copy-png").hidden = !hasBoard();
    at("copy-element").hidden = !embedding || !hasBoard() || !(game() || gamestring());
    at("save-tree").hidden = !hasTurns();
    at("open-hivegame").hidden = !hasBoard() || !hivegame();
    at("open-hivegame").href = hivegame();
  });
}
