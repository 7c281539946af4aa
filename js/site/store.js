// The files that were added, as they are, in the browser: they are there again after the page is closed. Private windows may
// refuse to keep them.

const NAME = "skep-files";

function opened() {
  return new Promise((yes, no) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("files", { keyPath: "key" });
    request.onsuccess = () => yes(request.result);
    request.onerror = () => no(request.error);
  });
}

// Runs one request on the files.
async function run(mode, ask) {
  const base = await opened();
  try {
    return await new Promise((yes, no) => {
      const work = base.transaction("files", mode);
      const request = ask(work.objectStore("files"));
      work.oncomplete = () => yes(request.result);
      work.onerror = () => no(work.error);
      work.onabort = () => no(work.error ?? new Error("The browser has no room for this file."));
    });
  } finally {
    base.close();
  }
}

async function digest(bytes) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...hash.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Keeps a file. The same bytes under the same name are kept once.
export async function keep(name, bytes) {
  const key = `${await digest(bytes)} ${name}`;
  await run("readwrite", (files) => files.put({ key, name, bytes, size: bytes.byteLength, added: Date.now() }));
  // Without this, the browser may delete the files if the disk is full.
  await navigator.storage?.persist?.();
}

// The files that are kept, in the order in which they were added.
export async function kept() {
  const files = await run("readonly", (files) => files.getAll());
  return files.sort((a, b) => a.added - b.added).map(({ name, bytes }) => ({ name, bytes }));
}

export const forget = () => run("readwrite", (files) => files.clear());
