// Tests of the week's drills: chosen by what is weakest for the player's accuracy, and the same for the whole week.

import { describe, expect, it } from 'vitest';
import { NO_PLAN } from '../src/habits/habits';
import { accuracyOf, expectedShare, mondayOf, partsOf, planFor, weakest, weakestGoal } from '../src/habits/plan';
import { filtered, filterOf, nextOf, queryOf, type DrillPosed, type Listed } from '../src/training/api_types';

const HANDS = [3, 1, 0.4];
const PLAIN = { strokes: 1, target: null, within: 0, stands: null, place: null };
const drill = (name: string, ...levels: number[]): DrillPosed => ({ name, hands: HANDS, positions: [{ moment: { position: 'c1' }, disc: 'W1', levels, ...PLAIN }] });
const ALL = [drill('straight', 0.5, 0.95, 1), drill('cut', 0.3, 0.6, 0.9), drill('bank', 0.1, 0.5, 0.8), drill('plant', 0.2, 0.55, 0.8), drill('double', 0, 0.05, 0.3)];
const tried = (tries: number, hits: number) => ({ tries, hits, streak: 0, best: 0 });
const WEDNESDAY = Date.UTC(2026, 10, 25, 12);

describe('what is expected of an accuracy', () => {
  it('is read between the measured ones and never outside them', () => {
    expect(expectedShare(ALL[1] as DrillPosed, 1)).toBeCloseTo(0.6);
    expect(expectedShare(ALL[1] as DrillPosed, Math.sqrt(3))).toBeCloseTo(0.45);
    expect(expectedShare(ALL[1] as DrillPosed, 9)).toBeCloseTo(0.3);
    expect(expectedShare(ALL[1] as DrillPosed, 0.1)).toBeCloseTo(0.9);
    expect(expectedShare({ hands: [], positions: [] }, 1)).toBe(0);
  });
});

describe('the plan', () => {
  it('has three drills that are neither too easy nor hopeless for the player', () => {
    expect([...weakest(ALL, {}, 1)].sort()).toEqual(['bank', 'cut', 'plant']);
    expect(weakest(ALL, {}, 0.4)).toContain('double');
    expect(weakest(ALL, {}, 3)).toContain('straight');
  });

  it('puts first what the player makes less often than others of the same accuracy', () => {
    const own = { cut: tried(40, 26), bank: tried(40, 20), plant: tried(40, 4), straight: tried(40, 8) };
    expect(weakest(ALL, own, 1)[0]).toBe('straight');
    expect(weakest(ALL, own, 1)[1]).toBe('plant');
  });

  it('stays for the week and is new on Monday', () => {
    const plan = planFor(NO_PLAN, WEDNESDAY, ALL, {}, 1);
    expect(plan.monday).toBe('2026-11-23');
    const counted = { ...plan, tries: { cut: 7 } };
    expect(planFor(counted, WEDNESDAY + 4 * 86_400_000, ALL, { cut: tried(40, 0) }, 1)).toBe(counted);
    const next = planFor(counted, WEDNESDAY + 5 * 86_400_000, ALL, {}, 1);
    expect([next.monday, next.tries]).toEqual(['2026-11-30', {}]);
    expect([mondayOf(Date.UTC(2026, 10, 23)), mondayOf(Date.UTC(2026, 10, 29, 23))]).toEqual(['2026-11-23', '2026-11-23']);
  });
});

describe('the accuracy', () => {
  it('is unknown before a solo run and twenty tries', () => {
    expect(accuracyOf(ALL, {}, null)).toBeNull();
    expect(accuracyOf(ALL, { cut: tried(10, 5) }, null)).toBeNull();
  });

  it('lies where the drills put it, with an interval that narrows with more tries', () => {
    const few = accuracyOf(ALL, { cut: tried(20, 12), straight: tried(20, 19) }, null);
    const many = accuracyOf(ALL, { cut: tried(400, 240), straight: tried(400, 380) }, null);
    expect(few && few.low < 1 && few.high > 1).toBe(true);
    expect(many?.direction).toBeCloseTo(1, 0);
    expect(many && few && many.high / many.low < few.high / few.low).toBe(true);
  });

  it('takes a measured one into account', () => {
    const measured = { direction: 0.5, low: 0.45, high: 0.56 };
    const alone = accuracyOf(ALL, {}, measured);
    expect(alone?.direction).toBeCloseTo(0.5, 1);
    const both = accuracyOf(ALL, { cut: tried(60, 30) }, measured);
    expect(both && alone && both.direction > alone.direction).toBe(true);
  });
});

describe('the other parts of the plan', () => {
  const sharp = { direction: 0.9, low: 0.8, high: 1 };
  it('are puzzles, mistakes that are due, and a solo run if the accuracy is unknown, vague or old', () => {
    const kinds = (...args: Parameters<typeof partsOf>) => partsOf(...args).map(({ kind }) => kind);
    expect(kinds(sharp, WEDNESDAY - 86_400_000, 0, WEDNESDAY)).toEqual(['puzzles']);
    expect(kinds(sharp, WEDNESDAY - 86_400_000, 3, WEDNESDAY)).toEqual(['mistakes', 'puzzles']);
    expect(kinds(null, null, 0, WEDNESDAY)).toEqual(['puzzles', 'solo']);
    expect(kinds({ ...sharp, high: 2 }, WEDNESDAY - 86_400_000, 0, WEDNESDAY)).toEqual(['puzzles', 'solo']);
    expect(kinds(sharp, WEDNESDAY - 8 * 86_400_000, 0, WEDNESDAY)).toEqual(['puzzles', 'solo']);
  });
});

describe('puzzles by goal and rule set', () => {
  const listed: readonly Listed[] = [[1, 900, ['cut'], 'turn', 'icf'], [2, 1000, ['plant', 'queen'], 'queen', 'icf'], [3, 1100, ['cut'], 'turn', 'club'], [4, 1200, ['due'], 'due', 'club']];
  it('are filtered, and the filter survives an address', () => {
    expect(filtered(listed, { goal: 'turn', rules: 'club' }).map(([number]) => number)).toEqual([3]);
    expect(filterOf(queryOf({ goal: 'turn', rules: 'club' }))).toEqual({ theme: '', goal: 'turn', rules: 'club' });
    expect(queryOf({})).toBe('');
    expect(nextOf(listed, {}, 1000, { goal: 'queen' }, 0)).toBe(2);
    expect(nextOf(listed, {}, 1000, { goal: 'break' }, 0)).toBeNull();
  });

  it('are trained where the smallest share is solved', () => {
    expect(weakestGoal(listed, { 1: true, 3: true, 2: false })).toBe('queen');
    expect(weakestGoal([], {})).toBe('turn');
  });
});
