// The service worker of a page that a server serves: files of one version, stored by the hash of their content.
//
// The server writes FILES (path to the first digits of its SHA-256), FIRST (paths that are stored at once) and LATER
// (paths that are stored when they are first used) above this line. The page comes from the network as long as there
// is one; without it, from the store, with exactly the files of its version. Only files in the list are stored: no
// game, no record, no answer of the server.

const CACHE = 'carrom-files';
const PAGE = '/index.html';

const keyOf = (path) => `${self.location.origin}/_stored/${FILES[path]}${path}`;

async function hashOf(content) {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Return a file of this version from the store, else from the network, and store it; fails if it is of another one. */
async function stored(path) {
  const cache = await caches.open(CACHE);
  const found = await cache.match(keyOf(path));
  if (found) return found;
  for (const how of ['default', 'reload']) {
    const answer = await fetch(path, { cache: how });
    if (!answer.ok) continue;
    const content = await answer.arrayBuffer();
    if (!(await hashOf(content)).startsWith(FILES[path])) continue; // an older one in the browser's cache
    const file = new Response(content, { headers: { 'content-type': answer.headers.get('content-type') ?? 'application/octet-stream' } });
    await cache.put(keyOf(path), file.clone()).catch(() => undefined); // without room, the network serves
    return file;
  }
  throw new Error(`${path} is not of this version`);
}

const all = (paths) => paths.reduce((before, path) => before.then(() => stored(path)), Promise.resolve());

self.addEventListener('install', (event) => event.waitUntil(all(FIRST)));

self.addEventListener('activate', (event) => {
  const clean = async () => {
    await caches.delete('carrom-shell'); // of versions up to 0.4.0.dev4
    const keep = new Set(Object.keys(FILES).map(keyOf));
    const cache = await caches.open(CACHE);
    for (const request of await cache.keys()) if (!keep.has(request.url)) await cache.delete(request);
    await self.clients.claim();
  };
  event.waitUntil(clean());
});

self.addEventListener('message', (event) => {
  // A game is open that could go on without a connection.
  if (event.data === 'store') event.waitUntil(all(Object.keys(FILES).filter((path) => !LATER.includes(path))));
  // No game is open in the page that asks; another open tab keeps the old version until it is closed.
  if (event.data === 'take-over') {
    event.waitUntil(self.clients.matchAll({ type: 'window', includeUncontrolled: true }).then((open) => open.length <= 1 && self.skipWaiting()));
  }
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => stored(PAGE)));
  else if (pathname in FILES && pathname !== PAGE) event.respondWith(stored(pathname).catch(() => fetch(request)));
});
