// Client model of a team match: the last state received and the pending requests. It uses the page's websocket.

import type { BeginRubber, JoinTie, LineUp, NewTie, Seat, ServerMessage, TieSnapshot } from '../protocol';
import { keep, kept } from '../store/saved_games';
import type { Store } from '../store/store.svelte';
import { glimpseOf, keepTie, type TieWords } from './storage';

/** Requests about a team match, answered by their nonce. */
export type Asked = NewTie | JoinTie | LineUp | BeginRubber;

export class TieDesk {
  /** The complete state of the team match; null before it is known. */
  told = $state.raw<TieSnapshot | null>(null);
  /** The server's reason for refusing the last request. */
  refusal = $state<string | null>(null);
  /** Whether the server knows no such team match or does not show it to this browser. */
  lost = $state(false);
  /** Unanswered requests; sent again after a reconnect. */
  private waiting = $state.raw<readonly Asked[]>([]);
  words = $state.raw<TieWords | null>(null);

  constructor(
    private readonly store: Store,
    words: TieWords | null,
    /** Called with the id of a team match that was created here. */
    private readonly begun: (tie: string) => void = () => undefined,
  ) {
    this.words = words;
    store.beside = this;
    this.resume();
  }

  /** Whether a request is pending or the connection is down. */
  get busy(): boolean {
    return this.waiting.length > 0 || this.store.state.line.kind !== 'open';
  }

  ask(message: Asked): void {
    this.refusal = null;
    this.waiting = [...this.waiting, message];
    this.store.speak(message);
  }

  /** Leave the team match; its places stay reserved. */
  close(): void {
    if (this.store.beside === this) this.store.beside = null;
    if (this.told) this.store.speak({ type: 'leave-tie' });
  }

  /** After a (re)connect, open the team match and send the unanswered requests again. */
  resume(): void {
    if (this.words) {
      const { tie, key, watch, invite } = this.words;
      this.store.speak({ type: 'come-to-tie', tie, key, watch, invite });
    }
    for (const message of this.waiting) this.store.speak(message);
  }

  /** Handle a message about the team match; return false for any other message. */
  hear(message: ServerMessage): boolean {
    switch (message.type) {
      case 'tie':
        this.tell(message);
        return true;
      case 'accepted':
        return this.answered(message.nonce) !== undefined;
      case 'refused': {
        const asked = this.answered(message.nonce);
        if (asked) this.refusal = message.reason;
        else if (message.nonce === null && message.code === 'unknown-game' && !this.told) this.lost = true;
        else return false;
        return true;
      }
      default:
        return false;
    }
  }

  private tell(message: TieSnapshot): void {
    const asked = this.answered(message.nonce ?? null);
    if (asked?.type === 'new-tie' || asked?.type === 'join-tie') {
      const { key, invite = null } = asked;
      const watch = asked.type === 'new-tie' ? asked.watch : (this.words?.watch ?? null);
      this.words = { tie: message.tie, key, invite: invite ?? this.words?.invite ?? null, watch };
    }
    if (this.words && this.words.tie !== message.tie) return;
    this.told = message;
    this.lost = false;
    if (!this.words) return;
    keepTie({ ...this.words, seen: Date.now(), last: glimpseOf(message) });
    for (const { game } of message.rubbers) if (game) this.keepGame(game);
    if (asked?.type === 'new-tie') this.begun(message.tie);
  }

  /** Store the key of a rubber's game: the keys of a team match open its games. */
  private keepGame(game: string): void {
    if (!this.words || kept(game)) return;
    const { key, watch } = this.words;
    const yours: readonly Seat[] = [];
    keep({ game, key, yours, invite: null, watch, seen: Date.now(), last: null });
  }

  private answered(nonce: string | null): Asked | undefined {
    const asked = this.waiting.find((one) => one.nonce === nonce);
    if (asked) this.waiting = this.waiting.filter((one) => one !== asked);
    return asked;
  }
}
