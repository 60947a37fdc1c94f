// The connection to the tables of this page while they start. It greets the page and opens a new game, or the game that
// was played last, at once, as the tables will; so the board can be aimed and struck while Python is loaded. What is sent
// meanwhile is passed on when the tables are there, and they rule on it then. A game that they have not created yet
// survives a reload.

import type { LineEvents, Transport } from '../net/transport';
import type { ClientMessage, NewGame, Refused, ServerMessage, Snapshot } from '../protocol';
import { forget } from '../store/saved_games';
import type { LineState } from '../store/state';
import { opened, WELCOME } from './first_game';
import { lastSeen, LastSeen } from './last_seen';

/** Storage key of a new game that the tables have not created yet. */
const KEY = 'carrom.early.';

/** After this many ms without a moment of rest, the tables are started anyway. */
const PATIENCE = 2_000;

/** The connection to the tables, which also answer requests. */
export type Tables = Transport & { request(address: string, init?: RequestInit): Promise<Response> };

export class EarlyLine implements Tables {
  private readonly line: Tables;
  /** Whether this line answers for the tables: until they greet the page, or are lost before they do. */
  private isEarly = true;
  /** Resolves when the connection to the tables has been opened. */
  private readonly started: Promise<void>;
  private startNow: () => void = () => undefined;
  /** What is passed on to the tables when they are there. */
  private queue: ClientMessage[] = [];
  /** A game that the page plays and the tables have yet to create. */
  private begun: NewGame | null = null;
  /** What the page was shown of a game before the tables were there. */
  private shown: Snapshot | null = null;
  private readonly seen = new LastSeen();

  /** `connect` returns the connection to the tables, which is opened after `playable`: loading what a stroke needs. */
  constructor(
    private readonly events: LineEvents,
    connect: (events: LineEvents) => Tables,
    private readonly playable: () => Promise<unknown>,
  ) {
    this.started = new Promise((resolve) => (this.startNow = resolve));
    void this.started.then(() => this.line.open());
    this.line = connect({ message: (message) => this.receive(message), change: (state) => this.change(state) });
  }

  get pinged(): number {
    return this.line.pinged;
  }

  open(): void {
    this.events.change({ kind: 'open' });
    this.events.message(WELCOME);
    // What strokes need is fetched while the page is drawn. Python is the largest, and waits for a stroke to begin.
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
    const start = (): void => void idle(this.startNow, { timeout: PATIENCE });
    void this.playable().then(start, start);
  }

  send(message: ClientMessage): boolean {
    if (message.type === 'resume') this.recall(message.game);
    if (message.type === 'resume' || message.type === 'new-game') this.seen.follow(message.key ?? null);
    if (!this.isEarly) {
      if (message.type === 'resume' || message.type === 'leave') this.shown = null;
      return this.line.send(message);
    }
    if (message.type === 'new-game' && !this.begun && opened(message)) {
      this.begun = message;
      keep(message);
      this.show(opened(message), message.nonce);
    } else if (message.type === 'resume') {
      const { begun } = this;
      const isBegun = begun !== null && begun.nonce === message.game && begun.key === message.key;
      const version = this.show(isBegun ? opened(begun) : lastSeen(message.game, message.key), null);
      this.queue.push({ ...message, version: version ?? message.version });
      if (!this.shown) this.startNow();
    } else if (message.type === 'send-films') {
      this.queue.unshift(message); // so that films need not be computed for the strokes before
    } else {
      this.queue.push(message);
      if (!this.shown) this.startNow();
    }
    return true;
  }

  again(): void {
    this.line.again();
  }

  hurry(): void {
    if (this.isEarly) this.startNow();
    else this.line.hurry();
  }

  /** Answer a request as a server would, when the tables have been started. */
  async request(address: string, init?: RequestInit): Promise<Response> {
    await this.started;
    return this.line.request(address, init);
  }

  /** Show the page a game; return its version, or null if the tables have to show it. */
  private show(messages: readonly ServerMessage[] | null, nonce: string | null): number | null {
    this.shown = messages?.find((message) => message.type === 'snapshot') ?? null;
    queueMicrotask(() => {
      for (const message of messages ?? []) this.tell(message.type === 'joined' ? { ...message, nonce } : message);
    });
    return this.shown?.version ?? null;
  }

  private tell(message: ServerMessage): void {
    this.seen.note(message);
    this.events.message(message);
  }

  /** Create a game that this browser began before, if the tables did not live to do so. */
  private recall(game: string): void {
    if (this.begun) return;
    this.begun = kept(game);
    if (this.begun && !this.isEarly) this.line.send(this.begun);
  }

  private change(state: LineState): void {
    if (this.isEarly && state.kind !== 'waiting' && state.kind !== 'failed') return;
    // The page sends again what was not answered.
    if (this.isEarly) [this.isEarly, this.queue] = [false, []];
    this.events.change(state);
  }

  private receive(message: ServerMessage): void {
    const { begun, shown } = this;
    if (message.type === 'welcome') {
      const isNews = !this.isEarly;
      this.isEarly = false;
      if (begun) this.line.send(begun);
      else this.flush();
      if (isNews) this.tell(message);
    } else if (begun && message.type === 'joined' && message.nonce === begun.nonce) {
      this.settle(begun);
      this.flush();
    } else if (begun && message.type === 'refused' && message.nonce === begun.nonce) {
      this.refuse(begun, message);
    } else if (shown && message.type === 'snapshot' && !this.begun) {
      this.shown = null;
      if (message.version !== shown.version || JSON.stringify(message.state) !== JSON.stringify(shown.state)) this.tell(message);
    } else {
      if (message.type === 'stroke' || message.type === 'played' || message.type === 'acted') this.shown = null;
      this.tell(message);
    }
  }

  /** The game exists, or another tab is creating it; or it could not be created. */
  private refuse(game: NewGame, refused: Refused): void {
    this.settle(game);
    if (refused.code === 'full') {
      this.flush();
      this.events.message({ ...refused, nonce: null });
    } else {
      this.queue = [];
      forget(game.nonce);
      this.events.message({ ...refused, nonce: null, code: 'unknown-game' });
    }
  }

  /** Forget a command that the tables have answered. */
  private settle(game: NewGame): void {
    this.begun = null;
    try {
      localStorage.removeItem(KEY + game.nonce);
    } catch {
      // Nothing was stored.
    }
  }

  private flush(): void {
    const waiting = this.queue;
    this.queue = [];
    for (const message of waiting) this.line.send(message);
  }
}

function keep(game: NewGame): void {
  try {
    localStorage.setItem(KEY + game.nonce, JSON.stringify(game));
  } catch {
    // Without storage, a reload before the tables are there loses the game.
  }
}

function kept(game: string): NewGame | null {
  try {
    return JSON.parse(localStorage.getItem(KEY + game) ?? 'null') as NewGame | null;
  } catch {
    return null;
  }
}
