// Clock of the player to act, counting down on this machine: server times corrected by the clock offset.

import type { Seat } from '../protocol';
import { mineNow } from '../store/seating';
import type { AppState } from '../store/state';

/** Update interval, ms. */
const TICK = 200;
/** Remaining time, in ms, at which each player is warned. */
export const SHORT = 5_000;

export class Time {
  /** Time left in the turn, ms; null if no clock is running. */
  left = $state<number | null>(null);
  private readonly clock;

  /** `warn` is called once per turn, when a player of this page is short of time. */
  constructor(now: () => AppState, warn: () => void) {
    this.clock = $derived(now().clock);
    let warned = 0;
    $effect(() => {
      const { clock } = this;
      if (!clock) {
        this.left = null;
        return;
      }
      const look = (): void => {
        const at = Date.now() + now().ahead;
        const left = clock.paused ?? Math.max(0, clock.ends - Math.max(at, clock.starts));
        this.left = left;
        if (left > SHORT || clock.paused !== null || warned === clock.ends || !mineNow(now()).includes(clock.seat)) return;
        warned = clock.ends;
        warn();
      };
      look();
      if (clock.paused !== null) return;
      const timer = setInterval(look, TICK);
      return () => clearInterval(timer);
    });
  }

  /** The seat whose clock is running. */
  get seat(): Seat | null {
    return this.clock?.seat ?? null;
  }

  /** Whether the clock is paused. */
  get paused(): boolean {
    return this.clock?.paused != null;
  }

  /** Return the fraction of the longest possible turn that is left, from 1 to 0. */
  share(longest: number): number {
    return this.left === null ? 0 : Math.min(1, this.left / longest);
  }

  /** Seconds left, rounded up: the last second is 1. */
  get seconds(): number | null {
    return this.left === null ? null : Math.ceil(this.left / 1000);
  }
}

/** Return the longest possible duration of the current turn, ms. */
export function longestOf(app: AppState): number {
  const plan = app.card?.clock;
  const seconds = app.shown?.phase === 'place' ? plan?.place : plan?.stroke;
  return (seconds ?? 15) * 1000;
}
