// Placement of the magnifier beside a finger: clear of the hand and of what the player aims with.

import type { Point } from '../protocol';

/**
 * Offsets from the finger in the order tried, in multiples of the magnifier's size; above first, since hands come
 * from below.
 */
const SIDES: readonly Point[] = [
  { x: -0.95, y: -0.85 },
  { x: 0.95, y: -0.85 },
  { x: 0, y: -1.25 },
  { x: -1.3, y: 0 },
  { x: 1.3, y: 0 },
  { x: -1.3, y: 0.5 },
  { x: 1.3, y: 0.5 },
  { x: -0.95, y: -1.7 },
  { x: 0.95, y: -1.7 },
];

/**
 * Return the top-left corner (px) of a magnifier of this size for a finger on a board of this width: where it covers the
 * least of the finger, of what is aimed with, and of the pieces aimed at (`pieces`, of this radius).
 */
export function besideFinger(finger: Point, kept: readonly Point[], size: number, width: number, pieces: readonly Point[] = [], radius = 0): Point {
  let best: Point = { x: 0, y: 0 };
  let least = Infinity;
  for (const [rank, side] of SIDES.entries()) {
    const middle = { x: within(finger.x + side.x * size, size, width), y: within(finger.y + side.y * size, size, width) };
    const covered = (at: Point, free: number): number => Math.max(0, free - Math.hypot(at.x - middle.x, at.y - middle.y));
    const cost = rank * 4 + 3 * covered(finger, size * 0.75) + kept.reduce((sum, at) => sum + covered(at, size * 0.62), 0) + pieces.reduce((sum, at) => sum + covered(at, size / 2 + radius), 0);
    if (cost < least) [best, least] = [middle, cost];
  }
  return { x: Math.round(best.x - size / 2), y: Math.round(best.y - size / 2) };
}

function within(middle: number, size: number, width: number): number {
  return Math.min(width - size / 2, Math.max(size / 2, middle));
}
