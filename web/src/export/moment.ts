// The stroke of a board, and its slow motion.

import type { Film } from '../playback/keyframes';
import type { PastStroke } from '../protocol';

/** Why a stroke is the stroke of its board. */
export type Reason = 'slam' | 'queen' | 'most' | 'last';

export interface Moment {
  /** Number of the stroke, from 1. */
  readonly stroke: number;
  readonly reason: Reason;
}

/** The least number of pieces that a slam pockets in one turn. */
const SLAM = 9;

/**
 * Return the stroke of a board; null if no stroke without a foul pocketed anything. The first that applies is chosen:
 *   1. the last stroke of a slam, all pieces in the player's first turn of the board;
 *   2. the stroke that covered the queen;
 *   3. the stroke that pocketed the most pieces, at least two (the later of equals);
 *   4. the last stroke that pocketed a piece.
 */
export function strokeOf(history: readonly PastStroke[], board: number): Moment | null {
  const strokes = history.filter((past) => past.board === board);
  const good = strokes.filter(({ pocketed }) => pocketed.length > 0 && !pocketed.includes('S'));
  const last = good.at(-1);
  if (!last) return null;
  const mine = strokes.filter(({ seat }) => seat === last.seat);
  const inOneTurn = last === strokes.at(-1) && mine.length === strokes.length - strokes.indexOf(mine[0] as PastStroke);
  if (inOneTurn && mine.flatMap(({ pocketed }) => pocketed).filter((disc) => disc !== 'Q').length >= SLAM) return { stroke: last.number, reason: 'slam' };
  const cover = coverIn(strokes);
  if (cover) return { stroke: cover.number, reason: 'queen' };
  const most = good.reduce((best, past) => (past.pocketed.length >= best.pocketed.length ? past : best));
  return most.pocketed.length > 1 ? { stroke: most.number, reason: 'most' } : { stroke: last.number, reason: 'last' };
}

/** Return the stroke that covered the queen: the one that pocketed it with a piece, or the same player's next one. */
function coverIn(strokes: readonly PastStroke[]): PastStroke | null {
  const at = strokes.findLastIndex(({ pocketed }) => pocketed.includes('Q') && !pocketed.includes('S'));
  const queen = strokes[at];
  if (!queen) return null;
  if (queen.pocketed.length > 1) return queen;
  const next = strokes[at + 1];
  return next?.seat === queen.seat && next.pocketed.length > 0 && !next.pocketed.includes('S') ? next : null;
}


/** Speed of the slow part relative to real time. */
export const SLOW = 0.25;
/** Length of the slow part before the decisive contact and after it, and of easing in and out, in µs of the stroke. */
const BEFORE = 1_300_000;
const AFTER = 200_000;
const EASE = 350_000;

/** Return the playback speed at each time of a stroke: slow until shortly after the last fall, eased in and out. */
export function speedAt({ falls, impacts }: Pick<Film, 'falls' | 'impacts'>): (time: number) => number {
  const fallen = [...falls.values()].map(({ time }) => time);
  const decisive = fallen.length ? Math.max(...fallen) : (impacts.at(0)?.time ?? 0);
  const [from, to] = [decisive - BEFORE, decisive + AFTER];
  return (time) => {
    const away = time < from ? from - time : time > to ? time - to : 0;
    const part = Math.min(1, away / EASE);
    return SLOW + (1 - SLOW) * part * part * (3 - 2 * part);
  };
}

/** Return the times (µs) of the stroke that are shown in slow motion, one for each `step` µs of watching. */
export function slowTimes(film: Pick<Film, 'falls' | 'impacts' | 'duration'>, step: number): number[] {
  const speed = speedAt(film);
  const times = [0];
  for (let time = 0; time < film.duration; ) {
    time = Math.min(film.duration, time + step * speed(time));
    times.push(time);
  }
  return times;
}
