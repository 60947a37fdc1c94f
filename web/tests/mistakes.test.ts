// Tests of one's own mistakes: what is stored, when it comes back, and which strokes of a game count.

import { describe, expect, it } from 'vitest';
import { afterTry, dueNow, missedIn, mistakesOf, MOST_MISTAKES, withMistake, type Mistake } from '../src/training/mistakes';

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 25, 12);
const at = (position: string) => ({ position, queen: 'mover' });
const list = (...positions: string[]): readonly Mistake[] => positions.reduce<readonly Mistake[]>((all, each) => withMistake(all, at(each), 'solo', NOW), []);

describe('the list of mistakes', () => {
  it('has the newest first, a position once, and a limit', () => {
    const three = list('c1_W1.1.1', 'c1_W2.2.2', 'c1_W1.1.1');
    expect(three.map(({ moment }) => moment.position)).toEqual(['c1_W1.1.1', 'c1_W2.2.2']);
    expect(list(...Array.from({ length: 80 }, (_, i) => `c1_W1.${i}.0`))).toHaveLength(MOST_MISTAKES);
  });

  it('brings a mistake back after one day and after three, and lets it go after three hits in a row', () => {
    const once = afterTry(list('c1_W1.1.1'), 'c1_W1.1.1', true, NOW);
    expect([dueNow(once, NOW + DAY - 1).length, dueNow(once, NOW + DAY).length]).toEqual([0, 1]);
    const twice = afterTry(once, 'c1_W1.1.1', true, NOW + DAY);
    expect([dueNow(twice, NOW + 4 * DAY - 1).length, dueNow(twice, NOW + 4 * DAY).length]).toEqual([0, 1]);
    expect(afterTry(twice, 'c1_W1.1.1', true, NOW + 4 * DAY)).toEqual([]);
    expect(afterTry(twice, 'c1_W1.1.1', false, NOW + 4 * DAY)[0]).toMatchObject({ right: 0, due: NOW + 4 * DAY });
  });

  it('is read from storage without what is damaged', () => {
    const sound = list('c1_W1.1.1');
    expect(mistakesOf([...sound, { at: 1 }, null, 'x'])).toEqual(sound);
    expect(mistakesOf({ list: 3 })).toEqual([]);
  });
});

describe('a stroke of a game', () => {
  const sides = [
    { seats: ['south'], colour: 'white', score: 0, on_board: 1, pocketed: [], due: 0 },
    { seats: ['north'], colour: 'black', score: 0, on_board: 1, pocketed: [], due: 0 },
  ];
  const strike = { type: 'strike', seat: 'south', attempt: null, attempts: 3, intervals: [], may_pass: false };
  const shown = {
    position: { placed: [{ disc: 'S', at: { x: 0, y: 0 } }, { disc: 'W1', at: { x: 5, y: 6 } }, { disc: 'B1', at: { x: 7, y: 8 } }] },
    seated: [{ seat: 'south', sitter: 'south' }, { seat: 'north', sitter: 'north' }], boards: [], phase: 'play', turn: 'south', expected: [strike], sides, queen: { where: 'covered', seat: 'north' },
  };
  const card = { game: 'g1', ruleset: 'club', sitters: [{ seat: 'south', player: 0 }, { seat: 'north', player: 1 }] };
  const session = { game: 'g1', yours: ['south'] };
  const before = { card, session, shown, history: [] } as never;
  const after = (turn: string, seat = 'south') => ({ card, session, shown, history: [{ number: 1, board: 1, seat, pocketed: [], turn, why: '', said: [] }] }) as never;

  it('that ends the turn is stored as the position before it', () => {
    expect(missedIn(before, after('pass'))).toEqual({ rules: 'club', position: 'c1_W1.5.6_B1.7.8', turn: 'south', white: 'south', queen: 'opponent' });
  });

  it('that keeps the turn, or is the opponent’s, is no mistake', () => {
    expect(missedIn(before, after('continue'))).toBeNull();
    expect(missedIn(before, after('pass', 'north'))).toBeNull();
  });
});
