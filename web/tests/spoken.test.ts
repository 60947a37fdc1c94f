// Tests of the screen reader descriptions of board and clock.

import { expect, it } from 'vitest';
import { STANDARD, type Clock } from '../src/protocol';
import { sizesOf } from '../src/board/spec';
import { areaOf, positionSpoken, secondsLeft } from '../src/i18n/spoken';

const sizes = sizesOf(STANDARD);
const corner = sizes.pocketCentre;

it('names the part of the board in which a place lies', () => {
  expect(areaOf({ x: 0, y: 0 }, sizes)).toBe('centre');
  expect(areaOf({ x: corner - 60, y: corner - 60 }, sizes)).toBe('pocket.north-east');
  expect(areaOf({ x: -(corner - 60), y: corner - 60 }, sizes)).toBe('pocket.north-west');
  expect(areaOf({ x: corner - 60, y: -(corner - 60) }, sizes)).toBe('pocket.south-east');
  expect(areaOf({ x: 10, y: sizes.half - 20 }, sizes)).toBe('frame.north');
  expect(areaOf({ x: -(sizes.half - 20), y: 10 }, sizes)).toBe('frame.west');
  expect(areaOf({ x: 150, y: -120 }, sizes)).toBe('quarter.south-east');
});

it('tells where the discs lie, area by area, the striker left out', () => {
  const near = (corner - 60) * 1000;
  const placed = [
    { disc: 'S' as const, at: { x: 0, y: -250_000 } },
    { disc: 'Q' as const, at: { x: 0, y: 0 } },
    { disc: 'W1' as const, at: { x: near, y: near } },
    { disc: 'W2' as const, at: { x: near - 40_000, y: near } },
    { disc: 'B1' as const, at: { x: near, y: near - 40_000 } },
  ];
  expect(positionSpoken(placed, sizes)).toBe('Position: queen in the middle; two whites and one black near the north-east pocket.');
  expect(positionSpoken([], sizes)).toBe('');
});

it('counts the seconds that are left, and those of a clock that stands still', () => {
  const clock: Clock = { seat: 'south', starts: 1000, ends: 16_000, now: 0, paused: null };
  expect([secondsLeft(clock, 0), secondsLeft(clock, 6500), secondsLeft(clock, 99_000)]).toEqual([15, 10, 0]);
  expect(secondsLeft({ ...clock, paused: 4200 }, 99_000)).toBe(5);
});
