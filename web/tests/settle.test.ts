// Tests of the settling animation after a stroke.

import { expect, it } from 'vitest';
import { CARRY_TIME, FADE_TIME, settling } from '../src/playback/settle';
import type { Pose } from '../src/playback/keyframes';
import type { Disc } from '../src/protocol';

const POCKET = { x: 347_750, y: 347_750 };
const MIDDLE = { x: 0, y: 0 };

function drawn(...poses: readonly Partial<Pose>[]): Map<Disc, Pose> {
  return new Map(poses.map((pose) => [pose.disc ?? 'Q', { disc: 'Q', x: 0, y: 0, angle: 0, fall: 0, ...pose } as Pose]));
}

it('a disc that comes back rises out of the pocket it fell into and is carried to its place', () => {
  const way = settling(drawn(), [{ disc: 'Q', at: MIDDLE }], new Map([['Q', POCKET]]));
  expect(way.duration).toBe(CARRY_TIME);
  expect(way.at(0)).toMatchObject([{ disc: 'Q', ...POCKET, fall: 1 }]);
  const half = way.at(CARRY_TIME * 0.65)[0];
  expect(half?.fall).toBe(0);
  expect(half?.x).toBeGreaterThan(0);
  expect(half?.x).toBeLessThan(POCKET.x);
  expect(half?.lift).toBeGreaterThan(0.5);
  expect(way.at(CARRY_TIME)).toEqual([{ disc: 'Q', ...MIDDLE, angle: 0, fall: 0 }]);
});

it('a disc that rests elsewhere than the ruling says is carried from where it rests', () => {
  const way = settling(drawn({ x: 200_000, y: 0, angle: 700 }), [{ disc: 'Q', at: MIDDLE }], new Map());
  expect(way.at(0)[0]).toMatchObject({ x: 200_000, angle: 700 });
  expect(way.at(way.duration)[0]).toMatchObject({ ...MIDDLE, angle: 700 });
});

it('a board on which nothing has changed is settled at once', () => {
  expect(settling(drawn({ x: 30_000 }), [{ disc: 'Q', at: { x: 30_000, y: 0 } }], new Map()).duration).toBe(0);
});

it('a disc that is gone fades, a new one appears', () => {
  const way = settling(drawn({ disc: 'W1' }), [{ disc: 'B1', at: MIDDLE }], new Map());
  expect(way.at(FADE_TIME / 2).map(({ disc, alpha }) => [disc, alpha])).toEqual([['B1', 0.5], ['W1', 0.5]]);
  expect(way.at(FADE_TIME).map(({ disc }) => disc)).toEqual(['B1']);
});

it('the striker is not carried: it goes where it rested and comes where it is wanted', () => {
  const way = settling(drawn({ disc: 'S', x: 90_000 }), [{ disc: 'S', at: MIDDLE }], new Map());
  expect(way.at(0).map(({ x, alpha }) => [x, alpha])).toEqual([[0, 0], [90_000, 1]]);
  expect(way.at(FADE_TIME)).toHaveLength(1);
});
