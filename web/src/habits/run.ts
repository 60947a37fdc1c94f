// A puzzle run: a streak until the first miss, or as many as possible in three or five minutes. Pure functions.

import { ONE_STROKE, type Listed } from '../training/api_types';
import type { RunMode } from './habits';

export interface Run {
  readonly mode: RunMode;
  /** Time left in ms; null for a run without a clock. It runs only while the player may aim. */
  readonly left: number | null;
  /** Whether each puzzle so far was solved. */
  readonly row: readonly boolean[];
  readonly seen: readonly number[];
  readonly isOver: boolean;
}

/** What a miss costs in a timed run, ms. */
export const PENALTY = 15_000;
const MINUTES: Readonly<Record<RunMode, number | null>> = { streak: null, three: 3, five: 5 };
/** A run begins this far below the player's rating, and rises with each solved puzzle. */
const BELOW = 250;
const STEP = 25;

export function newRun(mode: RunMode): Run {
  const minutes = MINUTES[mode];
  return { mode, left: minutes === null ? null : minutes * 60_000, row: [], seen: [], isOver: false };
}

export const solvedIn = ({ row }: Run): number => row.filter(Boolean).length;

/** Return the number of the next puzzle: one of the unseen ones nearest to the level reached; null if none is left. */
export function nextIn(run: Run, all: readonly Listed[], rating: number, chance: number): number | null {
  const level = rating - BELOW + STEP * solvedIn(run);
  const near = all
    .filter(([number, , , goal]) => !run.seen.includes(number) && ONE_STROKE.includes(goal))
    .map(([number, each]) => [number, Math.abs(each - level)] as const)
    .sort((one, other) => one[1] - other[1]);
  return near[Math.floor(chance * Math.min(6, near.length))]?.[0] ?? null;
}

/** Return the run after a try. A miss ends a streak and costs time otherwise. */
export function answered(run: Run, puzzle: number, solved: boolean): Run {
  if (run.isOver) return run;
  const left = run.left === null || solved ? run.left : Math.max(0, run.left - PENALTY);
  return { ...run, left, row: [...run.row, solved], seen: [...run.seen, puzzle], isOver: left === 0 || (run.left === null && !solved) };
}

/** Return the run after some time of aiming. */
export function ticked(run: Run, ms: number): Run {
  if (run.left === null || run.isOver) return run;
  const left = Math.max(0, run.left - ms);
  return { ...run, left, isOver: left === 0 };
}
