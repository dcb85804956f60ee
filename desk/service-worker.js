// Caches the desk's page and files, so that the desk opens without a network. It never caches /api/desk: the
// page stores the leads that were read, and removes them at sign-out. It sends what the page has not sent.
// The build fills in the file names, and a version that changes with them.

const CACHE = "desk-__VERSION__";
const FILES = [__FILES__];
/** The main script of the page from the same build. */
const MAIN = "__MAIN__";

self.addEventListener("install", (event) => {
  const keep = async () => {
    // During a rollout, servers of two versions respond. A page of the other version names files that are not
    // cached. The browser tries again later.
    const page = await fetch("/desk", { cache: "reload" });
    const html = page.ok ? await page.clone().text() : "";
    if (!html.includes(MAIN)) throw new Error("The server's page is of another version.");
    const cache = await caches.open(CACHE);
    await cache.put("/desk", page);
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

// Shows a notification from the server (backend/src/outbox/push/notification.rs).
self.addEventListener("push", (event) => {
  const { lead, title, body } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      // A notification that is sent again replaces the first one.
      tag: lead,
      icon: "/icon-192.png",
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  const { notification } = event;
  notification.close();
  const fragment = `#lead/${notification.tag}`;
  const openLead = async () => {
    const windows = await self.clients.matchAll({ type: "window" });
    const desk = windows.find(({ url }) => new URL(url).pathname === "/desk");
    if (!desk) return self.clients.openWindow(`/desk${fragment}`);
    // `navigate` reloads the desk.
    desk.postMessage({ fragment });
    return desk.focus();
  };
  event.waitUntil(openLead());
});

// The desk was left with unsent changes (src/data/unsent.ts), and there is a network. The desk sends them once more
// when it is opened, and then removes them: the server records an event once.
self.addEventListener("sync", (event) => event.waitUntil(sendUnsent()));

async function sendUnsent() {
  const opening = indexedDB.open("desk-events");
  opening.onupgradeneeded = () => opening.result.createObjectStore("events");
  const events = (await resultOf(opening)).transaction("events").objectStore("events");
  const all = await resultOf(events.getAll());
  const { email } = await (await fetch("/api/desk/session")).json();
  for (const { event, leadId, enter, refusal } of all) {
    if (event.who !== email || refusal) continue;
    const response = await fetch(`/api/desk/leads${enter ? "" : `/${leadId}/events`}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(enter ?? event),
    });
    // The browser starts this again later.
    if (response.status >= 500 || response.status === 429) throw new Error("Not now.");
  }
}

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
