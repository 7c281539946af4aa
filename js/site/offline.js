// Keeps the files of the page, so that it opens without a network. js/build puts the names of the files here.

const FILES = [];
const CACHE = "skep-VERSION";

addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const old = async () => {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith("skep-") && name !== CACHE).map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(old());
});

// The kept file comes first: all files of a version belong together.
addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  const found = caches.match(event.request, { ignoreSearch: true });
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
