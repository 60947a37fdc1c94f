// Tests of keyframe interpolation for stroke animations.

import { expect, it } from 'vitest';
import { FALL_TIME, film, posesAt, strikerSpeed } from '../src/playback/keyframes';
import { STANDARD } from '../src/protocol';
import { motion } from './messages';

const shown = film(motion(), STANDARD);
const pose = (disc: string, time: number) => posesAt(shown, time).find((one) => one.disc === disc);

it('between keyframes a disc follows x + v·t + ½·a·t²', () => {
  expect(pose('S', 500_000)).toMatchObject({ x: 0, y: -252_600 + 200_000 - 50_000, angle: 500 });
});

it('both coordinates and the angle are accelerated', () => {
  const frame = { disc: 'S' as const, time: 0, x: 0, y: 0, vx: 300_000, vy: 0, ax: -200_000, ay: 100_000, angle: 0, spin: 1000, spin_rate: -400 };
  const [striker] = posesAt(film({ ...motion(), keyframes: [frame], contacts: [] }, STANDARD), 1_000_000).filter(({ disc }) => disc === 'S');
  expect(striker).toMatchObject({ x: 200_000, y: 50_000, angle: 800 });
});

it('a disc without keyframes does not move', () => {
  expect(pose('Q', 0)).toEqual(pose('Q', 900_000));
});

it('a disc waits at its place until its first keyframe', () => {
  expect(pose('W1', 100_000)).toMatchObject({ x: 340_000, y: 330_000 });
});

it('after the last keyframe a disc rests', () => {
  expect(pose('S', 1_000_000)).toMatchObject({ y: -52_600 });
  expect(pose('S', 9_000_000)).toMatchObject({ y: -52_600 });
});

it('a pocketed disc sinks towards the pocket’s middle and is gone', () => {
  const sinking = pose('W1', 500_000 + FALL_TIME / 2);
  expect(sinking?.fall).toBeCloseTo(0.5, 6);
  expect(sinking?.x).toBeGreaterThan(340_000);
  expect(pose('W1', 500_000 + FALL_TIME)).toBeUndefined();
});

it('impacts are heard in the order of time, a fall by its speed and the rest by impulse', () => {
  expect(shown.impacts.map(({ kind }) => kind)).toEqual(['frame', 'pocket']);
  expect(shown.impacts[0]?.strength).toBe(15_000);
  expect(shown.impacts[1]?.strength).toBeCloseTo(0.005375 * 20_000, 9);
});

it('the striker’s speed is in metres a second', () => {
  expect(strikerSpeed(shown, 500_000)).toBeCloseTo(0.2, 9);
});

it('a fall at the very end of a stroke is shown to its end', () => {
  const late = film({ ...motion(), duration: 500_000 }, STANDARD);
  expect(late.duration).toBe(500_000 + FALL_TIME);
});

it('a disc slides on into its pocket as fast as it came, and never past the bottom', () => {
  const at = (part: number): number => pose('W1', 500_000 + part * FALL_TIME)?.y ?? NaN;
  expect(((at(0.01) - at(0)) / (0.01 * FALL_TIME)) * 1e6).toBeCloseTo(20_000, -4);
  const way = [0, 0.2, 0.4, 0.6, 0.8, 0.99].map(at);
  expect(way).toEqual([...way].sort((a, b) => a - b));
  expect(Math.max(...way)).toBeLessThanOrEqual(347_750);
});
