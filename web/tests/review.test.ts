// Tests of what a review says about strokes that there was no time to check.

import { describe, expect, it } from 'vitest';
import type { StrokeReviewed } from '../src/protocol';
import { annotated } from '../src/review/annotations';
import { isCalled, isUnchecked } from '../src/review/mistakes';

const line = { win: 0.4, stroke: { x: 0, vx: 100_000, vy: 2_000_000 } };
const stroke = (event: number, said: number, rolled: object | null = null, pending = false): StrokeReviewed =>
  ({ event, said, rolled, pending, grade: 'good', loss: 0, after: 0.3, meant: line, best: line }) as never;
const ROLLED = { loss: 0.01, error: 0.02, games: 64, confirmed: false };

describe('a stroke of a review', () => {
  it('is unchecked if the time ended before a possible loss was played out', () => {
    expect(isUnchecked(stroke(2, 0.12))).toBe(true);
    expect(isCalled(stroke(2, 0.12))).toBe(false);
    expect(isUnchecked(stroke(2, 0.12, null, true))).toBe(false);
    expect(isUnchecked(stroke(2, 0.12, ROLLED))).toBe(false);
    expect(isUnchecked(stroke(2, 0.03))).toBe(false);
  });

  it('gets no comment in the record then', () => {
    const record = '[Carrom "2"]\n\n1. round south\n2. south x0\n3. north x0\n';
    const text = annotated(record, [stroke(2, 0.12), stroke(3, 0.12, ROLLED)], 0.93, () => '');
    expect(text).toContain('# review 3 good');
    expect(text).not.toContain('# review 2');
  });
});
