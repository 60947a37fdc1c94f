// A tie at this page: what the server last told of it, and what waits to be answered. It speaks on the page's one line.

import type { BeginRubber, JoinTie, LineUp, NewTie, Seat, ServerMessage, TieSnapshot } from '../protocol';
import { keep, kept } from '../store/saved_games';
import type { Store } from '../store/store.svelte';
import { glimpseOf, keepTie, type TieWords } from './storage';

/** What is asked of a tie and answered by its nonce. */
export type Asked = NewTie | JoinTie | LineUp | BeginRubber;

export class TieDesk {
  /** Everything of the tie; null before it is known. */
  told = $state.raw<TieSnapshot | null>(null);
  /** Why something was not done, in the server's words. */
  refusal = $state<string | null>(null);
  /** The server knows no such tie, or does not let this browser see it. */
  lost = $state(false);
  /** What waits for its answer; a line that comes back asks it again. */
  private waiting = $state.raw<readonly Asked[]>([]);
  words = $state.raw<TieWords | null>(null);

  constructor(
    private readonly store: Store,
    words: TieWords | null,
    /** Told the name of a tie that was begun here. */
    private readonly begun: (tie: string) => void = () => undefined,
  ) {
    this.words = words;
    store.beside = this;
    this.resume();
  }

  /** Whether an answer is awaited, or nothing can be said at the moment. */
  get busy(): boolean {
    return this.waiting.length > 0 || this.store.state.line.kind !== 'open';
  }

  ask(message: Asked): void {
    this.refusal = null;
    this.waiting = [...this.waiting, message];
    this.store.speak(message);
  }

  /** Leave the tie; its places are kept. */
  close(): void {
    if (this.store.beside === this) this.store.beside = null;
    if (this.told) this.store.speak({ type: 'leave-tie' });
  }

  /** The line is open (again): come to the tie, and ask again what was not answered. */
  resume(): void {
    if (this.words) {
      const { tie, key, watch, invite } = this.words;
      this.store.speak({ type: 'come-to-tie', tie, key, watch, invite });
    }
    for (const message of this.waiting) this.store.speak(message);
  }

  /** Take a message that is about the tie; false for any other. */
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

  /** The keys of a tie open the games of its rubbers. */
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
