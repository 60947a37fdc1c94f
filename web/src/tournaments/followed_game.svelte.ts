// A running game that the page shows beside its own content: follows it over the page's websocket, which is free while
// the page is at no game.

import { film, type Film } from '../playback/keyframes';
import type { Lying, ServerMessage, State } from '../protocol';
import { STANDARD } from '../protocol';
import type { Beside, Store } from '../store/store.svelte';

/** A stroke that is older than this (ms) when it arrives is not animated. */
const LATE = 4000;

export class FollowedGame implements Beside {
  state: State | null = $state.raw(null);
  /** The stroke to animate; null once it is shown. */
  stroke: Film | null = $state.raw(null);
  private game = '';

  constructor(private readonly store: Store) {
    store.beside = this;
  }

  /** Where the discs lie when no stroke is animated. */
  get lying(): readonly Lying[] {
    return this.state?.position.placed ?? [];
  }

  /** Show another game. */
  follow(game: string): void {
    if (game === this.game) return;
    this.game = game;
    this.state = this.stroke = null;
    this.resume();
  }

  /** Stop; the store's own game, if there is one by now, is not left. */
  close(): void {
    if (this.game && this.isFree) this.store.speak({ type: 'leave' });
    this.store.release(this);
  }

  /** Ask for the game, with the animations of its strokes. */
  resume(): void {
    if (!this.game || !this.isFree) return;
    this.store.speak({ type: 'send-films', wanted: true });
    this.store.speak({ type: 'resume', game: this.game });
  }

  /** Take the messages about the game; those of the store's own game are left to the store. */
  hear(message: ServerMessage): boolean {
    if (!this.isFree) return false;
    switch (message.type) {
      case 'joined':
        return message.nonce === null;
      case 'snapshot':
        if (message.card.game === this.game) this.state = message.state;
        return true;
      case 'played':
        if (Date.now() + this.store.state.ahead - message.at < LATE) this.stroke = film(message.motion, STANDARD);
        this.state = message.state;
        return true;
      case 'stroke':
      case 'acted':
        this.state = message.state;
        return true;
      case 'seats':
      case 'clock':
      case 'offered':
      case 'aimed':
      case 'spoken':
      case 'rematched':
        return true;
      case 'refused':
        return message.nonce === null;
      default:
        return false;
    }
  }

  /** Whether the page is at no game of its own. */
  private get isFree(): boolean {
    return this.store.state.session === null;
  }
}
