// Tests of the stroke of a board and of its slow motion.

import { describe, expect, it } from 'vitest';
import { SLOW, slowTimes, speedAt, strokeOf } from '../src/export/moment';
import { film } from '../src/playback/keyframes';
import { STANDARD, type Disc, type PastStroke, type Seat } from '../src/protocol';
import { motion } from './messages';

let count = 0;
function past(seat: Seat, ...pocketed: Disc[]): PastStroke {
  count += 1;
  return { number: count, board: 1, seat, pocketed, turn: 'continue', why: '', said: [] };
}
const board = (...strokes: [Seat, ...Disc[]][]): PastStroke[] => {
  count = 0;
  return strokes.map(([seat, ...pocketed]) => past(seat, ...pocketed));
};
const WHITES: Disc[] = ['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9'];

describe('the stroke of a board', () => {
  it('is the last one of a slam by the breaker', () => {
    const strokes = board(...[...WHITES.slice(0, 4), 'Q' as Disc, ...WHITES.slice(4)].map((disc): [Seat, Disc] => ['south', disc]));
    expect(strokeOf(strokes, 1)).toEqual({ stroke: 10, reason: 'slam' });
  });

  it('is the last one of a slam by the second player, whose first turn it is', () => {
    const blacks = WHITES.map((_, i): [Seat, Disc] => ['north', `B${i + 1}` as Disc]);
    expect(strokeOf(board(['south'], ...blacks), 1)).toEqual({ stroke: 10, reason: 'slam' });
    expect(strokeOf(board(['south'], ['north'], ['south'], ...blacks), 1)?.reason).not.toBe('slam');
  });

  it('is the one that covered the queen, in the same stroke or the next', () => {
    expect(strokeOf(board(['south', 'W1', 'W2'], ['south', 'Q', 'W3'], ['south']), 1)).toEqual({ stroke: 2, reason: 'queen' });
    expect(strokeOf(board(['south', 'Q'], ['south', 'W1'], ['south', 'W2', 'W3']), 1)).toEqual({ stroke: 2, reason: 'queen' });
  });

  it('is not a queen that came back', () => {
    expect(strokeOf(board(['south', 'W1'], ['south', 'Q'], ['south'], ['north', 'B1']), 1)).toEqual({ stroke: 4, reason: 'last' });
    expect(strokeOf(board(['south', 'Q', 'S', 'W1'], ['north', 'B1']), 1)).toEqual({ stroke: 2, reason: 'last' });
  });

  it('is the one with the most pieces, and without a foul', () => {
    expect(strokeOf(board(['south', 'W1'], ['south', 'W2', 'W3'], ['north', 'B1', 'B2', 'B3', 'S'], ['south', 'W4']), 1)).toEqual({ stroke: 2, reason: 'most' });
  });

  it('is the last one that pocketed a piece where none had two, and none where nothing fell', () => {
    expect(strokeOf(board(['south', 'W1'], ['south', 'W2'], ['north']), 1)).toEqual({ stroke: 2, reason: 'last' });
    expect(strokeOf(board(['south'], ['north', 'S']), 1)).toBeNull();
    expect(strokeOf([], 1)).toBeNull();
  });

  it('is one of that board', () => {
    const strokes = board(['south', 'W1', 'W2'], ['south', 'W3']).map((each, i) => ({ ...each, board: i + 1 }));
    expect(strokeOf(strokes, 2)).toEqual({ stroke: 2, reason: 'last' });
  });
});

describe('slow motion', () => {
  const shown = film(motion(), STANDARD);
  const [fall] = [...shown.falls.values()];

  it('is at a quarter of the speed when the piece falls, and eases back to real time', () => {
    const speed = speedAt(shown);
    expect(speed(fall?.time ?? NaN)).toBe(SLOW);
    expect(speed((fall?.time ?? NaN) + 10_000_000)).toBe(1);
    const after = [0, 100, 200, 300, 400, 500, 600].map((ms) => speed((fall?.time ?? NaN) + ms * 1000));
    expect(after).toEqual([...after].sort((a, b) => a - b));
  });

  it('begins in real time before a long stroke’s decisive contact', () => {
    expect(speedAt({ falls: new Map([['W1', { time: 6_000_000, pocket: { x: 0, y: 0 }, speed: { x: 0, y: 0 } }]]), impacts: [] })(0)).toBe(1);
  });

  it('shows the stroke from its start to its end', () => {
    const times = slowTimes(shown, 40_000);
    expect(times[0]).toBe(0);
    expect(times.at(-1)).toBe(shown.duration);
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b));
    expect(times.length).toBeGreaterThan((2 * shown.duration) / 40_000);
  });
});
