// Aiming: pure functions from pointer and key events to an aim, and from an aim to a stroke.
// Everything is in the player's own frame, as if they sat south: lengths in µm, angles in degrees, with 0 straight
// ahead and positive to the left.

import type { Point } from './geometry';

/** Position of the striker along its baseline, direction, and power (0 to 1). */
export interface Aim {
  readonly x: number;
  /** Offset across the two lines, needed where a disc blocks the middle; defaults to 0. */
  readonly y?: number;
  readonly degrees: number;
  readonly power: number;
  /**
   * Whether the direction was set explicitly (by a tap, a key, or the first of two steps); a pull then keeps it and
   * only adjusts it finely.
   */
  readonly chosen?: boolean;
}

/**
 * A stretch of the baseline where the striker may be placed: the smallest and largest x, and the y offset needed
 * there (default 0).
 */
export type Interval = readonly [low: number, high: number, y?: number];

export interface StrokeVector {
  readonly x: number;
  readonly y?: number;
  readonly vx: number;
  readonly vy: number;
}

/** Speeds at zero and full power, in m/s. Full power crosses a club board more than three times. */
export const SLOWEST = 0.2;
export const FASTEST = 7;
/** Exponent of the power curve; gives soft strokes a finer scale. */
const BEND = 1.6;
/** A pull shorter than this (µm) cancels; beyond it, power grows with the length of the pull until it is full. */
export const DEAD_PULL = 16_000;
export const FULL_PULL = 300_000;

/** Return the speed in m/s for a power; the scale is finer for soft strokes. */
export function speedOf(power: number): number {
  return SLOWEST + (FASTEST - SLOWEST) * Math.pow(clamp(power, 0, 1), BEND);
}

/** Return the unit vector of an angle, in the player's frame. */
export function directionOf(degrees: number): Point {
  const radians = (degrees * Math.PI) / 180;
  return { x: -Math.sin(radians), y: Math.cos(radians) };
}

/** Return the stroke that an aim describes, in whole µm and µm/s. */
export function strokeOf(aim: Aim): StrokeVector {
  const speed = speedOf(aim.power) * 1e6;
  const direction = directionOf(aim.degrees);
  const stroke = { x: Math.round(aim.x), vx: Math.round(speed * direction.x), vy: Math.round(speed * direction.y) };
  return aim.y ? { ...stroke, y: aim.y } : stroke;
}

/** Return the aim with the striker moved to `x` and to the y offset needed there. */
export function placedAt(aim: Aim, x: number, intervals: readonly Interval[]): Aim {
  return { ...aim, x, y: intervals.find(([low, high]) => low <= x && x <= high)?.[2] ?? 0 };
}

/** Return both ends of every stretch. */
export function edgesOf(intervals: readonly Interval[]): readonly number[] {
  return intervals.flatMap(([low, high]) => [low, high]);
}

/** Return the legal position nearest to `x`, or `x` itself when none is legal (the server then reports why). */
export function nearestLegal(x: number, intervals: readonly Interval[]): number {
  let best = x;
  let off = Infinity;
  for (const [low, high] of intervals) {
    const candidate = clamp(x, low, high);
    if (Math.abs(candidate - x) < off) [best, off] = [candidate, Math.abs(candidate - x)];
  }
  return Math.round(best);
}

/** Move one step along the baseline; a step into a blocked stretch jumps to the next legal position beyond it. */
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

/** Return the power of a pull of this length (µm). */
export function powerOf(length: number): number {
  return clamp((length - DEAD_PULL) / (FULL_PULL - DEAD_PULL), 0, 1);
}

/** Return the angle of a vector: 0 straight ahead, positive to the left, within ±180. */
export function degreesOf(vector: Point): number {
  return (Math.atan2(-vector.x, vector.y) * 180) / Math.PI;
}

/** Return the aim turned by this many degrees and marked as explicitly chosen. */
export function turnedBy(aim: Aim, degrees: number): Aim {
  return { ...aim, degrees: wrapped(aim.degrees + degrees), chosen: true };
}

/** Return the power for a speed in m/s; the inverse of `speedOf`. */
export function powerAt(speed: number): number {
  return Math.pow(clamp((speed - SLOWEST) / (FASTEST - SLOWEST), 0, 1), 1 / BEND);
}

/** Return the angle normalised to ±180. */
export function wrapped(degrees: number): number {
  if (Math.abs(degrees) <= 180) return degrees;
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

// ---------------------------------------------------------------- keyboard

export const SLIDE_STEP = 500;
export const TURN_STEP = 0.25;
export const POWER_STEP = 0.01;
export const COARSE = 12;

export type KeyAct = { readonly aim: Aim } | 'strike' | 'cancel' | null;

/**
 * Apply a key to an aim: ←/→ move the striker, A/D turn, ↑/↓ change the power, Shift makes steps coarse, Space or
 * Enter strikes.
 */
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
