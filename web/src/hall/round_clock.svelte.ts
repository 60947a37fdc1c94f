// The clocks of the rounds in play: the time that is left by the server's clock, and the stream that reports changes.

import type { ClockInfo, HallFixture } from '../protocol';
import { listen } from './stream';

/** Seconds before the end in which no new board begins. */
const LAST = 300;

/** What a clock shows: `last` is the time in which no new board begins, `over` the time after its end. */
export type ClockStage = 'running' | 'last' | 'over' | 'paused' | 'ended';

/** Clocks, and the server's time in seconds since 1970. */
export interface Clocks {
  readonly clocks: readonly ClockInfo[];
  now(): number;
}

/** Return the whole seconds left at a time by the server's clock. */
export function secondsLeft(clock: ClockInfo, now: number): number {
  return clock.phase === 'running' ? Math.max(0, Math.ceil(clock.ends - now)) : clock.left;
}

export function stageOf(clock: ClockInfo, now: number): ClockStage {
  if (clock.phase === 'ended') return 'ended';
  if (clock.phase === 'paused') return 'paused';
  const left = secondsLeft(clock, now);
  return left === 0 ? 'over' : left <= LAST ? 'last' : 'running';
}

/** Return the clock of the round to which a fixture belongs (`s.1.4`, or the sheet `s-1-4`). */
export function clockOf(clocks: readonly ClockInfo[], fixture: string): ClockInfo | undefined {
  const round = fixture.split(/[.-]/).slice(0, 2).join('.');
  return clocks.find((each) => each.address === round);
}

/** Return a function that tells whether the time of a fixture's round is over; call it while a component is set up. */
export function timeUp(clocks: () => readonly ClockInfo[], now: () => number): (fixture: HallFixture) => boolean {
  let beat = $state(0);
  $effect(() => {
    const timer = setInterval(() => (beat += 1), 1000);
    return () => clearInterval(timer);
  });
  return (fixture) => {
    const clock = clockOf(clocks(), fixture.address);
    return beat >= 0 && clock !== undefined && ['over', 'ended'].includes(stageOf(clock, now()));
  };
}

/** Follows the clocks of a tournament by its public stream. */
export class RoundClocks implements Clocks {
  clocks = $state.raw<readonly ClockInfo[]>([]);
  /** Server clock minus this device's clock, s. */
  private ahead = 0;
  private readonly ends = new AbortController();

  /** Without `follows`, whoever reads the stream passes its messages to `hear`. */
  constructor(follows = true) {
    if (!follows) return;
    // A board that does not exist: the stream then has only clocks and changes.
    void listen('/api/stream?board=999', this.ends.signal, {
      told: (message) => message.type === 'clocks' && this.hear(message.clocks, message.now),
      line: () => undefined,
    });
  }

  hear(clocks: readonly ClockInfo[], now: number): void {
    this.ahead = now - Date.now() / 1000;
    this.clocks = clocks;
  }

  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  close(): void {
    this.ends.abort();
  }
}
