// Board geometry: coordinate frames, quarter turns between them, and the guide line. Knows no rules.
//
// The client uses three frames:
//   board  whole micrometres, x east, y north (as sent by the server);
//   player the same, as if the player sat south (the frame of a stroke);
//   view   millimetres, y down, with the seat at the bottom edge of the screen at y > 0 (for SVG).

import type { Disc, Point, Seat } from '../protocol';
import { radiusOf, type Sizes } from './spec';

export type { Disc, Point, Seat };

const SEATS: readonly Seat[] = ['south', 'east', 'north', 'west'];

/** Return the number of quarter turns from south to this seat, counter-clockwise seen from above. */
export function quartersOf(seat: Seat): number {
  return SEATS.indexOf(seat);
}

/** Turn a vector counter-clockwise by quarter turns; exact. */
export function turned({ x, y }: Point, quarters: number): Point {
  switch (((quarters % 4) + 4) % 4) {
    case 0:
      return { x, y };
    case 1:
      return { x: -y, y: x };
    case 2:
      return { x: -x, y: -y };
    default:
      return { x: y, y: -x };
  }
}

/** Convert from a player's frame to the board's. */
export const toBoard = (seat: Seat, point: Point): Point => turned(point, quartersOf(seat));

/** Convert from the board's frame to a player's. */
export const fromBoard = (seat: Seat, point: Point): Point => turned(point, -quartersOf(seat));

/** Convert from the board's frame (µm) to the view (mm, y down) with `bottom` at the lower edge. */
export function toView(bottom: Seat, point: Point): Point {
  const { x, y } = fromBoard(bottom, point);
  return { x: x / 1000, y: -y / 1000 };
}

/** Convert from the view (mm, y down) to the board's frame (µm). */
export function fromView(bottom: Seat, point: Point): Point {
  return toBoard(bottom, { x: point.x * 1000, y: -point.y * 1000 });
}

export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);

export interface Lying {
  readonly disc: Disc;
  readonly at: Point;
}

/** The first thing the striker meets along a straight line. All in millimetres of one frame. */
export interface Guide {
  readonly from: Point;
  /** The striker's centre at its first contact. */
  readonly to: Point;
  readonly meets: 'disc' | 'frame' | 'pocket';
  /** The disc that is hit, and a short stub of its path along the line of centres. */
  readonly disc?: Disc;
  readonly stub?: { readonly from: Point; readonly to: Point };
}

/** Return the path from `from` (mm) along the unit vector `direction` to the first disc, pocket or frame. */
export function guideLine(from: Point, direction: Point, lying: readonly Lying[], sizes: Sizes, stubLength = 70): Guide {
  let best = frameDistance(from, direction, sizes.strikerRadius, sizes);
  let meets: Guide['meets'] = 'frame';
  for (const cornerX of [-1, 1]) {
    for (const cornerY of [-1, 1]) {
      const mouth = { x: cornerX * sizes.pocketCentre, y: cornerY * sizes.pocketCentre };
      const way = distanceToCircle(from, direction, mouth, sizes.pocketRadius);
      if (way < best) [best, meets] = [way, 'pocket'];
    }
  }
  let met: Lying | undefined;
  for (const candidate of lying) {
    if (candidate.disc === 'S') continue;
    const way = distanceToCircle(from, direction, candidate.at, sizes.strikerRadius + radiusOf(candidate.disc, sizes));
    if (way < best) [best, meets, met] = [way, 'disc', candidate];
  }
  const to = along(from, direction, best);
  if (meets !== 'disc' || !met) return { from, to, meets };
  const reach = distance(to, met.at) || 1;
  const line = { x: (met.at.x - to.x) / reach, y: (met.at.y - to.y) / reach };
  // A thin cut sends the disc off slowly: the stub shrinks with the cosine of the cut angle, as the speed does.
  const cut = Math.max(0, line.x * direction.x + line.y * direction.y);
  const start = along(met.at, line, radiusOf(met.disc, sizes));
  const radius = radiusOf(met.disc, sizes);
  const others = lying.filter(({ disc }) => disc !== 'S' && disc !== met.disc);
  const free = others.map(({ disc, at }) => distanceToCircle(met.at, line, at, radius + radiusOf(disc, sizes)));
  const way = Math.min(stubLength * cut, frameDistance(met.at, line, radius, sizes), ...free);
  return { from, to, meets, disc: met.disc, stub: { from: start, to: along(start, line, way) } };
}

/** Length (mm) of a short guide line beyond the striker, and of the mark that only shows the direction. */
const SHORT_WAY = 150;
const BARE_WAY = 32;

/** Shorten a guide line to the length the players have agreed to show. */
export function shortened(guide: Guide, length: 'long' | 'short' | 'none', sizes: Sizes): Guide {
  if (length === 'long') return guide;
  const most = sizes.strikerRadius + (length === 'short' ? SHORT_WAY : BARE_WAY);
  const way = distance(guide.from, guide.to);
  if (way <= most) return length === 'short' ? guide : { from: guide.from, to: guide.to, meets: 'frame' };
  const part = most / way;
  const to = { x: guide.from.x + (guide.to.x - guide.from.x) * part, y: guide.from.y + (guide.to.y - guide.from.y) * part };
  return { from: guide.from, to, meets: 'frame' };
}

function along(from: Point, direction: Point, way: number): Point {
  return { x: from.x + direction.x * way, y: from.y + direction.y * way };
}

/** Return how far a disc of this radius can move before it touches the frame. */
function frameDistance(from: Point, direction: Point, radius: number, sizes: Sizes): number {
  const wall = sizes.half - radius;
  const axis = (start: number, step: number): number =>
    step > 0 ? (wall - start) / step : step < 0 ? (-wall - start) / step : Infinity;
  return Math.max(0, Math.min(axis(from.x, direction.x), axis(from.y, direction.y)));
}

/**
 * Return the distance along the ray to the circle; infinite if the ray misses it, or it is behind or already
 * touching and receding.
 */
function distanceToCircle(from: Point, direction: Point, centre: Point, radius: number): number {
  const dx = centre.x - from.x;
  const dy = centre.y - from.y;
  const ahead = dx * direction.x + dy * direction.y;
  if (ahead <= 0) return Infinity;
  const off = dx * dx + dy * dy - ahead * ahead;
  if (off >= radius * radius) return Infinity;
  return Math.max(0, ahead - Math.sqrt(radius * radius - off));
}
