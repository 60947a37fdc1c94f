// Messages between the page and the web worker in which its tables run.

/** To the worker: a message of the protocol, or a request as a server would receive it. */
export type ToWorker =
  | { readonly type: 'hear'; readonly text: string }
  | { readonly type: 'ask'; readonly id: number; readonly method: string; readonly address: string; readonly word: string; readonly body: string };

/**
 * From the worker: first the build that it is of; then a message of the protocol, the answer to a request, why the tables
 * cannot start, or that games are in memory only.
 */
export type FromWorker =
  | { readonly type: 'begun'; readonly build: string | undefined }
  | { readonly type: 'told'; readonly text: string }
  | { readonly type: 'answer'; readonly id: number; readonly status: number; readonly kind: string; readonly body: string }
  | { readonly type: 'failed'; readonly reason: StartFailure }
  | { readonly type: 'in-memory' };

/**
 * Why the tables cannot start: no WebAssembly, games stored by a newer version, files that could not be loaded, or a
 * worker of another build than the page.
 */
export type StartFailure = 'no-wasm' | 'newer-games' | 'not-loaded' | 'other-build';

/** The build of this file's bundle: that of the page and that of its worker must be the same. */
export const BUILD = import.meta.env.VITE_BUILD as string | undefined;
