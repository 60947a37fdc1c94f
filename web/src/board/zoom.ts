// Which part of the board is looked at: all of it, or nearer by two fingers.

import type { Point } from '../protocol';
import type { Window } from './painter';

/** How near one may look. */
export const NEAREST = 3;

/** The whole board, whose drawing reaches so far (mm) from its middle. */
export function whole(extent: number): Window {
  return { x: -extent, y: -extent, side: 2 * extent };
}

/** The window after two fingers carried the place `before` to `now` (parts of its side, 0 to 1), parting by a factor. */
export function pinched(seen: Window, before: Point, now: Point, factor: number, extent: number): Window {
  const side = Math.min(2 * extent, Math.max((2 * extent) / NEAREST, seen.side / factor));
  const kept = (from: number, was: number, is: number): number => {
    const edge = from + was * seen.side - is * side;
    return Math.min(extent - side, Math.max(-extent, edge));
  };
  return { x: kept(seen.x, before.x, now.x), y: kept(seen.y, before.y, now.y), side };
}
