// Geometry of the board editor. The server validates positions.

import { DISCS } from '../board/spec';
import { STANDARD, type Disc, type Lying, type Point } from '../protocol';

/** Distance a key moves a disc, µm; and with Shift. */
export const STEP = 1_000;
export const LEAP = 10_000;

const ORDER = new Map(DISCS.map((disc, index) => [disc, index]));

/** Return the discs with one placed at a position, in the canonical order. */
export function put(placed: readonly Lying[], disc: Disc, at: Point): readonly Lying[] {
  const rounded = { x: Math.round(at.x), y: Math.round(at.y) };
  const others = placed.filter((each) => each.disc !== disc);
  return [...others, { disc, at: rounded }].sort((a, b) => (ORDER.get(a.disc) ?? 0) - (ORDER.get(b.disc) ?? 0));
}

export const taken = (placed: readonly Lying[], disc: Disc): readonly Lying[] => placed.filter((each) => each.disc !== disc);

/** Return the discs that are not on the board, except the striker. */
export function inTray(placed: readonly Lying[]): readonly Disc[] {
  return DISCS.filter((disc) => disc !== 'S' && !placed.some((each) => each.disc === disc));
}

/** Return a free position near the centre. */
export function freePlace(placed: readonly Lying[]): Point {
  const apart = STANDARD.man_diameter + 500;
  for (let ring = 0; ring < 12; ring += 1) {
    for (let turn = 0; turn < Math.max(1, ring * 6); turn += 1) {
      const angle = (turn * 2 * Math.PI) / Math.max(1, ring * 6);
      const at = { x: Math.round(ring * apart * Math.cos(angle)), y: Math.round(ring * apart * Math.sin(angle)) };
      if (placed.every((each) => Math.hypot(each.at.x - at.x, each.at.y - at.y) >= apart)) return at;
    }
  }
  return { x: 0, y: 0 };
}

/** Whether a position is so far off the board that the disc is to be removed. */
export function isOff(at: Point): boolean {
  const edge = STANDARD.surface / 2 + STANDARD.frame_width;
  return Math.max(Math.abs(at.x), Math.abs(at.y)) > edge;
}
