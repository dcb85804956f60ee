// Keeps the desk's own page and files, so that it opens without a network. Never what is under
// /api/desk: what the owner has read is kept by the page, and removed at sign-out.
// The build fills in the names of the files, and a version that changes with them.

const CACHE = "desk-__VERSION__";
const FILES = [__FILES__];

self.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(CACHE);
    await cache.addAll(FILES);
    await self.skipWaiting();
  };
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  const removeOldVersions = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("desk-") && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  };
  event.waitUntil(removeOldVersions());
});

self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  const isShell = pathname === "/desk" || pathname.startsWith("/desk/assets/");
  if (event.request.method !== "GET" || origin !== location.origin || !isShell) return;
  event.respondWith(
    caches.match(pathname, { cacheName: CACHE }).then((kept) => kept ?? fetch(event.request)),
  );
});
