// Live state of all boards of a tournament, fed by an event stream.

import type { LiveBoard } from '../protocol';
import { listen } from './stream';

export class Boards {
  boards = $state.raw<readonly LiveBoard[]>([]);
  /** Whether the stream is down; the last known state remains visible. */
  away = $state(false);
  /** Whether anything has been received yet. */
  known = $state(false);
  private readonly ends = new AbortController();

  /** Subscribe to one board, or to all. */
  constructor(board: number | null = null) {
    void listen(board === null ? '/api/stream' : `/api/stream?board=${board}`, this.ends.signal, {
      told: (message) => {
        if (message.type !== 'board') return;
        this.known = true;
        const others = this.boards.filter((each) => each.board !== message.board);
        this.boards = [...others, message].sort((one, other) => one.board - other.board);
      },
      line: (open) => (this.away = !open),
    });
  }

  close(): void {
    this.ends.abort();
  }
}

/** Whether nothing has been received from a board's umpire for a minute. */
export function isLost(board: LiveBoard, now: number): boolean {
  return board.state === 'playing' && board.heard !== null && now / 1000 - board.heard > 60;
}
