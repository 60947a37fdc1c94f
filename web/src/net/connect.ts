// How this build of the page reaches its tables: a server. The static site is built with `offline/connect.ts` instead
// (`$connect` in vite.config.ts).

import { Line } from './socket';
import type { LineEvents, Transport } from './transport';

/** Whether there is a server, with other players, links, accounts and long analyses. */
export const HAS_SERVER = true;

/** Return the connection to the server at an address; with an empty one it stays closed. */
export const connect = (address: string, events: LineEvents): Transport => new Line(address, events);

/** Send a request to the server. */
export const request = (address: string, init?: RequestInit): Promise<Response> => fetch(address, init);

/** Register the service worker, which lets the page open while the server is offline. */
export function install(): void {
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}
