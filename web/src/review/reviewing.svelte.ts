// The review of a finished game, as the engine tells it: every stroke quickly, then every stroke well.

import { told } from '../analysis/api_types';
import type { ReviewBegun, ReviewLine, GameReview, StrokeReviewed } from '../protocol';

export class Reviewing {
  begun: ReviewBegun | null = $state.raw(null);
  strokes: ReadonlyMap<number, StrokeReviewed> = $state.raw(new Map());
  whole: GameReview | null = $state.raw(null);
  ahead = $state(0);
  fault: string | null = $state(null);
  busy = $state(false);
  /** How many strokes this round has told of. */
  far = $state(0);
  private reading: AbortController | null = null;

  /** Have a game reviewed for a hand; `word` opens it. What was asked before is given up. */
  async look(game: string, word: string | null, hand: string): Promise<void> {
    this.close();
    const reading = (this.reading = new AbortController());
    this.fault = null;
    this.busy = true;
    this.strokes = new Map();
    this.whole = null;
    this.far = 0;
    try {
      for await (const said of told<ReviewLine>(`/api/review/${game}?hand=${encodeURIComponent(hand)}`, reading.signal, word)) {
        if (reading.signal.aborted) return;
        this.hear(said);
      }
    } catch (why) {
      if (!reading.signal.aborted) this.fault = (why as Error).message;
    } finally {
      if (this.reading === reading) this.busy = false;
    }
  }

  /** Leave the game: nothing goes on running. */
  close(): void {
    this.reading?.abort();
    this.reading = null;
    this.busy = false;
    this.ahead = 0;
  }

  hear(said: Exclude<ReviewLine, { type: 'failed' }>): void {
    this.ahead = said.type === 'waiting' ? said.ahead : 0;
    switch (said.type) {
      case 'review-begun':
        this.begun = said;
        break;
      case 'stroke-reviewed':
        this.far += 1;
        this.strokes = new Map([...this.strokes, [said.number, said]]);
        break;
      case 'review':
        this.whole = said;
        this.far = 0;
        break;
    }
  }
}

/** A point of the graph: after a stroke, as parts of its width and height from the lower left corner. */
export interface GraphPoint {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** The graph of who was likely to win, after each stroke of a game that has been reviewed so far. */
export function graphOf(strokes: ReadonlyMap<number, StrokeReviewed>, total: number): readonly GraphPoint[] {
  const known = [...strokes.values()].sort((one, other) => one.number - other.number);
  return known.map(({ number, first }) => ({ number, x: placeOf(number, total), y: first }));
}

/** How far along the graph a stroke is: the first at its left end, the last at its right. */
export function placeOf(number: number, total: number): number {
  return total > 1 ? (number - 1) / (total - 1) : 0.5;
}

/** The strokes before which another board begins. */
export function boardsIn(strokes: ReadonlyMap<number, StrokeReviewed>): readonly number[] {
  const known = [...strokes.values()].sort((one, other) => one.number - other.number);
  return known.filter(({ board }, i) => i > 0 && known[i - 1]?.board !== board).map(({ number }) => number);
}
