// What is left of the page when the server is away: its files, as they were last seen, so that it opens and says so. The server
// is always asked first, and what it answers under /api is never kept: a game is what the server says.

const CACHE = "thermodon";
const SHELL = "/";

/** What the page needs before it can say anything. */
const BESIDE = ["/theme.js", "/icon.svg", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(SHELL).then(keepShell));
  // A new worker is no reason to wait: it keeps the same things.
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const isOurs = url.origin === self.location.origin && !/^\/api(\/|$)/.test(url.pathname);
  if (request.method !== "GET" || !isOurs) return;
  if (request.mode === "navigate") event.respondWith(shell(event));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else event.respondWith(fetch(request).catch(() => kept(request)));
});

/** The page as the server has it; as it was, if there is no server. */
async function shell(event) {
  try {
    const response = await fetch(event.request);
    if (response.ok && new URL(event.request.url).pathname === SHELL) {
      event.waitUntil(keepShell(response.clone()));
    }
    return response;
  } catch {
    return kept(new Request(SHELL));
  }
}

/** Keeps the page and what it loads at once. Another version of it lets go of all that belonged to the last one. */
async function keepShell(response) {
  if (!response.ok) return;
  const text = await response.clone().text();
  const cache = await caches.open(CACHE);
  const before = await (await cache.match(SHELL))?.text();
  if (before === text) return;
  for (const request of await cache.keys()) await cache.delete(request);
  await cache.put(SHELL, response);
  const assets = [...text.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  await cache.addAll([...assets, ...BESIDE]);
}

/** A file whose name says what is in it never changes. */
async function asset(request) {
  const cache = await caches.open(CACHE);
  const there = await cache.match(request);
  if (there) return there;
  const response = await fetch(request);
  if (response.ok) await cache.put(request, response.clone());
  return response;
}

async function kept(request) {
  const cache = await caches.open(CACHE);
  return (await cache.match(request, { ignoreSearch: true })) ?? Response.error();
}
