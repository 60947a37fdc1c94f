// The web worker in which the tables run: it loads Python (Pyodide) with the `carrom` package and passes messages
// between the page and `carrom.offline`.

import { createEngine, type Engine } from './engine.js';
import kernelUrl from './kernel.wasm?url';
import { MemoryStorage } from './memory_storage';
import { BUILD, type FromWorker, type StartFailure, type ToWorker } from './messages';
import { GameStorage, type Storage } from './storage';

/** The folder of this build's Python files; its name contains the hash of their contents. */
const PYTHON = new URL(import.meta.env.VITE_PYTHON as string, location.origin).href;

type Hear = (text: string) => void;
type Ask = (method: string, address: string, word: string, body: string) => Promise<{ toJs(): [number, string, string] }>;

interface Python {
  readonly unpackArchive: (archive: ArrayBuffer, format: string, options: { readonly extractDir: string }) => void;
  readonly runPython: (source: string) => unknown;
  readonly pyimport: (name: string) => { readonly start: (storage: Storage, send: (text: string) => void, engine: Engine, sheets: Storage) => { toJs(): [Hear, Ask] } };
}

const post = (message: FromWorker): void => postMessage(message);

/** Fetch a file of Python; it is compressed here, so that no web server need do so. */
async function packed(name: string): Promise<Response> {
  const answer = await fetch(`${PYTHON}${name}.packed`);
  if (!answer.ok || !answer.body) throw new Error(`${name} could not be loaded (status ${answer.status}).`);
  const kind = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream';
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip')), { headers: { 'content-type': kind } });
}

/** Open the storage of games; where the browser has none, they are in memory until this worker ends. */
async function openStorage(): Promise<Storage> {
  try {
    return await GameStorage.open();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'VersionError') throw new Failed('newer-games');
    console.warn(error);
    return new MemoryStorage();
  }
}

class Failed extends Error {
  constructor(readonly reason: StartFailure) {
    super(reason);
  }
}

/** Whether the browser has WebAssembly, and the policies of the page's host and of its user allow it. */
function runsWebAssembly(): boolean {
  try {
    return new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) instanceof WebAssembly.Module;
  } catch {
    return false;
  }
}

async function start(): Promise<[Hear, Ask]> {
  if (!runsWebAssembly()) throw new Failed('no-wasm');
  // Score sheets have a storage of their own, so that a page owns a game and a sheet at a time.
  const opening = Promise.all([openStorage(), openStorage()]);
  opening.catch(() => undefined); // awaited below
  const archive = packed('packages.zip').then((answer) => answer.arrayBuffer());
  // Everything is requested at once; Pyodide asks for these two by name, later.
  const early = new Map(['pyodide.asm.wasm', 'stdlib.zip'].map((name) => [name, packed(name)]));
  for (const answer of early.values()) answer.catch(() => undefined);
  // Pyodide loads its files by name from its folder; the large ones are compressed.
  const plain = self.fetch.bind(self);
  self.fetch = (asked, init) => {
    const address = asked instanceof Request ? asked.url : String(asked);
    const name = address.startsWith(PYTHON) ? address.slice(PYTHON.length) : '';
    return early.get(name) ?? plain(asked, init);
  };
  const { loadPyodide } = (await import(/* @vite-ignore */ `${PYTHON}pyodide.mjs`)) as { loadPyodide: (options: object) => Promise<Python> };
  const [python, [storage, sheets], packages, engine] = await Promise.all([
    loadPyodide({ indexURL: PYTHON, stdLibURL: `${PYTHON}stdlib.zip` }),
    opening,
    archive,
    fetch(kernelUrl).then(async (answer) => {
      if (!answer.ok) throw new Error(`The engine's kernel could not be loaded (status ${answer.status}).`);
      return createEngine(await answer.arrayBuffer());
    }),
  ]);
  python.unpackArchive(packages, 'zip', { extractDir: '/carrom' });
  python.runPython("import sys; sys.path.insert(0, '/carrom'); sys.dont_write_bytecode = True");
  const [hear, ask] = python.pyimport('carrom.offline.browser').start(storage, (text) => post({ type: 'told', text }), engine, sheets).toJs();
  if (storage instanceof MemoryStorage) post({ type: 'in-memory' });
  return [hear, ask];
}

post({ type: 'begun', build: BUILD });
const started = start();
started.catch((error: unknown) => {
  console.error(error);
  post({ type: 'failed', reason: error instanceof Failed ? error.reason : 'not-loaded' });
});

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  void started.then(async ([hear, ask]) => {
    if (data.type === 'hear') return hear(data.text);
    const [status, kind, body] = (await ask(data.method, data.address, data.word, data.body)).toJs();
    post({ type: 'answer', id: data.id, status, kind, body });
  }, () => undefined);
});
