// Tests of puzzle runs: when they end, what a miss costs, and which puzzle comes next.

import { describe, expect, it } from 'vitest';
import { answered, newRun, nextIn, PENALTY, solvedIn, ticked } from '../src/habits/run';
import type { Listed } from '../src/training/api_types';

const ALL: readonly Listed[] = Array.from({ length: 60 }, (_, i) => [i + 1, 1200 + 10 * i, ['cut'], i % 7 === 6 ? 'plan' : 'turn', 'icf'] as const);

/** Those with one stroke. */
const ONE = ALL.filter((each) => each[3] === 'turn');

describe('a streak', () => {
  it('goes on as long as everything is solved, and ends with the first miss', () => {
    const two = answered(answered(newRun('streak'), 1, true), 2, true);
    expect([solvedIn(two), two.isOver, two.left]).toEqual([2, false, null]);
    const over = answered(two, 3, false);
    expect([solvedIn(over), over.isOver]).toEqual([2, true]);
    expect(answered(over, 4, true)).toBe(over);
  });

  it('has no clock', () => {
    const run = newRun('streak');
    expect(ticked(run, 1e9)).toBe(run);
  });
});

describe('a timed run', () => {
  it('goes on after a miss, which costs time', () => {
    const run = answered(newRun('three'), 1, false);
    expect([run.left, run.isOver]).toEqual([180_000 - PENALTY, false]);
  });

  it('ends when the time is up, by the clock or by a miss', () => {
    expect(ticked(newRun('five'), 299_999).isOver).toBe(false);
    expect(ticked(newRun('five'), 300_000)).toMatchObject({ left: 0, isOver: true });
    expect(answered(ticked(newRun('three'), 170_000), 1, false)).toMatchObject({ left: 0, isOver: true });
    const over = ticked(newRun('three'), 180_000);
    expect(answered(over, 1, true)).toBe(over);
  });
});

describe('the next puzzle', () => {
  it('has one stroke', () => {
    const numbers = Array.from({ length: 40 }, (_, i) => nextIn(newRun('five'), ALL, 1500, i / 40));
    expect(numbers.every((number) => ALL.find((each) => each[0] === number)?.[3] === 'turn')).toBe(true);
  });

  it('is easier than the player at first and rises with each one solved', () => {
    const first = nextIn(newRun('streak'), ALL, 1500, 0);
    let run = newRun('streak');
    for (let n = 1; n <= 10; n += 1) run = answered(run, n + 40, true);
    expect(ALL[(first ?? 0) - 1]?.[1]).toBe(1250);
    expect(ALL[(nextIn(run, ALL, 1500, 0) ?? 0) - 1]?.[1]).toBe(1500);
  });

  it('never comes twice in a run, and there is none when all were seen', () => {
    let run = newRun('three');
    for (let n = 0; n < ONE.length; n += 1) run = answered(run, nextIn(run, ONE, 1500, n / ONE.length) ?? 0, true);
    expect(new Set(run.seen).size).toBe(ONE.length);
    expect(nextIn(run, ONE, 1500, 0.5)).toBeNull();
  });
});
