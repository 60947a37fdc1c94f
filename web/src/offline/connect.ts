// How the static site reaches its tables: a web worker of the page (`$connect` in vite.config.ts).

import { alsoSays } from '../i18n/language.svelte';
import words from '../i18n/more/offline.json';
import { t } from '../i18n/t';
import type { LineEvents, Transport } from '../net/transport';
import { loadPhysics } from '../physics/load';
import { EarlyLine } from './early';
import { WorkerLine } from './line';
import { BUILD, type StartFailure } from './messages';
import { keepUpToDate } from './updates';

export const HAS_SERVER = false;

let line: EarlyLine | null = null;
let hasStarted: () => void;
const started = new Promise<void>((resolve) => (hasStarted = resolve));

/** Return the connection to the tables of this page, which answers before they have started. */
export function connect(_address: string, events: LineEvents): Transport {
  const sentence = (about: StartFailure | 'in-memory'): string => {
    alsoSays(words);
    return t(`offline.${about}`);
  };
  const made = (): Worker => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const tables = (inner: LineEvents): WorkerLine =>
    new WorkerLine({ ...inner, message: (message) => (inner.message(message), message.type === 'welcome' && hasStarted()) }, sentence, made, BUILD);
  return (line = new EarlyLine(events, tables, playable));
}

/** Load what a stroke needs. */
const playable = (): Promise<unknown> => Promise.all([import('../physics/live'), loadPhysics()]);

/** Answer a request as a server would, from the worker; files of the site are fetched. */
export const request = (address: string, init?: RequestInit): Promise<Response> =>
  line && !address.startsWith('/assets/') ? line.request(address, init) : fetch(address, init);

/** Register the service worker once the tables have started, so that it does not compete with them for the network. */
export function install(): void {
  void started.then(() => keepUpToDate());
}
