// Service worker: caches the page's files, so that it opens without the server. The network comes
// first, and API responses are never cached.

const CACHE = "thermodon";
const SHELL = "/";

/** Files that the page needs besides its assets. */
const BESIDE = ["/theme.js", "/icon.svg", "/manifest.webmanifest"];

self.addEventListener("install", (event) => {
  event.waitUntil(fetch(SHELL).then(keepShell));
  // The cache has no version: activate at once.
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

/** The page from the server, else from the cache. */
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

/** Caches the page and its assets. A new version replaces the whole cache. */
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

/** Asset names contain a hash: the cache comes first. */
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
