// Tests of board dimensions derived from the equipment.

import { expect, it } from 'vitest';
import { guideLine } from '../src/board/geometry';
import { radiusOf, sizesOf } from '../src/board/spec';
import { film } from '../src/playback/keyframes';
import { STANDARD } from '../src/protocol';
import { beginning } from '../src/store/state';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import { equipmentNow, sizesNow } from '../src/store/selectors';
import { card, motion } from './messages';

const SMALL = { ...STANDARD, name: 'small', surface: 700_000, man_diameter: 30_000, man_mass: 4_000_000 };

it('the standard board has the sizes of the laws', () => {
  const sizes = sizesOf(STANDARD);
  expect(sizes).toMatchObject({ half: 370, pocketCentre: 347.75, manRadius: 15.9, strikerRadius: 20.65 });
  expect(sizes.baseline).toBeCloseTo(252.6, 9);
  expect(sizesOf(STANDARD)).toBe(sizes);
});

it('another board is drawn in its own sizes', () => {
  const sizes = sizesOf(SMALL);
  expect(sizes.half).toBe(350);
  expect(radiusOf('W1', sizes)).toBe(15);
  expect(radiusOf('S', sizes)).toBe(20.65);
  expect(guideLine({ x: 0, y: 0 }, { x: 0, y: -1 }, [], sizes).to.y).toBeCloseTo(-350 + 20.65, 9);
});

it('a fall sounds after the man’s own mass, and leads to the board’s own pocket', () => {
  const [big, small] = [film(motion(), STANDARD), film(motion(), SMALL)];
  const drop = (shown: typeof big): number => shown.impacts.find(({ kind }) => kind === 'pocket')?.strength ?? 0;
  expect(drop(small) / drop(big)).toBeCloseTo(4 / 5.375, 9);
  const pocket = [...small.falls.values()][0]?.pocket;
  expect(Math.abs(pocket?.x ?? 0)).toBe((700_000 - 44_500) / 2);
});

it('the card brings the equipment; until then the standard board is drawn', () => {
  const empty = beginning(null, DEFAULT_SETTINGS);
  expect(equipmentNow(empty)).toBe(STANDARD);
  const seated = { ...empty, card: { ...card(), equipment: SMALL } };
  expect(sizesNow(seated).half).toBe(350);
});
