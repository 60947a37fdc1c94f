// All boards of a hall as they are now.

import type { LiveBoard } from '../protocol';
import { listen } from './stream';

export class Boards {
  boards = $state.raw<readonly LiveBoard[]>([]);
  /** Nothing comes at the moment; what is shown is what was last heard. */
  away = $state(false);
  /** Whether anything has come at all. */
  known = $state(false);
  private readonly ends = new AbortController();

  /** Listen to one board, or to all. */
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

/** Whether a board's umpire has not been heard of for a minute. */
export function isLost(board: LiveBoard, now: number): boolean {
  return board.state === 'playing' && board.heard !== null && now / 1000 - board.heard > 60;
}
