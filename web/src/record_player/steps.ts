// The data of a published replay, as `carrom.tournament.publishing` writes it, and checks on it.

import type { Disc, Equipment, Lying, Seat, Stroke } from '../protocol';
import type { Surface } from '../physics/strokes';

/** A disc with its place in µm. */
export type Row = readonly [disc: Disc, x: number, y: number];

export interface Step {
  readonly score: readonly number[];
  /** White pieces, black pieces and queens on the board. */
  readonly left?: readonly [number, number, number];
  readonly after?: readonly Row[];
  /** Of a stroke on a simulated board. */
  readonly seat?: Seat;
  readonly stroke?: Stroke;
  readonly before?: readonly Row[];
  readonly rest?: readonly Row[];
}

export interface Recorded {
  readonly equipment: Equipment;
  /** Null for a wooden board. */
  readonly surface: Surface | null;
  readonly bottom: Seat;
  readonly browns: boolean;
  readonly steps: readonly Step[];
}

/** Return rows as discs on a board. */
export function lyingOf(rows: readonly Row[]): Lying[] {
  return rows.map(([disc, x, y]) => ({ disc, at: { x, y } }));
}

/** Whether discs lie exactly as in the record. */
export function isSame(placed: readonly Lying[], rows: readonly Row[]): boolean {
  const words = (each: Lying): string => `${each.disc} ${each.at.x} ${each.at.y}`;
  const recorded = new Set(lyingOf(rows).map(words));
  return placed.length === recorded.size && placed.every((each) => recorded.has(words(each)));
}

/** Return the position shown before the first step, and after step `index`. */
export function shownAt(steps: readonly Step[], index: number): readonly Row[] {
  for (let at = index; at >= 0; at--) {
    const after = steps[at]?.after;
    if (after) return after;
  }
  return [];
}
