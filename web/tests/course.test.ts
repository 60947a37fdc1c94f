// The course of a stroke, drawn before it is played.

import { expect, it } from 'vitest';
import { courseOf } from '../src/board/course';
import { sizesOf } from '../src/board/spec';
import { STANDARD } from '../src/protocol';
import { motion } from './messages';

const sizes = sizesOf(STANDARD);

it('every disc that moves has its way, and a circle where it comes to rest on the board', () => {
  const drawn = courseOf(motion(), 'south', sizes);
  expect(drawn.map(({ kind }) => kind)).toEqual(['striker', 'white']);
  const [striker, white] = drawn;
  // The keyframe's parabola: half the time at the first speed gives the control point.
  expect(striker?.ways).toBe('M0.0 252.6Q0.0 52.6 0.0 52.6L0.0 52.6');
  expect(striker?.rests).toContain(`a${sizes.strikerRadius} `);
  expect(white?.ways).toContain('L340.0 -332.0');
  expect(white?.rests).toBe('');
});

it('is turned with the board', () => {
  expect(courseOf(motion(), 'north', sizes)[0]?.ways).toMatch(/^M-?0\.0 -252\.6/);
});
