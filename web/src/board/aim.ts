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
/** A pull shorter than this (µm) cancels; from here power grows with the pull until it is full. */
export const DEAD_PULL = 16_000;
export const FULL_PULL = 300_000;
/** A finger rolls a little as it lifts: what it does in these last milliseconds, within this slip (µm), is ignored. */
export const LIFT_TIME = 70;
export const LIFT_SLIP = 14_000;

/** Metres per second of a power: fine at the soft end, where a touch decides. */
export function speedOf(power: number): number {
  return SLOWEST + (FASTEST - SLOWEST) * Math.pow(clamp(power, 0, 1), 1.6);
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

/** A pull of the hand, from where it was pressed: the stroke goes the other way, whatever the target's distance. */
export function pulled(aim: Aim, anchor: Point, hand: Point): Aim {
  const x = anchor.x - hand.x;
  const y = anchor.y - hand.y;
  const length = Math.hypot(x, y);
  if (length < 1) return aim;
  return { ...aim, degrees: degreesOf({ x, y }), power: powerOf(length) };
}

/** The power of a pull of that length (µm). */
export function powerOf(length: number): number {
  return clamp((length - DEAD_PULL) / (FULL_PULL - DEAD_PULL), 0, 1);
}

/** The angle of a vector: 0 straight ahead, positive to the left, within ±180. */
export function degreesOf(vector: Point): number {
  return (Math.atan2(-vector.x, vector.y) * 180) / Math.PI;
}

/** An angle brought back within ±180. */
export function wrapped(degrees: number): number {
  const turn = ((degrees % 360) + 360) % 360;
  return turn > 180 ? turn - 360 : turn;
}

// ---------------------------------------------------------------- the gesture

interface Sample {
  readonly time: number;
  readonly at: Point;
}

/** What the hand is doing. A gesture remembers the aim it began with, so that cancelling restores it. */
export type Gesture =
  | { readonly kind: 'slide'; readonly before: Aim; readonly grip: number }
  | {
      readonly kind: 'pull';
      readonly before: Aim;
      readonly anchor: Point;
      readonly samples: readonly Sample[];
      readonly left: boolean;
      readonly finger: boolean;
    };

export interface Hand {
  readonly aim: Aim;
  readonly gesture: Gesture | null;
}

/** How a press begins: on the striker it slides, anywhere else it aims. `reach` is how near counts as on it (µm). */
export function pressed(hand: Hand, striker: Point, at: Point, time: number, reach: number, finger: boolean): Hand {
  if (Math.hypot(at.x - striker.x, at.y - striker.y) <= reach) {
    return { aim: hand.aim, gesture: { kind: 'slide', before: hand.aim, grip: at.x - hand.aim.x } };
  }
  const gesture: Gesture = { kind: 'pull', before: hand.aim, anchor: at, samples: [{ time, at }], left: false, finger };
  return { aim: hand.aim, gesture };
}

/** The hand moves. */
export function moved(hand: Hand, at: Point, time: number, intervals: readonly Interval[]): Hand {
  const gesture = hand.gesture;
  if (gesture === null) return hand;
  if (gesture.kind === 'slide') return { aim: placedAt(hand.aim, nearestLegal(at.x - gesture.grip, intervals), intervals), gesture };
  const away = Math.hypot(at.x - gesture.anchor.x, at.y - gesture.anchor.y) >= DEAD_PULL;
  const recent = gesture.samples.filter((sample) => time - sample.time <= 4 * LIFT_TIME).slice(-30);
  const next: Gesture = { ...gesture, samples: [...recent, { time, at }], left: gesture.left || away };
  return { aim: away ? pulled(gesture.before, gesture.anchor, at) : gesture.before, gesture: next };
}

/** The hand lets go. A pull strikes; a small one cancels; a tap only aims, from the striker to the place tapped. */
export function released(hand: Hand, striker: Point, time: number): Hand & { readonly strike: boolean } {
  const gesture = hand.gesture;
  if (gesture === null || gesture.kind === 'slide') return { aim: hand.aim, gesture: null, strike: false };
  if (!gesture.left) {
    const degrees = degreesOf({ x: gesture.anchor.x - striker.x, y: gesture.anchor.y - striker.y });
    return { aim: { ...gesture.before, degrees }, gesture: null, strike: false };
  }
  const at = gesture.finger ? steadied(gesture.samples, time) : last(gesture.samples).at;
  const strike = Math.hypot(at.x - gesture.anchor.x, at.y - gesture.anchor.y) >= DEAD_PULL;
  return { aim: strike ? pulled(gesture.before, gesture.anchor, at) : gesture.before, gesture: null, strike };
}

/** The gesture is given up: the aim is what it was before. */
export function cancelled(hand: Hand): Hand {
  return { aim: hand.gesture?.before ?? hand.aim, gesture: null };
}

/** Where the finger was before it began to lift; a true last movement is kept. */
function steadied(samples: readonly Sample[], time: number): Point {
  const end = last(samples);
  const settled = samples.filter((sample) => time - sample.time >= LIFT_TIME).at(-1);
  if (!settled) return end.at;
  const slip = Math.hypot(settled.at.x - end.at.x, settled.at.y - end.at.y);
  return slip <= LIFT_SLIP ? settled.at : end.at;
}

function last(samples: readonly Sample[]): Sample {
  const sample = samples.at(-1);
  if (!sample) throw new Error('a pull has at least the sample of its press');
  return sample;
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
      return { aim: { ...aim, degrees: wrapped(aim.degrees + TURN_STEP * scale) } };
    case 'd':
      return { aim: { ...aim, degrees: wrapped(aim.degrees - TURN_STEP * scale) } };
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
