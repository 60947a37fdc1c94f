// The line to the server: a websocket that comes back by itself. It waits longer after each failure, tries at once when
// the network or the page comes back, notices a line that has gone silent, and finds out why it cannot connect.

import type { ClientMessage, ServerMessage } from '../protocol';
import type { LineCause, LineState } from './state';

const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 10_000;
const PING_EVERY = 15_000;
const SILENT_AFTER = 40_000;

export interface LineEvents {
  readonly message: (message: ServerMessage) => void;
  readonly change: (line: LineState) => void;
}

export class Line {
  private socket: WebSocket | null = null;
  private wait = SHORTEST_WAIT;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;

  constructor(
    private readonly address: string,
    private readonly events: LineEvents,
  ) {
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  /** Connect now. */
  open(): void {
    clearTimeout(this.retry);
    this.events.change({ kind: 'connecting' });
    const socket = new WebSocket(this.address);
    let opened = false;
    this.socket = socket;
    socket.onopen = () => {
      opened = true;
      this.wait = SHORTEST_WAIT;
      this.heard = Date.now();
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.beat(socket), PING_EVERY);
      this.events.change({ kind: 'open' });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.heard = Date.now();
      this.events.message(JSON.parse(event.data) as ServerMessage);
    };
    socket.onclose = () => {
      if (this.socket === socket) void this.broken(opened);
    };
  }

  /** Send a message; false when the line is down. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Leave this line for a new one: the server forgets whom it was following. */
  renew(): void {
    clearInterval(this.heartbeat);
    if (this.socket) {
      this.socket.onclose = this.socket.onmessage = null;
      this.socket.close();
    }
    this.open();
  }

  /** Do not wait any longer. */
  hurry(): void {
    if (this.socket === null) this.open();
  }

  private beat(socket: WebSocket): void {
    if (Date.now() - this.heard > SILENT_AFTER) {
      // A close that nobody answers can take minutes: leave the socket behind.
      socket.onclose = null;
      socket.close();
      void this.broken(true);
    } else {
      this.send({ type: 'ping' });
    }
  }

  private async broken(opened: boolean): Promise<void> {
    this.socket = null;
    clearInterval(this.heartbeat);
    const delay = this.wait * (0.8 + 0.4 * Math.random());
    this.wait = Math.min(LONGEST_WAIT, this.wait * 2);
    this.retry = setTimeout(() => this.open(), delay);
    const seconds = Math.max(1, Math.round(delay / 1000));
    this.events.change({ kind: 'waiting', seconds, cause: 'lost' });
    if (opened) return;
    const cause = await whyNot();
    if (this.socket === null) this.events.change({ kind: 'waiting', seconds, cause });
  }
}

/** Whether the page itself can still be had: if so, something in between refuses the websocket. */
async function whyNot(): Promise<LineCause> {
  try {
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store' });
    return answer.ok ? 'refused' : 'silent';
  } catch {
    return 'silent';
  }
}
