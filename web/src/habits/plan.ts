// The drills of a week: the three that train what is weakest, compared with what players of the same accuracy make.

import type { DrillPosed } from '../training/api_types';
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

/** Return the Monday of a moment's week in UTC. */
export const mondayOf = (now: number): string => dayAt(now - ((new Date(now).getUTCDay() + 6) % 7) * 86_400_000);

/** Return how often players with this aim error (degrees) make a drill, interpolated over its logarithm. */
export function expectedShare({ hands, positions }: Pick<DrillPosed, 'hands' | 'positions'>, aimError: number): number {
  const means = hands.map((hand, i) => [Math.log(hand), positions.reduce((sum, { levels }) => sum + (levels[i] ?? 0), 0) / Math.max(1, positions.length)] as const);
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

/** Return the three drills that a player needs most, the most needed first. */
export function weakest(drills: readonly DrillPosed[], own: Readonly<Record<string, Drilled>>, aimError: number): readonly string[] {
  const needs = drills.map((drill) => {
    const expected = expectedShare(drill, aimError);
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
