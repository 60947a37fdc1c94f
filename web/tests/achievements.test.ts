// Tests of achievements: recognised from contacts and history, and not from what only looks like them.

import { describe, expect, it } from 'vitest';
import words from '../src/i18n/more/habits.json';
import { ACHIEVEMENTS, behindBy, inBoard, inStroke, inWonBoard } from '../src/habits/achievements';
import { found } from '../src/router/routes';
import type { Contact, Disc, Motion, PastStroke, Seat, SideState, Turn } from '../src/protocol';
import { state } from './messages';

const WHITE: SideState = { seats: ['south'], colour: 'white', score: 0, on_board: 5, pocketed: [], due: 0, games: 0 };
const BLACK: SideState = { ...WHITE, seats: ['north'], colour: 'black' };

const contact = (kind: Contact['kind'], discs: readonly Disc[], speed = 1_000_000): Contact => ({ time: 0, kind, discs, at: { x: 0, y: 0 }, speed, impulse: 0 });
const motion = (contacts: readonly Contact[], vy = 2_000_000): Motion => ({
  seat: 'south', stroke: { x: 0, vx: 0, vy }, before: { placed: [] }, keyframes: [], contacts, duration: 1, rest: { placed: [] },
});
const past = (pocketed: readonly Disc[], turn: Turn = 'continue', seat: Seat = 'south', board = 1): PastStroke => ({ number: 1, board, seat, pocketed, turn, why: '', said: [] });

const HIT = contact('disc', ['S', 'W1']);
const FALL = contact('pocket', ['W1']);

describe('by how a piece went in', () => {
  it('a plain stroke is none', () => {
    expect(inStroke(motion([HIT, FALL]), past(['W1']), WHITE)).toEqual([]);
  });

  it('a piece that rebounds from the frame is a bank, one that slides along it is not', () => {
    expect(inStroke(motion([HIT, contact('frame', ['W1']), FALL]), past(['W1']), WHITE)).toEqual(['bank']);
    expect(inStroke(motion([HIT, contact('frame', ['W1'], 50_000), FALL]), past(['W1']), WHITE)).toEqual([]);
    expect(inStroke(motion([contact('frame', ['W1']), HIT, FALL]), past(['W1']), WHITE)).toEqual([]);
  });

  it('a striker that goes off the frame first is a cushion shot, one that does so afterwards is not', () => {
    expect(inStroke(motion([contact('frame', ['S']), HIT, FALL]), past(['W1']), WHITE)).toEqual(['cushion']);
    expect(inStroke(motion([HIT, contact('frame', ['S']), FALL]), past(['W1']), WHITE)).toEqual([]);
  });

  it('a piece driven in by another is a plant', () => {
    const contacts = [contact('disc', ['S', 'W2']), contact('disc', ['W2', 'W1']), FALL];
    expect(inStroke(motion(contacts), past(['W1']), WHITE)).toEqual(['plant']);
  });

  it('a backward stroke and two pieces at once are recognised', () => {
    expect(inStroke(motion([HIT, FALL], -500_000), past(['W1']), WHITE)).toEqual(['back']);
    expect(inStroke(motion([HIT, FALL, contact('disc', ['S', 'W2']), contact('pocket', ['W2'])]), past(['W1', 'W2']), WHITE)).toEqual(['double']);
  });

  it('a foul, a lost turn and the opponent’s piece earn nothing', () => {
    const bank = motion([HIT, contact('frame', ['W1']), FALL]);
    expect(inStroke(bank, past(['W1', 'S'], 'pass'), WHITE)).toEqual([]);
    expect(inStroke(bank, past(['W1'], 'pass'), WHITE)).toEqual([]);
    expect(inStroke(bank, past(['W1']), BLACK)).toEqual([]);
  });
});

describe('by the board', () => {
  const covered = state([], { queen: { where: 'covered', seat: 'south' } });

  it('a break that pockets two', () => {
    expect(inBoard([past(['W1', 'W2'])], state([]), WHITE)).toEqual(['break-two']);
    expect(inBoard([past([]), past(['W1', 'W2'])], state([]), WHITE)).toEqual([]);
  });

  it('a queen that is covered, and one that is covered with the next stroke', () => {
    expect(inBoard([past([]), past(['Q']), past(['W1'])], covered, WHITE)).toEqual(['queen', 'queen-at-once']);
    expect(inBoard([past([]), past(['Q', 'W1'])], covered, WHITE)).toEqual(['queen']);
    expect(inBoard([past([]), past(['Q'])], state([], { queen: { where: 'pending', seat: 'south' } }), WHITE)).toEqual([]);
    expect(inBoard([past(['Q'], 'continue', 'north'), past(['B1'], 'continue', 'north')], state([], { queen: { where: 'covered', seat: 'north' } }), WHITE)).toEqual([]);
  });

  it('five in one turn, and not in two', () => {
    const five = (['W1', 'W2', 'W3', 'W4', 'W5'] as const).map((disc) => past([disc]));
    expect(inBoard([past([], 'pass'), past([], 'pass', 'north'), ...five], state([]), WHITE)).toEqual(['five-in-turn']);
    expect(inBoard([past(['W1']), past(['W2'], 'pass'), past([], 'pass', 'north'), ...five.slice(2)], state([]), WHITE)).toEqual([]);
    expect(inBoard([...five.slice(0, 4), past(['W5'], 'continue', 'south', 2)], state([]), WHITE)).toEqual([]);
  });
});

describe('by a won board', () => {
  const turn = (count: number): PastStroke[] => Array.from({ length: count }, (_, i) => past([`W${i + 1}` as Disc], i === count - 1 ? 'end' : 'continue'));

  it('a slam clears the board in the first turn, for the one who breaks and for the other', () => {
    expect(inWonBoard(turn(9), WHITE, 0)).toEqual(['clean', 'slam']);
    expect(inWonBoard([past([], 'pass', 'north'), ...turn(9)], WHITE, 0)).toEqual(['clean', 'slam']);
    expect(inWonBoard([past([], 'pass'), past([], 'pass', 'north'), ...turn(9)], WHITE, 0)).toEqual(['clean']);
  });

  it('a board without a pocketed striker is clean', () => {
    expect(inWonBoard([past(['S'], 'pass'), past([], 'pass', 'north'), ...turn(6)], WHITE, 0)).toEqual([]);
    expect(inWonBoard([past([], 'pass'), past(['S'], 'pass', 'north'), ...turn(6)], WHITE, 0)).toEqual(['clean']);
  });

  it('a board won after being four pieces behind is a comeback', () => {
    const board = [past(['S'], 'pass'), past([], 'pass', 'north'), ...turn(3)];
    expect(inWonBoard(board, WHITE, 4)).toEqual(['comeback']);
    expect(inWonBoard(board, WHITE, 3)).toEqual([]);
    const [own, other] = [{ ...WHITE, on_board: 7 }, { ...BLACK, on_board: 2 }];
    expect([behindBy([own, other], own), behindBy([own, other], other)]).toEqual([5, -5]);
  });

  it('a board in which one never struck earns nothing', () => {
    expect(inWonBoard([past([], 'end', 'north')], WHITE, 9)).toEqual([]);
  });
});

it('each achievement has a name, a sentence on how to do it, and a page that exists', () => {
  const texts: Readonly<Record<string, string>> = words;
  for (const [name, page] of Object.entries(ACHIEVEMENTS)) {
    expect(texts[`achieved.${name}`], name).toBeTruthy();
    expect(texts[`achieved.${name}.how`], name).toMatch(/\.$/);
    expect(found(page).place.path, page).not.toBe('');
  }
  expect(Object.keys(ACHIEVEMENTS).length).toBeGreaterThanOrEqual(10);
});
