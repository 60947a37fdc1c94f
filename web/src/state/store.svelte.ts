// Where the pure state meets the world: the line, the page's storage, nonces and clocks.

import type { ClientMessage, ServerMessage } from '../protocol';
import { Line } from './line';
import { beginning, type AppState, type Session, type Settings } from './state';
import type { Message } from './message';
import { replayNeeds } from './replaying';
import { update } from './update';

const SESSION_KEY = 'carrom.game';
const SETTINGS_KEY = 'carrom.settings';
const DEFAULTS: Settings = { muted: false, turnBoard: true };

/** A fresh name for a command, so that it is done once however often it is sent. */
export function nonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class Store {
  state: AppState = $state.raw(beginning(null, DEFAULTS));
  private readonly line: Line;
  /** Whether the game's messages may flow: the line is open and the game has been asked for. */
  private resumed = false;

  constructor(address: string) {
    this.state = beginning(recall<Session | null>(SESSION_KEY, null), recall(SETTINGS_KEY, DEFAULTS));
    this.line = new Line(address, {
      message: (message) => this.receive(message),
      change: (line) => {
        this.resumed = false;
        this.send({ type: 'line', line });
      },
    });
    this.line.open();
  }

  /** Tell the state something, and do what follows from it. */
  send(message: Message): void {
    const before = this.state;
    this.state = update(before, message);
    if (this.state.session !== before.session) remember(SESSION_KEY, this.state.session);
    if (this.state.settings !== before.settings) remember(SETTINGS_KEY, this.state.settings);
    this.flush();
  }

  /** Try the line again now. */
  hurry(): void {
    this.line.hurry();
  }

  private receive(message: ServerMessage): void {
    this.send(message);
    if (message.type !== 'welcome' || this.state.outdated) return;
    this.resumed = true;
    const { session, version, card } = this.state;
    if (session) {
      const { game, token } = session;
      this.say({ type: 'resume', game, token, version: card ? version : null });
    } else if (!this.state.outgoing.length) {
      this.send({ type: 'dialog', dialog: 'new-game' });
    }
    this.flush();
  }

  private flush(): void {
    if (!this.resumed) return;
    const waiting = this.state.outgoing.filter((out) => !out.sent);
    const gone = waiting.filter((out) => this.say(out.message)).map((out) => out.message.nonce);
    if (gone.length) this.state = update(this.state, { type: 'sent', nonces: gone });
    const wanted = replayNeeds(this.state);
    if (wanted !== null) this.send({ type: 'replay-fetch', stroke: wanted, nonce: nonce() });
  }

  private say(message: ClientMessage): boolean {
    return this.line.send(message);
  }
}

function recall<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

function remember(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A browser that stores nothing can still play; it only cannot find its game again after a reload.
  }
}
