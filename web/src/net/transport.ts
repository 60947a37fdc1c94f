// The connection of the page to its tables, whatever is at its other end: a server behind a websocket (`socket.ts`) or
// the tables in a web worker of this page (`offline/line.ts`).

import type { ClientMessage, ServerMessage } from '../protocol';
import type { LineState } from '../store/state';

export interface LineEvents {
  readonly message: (message: ServerMessage) => void;
  readonly change: (line: LineState) => void;
}

export interface Transport {
  /** When the last ping was sent, ms since 1970. */
  readonly pinged: number;
  /** Connect now. */
  open(): void;
  /** Send a message; return false if the connection is down. */
  send(message: ClientMessage): boolean;
  /** Reconnect, so that the other end greets this page again. */
  again(): void;
  /** Retry now instead of waiting. */
  hurry(): void;
}
