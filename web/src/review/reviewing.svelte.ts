// State of a game review streamed from the engine: a quick pass over every stroke, then a thorough one.

import { told } from '../analysis/api_types';
import type { ReviewBegun, ReviewLine, GameReview, StrokeReviewed } from '../protocol';

export class Reviewing {
  begun: ReviewBegun | null = $state.raw(null);
  strokes: ReadonlyMap<number, StrokeReviewed> = $state.raw(new Map());
  whole: GameReview | null = $state.raw(null);
  ahead = $state(0);
  fault: string | null = $state(null);
  busy = $state(false);
  /** Number of strokes analysed in the current pass. */
  far = $state(0);
  /** Number of completed passes over the strokes; after two, possible mistakes are played out. */
  passes = $state(0);
  private reading: AbortController | null = null;

  /** Request the review of a game for an accuracy; `word` is the access token. A request in progress is cancelled. */
  async look(game: string, word: string | null, hand: string): Promise<void> {
    this.close();
    const reading = (this.reading = new AbortController());
    this.fault = null;
    this.busy = true;
    this.strokes = new Map();
    this.whole = null;
    this.far = 0;
    this.passes = 0;
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

  /** Leave the game and cancel the review. */
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
        this.passes += 1;
        this.far = 0;
        break;
    }
  }
}

/** A point of the graph after a stroke, as fractions of its width and height from the lower left corner. */
export interface GraphPoint {
  readonly number: number;
  readonly x: number;
  readonly y: number;
}

/** Return the win probability graph: a point after each stroke reviewed so far. */
export function graphOf(strokes: ReadonlyMap<number, StrokeReviewed>, total: number): readonly GraphPoint[] {
  const known = [...strokes.values()].sort((one, other) => one.number - other.number);
  return known.map(({ number, first }) => ({ number, x: placeOf(number, total), y: first }));
}

/** Return a stroke's horizontal position in the graph: the first at the left edge, the last at the right. */
export function placeOf(number: number, total: number): number {
  return total > 1 ? (number - 1) / (total - 1) : 0.5;
}

/** Return the strokes at which another board begins. */
export function boardsIn(strokes: ReadonlyMap<number, StrokeReviewed>): readonly number[] {
  const known = [...strokes.values()].sort((one, other) => one.number - other.number);
  return known.filter(({ board }, i) => i > 0 && known[i - 1]?.board !== board).map(({ number }) => number);
}
