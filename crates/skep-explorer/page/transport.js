// Sends requests to the server of the page. js/site/transport.js sends them to a worker instead.

export const OFFLINE = "The server does not answer. Is skep explore still running?";

// The status and the JSON of an answer.
/** @param {string} path @param {{ body?: any, signal?: AbortSignal }} [options] */
export async function send(path, { body, signal } = {}) {
  const post = body === undefined ? {} : { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body };
  const answer = await fetch(path, { ...post, signal });
  const json = await answer.json().catch((error) => {
    if (error.name === "AbortError") throw error;
    return null;
  });
  return { status: answer.status, json };
}

// A picture, or games, as a file.
export async function picture(path) {
  const answer = await fetch(path);
  if (!answer.ok) {
    const refused = await answer.json().catch(() => null);
    throw new Error(refused?.error?.message ?? "The server cannot make this file.");
  }
  return answer.blob();
}

// Games cannot be added: they are on the server.
/** @type {any} */
export const add = null;
/** @type {any} */
export const store = null;

// The formats of pictures.
export const pictures = ["svg", "png", "animation", "gif"];

// The HTML that shows a game on another page, which cannot load an element from the server.
/** @type {((record: string) => string) | null} */
export const embedding = null;

// Whether the server knows the rules: it can answer about any position.
export const hasRules = true;
