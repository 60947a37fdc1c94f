// The training plan of a week: the drills that train what is weakest compared with what players of the same accuracy
// make, own mistakes, puzzles, and a solo run to measure the accuracy.

import { GOALS, type DrillPosed, type Listed, type PuzzleGoal } from '../training/api_types';
import type { Drilled } from '../training/storage';
import type { WeekPlan } from './habits';
import { dayAt } from './today';

/** Tries of each drill in a week. */
export const TARGET = 20;
const DRILLS = 3;
/** Aim error (degrees) of a player whose accuracy has not been measured. */
export const UNMEASURED = 1.2;
/** A drill trains best if about this share of strokes succeeds. */
const BEST_SHARE = 0.55;
/** Tries that the expected share counts as, beside the player's own. */
const PRIOR = 6;
/** Preference for a drill that was never tried. */
const NEW = 0.1;
/** Puzzles of a week. */
export const PUZZLES = 10;
/** Time that one try takes, in minutes. */
const PER_TRY = 0.4;
const PER_PUZZLE = 1;
const PER_BOARD = 12;
/** An accuracy is measured again if the upper end of its interval is this many times the lower one, or after a week. */
const WIDE = 1.6;
const WEEK = 7 * 86_400_000;

/** An accuracy: the aim error in degrees with its 95 % interval. */
export interface Accuracy {
  readonly direction: number;
  readonly low: number;
  readonly high: number;
}

/** Return the Monday of a moment's week in UTC. */
export const mondayOf = (now: number): string => dayAt(now - ((new Date(now).getUTCDay() + 6) % 7) * 86_400_000);

/** Return how often players with this aim error (degrees) make a drill, interpolated over its logarithm. */
export function expectedShare({ hands, positions }: Pick<DrillPosed, 'hands' | 'positions'>, aimError: number): number {
  const measured = positions.filter(({ levels }) => levels.length);
  const means = hands.map((hand, i) => [Math.log(hand), measured.reduce((sum, { levels }) => sum + (levels[i] ?? 0), 0) / Math.max(1, measured.length)] as const);
  const points = means.sort(([one], [other]) => one - other);
  const at = Math.log(aimError);
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return 0;
  if (at <= first[0]) return first[1];
  for (const [i, [x, y]] of points.entries()) {
    const before = points[i - 1];
    if (before && at <= x) return before[1] + ((y - before[1]) * (at - before[0])) / (x - before[0]);
  }
  return last[1];
}

const LEAST = 0.15;
const MOST = 6;
const STEPS = 120;
/** Fewest tries from which an accuracy is estimated without a measured one. */
const ENOUGH = 20;

/**
 * Return the accuracy that explains the tries at drills best, together with the one measured in solo runs; null if there is
 * too little of both. The interval has 95 % of the likelihood.
 */
export function accuracyOf(drills: readonly DrillPosed[], own: Readonly<Record<string, Drilled>>, measured: Accuracy | null): Accuracy | null {
  const tried = drills.filter(({ name, positions }) => (own[name]?.tries ?? 0) > 0 && positions.some(({ levels }) => levels.length));
  const tries = tried.reduce((sum, { name }) => sum + (own[name]?.tries ?? 0), 0);
  if (!measured && tries < ENOUGH) return null;
  const steps = Array.from({ length: STEPS + 1 }, (_, k) => LEAST * (MOST / LEAST) ** (k / STEPS));
  const logs = steps.map((direction) => {
    let sum = 0;
    for (const drill of tried) {
      const { tries: all = 0, hits = 0 } = own[drill.name] ?? {};
      const share = Math.min(0.98, Math.max(0.02, expectedShare(drill, direction)));
      sum += hits * Math.log(share) + (all - hits) * Math.log(1 - share);
    }
    if (!measured) return sum;
    const spread = Math.max(0.05, Math.log(measured.high / measured.low) / 3.92);
    return sum - (Math.log(direction / measured.direction) / spread) ** 2 / 2;
  });
  const top = Math.max(...logs);
  const weights = logs.map((each) => Math.exp(each - top));
  const total = weights.reduce((sum, each) => sum + each, 0);
  const quantile = (share: number): number => {
    let run = 0;
    for (const [k, weight] of weights.entries()) {
      run += weight;
      if (run >= share * total) return steps[k] ?? MOST;
    }
    return MOST;
  };
  return { direction: quantile(0.5), low: quantile(0.025), high: quantile(0.975) };
}

/** Return the three drills that a player needs most, the most needed first. */
export function weakest(drills: readonly DrillPosed[], own: Readonly<Record<string, Drilled>>, aimError: number): readonly string[] {
  const needs = drills.map((drill) => {
    // Where nothing is struck, an even chance is expected.
    const expected = drill.positions.some(({ levels }) => levels.length) ? expectedShare(drill, aimError) : BEST_SHARE;
    const { tries = 0, hits = 0 } = own[drill.name] ?? {};
    const share = (hits + PRIOR * expected) / (tries + PRIOR);
    return { name: drill.name, need: expected - share - Math.abs(expected - BEST_SHARE) / 2 + (tries ? 0 : NEW) };
  });
  return needs.sort((one, other) => other.need - one.need).slice(0, DRILLS).map(({ name }) => name);
}

/** Return the plan of the week of `now`: the stored one, or a new one if that is of another week. */
export function planFor(stored: WeekPlan, now: number, drills: readonly DrillPosed[], own: Readonly<Record<string, Drilled>>, aimError: number): WeekPlan {
  const monday = mondayOf(now);
  return stored.monday === monday && stored.drills.length ? stored : { monday, drills: weakest(drills, own, aimError), tries: {} };
}

/** Return the goal of which the player solves the smallest share of puzzles; untried ones come in the order of learning. */
export function weakestGoal(listed: readonly Listed[], done: Readonly<Record<string, boolean>>): PuzzleGoal {
  const shares = GOALS.filter((goal) => listed.some((each) => each[3] === goal)).map((goal) => {
    const tried = listed.flatMap(([number, , , its]) => (its === goal && number in done ? [done[number] === true] : []));
    return { goal, share: (tried.filter(Boolean).length + 1) / (tried.length + 2) };
  });
  return shares.sort((one, other) => one.share - other.share)[0]?.goal ?? 'turn';
}

/** One part of the plan besides the drills, with the minutes it takes. */
export interface PlanPart {
  readonly kind: 'mistakes' | 'puzzles' | 'solo';
  readonly minutes: number;
  /** Number of positions, puzzles or boards. */
  readonly count: number;
}

/** Return what belongs to the week besides its drills. `measuredAt` is when the last solo run ended, null if there is none. */
export function partsOf(accuracy: Accuracy | null, measuredAt: number | null, mistakes: number, now: number): readonly PlanPart[] {
  const isDue = measuredAt === null || now - measuredAt > WEEK || accuracy === null || accuracy.high / accuracy.low > WIDE;
  return [
    ...(mistakes ? [{ kind: 'mistakes', count: mistakes, minutes: Math.ceil(mistakes * PER_TRY) } as const] : []),
    { kind: 'puzzles', count: PUZZLES, minutes: PUZZLES * PER_PUZZLE },
    ...(isDue ? [{ kind: 'solo', count: 1, minutes: PER_BOARD } as const] : []),
  ];
}

/** Minutes that a drill of the plan takes. */
export const DRILL_MINUTES = Math.round(TARGET * PER_TRY);
