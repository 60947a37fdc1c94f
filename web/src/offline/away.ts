// Play without a connection on the page of a server. While the server is there, the events of a game that may go on
// are copied into the browser. When the connection is lost, the tables start in a web worker and go on from the copy;
// when it is back, what was played is sent to the server, and the game goes on there.

import { alsoSays } from '../i18n/language.svelte';
import words from '../i18n/more/away.json';
import { t } from '../i18n/t';
import { rememberCopies } from '../net/copies';
import type { LineEvents, Transport } from '../net/transport';
import type { ClientMessage, GameCopy, PlayAdded, ServerMessage } from '../protocol';
import { keep, kept } from '../store/saved_games';
import type { LineState } from '../store/state';
import { WorkerLine } from './line';
import { GameStorage } from './storage';

/** How long (ms) the connection may be lost before the game goes on here. */
const PATIENCE = 3_000;
/** How long (ms) after an event its copy is asked for, so that several are asked for together. */
const PAUSE = 300;

/** Where the next message goes: to the server, to the worker, or nowhere while what was played is being sent. */
type Place = 'server' | 'here' | 'between';

export class Away implements Transport, LineEvents {
  private place: Place = 'server';
  private worker: WorkerLine | null = null;
  /** The game that is followed, if it may go on. */
  private game: string | null = null;
  private isOpen = false;
  /** The service worker has been asked to store all files. */
  private asked = false;
  private wait: ReturnType<typeof setTimeout> | undefined;
  private copying: Promise<void> = Promise.resolve();
  private pause: ReturnType<typeof setTimeout> | undefined;
  /** The game has changed at the server: the page needs all of it. */
  private isNew = false;
  /** The game that has what was played here, because somebody else has played on in the first one. */
  private branch: string | null = null;

  private constructor(
    private readonly line: Transport,
    private readonly events: LineEvents,
    private readonly storage: GameStorage,
  ) {
    alsoSays(words);
    this.game = gameHere();
  }

  static async open(line: Transport, events: LineEvents): Promise<Away> {
    return new Away(line, events, await GameStorage.open());
  }

  get pinged(): number {
    return (this.worker ?? this.line).pinged;
  }

  open(): void {
    this.line.open();
  }

  again(): void {
    this.line.again();
  }

  hurry(): void {
    this.line.hurry();
  }

  send(message: ClientMessage): boolean {
    if (this.place === 'between') return false;
    if (this.place === 'here') {
      const leaves = message.type === 'leave' || (message.type === 'resume' && message.game !== this.game);
      if (leaves) this.leave(message.type === 'resume' ? message.game : null);
      // A new game and requests about team matches wait for the server.
      if (leaves || message.type === 'new-game' || message.type === 'join') return false;
      return this.worker?.send(message) ?? false;
    }
    if (message.type === 'leave') this.game = null;
    const whole = this.isNew && message.type === 'resume';
    if (whole) this.isNew = false;
    return this.line.send(whole ? { ...message, version: null } : message);
  }

  /** Handle a change of the connection to the server. */
  change(state: LineState): void {
    this.isOpen = state.kind === 'open';
    if (this.place !== 'server') return;
    this.events.change(state);
    if (this.isOpen) {
      clearTimeout(this.wait);
      this.wait = undefined;
    } else if (this.game) {
      this.wait ??= setTimeout(() => void this.goOn(), navigator.onLine ? PATIENCE : 0);
    }
  }

  /** Handle a message of the server. */
  message(message: ServerMessage): void {
    if (message.type === 'welcome') void this.sendBack(message);
    else if (this.place === 'server') this.pass(message);
  }

  /** Copy a game, so that it can go on here. */
  follow(game: string): void {
    if (!kept(game)?.yours.length) return;
    this.game = game;
    this.copy(game);
    if (this.asked) return;
    this.asked = true;
    void navigator.serviceWorker?.ready.then(({ active }) => active?.postMessage('store'));
  }

  private pass(message: ServerMessage): void {
    this.events.message(message);
    if (message.type === 'snapshot') {
      this.game = null;
      if (message.card.offline) this.follow(message.card.game);
      if (this.branch === message.card.game) {
        this.branch = null;
        this.say(t('away.branched'));
      }
    } else if ((message.type === 'played' || message.type === 'stroke' || message.type === 'acted') && this.game) {
      const { game } = this;
      clearTimeout(this.pause);
      this.pause = setTimeout(() => this.copy(game), PAUSE);
    }
  }

  /** Copy the events of a game that the browser does not have yet. */
  private copy(game: string): void {
    this.copying = this.copying.then(() => this.copied(game)).catch(() => undefined); // the next event tries again
  }

  private async copied(game: string): Promise<void> {
    const key = kept(game)?.key ?? null;
    const before = await this.storage.copied(game);
    if (key === null || this.place !== 'server' || before?.played) return;
    const answer = await fetch(`/api/games/${game}/copy?since=${before?.base ?? 0}`, { headers: { authorization: `Bearer ${key}` } });
    if (!answer.ok) return;
    if (await this.storage.store((await answer.json()) as GameCopy, await hashed(key), '')) rememberCopies();
    else if (before && !(await this.storage.copied(game))?.played) await this.storage.remove(game); // another game under this name: copied anew with the next event
  }

  /** Go on with the game in the worker. */
  private async goOn(): Promise<void> {
    this.wait = undefined;
    const { game } = this;
    if (game === null || !(await this.storage.copied(game).catch(() => null))) return;
    const list = await fetch('/offline.json').then((answer) => answer.json() as Promise<{ readonly worker: string; readonly build: string }>).catch(() => null);
    if (!list || this.isOpen || this.place !== 'server' || this.game !== game) return;
    this.place = 'here';
    const worker = new WorkerLine(
      {
        message: (message) => this.worker === worker && this.events.message(message),
        change: (state) => {
          if (this.worker === worker && state.kind !== 'connecting') this.events.change(state.kind === 'open' ? { kind: 'open', here: true } : state);
        },
      },
      () => (this.leave(null), ''), // a worker that cannot start, or has no storage, is not used
      () => new Worker(list.worker, { type: 'module' }),
      list.build,
    );
    this.worker = worker;
    worker.open();
  }

  /** Stop playing here; the page waits for the server again, or goes on with another game. */
  private leave(game: string | null): void {
    this.stop('server');
    this.game = game;
    this.change({ kind: 'waiting', seconds: 1, cause: 'lost' });
  }

  private stop(place: Place): void {
    this.place = place;
    this.worker?.close(); // what it has answered is stored
    this.worker = null;
  }

  /** The server is there again: send it what was played here, then go on with it. */
  private async sendBack(welcome: ServerMessage): Promise<void> {
    const wasHere = this.place === 'here';
    if (wasHere) {
      this.stop('between');
      this.events.change({ kind: 'connecting' });
    }
    const faults: string[] = [];
    for (const game of await this.storage.unsent().catch(() => [])) {
      const fault = await this.sent(game);
      if (fault !== null) faults.push(fault);
    }
    this.place = 'server';
    if (!this.isOpen) return this.change({ kind: 'waiting', seconds: 1, cause: 'lost' }); // lost again meanwhile
    this.isNew = wasHere;
    this.events.change({ kind: 'open' });
    this.events.message(welcome);
    if (this.branch !== null) this.events.message({ type: 'rematched', game: this.branch });
    for (const fault of faults) this.say(fault);
  }

  /** Send what was played in a game; return what went wrong in one sentence, or null. */
  private async sent(game: string): Promise<string | null> {
    const copied = await this.storage.copied(game);
    const found = kept(game);
    if (!copied?.played || !found?.key) return null;
    try {
      const headers = { authorization: `Bearer ${found.key}`, 'content-type': 'application/json' };
      const answer = await fetch(`/api/games/${game}/offline`, { method: 'POST', headers, body: JSON.stringify(copied.played) });
      if (answer.ok) {
        const added = (await answer.json()) as PlayAdded;
        await this.storage.remove(game);
        if (added.game === game) return null;
        keep({ ...found, game: added.game, seen: Date.now() });
        if (game === gameHere()) this.branch = added.game;
        return null;
      }
      if (answer.status === 429 || answer.status >= 500) return null; // tried again later
      const { detail } = (await answer.json()) as { readonly detail: string };
      return t('away.refused', { reason: detail });
    } catch {
      return null; // the connection is lost again
    }
  }

  private say(reason: string): void {
    this.events.message({ type: 'refused', nonce: null, code: 'not-now', reason });
  }
}

/** The game in the page's address, or null. */
const gameHere = (): string | null => /^\/game\/([^/]+)/.exec(location.pathname)?.[1] ?? null;

async function hashed(key: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
