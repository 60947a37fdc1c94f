// Tests of the descriptions from which a player can aim without seeing the board.

import { expect, it } from 'vitest';
import { STANDARD, type Disc } from '../src/protocol';
import { sizesOf } from '../src/board/spec';
import { aimSpoken, degreesTo, measuresSpoken, pieceSpoken, piecesOf, placeSpoken } from '../src/i18n/reading';
import { alsoSays } from '../src/i18n/t';
import words from '../src/i18n/more/reading.json';

alsoSays(words);
const sizes = sizesOf(STANDARD);
const queen = [{ disc: 'Q' as const, at: { x: 0, y: 0 } }];
const lying = (disc: Disc, x: number, y: number) => ({ disc, at: { x: x * 1000, y: y * 1000 } });

it('describes a position by its distances from the centre', () => {
  expect(placeSpoken({ x: -120.4, y: 40.2 })).toBe('120 mm left, 40 mm up');
  expect(placeSpoken({ x: 7, y: -252.6 })).toBe('7 mm right, 253 mm down');
});

it('lists the own pieces first, then the queen, each from left to right, in the frame of the seat', () => {
  const placed = [lying('B1', 100, 50), lying('W1', 200, 0), lying('Q', 0, 0), lying('S', 0, -250), lying('W2', -30, 90)];
  expect(piecesOf(placed, 'south', 'white').map(({ disc }) => disc)).toEqual(['W2', 'W1', 'Q', 'B1']);
  const [first] = piecesOf(placed, 'north', 'black');
  expect(first).toEqual({ disc: 'B1', at: { x: -100, y: -50 } });
});

it('says to which pockets the path of a piece is clear', () => {
  const pieces = piecesOf([lying('W1', -200, 200), lying('B1', -250, 250), lying('B2', 0, 0)], 'south', 'white');
  const [white, , black] = pieces;
  expect(white && pieceSpoken(white, pieces, sizes)).toBe('White: 200 mm left, 200 mm up. Clear path to the far right pocket and the near left pocket.');
  expect(black && pieceSpoken(black, pieces, sizes)).toContain('Black: 0 mm right, 0 mm up. Clear path to the far right pocket');
  const shut = piecesOf([lying('W1', 0, 0), ...[1, -1].flatMap((x) => [1, -1].map((y) => lying(`B${(x + 1) * 2 + (y + 1) / 2 + 1}` as Disc, 60 * x, 60 * y)))], 'south', 'white');
  expect(shut[0] && pieceSpoken(shut[0], shut, sizes)).toBe('White: 0 mm right, 0 mm up. No clear path to a pocket.');
});

it('describes an aim by striker, direction, power, first contact and what becomes of the piece, from whatever seat', () => {
  const aim = { x: 0, degrees: 0, power: 0.2 };
  for (const seat of ['south', 'north', 'west'] as const) {
    expect(aimSpoken(aim, seat, queen, sizes, 'long')).toBe(
      'Striker 0 mm right. Aim straight ahead, soft, 0.7 m/s. Hits the queen first, 0 mm right, 0 mm up. It goes straight ahead.',
    );
  }
  expect(aimSpoken({ x: -12_500, degrees: 12.25, power: 1 }, 'south', [], sizes, 'long')).toBe('Striker 12.5 mm left. Aim 12.25° to the left, hard, 7 m/s. Hits the frame first.');
  expect(aimSpoken({ x: 10_000, degrees: 0, power: 0.5 }, 'south', queen, sizes, 'long')).toContain('It goes 16° to the left.');
});

it('describes no more of an aim than the players have agreed to show', () => {
  for (const guide of ['short', 'none'] as const) {
    expect(aimSpoken({ x: 0, degrees: 0, power: 0.5 }, 'south', queen, sizes, guide)).not.toContain('queen');
  }
});

it('points at the centre of a piece', () => {
  expect(degreesTo({ x: 0, y: 0 }, { x: 0, degrees: 40, power: 0.5 }, sizes)).toBeCloseTo(0);
  expect(degreesTo({ x: -100, y: -sizes.baseline + 100 }, { x: 0, degrees: 0, power: 0.5 }, sizes)).toBeCloseTo(45);
});

it('names the distances of baseline and pockets, and the sizes of the discs', () => {
  expect(measuresSpoken(sizes)).toMatch(/Your baseline is 252\.\d mm down\. The pockets are 34\d(\.\d)? mm left or right/);
});
