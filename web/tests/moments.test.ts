// Tests of what a game shows beside its strokes: marks of a ruling on the board, the card at the end, and cancelling.

import { describe, expect, it } from 'vitest';
import { isCancelling, moved, pressed, type Hand } from '../src/board/gesture';
import card_words from '../src/i18n/more/card.json';
import { alsoSays } from '../src/i18n/t';
import type { BoardResult, PastStroke, Verdict } from '../src/protocol';
import { beginning } from '../src/store/state';
import { DEFAULT_SETTINGS, settingsFrom } from '../src/store/settings';
import { update } from '../src/store/update';
import { decisionOf, wentWell } from '../src/table/deciding';
import { besideFinger } from '../src/board/loupe';
import { sizesOf } from '../src/board/spec';
import { rack } from '../src/store/opening_board.svelte';
import { STANDARD } from '../src/protocol';
import { marksOf, ringOf } from '../src/table/marks';
import { joined, motion, past, position, ruling, snapshot, state, strike } from './messages';

alsoSays(card_words);

const POCKET = { x: 340_000, y: 332_000 };
const said = (...keys: readonly string[]): Pick<Verdict, 'said'> => ({ said: keys.map((key) => ({ key, values: [], clause: '' })) });

describe('the marks of a ruling', () => {
  const falls = (...discs: readonly ('S' | 'Q' | 'W1')[]): ReturnType<typeof motion> => ({
    ...motion(),
    contacts: discs.map((disc, i) => ({ time: 500_000 + i, kind: 'pocket' as const, discs: [disc], at: POCKET, speed: 1, impulse: 0 })),
  });

  it('name a foul at the pocket into which the striker fell', () => {
    expect(marksOf(falls('S'), ruling(), position({ Q: { x: 0, y: 0 } }).placed)).toMatchObject([{ kind: 'foul', at: POCKET, disc: 'S' }]);
  });

  it('ring a piece that came back, where it was put', () => {
    const after = position({ W1: { x: 1000, y: 2000 }, Q: { x: 0, y: 0 } }).placed;
    expect(marksOf(falls('S', 'W1'), ruling(), after).map(({ kind, at }) => [kind, at.x])).toEqual([['foul', 340_000], ['returned', 1000]]);
  });

  it('ring a due piece that was pocketed by an earlier stroke', () => {
    const after = position({ W1: { x: 340_000, y: 330_000 }, B2: { x: 5000, y: 0 } }).placed;
    expect(marksOf(falls(), ruling(), after)).toMatchObject([{ kind: 'returned', disc: 'B2' }]);
  });

  it('ask for a cover at the pocket of the queen, and say when it is covered', () => {
    expect(marksOf(falls('Q'), said('said.queen-waits'), [])).toMatchObject([{ kind: 'queen', at: POCKET }]);
    expect(marksOf(falls('W1'), said('said.queen-covered'), [])).toMatchObject([{ kind: 'covered', at: POCKET }]);
    expect(marksOf(falls('W1'), said('said.again'), [])).toEqual([]);
  });
});

describe('the ring of a mark', () => {
  const sizes = sizesOf(STANDARD);

  it('is centred on its pocket, wherever on the rim the disc went in', () => {
    for (const [east, north] of [[1, 1], [1, -1], [-1, 1], [-1, -1]] as const) {
      const rim = { x: east * (sizes.pocketCentre - 14), y: north * (sizes.pocketCentre - 3) };
      for (const kind of ['foul', 'queen', 'covered'] as const) {
        expect(ringOf({ kind, at: rim, disc: 'S' }, rim, sizes)).toMatchObject({ x: east * sizes.pocketCentre, y: north * sizes.pocketCentre });
        expect(ringOf({ kind, at: rim, disc: 'S' }, rim, sizes).r).toBeGreaterThan(sizes.pocketRadius);
      }
    }
  });

  it('is around a piece that came back, also beside a pocket, and around the centre where there was no pocket', () => {
    expect(ringOf({ kind: 'returned', at: { x: 0, y: 0 }, disc: 'W1' }, { x: 330, y: 330 }, sizes)).toMatchObject({ x: 330, y: 330 });
    expect(ringOf({ kind: 'covered', at: { x: 0, y: 0 }, disc: 'Q' }, { x: 0, y: 0 }, sizes)).toMatchObject({ x: 0, y: 0 });
  });
});

it('the magnifier covers neither the rack it is aimed at, nor the finger, nor the contact, on a phone', () => {
  const [size, width] = [124, 390];
  const scale = width / 816;
  const pixel = ({ x, y }: { readonly x: number; readonly y: number }): { x: number; y: number } => ({ x: width / 2 + (x / 1000) * scale, y: width / 2 - (y / 1000) * scale });
  const pieces = rack().map(({ at }) => pixel(at));
  const radius = 15.9 * scale;
  const contact = pixel({ x: 0, y: -105_000 });
  const striker = pixel({ x: 0, y: -252_600 });
  for (const x of [60, 120, 195, 270, 330]) {
    for (const y of [250, 300, 340, 385]) {
      const corner = besideFinger({ x, y }, [contact, striker], size, width, pieces, radius);
      const middle = { x: corner.x + size / 2, y: corner.y + size / 2 };
      const away = (at: { readonly x: number; readonly y: number }): number => Math.hypot(at.x - middle.x, at.y - middle.y) - size / 2;
      for (const piece of pieces) expect(away(piece), `finger ${x} ${y}`).toBeGreaterThan(radius);
      expect(away(contact), `finger ${x} ${y}`).toBeGreaterThan(0);
      expect(away({ x, y }), `finger ${x} ${y}`).toBeGreaterThan(0);
    }
  }
});

describe('the card at the end of a board', () => {
  const now = [joined(['south']), snapshot(state([strike()]))].reduce(update, beginning(null, DEFAULT_SETTINGS));
  const board = (more: Partial<BoardResult>): BoardResult => ({ winner: 'south', points: 9, score: [9, 0], breaker: 'south', men: 6, queen: 3, demanded: 0, extra: false, clauses: [], ...more });

  it('says what decided it, from how the points add up', () => {
    expect(decisionOf(now, board({}))).toBe('Computer had 6 pieces left, and the covered queen added 3.');
    expect(decisionOf(now, board({ winner: 'north', men: 1, queen: 0 }))).toBe('One piece of yours was left.');
    expect(decisionOf(now, board({ winner: null, points: 0 }))).toBeNull();
    expect(decisionOf(now, undefined)).toBeNull();
  });

  it('has one thing that went well for who lost', () => {
    const mine = now.shown?.sides[0];
    if (!mine) throw new Error('south has a side');
    const stroke = (number: number, pocketed: PastStroke['pocketed'], turn: PastStroke['turn'] = 'continue', seat: PastStroke['seat'] = 'south'): PastStroke => ({ ...past(number), seat, pocketed, turn });
    expect(wentWell(mine, [stroke(1, ['W1', 'W2']), stroke(2, [], 'pass')], board({ men: 5 }))).toBe('Your best stroke pocketed 2 pieces.');
    expect(wentWell(mine, [stroke(1, ['W1']), stroke(2, ['W2']), stroke(3, ['W3']), stroke(4, [], 'pass')], board({ men: 5 }))).toBe('Your best turn: 3 pieces without a miss.');
    expect(wentWell(mine, [stroke(1, ['B1'])], board({ men: 1 }))).toBe('You were one piece from winning.');
    expect(wentWell(mine, [stroke(1, ['Q'])], undefined)).toBe('You pocketed the queen.');
    expect(wentWell(mine, [stroke(1, ['W1'], 'pass', 'north')], board({ men: 9 }))).toBeNull();
  });
});

it('a pull that is dragged back to where it began is about to be cancelled', () => {
  const striker = { x: 0, y: -252_600 };
  const start: Hand = { aim: { x: 0, degrees: 0, power: 0.5 }, gesture: null };
  const held = pressed(start, striker, { x: 0, y: 0 }, 0, 20_000, true);
  const drawn = moved(held, { x: 0, y: -120_000 }, 20, [[-180_000, 180_000]]);
  const back = moved(drawn, { x: 0, y: -5_000 }, 40, [[-180_000, 180_000]]);
  expect([start, held, drawn, back].map(({ gesture }) => isCancelling(gesture))).toEqual([false, false, false, true]);
});

it('settings that an older page stored have the defaults of what is new', () => {
  expect(settingsFrom({ muted: true })).toMatchObject({ muted: true, fineAim: false, leftHanded: false, oneHanded: false, hasStruck: false });
});
