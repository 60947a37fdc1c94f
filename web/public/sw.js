// Keeps the page at hand, so that it opens (and says what is wrong) while its server is away. Only the page: never a
// game's record, a rule book or the websocket.

const SHELL = 'carrom-shell';
const ASSET = /^\/(assets\/|carrom\.svg$|icon-\d+\.png$|manifest\.webmanifest$)/;

/** Keep the page, and all that it loads at once. */
async function keep(answer) {
  const cache = await caches.open(SHELL);
  const page = await answer.clone().text();
  const before = await cache.match('/');
  if (before && (await before.text()) === page) return;
  // A new page: nothing of the old one is needed any more.
  for (const request of await cache.keys()) await cache.delete(request);
  await cache.put('/', answer.clone());
  const names = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1]);
  await cache.addAll(names.filter((name) => ASSET.test(name)));
}

self.addEventListener('install', (event) => {
  event.waitUntil(fetch('/').then(keep).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (ASSET.test(pathname)) event.respondWith(asset(request));
});

/** The page from the server; while that is away, the one that was kept, whatever place is asked for. */
async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok && answer.headers.get('content-type')?.startsWith('text/html')) event.waitUntil(keep(answer.clone()));
    return answer;
  } catch (error) {
    const kept = await caches.match('/');
    if (kept) return kept;
    throw error;
  }
}

/** What never changes under its name: from what was kept, else from the server, and kept then. */
async function asset(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(SHELL)).put(request, answer.clone());
  return answer;
}
