// How the static site reaches its tables: a web worker of the page (`$connect` in vite.config.ts).

import { alsoSays } from '../i18n/language.svelte';
import words from '../i18n/more/offline.json';
import { t } from '../i18n/t';
import type { LineEvents, Transport } from '../net/transport';
import { WorkerLine } from './line';
import { keepUpToDate } from './updates';

export const HAS_SERVER = false;

let line: WorkerLine | null = null;
let hasStarted: () => void;
const started = new Promise<void>((resolve) => (hasStarted = resolve));

/** Return the connection to the tables of this page. */
export const connect = (_address: string, events: LineEvents): Transport =>
  (line = new WorkerLine({ ...events, message: (message) => (events.message(message), message.type === 'welcome' && hasStarted()) }, (why) => {
    alsoSays(words);
    events.message({ type: 'refused', nonce: null, code: 'broken', reason: t(`offline.${why}`) });
  }, () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' })));

/** Answer a request as a server would, from the worker; files of the site are fetched. */
export const request = (address: string, init?: RequestInit): Promise<Response> =>
  line && !address.startsWith('/assets/') ? line.request(address, init) : fetch(address, init);

/** Register the service worker once the tables have started, so that it does not compete with them for the network. */
export function install(): void {
  void started.then(() => keepUpToDate());
}
