// Live state of all boards of a tournament and of the rounds' clocks, fed by an event stream.

import type { ClockInfo, LiveBoard } from '../protocol';
import type { Clocks } from './round_clock.svelte';
import { listen } from './stream';

export class Boards implements Clocks {
  boards = $state.raw<readonly LiveBoard[]>([]);
  /** Whether the stream is down; the last known state remains visible. */
  away = $state(false);
  /** Whether anything has been received yet. */
  known = $state(false);
  clocks = $state.raw<readonly ClockInfo[]>([]);
  /** Number of lines of the championship's log; 0 while unknown. */
  version = $state(0);
  /** Server clock minus this device's clock, s. */
  private ahead = 0;
  private readonly ends = new AbortController();

  /** Subscribe to one board, or to all. */
  constructor(board: number | null = null) {
    void listen(board === null ? '/api/stream' : `/api/stream?board=${board}`, this.ends.signal, {
      told: (message) => {
        if (message.type === 'changed') this.version = message.version;
        if (message.type === 'clocks') {
          this.known = true; // Boards come first, so there are none if clocks are the first message.
          this.ahead = message.now - Date.now() / 1000;
          this.clocks = message.clocks;
        }
        if (message.type !== 'board') return;
        this.known = true;
        const others = this.boards.filter((each) => each.board !== message.board);
        this.boards = [...others, message].sort((one, other) => one.board - other.board);
      },
      line: (open) => (this.away = !open),
    });
  }

  /** Return the server's time, seconds since 1970. */
  now(): number {
    return Date.now() / 1000 + this.ahead;
  }

  close(): void {
    this.ends.abort();
  }
}

/** Whether nothing has been received from a board's umpire for a minute. */
export function isLost(board: LiveBoard, now: number): boolean {
  return board.state === 'playing' && board.heard !== null && now / 1000 - board.heard > 60;
}
