// The dialog that saves games and pictures.

import { address, ask } from "./api.js";
import { at, count, counted, el, say, toast } from "./dom.js";
import { save } from "./share.js";
import { picture as file, pictures } from "./transport.js";

const GAMES = { pgn: "PGN", hxt: "Hex-It records", uhp: "GameStrings (UHP)", sgf: "SGF", jsonl: "JSON Lines" };
// What holds a game of Hex-It, and only such games.
const HEX_IT = ["jsonl", "hxt"];
const PICTURES = { svg: "SVG", png: "PNG", animation: "Animated SVG of the turns up to here", gif: "Animated GIF of the turns up to here" };

// Which games are not in a file, and why.
export function without(leftOut) {
  const reasons = leftOut.map(({ message, games }) => `${counted(games, "game", "games")} (${message})`);
  return reasons.length ? ` without ${reasons.join(", ")}` : "";
}

// `games` returns the question of the list, `game` the open game, `place` the position and `names` its players.
export function createDownload({ games, game, place, names }) {
  const dialog = at("download-dialog");
  const [what, format] = [at("download-what"), at("download-format")];
  let number = 0;
  let url = "";

  const isPicture = () => what.value === "position";

  function choices() {
    const open = game();
    const { total } = games();
    const all = [
      total ? [total === 1 ? "The game of the table" : `All ${count(total)} games of the table`, "games"] : null,
      open?.id ? ["The open game", "game"] : null,
      place().variant ? ["A picture or an animation", "position"] : null,
    ].filter(Boolean);
    what.replaceChildren(...all.map(([text, value]) => new Option(text, value)));
    if (open?.id) what.value = "game";
    formats();
  }

  function formats() {
    const isHexIt = what.value === "game" ? game().variant.startsWith("Hex-It") : null;
    const can = (name) => (isPicture() ? pictures.includes(name) : isHexIt === null || (isHexIt ? HEX_IT.includes(name) : name !== "hxt"));
    const known = Object.entries(isPicture() ? PICTURES : GAMES).filter(([name]) => can(name));
    format.replaceChildren(...known.map(([value, text]) => new Option(text, value)));
    // It alone holds games of every kind, with their errors.
    if (what.value === "games") format.value = "jsonl";
    at("download-picture").hidden = !isPicture();
    preview();
  }

  function asked() {
    if (what.value === "games") return ["download", { ...games().question, to: format.value }];
    if (what.value === "game") return ["download", { id: game().id, to: format.value }];
    const flag = (id) => (at(id).checked ? 1 : null);
    const { white, black, caption } = at("download-caption").checked ? names() : {};
    const size = Number(at("download-size").value);
    return [
      "picture",
      { ...place(), theme: at("download-theme").value, hands: flag("download-hands"), labels: flag("download-labels"), white, black, caption, size, format: format.value },
    ];
  }

  // Shows the picture as it will be saved.
  async function preview() {
    const mine = ++number;
    URL.revokeObjectURL(url);
    at("download-preview").replaceChildren();
    say(at("download-error"), null);
    if (!isPicture()) return;
    try {
      const blob = await file(address(...asked()));
      if (mine !== number) return;
      url = URL.createObjectURL(blob);
      at("download-preview").replaceChildren(el("img", { src: url, alt: "The picture as it is saved" }));
    } catch (error) {
      if (mine === number) say(at("download-error"), error.message);
    }
  }

  async function download() {
    const name = isPicture() ? `position.${format.value === "animation" ? "svg" : format.value}` : `games.${format.value}`;
    at("download-save").disabled = true;
    try {
      const blob = await file(address(...asked()));
      save(blob, name);
      dialog.close();
      const report = what.value === "games" ? await ask("download", "download", { ...asked()[1], report: 1 }) : { leftOut: [] };
      toast(`Saved ${name}${without(report.leftOut)}`);
    } catch (error) {
      say(at("download-error"), error.message);
    } finally {
      at("download-save").disabled = false;
    }
  }

  what.addEventListener("change", formats);
  format.addEventListener("change", preview);
  at("download-picture").addEventListener("change", preview);
  at("download-cancel").addEventListener("click", () => dialog.close());
  at("download-form").addEventListener("submit", (event) => {
    event.preventDefault();
    download();
  });
  const open = () => {
    choices();
    dialog.showModal();
  };
  at("download").addEventListener("click", open);
  return open;
}
