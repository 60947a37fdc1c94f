// Messages between the page and the web worker in which its tables run.

/** To the worker: a message of the protocol, or a request as a server would receive it. */
export type ToWorker =
  | { readonly type: 'hear'; readonly text: string }
  | { readonly type: 'ask'; readonly id: number; readonly method: string; readonly address: string; readonly word: string; readonly body: string };

/** From the worker: a message of the protocol, the answer to a request, or why the tables cannot start. */
export type FromWorker =
  | { readonly type: 'told'; readonly text: string }
  | { readonly type: 'answer'; readonly id: number; readonly status: number; readonly kind: string; readonly body: string }
  | { readonly type: 'failed'; readonly reason: StartFailure };

/** Why the tables cannot start: no WebAssembly, no storage, or files that could not be loaded. */
export type StartFailure = 'no-wasm' | 'no-storage' | 'not-loaded';
