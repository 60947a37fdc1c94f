// How this build of the page reaches its tables: a server. The static site is built with `offline/connect.ts` instead
// (`$connect` in vite.config.ts).

import type { Away } from '../offline/away';
import type { ClientMessage, ServerMessage } from '../protocol';
import { hasCopies } from './copies';
import { Line } from './socket';
import type { LineEvents, Transport } from './transport';

/** Whether there is a server, with other players, links, accounts and long analyses. */
export const HAS_SERVER = true;

/** The connection to the server; when a game is open that can go on without one, `Away` is loaded and takes part. */
class ServerLine implements Transport {
  private readonly line: Line;
  private away: Away | null = null;
  private offers = false;

  constructor(
    private readonly address: string,
    private readonly events: LineEvents,
  ) {
    this.line = new Line(address, {
      message: (message) => (this.away ?? this).message(message),
      change: (state) => (this.away ?? events).change(state),
    });
  }

  get pinged(): number {
    return (this.away ?? this.line).pinged;
  }

  open(): void {
    if (this.address !== '' && hasCopies()) void this.prepare().finally(() => this.line.open());
    else this.line.open();
  }

  send(message: ClientMessage): boolean {
    return (this.away ?? this.line).send(message);
  }

  again(): void {
    (this.away ?? this.line).again();
  }

  hurry(): void {
    this.line.hurry();
  }

  message(message: ServerMessage): void {
    this.events.message(message);
    if (message.type === 'welcome') this.offers = message.offline ?? false;
    if (message.type === 'snapshot' && message.card.offline && this.offers && isSecureContext && !saves()) {
      const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
      idle(() => void this.prepare().then(() => this.away?.follow(message.card.game)));
    }
  }

  private async prepare(): Promise<void> {
    if (this.away) return;
    try {
      const { Away } = await import('../offline/away');
      this.away ??= await Away.open(this.line, this.events);
    } catch {
      // Without it, a game waits for the server as before.
    }
  }
}

/** Return the connection to the server at an address; with an empty one it stays closed. */
export const connect = (address: string, events: LineEvents): Transport => new ServerLine(address, events);

/** Send a request to the server. */
export const request = (address: string, init?: RequestInit): Promise<Response> => fetch(address, init);

/** Register the service worker, which lets the page open while the server is offline. */
export function install(): void {
  addEventListener('load', () => setTimeout(() => void import('../offline/updates').then(({ keepUpToDate }) => keepUpToDate(false)), 2000));
}

/** Whether the person pays for data and asks pages to load little. */
const saves = (): boolean => (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData ?? false;
