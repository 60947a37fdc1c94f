// The time of who is asked to act, as it runs on this machine: the server's times, corrected by how far its clock is off.

import type { Seat } from '../protocol';
import { mineNow } from '../store/seating';
import type { AppState } from '../store/state';

/** So often the time is looked at, ms. */
const TICK = 200;
/** From here on each player hears that his time is short, ms. */
export const SHORT = 5_000;

export class Time {
  /** What is left of the turn, ms; null where no clock runs. */
  left = $state<number | null>(null);
  private readonly clock;

  /** `warn` is called once a turn, when the time of a player of this page gets short. */
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

  /** Whose time it is. */
  get seat(): Seat | null {
    return this.clock?.seat ?? null;
  }

  /** Whether it stands still. */
  get paused(): boolean {
    return this.clock?.paused != null;
  }

  /** What is left, from 1 to 0, of the longest that this turn may take. */
  share(longest: number): number {
    return this.left === null ? 0 : Math.min(1, this.left / longest);
  }

  /** Whole seconds that are left, counted as people count: the last second is 1. */
  get seconds(): number | null {
    return this.left === null ? null : Math.ceil(this.left / 1000);
  }
}

/** The longest that the turn of now may take, ms. */
export function longestOf(app: AppState): number {
  const plan = app.card?.clock;
  const seconds = app.shown?.phase === 'place' ? plan?.place : plan?.stroke;
  return (seconds ?? 15) * 1000;
}
