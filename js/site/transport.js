// Sends requests to a worker, which holds the games.

export const OFFLINE = "This page has stopped working. Reload it.";

const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
const waiting = new Map();
let last = 0;
let failure = null;

worker.addEventListener("message", ({ data: { id, result, error } }) => {
  const asked = waiting.get(id);
  waiting.delete(id);
  if (error) asked?.no(new Error(error));
  else asked?.yes(result);
});
worker.addEventListener("error", (event) => {
  // After a crash, the worker answers no requests.
  failure = new Error(event.message || OFFLINE);
  for (const { no } of waiting.values()) no(failure);
  waiting.clear();
});

function asked(kind, values, transfer = []) {
  if (failure) return Promise.reject(failure);
  const id = ++last;
  return new Promise((yes, no) => {
    waiting.set(id, { yes, no });
    worker.postMessage({ id, kind, ...values }, transfer);
  });
}

function unless(signal, answer) {
  if (!signal) return answer;
  return new Promise((yes, no) => {
    const stop = () => no(new DOMException("Canceled by a newer request.", "AbortError"));
    if (signal.aborted) return stop();
    signal.addEventListener("abort", stop, { once: true });
    answer.then(yes, no);
  });
}

// A search of the engine takes seconds, so it has a worker of its own, which ends when nobody waits for it.
let thinking = null;
function searched(path, query, signal) {
  thinking?.terminate();
  thinking = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  const own = thinking;
  return new Promise((yes, no) => {
    signal?.addEventListener("abort", () => own.terminate(), { once: true });
    own.addEventListener("message", ({ data: { result, error } }) => {
      own.terminate();
      if (error) no(new Error(error));
      else yes(result);
    });
    own.addEventListener("error", () => no(new Error(OFFLINE)));
    own.postMessage({ id: 0, kind: "answer", path, query });
  });
}

async function answered(path, body, signal) {
  const [question, query] = path.split("?");
  // The games of the other worker are not there: their positions are named by their turns.
  if (question === "api/search" && !/(^|&)game=/.test(query)) return searched(`/${question}`, query, signal);
  if (body === undefined) return asked("answer", { path: `/${question}`, query });
  const bytes = await new Blob([body]).arrayBuffer();
  return asked(question.replace("api/", ""), { query, bytes }, [bytes]);
}

export async function send(path, { body, signal } = {}) {
  const { status, text } = await unless(signal, answered(path, body, signal));
  return { status, json: JSON.parse(text) };
}

// A picture, or games, as a file. The browser converts SVG to PNG.
export async function picture(path) {
  const isPng = /[?&]format=png\b/.test(path);
  const { status, kind, text } = await answered(path.replace("format=png", "format=svg"));
  if (status !== 200) throw new Error(JSON.parse(text).error.message);
  const drawing = new Blob([text], { type: kind });
  return isPng ? pixels(drawing) : drawing;
}

async function pixels(drawing) {
  const url = URL.createObjectURL(drawing);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d").drawImage(image, 0, 0);
    return await new Promise((yes, no) =>
      canvas.toBlob((blob) => (blob ? yes(blob) : no(new Error("The picture is too large."))), "image/png"),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

// The formats of pictures. The program of the page has no encoder for GIF.
export const pictures = ["svg", "png", "animation"];

// The HTML that shows a game on another page.
export function embedding(record) {
  const element = new URL("../embed/board.js", import.meta.url).href;
  const value = record.replace(/&/g, "&amp;").replace(/"/g, "&quot;");
  return `<script type="module" src="${element}"></script>\n<skep-board game="${value}"></skep-board>\n`;
}

// Whether the worker knows the rules: it can answer about any position.
export const hasRules = true;

export const add = (name, bytes) => asked("add", { name, bytes }, [bytes]);

// The files of earlier visits.
export * as store from "./store.js";

// After the first visit, the page works without a network.
if ("serviceWorker" in navigator && isSecureContext) {
  navigator.serviceWorker.register(new URL("../offline.js", import.meta.url)).catch(() => {
    // Private windows have no service worker; the page still works online.
  });
}
