// Zoom of the board: the visible window, and pinch gestures that change it.

import type { Point } from '../protocol';
import type { Window } from './painter';

/** Maximum zoom factor. */
export const NEAREST = 3;

/** Return the window that shows the whole board, whose drawing reaches `extent` mm from its centre. */
export function whole(extent: number): Window {
  return { x: -extent, y: -extent, side: 2 * extent };
}

/**
 * Return the window after a pinch moved its midpoint from `before` to `now` (fractions of its side, 0 to 1) and
 * scaled by `factor`.
 */
export function pinched(seen: Window, before: Point, now: Point, factor: number, extent: number): Window {
  const side = Math.min(2 * extent, Math.max((2 * extent) / NEAREST, seen.side / factor));
  const kept = (from: number, was: number, is: number): number => {
    const edge = from + was * seen.side - is * side;
    return Math.min(extent - side, Math.max(-extent, edge));
  };
  return { x: kept(seen.x, before.x, now.x), y: kept(seen.y, before.y, now.y), side };
}
