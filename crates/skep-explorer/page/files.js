// Files that are added to the games of a page without a server: chosen or dropped, also folders and archives.

import { at, count, counted, el, say, write } from "./dom.js";
import { addTo, nothing, place } from "./totals.js";
import { add, store } from "./transport.js";

const KEPT = "These files are kept in this browser.";

// The games with errors that are listed.
const MOST = 200;

// All files of a dropped folder, in the order of their names.
async function inside(entry, path = "") {
  const name = path + entry.name;
  if (entry.isFile) return [[name, await new Promise((yes, no) => entry.file(yes, no))]];
  const reader = entry.createReader();
  const entries = [];
  for (;;) {
    const some = await new Promise((yes, no) => reader.readEntries(yes, no));
    if (!some.length) break;
    entries.push(...some);
  }
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const visible = entries.filter((one) => !one.name.startsWith("."));
  return (await Promise.all(visible.map((one) => inside(one, `${name}/`)))).flat();
}

async function dropped({ items, files }) {
  const entries = [...(items ?? [])].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.length) return [...files].map((file) => [file.name, file]);
  return (await Promise.all(entries.map((entry) => inside(entry)))).flat();
}

// The part of the line with the first error, which is underlined. At the end of a line, a mark takes its place.
function excerpt({ excerpt: part }) {
  return part && el("pre", {}, part.before, el("mark", {}, part.wrong || "‸"), part.after);
}

// `changed` is called when games were added.
export function createFiles(changed) {
  if (!add) return null;
  const total = nothing();
  const queue = [];
  let isRunning = false;
  let isStopped = false;
  let hidden = 0;

  at("files").hidden = false;
  // On a narrow screen, an empty page begins with its files.
  at("files").classList.add("first");
  at("files-stop").addEventListener("click", () => (isStopped = true));
  at("files-input").addEventListener("change", () => {
    take([...at("files-input").files].map((file) => [file.webkitRelativePath || file.name, file]));
    at("files-input").value = "";
  });

  function list({ bad }) {
    const lines = bad.flatMap((item) =>
      item.findings
        .filter(({ severity }) => severity === "error")
        .slice(0, 1)
        .map((finding) =>
          el(
            "li",
            {},
            el("code", {}, place(item, finding)),
            ` ${item.index ? `game ${item.index}: ` : ""}${finding.message}`,
            finding.rule && el("span", { class: "note" }, ` [${finding.rule}]`),
            excerpt(item),
          ),
        ),
    );
    lines.forEach(complain);
  }

  function complain(line) {
    if (at("files-bad").childElementCount < MOST) at("files-bad").append(line);
    else hidden++;
    at("files-report").hidden = false;
    write(at("files-more"), hidden ? `${counted(hidden, "more error is", "more errors are")} not listed.` : "");
  }

  function summary(text = "") {
    const parts = [
      counted(total.games, "game", "games"),
      `${count(total.valid)} valid`,
      total.empty && `${count(total.empty)} empty`,
      total.bad && `${count(total.bad)} with errors`,
      total.faults && counted(total.faults, "file without a game", "files without a game"),
      total.skipped && `${counted(total.skipped, "other file", "other files")} skipped`,
      text,
    ];
    write(at("files-status"), parts.filter(Boolean).join(" · "));
  }

  // Keeps a file for the next visit. Without room for it, the games are still on the page.
  async function keep(name, bytes) {
    try {
      await store.keep(name, bytes);
      at("files-forget").hidden = false;
      say(at("files-kept"), KEPT);
    } catch (error) {
      say(at("files-kept"), `The browser does not keep these files: ${error.message} Add them again on the next visit.`);
    }
  }

  // The files of earlier visits.
  async function again() {
    try {
      const files = await store.kept();
      if (!files.length) return;
      at("files-forget").hidden = false;
      say(at("files-kept"), KEPT);
      await take(files.map(({ name, bytes }) => [name, new Blob([bytes])]), true);
    } catch {
      // Then the page begins empty.
    }
  }

  at("files-forget").addEventListener("click", async () => {
    await store.forget();
    at("files-forget").hidden = true;
    say(at("files-kept"), "The files are forgotten. Their games stay until the page is closed.");
  });

  // Files that come while others are read wait for their turn.
  // `isKept` says whether they come from an earlier visit.
  async function take(files, isKept = false) {
    queue.push(...files);
    if (!queue.length || isRunning) return;
    [isRunning, isStopped] = [true, false];
    at("files-stop").hidden = false;
    let done = 0;
    while (queue.length && !isStopped) {
      const all = done + queue.length;
      const [name, file] = queue.shift();
      summary(all > 1 ? `reading file ${count(done + 1)} of ${count(all)} …` : "reading …");
      done++;
      try {
        const bytes = await file.arrayBuffer();
        // The worker takes the bytes away.
        if (!isKept) await keep(name, bytes.slice(0));
        const report = await add(name, bytes);
        addTo(total, report);
        list(report);
      } catch (error) {
        total.faults++;
        complain(el("li", {}, el("code", {}, name), ` ${error.message}`));
      }
    }
    const left = queue.splice(0).length;
    isRunning = false;
    at("files-stop").hidden = true;
    summary(left ? `stopped; ${counted(left, "file was", "files were")} not read` : "");
    if (total.games) at("files").classList.remove("first");
    if (done && !isKept) await changed();
  }

  const dropFiles = async (transfer) => {
    say(at("files-error"), null);
    try {
      await take(await dropped(transfer));
    } catch (error) {
      say(at("files-error"), `The files cannot be read: ${error.message}`);
    }
  };
  return { drop: dropFiles, again };
}
