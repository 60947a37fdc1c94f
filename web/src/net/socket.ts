// Websocket connection to the server with automatic reconnect. It sends a ping every second, drops a connection that
// has gone silent, reconnects at once after a break and backs off after each failure, retries immediately when the
// network or the page comes back, and determines why it cannot connect.

import type { ClientMessage, ServerMessage } from '../protocol';
import { asksForPacked, unpacked } from './compression';
import type { LineEvents, Transport } from './transport';
import type { LineCause } from '../store/state';

/** Delay (ms) before the first reconnect attempt after a break, and its random jitter. */
const FIRST_WAIT = 50;
const FIRST_JITTER = 200;
const SHORTEST_WAIT = 500;
const LONGEST_WAIT = 5_000;
export const PING_EVERY = 1_000;
/** A ping unanswered for this long (ms) means that the connection is dead. */
export const SILENT_AFTER = 2_500;
/** A connection attempt that takes longer than this (ms) is abandoned. */
const OPENS_WITHIN = 5_000;

/** Close code of a tournament server, which hosts no games; the reason is the id of its championship. */
const HALL = 4404;

/** The state of an open socket; a heartbeat may come after a test has taken the class `WebSocket` away. */
const OPEN: typeof WebSocket.OPEN = 1;

export class Line implements Transport {
  /** When the last ping was sent, ms since 1970. */
  pinged = 0;
  private socket: WebSocket | null = null;
  /** Backoff in ms; 0 if the next attempt is the first after a break. */
  private wait = 0;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heartbeat: ReturnType<typeof setInterval> | undefined;
  private opening: ReturnType<typeof setTimeout> | undefined;
  private heard = 0;
  /** Whether the server has said that it hosts no games. */
  private ended = false;
  /** The server's last pong on this connection, and when it arrived. */
  private answer: { readonly now: number; readonly heard: number } | null = null;

  constructor(
    private readonly address: string,
    private readonly events: LineEvents,
  ) {
    addEventListener('online', () => this.hurry());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && this.hurry());
  }

  /** Connect now; does nothing if the address is empty, as on a tournament server, which hosts no online games. */
  open(): void {
    if (this.address === '' || this.ended) return;
    clearTimeout(this.retry);
    this.events.change({ kind: 'connecting' });
    const socket = new WebSocket(this.address + asksForPacked());
    socket.binaryType = 'arraybuffer';
    let opened = false;
    /** Messages waiting until an earlier one is decompressed, so that they stay in order. */
    let unread: Promise<void> | null = null;
    this.socket = socket;
    this.opening = setTimeout(() => this.leave(socket, false), OPENS_WITHIN);
    socket.onopen = () => {
      opened = true;
      clearTimeout(this.opening);
      this.wait = 0;
      this.heard = Date.now();
      clearInterval(this.heartbeat);
      this.heartbeat = setInterval(() => this.beat(socket), PING_EVERY);
      this.events.change({ kind: 'open' });
      this.ping();
    };
    socket.onmessage = ({ data }: MessageEvent<string | ArrayBuffer>) => {
      const heard = (this.heard = Date.now());
      if (typeof data === 'string' && unread === null) return this.read(data, heard);
      const text = typeof data === 'string' ? data : unpacked(data);
      const mine = (unread ?? Promise.resolve()).then(async () => {
        const told = await text;
        if (unread === mine) unread = null;
        if (this.socket === socket) this.read(told, heard);
      });
      unread = mine;
      void mine.catch(() => this.leave(socket, true));
    };
    socket.onclose = (event?: CloseEvent) => {
      if (this.socket !== socket) return;
      if (event?.code === HALL) this.endForHall(event.reason);
      else void this.broken(opened);
    };
  }

  /**
   * The server at this address runs a tournament now, and this page is that of the game server before it. The page is
   * loaded again, except a score sheet, which works as it is.
   */
  private endForHall(id: string): void {
    this.socket = null;
    this.ended = true;
    clearInterval(this.heartbeat);
    clearTimeout(this.opening);
    document.documentElement.dataset['hall'] = id;
    if (!location.pathname.startsWith('/umpire/')) location.reload();
  }

  private read(text: string, heard: number): void {
    const message = JSON.parse(text) as ServerMessage;
    if (message.type === 'pong') this.answer = { now: message.now, heard };
    this.events.message(message);
  }

  /** Send a message; return false if the connection is down. */
  send(message: ClientMessage): boolean {
    if (this.socket?.readyState !== OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** Reconnect, so that the server greets the account that is signed in now. */
  again(): void {
    const { socket } = this;
    if (socket === null) return this.open();
    this.leave(socket, true);
    this.open();
  }

  /** Retry now instead of waiting for the backoff. */
  hurry(): void {
    if (this.socket === null) this.open();
  }

  private ping(): void {
    this.pinged = Date.now();
    this.send({ type: 'ping', ...(this.answer && { echo: this.answer.now, held: this.pinged - this.answer.heard }) });
  }

  /**
   * Send a ping, unless the last one is still unanswered: a page that was suspended gets time to receive its
   * answer.
   */
  private beat(socket: WebSocket): void {
    if (this.heard >= this.pinged) this.ping();
    else if (Date.now() - this.pinged > SILENT_AFTER) this.leave(socket, true);
  }

  /** A close handshake that the server does not answer can take minutes, so drop the socket without waiting. */
  private leave(socket: WebSocket, opened: boolean): void {
    if (this.socket !== socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    void this.broken(opened);
  }

  private async broken(opened: boolean): Promise<void> {
    this.socket = null;
    clearInterval(this.heartbeat);
    clearTimeout(this.opening);
    const delay = this.wait === 0 ? FIRST_WAIT + FIRST_JITTER * Math.random() : this.wait * (0.8 + 0.4 * Math.random());
    this.wait = Math.min(LONGEST_WAIT, Math.max(SHORTEST_WAIT, this.wait * 2));
    this.retry = setTimeout(() => this.open(), delay);
    const seconds = Math.max(1, Math.round(delay / 1000));
    this.events.change({ kind: 'waiting', seconds, cause: 'lost' });
    if (opened) return;
    const cause = await whyNot();
    if (this.socket === null) this.events.change({ kind: 'waiting', seconds, cause });
  }
}

/** Check whether the page itself is still reachable: if so, something between blocks the websocket. */
async function whyNot(): Promise<LineCause> {
  try {
    const signal = AbortSignal.timeout(OPENS_WITHIN);
    const answer = await fetch('/', { method: 'HEAD', cache: 'no-store', signal });
    return answer.ok ? 'refused' : 'silent';
  } catch {
    return 'silent';
  }
}
