// The service worker of the static site: every file of one version of the site, stored by the hash of its content.
//
// `site_build.py` writes VERSION, FILES (path to SHA-256), FIRST (what the page needs to draw itself) and LATER (paths that
// are stored when they are first used) above this line. A new version is installed beside the old one and takes over between games (`updates.ts`), so a page
// never gets files of two versions. Only files of the site are stored; games are in IndexedDB.

const CACHE = 'carrom-files';
const PAGE = '/index.html';
const DAMAGED = 'A part of Carrom that was stored in this browser is damaged. Your games are safe: connect to the network and reload.';

const keyOf = (hash) => `${self.location.origin}/_stored/${hash}`;

async function hashOf(content) {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Return a file of this version from the cache, or fetch and store it; fails if the server has another version of it. A
 * stored file whose content has changed is fetched again.
 */
async function stored(path) {
  const cache = await caches.open(CACHE);
  const key = keyOf(FILES[path]);
  const found = await cache.match(key);
  if (found) {
    const content = await found.arrayBuffer();
    if ((await hashOf(content)) === FILES[path]) return new Response(content, { headers: found.headers });
    await cache.delete(key);
  }
  for (const how of ['default', 'reload']) {
    const answer = await fetch(path, { cache: how });
    if (!answer.ok) continue;
    const content = await answer.arrayBuffer();
    if ((await hashOf(content)) !== FILES[path]) continue; // an older one in the browser's cache
    const headers = { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' };
    const kept = new Response(content, { headers });
    await cache.put(key, kept.clone()).catch(() => undefined); // without room, the network serves
    return kept;
  }
  throw new Error(`${path} is not of this version`);
}

/** Return the page, once everything that it needs to draw itself is stored. */
async function page() {
  const [found] = await Promise.all([PAGE, ...FIRST].map(stored));
  return found;
}

const damaged = () => new Response(`<!doctype html><meta charset="utf-8"><title>Carrom</title><p role="alert">${DAMAGED}</p>`, { status: 503, headers: { 'content-type': 'text/html' } });

self.addEventListener('install', (event) => {
  const wanted = Object.keys(FILES).filter((path) => !LATER.includes(path));
  event.waitUntil(wanted.reduce((before, path) => before.then(() => stored(path)), Promise.resolve()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches.open(CACHE).then(async (cache) => {
      const keep = new Set(Object.values(FILES).map(keyOf));
      for (const request of await cache.keys()) if (!keep.has(request.url)) await cache.delete(request);
      await self.clients.claim();
    }),
  );
});

// The page asks for the new version when no game is under way; another open tab keeps the old one until it is closed.
self.addEventListener('message', (event) => {
  if (event.data !== 'take-over') return;
  event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => open.length <= 1 && self.skipWaiting()));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page().catch(() => fetch(request)).catch(damaged));
  else if (pathname in FILES) event.respondWith(stored(pathname).catch(() => fetch(request)));
});
