// How a hand aims: pure functions from pointer and key events to an aim, and from an aim to a stroke.
// Everything is in the player's own frame, as if he sat south: lengths in µm, angles in degrees, 0 straight ahead and
// positive to the left.

import type { Point } from './geometry';

/** Where the striker stands along its baseline, where it points, and how hard (0 to 1). */
export interface Aim {
  readonly x: number;
  /** How far across the two lines it stands, where a disc is in the way of the middle; none is 0. */
  readonly y?: number;
  readonly degrees: number;
  readonly power: number;
  /** The direction was chosen by itself (by a tap, a key, a first step): a pull keeps it and turns it finely. */
  readonly chosen?: boolean;
}

/** A stretch of the lines where the striker may stand, from the least x to the greatest, with the y it needs (none is 0). */
export type Interval = readonly [low: number, high: number, y?: number];

export interface StrokeVector {
  readonly x: number;
  readonly y?: number;
  readonly vx: number;
  readonly vy: number;
}

/** The speeds of no power and of full power, in m/s. Full power crosses a club board more than three times. */
export const SLOWEST = 0.2;
export const FASTEST = 7;
/** How power bends: soft strokes have the finer scale. */
const BEND = 1.6;
/** A pull shorter than this (µm) cancels; from here power grows with the pull until it is full. */
export const DEAD_PULL = 16_000;
export const FULL_PULL = 300_000;

/** Metres per second of a power: fine at the soft end, where a touch decides. */
export function speedOf(power: number): number {
  return SLOWEST + (FASTEST - SLOWEST) * Math.pow(clamp(power, 0, 1), BEND);
}

/** The unit vector of an angle, in the player's frame. */
export function directionOf(degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return { x: -Math.sin(radians), y: Math.cos(radians) };
}

/** The stroke that an aim asks for, in whole µm and µm/s. */
export function strokeOf(aim: Aim): StrokeVector {
  const speed = speedOf(aim.power) * 1e6;
  const direction = directionOf(aim.degrees);
  const stroke = { x: Math.round(aim.x), vx: Math.round(speed * direction.x), vy: Math.round(speed * direction.y) };
  return aim.y ? { ...stroke, y: aim.y } : stroke;
}

/** An aim whose striker is moved to `x`, and as far across the lines as it must be there. */
export function placedAt(aim: Aim, x: number, intervals: readonly Interval[]): Aim {
  return { ...aim, x, y: intervals.find(([low, high]) => low <= x && x <= high)?.[2] ?? 0 };
}

/** Every end of a stretch. */
export function edgesOf(intervals: readonly Interval[]): readonly number[] {
  return intervals.flatMap(([low, high]) => [low, high]);
}

/** The legal place nearest to `x`; `x` itself when nothing is legal (the server then says why). */
export function nearestLegal(x: number, intervals: readonly Interval[]): number {
  let best = x;
  let off = Infinity;
  for (const [low, high] of intervals) {
    const candidate = clamp(x, low, high);
    if (Math.abs(candidate - x) < off) [best, off] = [candidate, Math.abs(candidate - x)];
  }
  return Math.round(best);
}

/** One step along the baseline; a step into a forbidden stretch goes across it, to the next legal place. */
export function stepped(x: number, step: number, intervals: readonly Interval[]): number {
  const wanted = x + step;
  const inside = intervals.some(([low, high]) => low <= wanted && wanted <= high);
  if (inside || intervals.length === 0) return Math.round(wanted);
  const ahead = edgesOf(intervals).filter((edge) => (step > 0 ? edge > x : edge < x));
  if (ahead.length === 0) return nearestLegal(x, intervals);
  const own = intervals.find(([low, high]) => low <= x && x <= high);
  const ownEdge = own && (step > 0 ? own[1] : own[0]);
  if (ownEdge !== undefined && ownEdge !== x) return Math.round(ownEdge);
  return Math.round(step > 0 ? Math.min(...ahead) : Math.max(...ahead));
}

/** The power of a pull of that length (µm). */
export function powerOf(length: number): number {
  return clamp((length - DEAD_PULL) / (FULL_PULL - DEAD_PULL), 0, 1);
}

/** The angle of a vector: 0 straight ahead, positive to the left, within ±180. */
export function degreesOf(vector: Point): number {
  return (Math.atan2(-vector.x, vector.y) * 180) / Math.PI;
}

/** An aim turned by so many degrees, on purpose. */
export function turnedBy(aim: Aim, degrees: number): Aim {
  return { ...aim, degrees: wrapped(aim.degrees + degrees), chosen: true };
}

/** The power of that speed in m/s: `speedOf` the other way round. */
export function powerAt(speed: number): number {
  return Math.pow(clamp((speed - SLOWEST) / (FASTEST - SLOWEST), 0, 1), 1 / BEND);
}

/** An angle brought back within ±180. */
export function wrapped(degrees: number): number {
  if (Math.abs(degrees) <= 180) return degrees;
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

// ---------------------------------------------------------------- the keys

export const SLIDE_STEP = 500;
export const TURN_STEP = 0.25;
export const POWER_STEP = 0.01;
export const COARSE = 12;

export type KeyAct = { readonly aim: Aim } | 'strike' | 'cancel' | null;

/** What a key does to an aim: ←/→ the striker, A/D the angle, ↑/↓ the power, Shift coarse, Space or Enter strikes. */
export function keyed(aim: Aim, key: string, shift: boolean, intervals: readonly Interval[], mirrored = false): KeyAct {
  const scale = shift ? COARSE : 1;
  const slide = (mirrored ? -1 : 1) * SLIDE_STEP * scale;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'ArrowLeft':
      return { aim: placedAt(aim, stepped(aim.x, -slide, intervals), intervals) };
    case 'ArrowRight':
      return { aim: placedAt(aim, stepped(aim.x, slide, intervals), intervals) };
    case 'a':
      return { aim: turnedBy(aim, TURN_STEP * scale) };
    case 'd':
      return { aim: turnedBy(aim, -TURN_STEP * scale) };
    case 'ArrowUp':
      return { aim: { ...aim, power: clamp(aim.power + POWER_STEP * scale, 0, 1) } };
    case 'ArrowDown':
      return { aim: { ...aim, power: clamp(aim.power - POWER_STEP * scale, 0, 1) } };
    case ' ':
    case 'Enter':
      return 'strike';
    case 'Escape':
      return 'cancel';
    default:
      return null;
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
