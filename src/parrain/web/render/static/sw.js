// The service worker: a page that says one is offline. Nothing else is ever answered from here, so that nothing is stale.

const VERSION = "VERSION", OFFLINE = { en: "/offline?lang=en", fr: "/offline?lang=fr" }, ASSETS = ["ASSETS"];
const LANGUAGE = "/offline/language"; // under it the language of the last page is kept

self.addEventListener("install", (event) => {
  // scripts and styles go past this worker where the browser can do that: waking it for each delays the first board
  const needed = ASSETS.map((path) => ({ condition: { urlPattern: path }, source: "race-network-and-fetch-handler" }));
  event.addRoutes?.([...needed, { condition: { urlPattern: `/static/*` }, source: "network" }]);
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll([...Object.values(OFFLINE), ...ASSETS])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) if (name !== VERSION) await caches.delete(name);
    await self.registration.navigationPreload?.enable();
    await self.clients.claim();
  })());
});

async function offline() {
  const cache = await caches.open(VERSION), last = await cache.match(LANGUAGE);
  const language = last ? await last.text() : self.navigator.language.slice(0, 2);
  return (await cache.match(OFFLINE[language] ?? OFFLINE.en)) ?? Response.error();
}

async function visit(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    const language = answer.headers.get("Content-Language");
    if (language) event.waitUntil(caches.open(VERSION).then((cache) => cache.put(LANGUAGE, new Response(language))));
    return answer;
  } catch {
    return offline();
  }
}

self.addEventListener("fetch", (event) => {
  const path = new URL(event.request.url).pathname;
  if (event.request.mode === "navigate") event.respondWith(visit(event));
  else if (ASSETS.includes(path)) event.respondWith(fetch(event.request).catch(async () => (await caches.match(path)) ?? Response.error()));
});
