// Gesture state machine for a stroke, from press to release: pure functions in the player's own frame (µm, degrees,
// ms).
//
// A press on the striker slides it along the baseline; dragging back out of the band of the baselines turns the slide
// into a pull. A press anywhere else is a tap, which only aims, or becomes a pull: the stroke goes in the opposite
// direction, with power proportional to the length of the pull. If a direction was already chosen (by a tap, a key, or
// the first of two steps), the pull keeps it and adjusts it, more finely the further out the pointer is. A forward drag
// points: it aims at the finger, as a tap there would, and never strikes. A backward stroke needs a pull that was first
// drawn back, then turned round and held there.

import { degreesOf, DEAD_PULL, FULL_PULL, nearestLegal, placedAt, powerOf, wrapped, type Aim, type Interval } from './aim';
import type { Point } from './geometry';

/** A finger rolls a little as it lifts: movement within these last milliseconds and this distance (µm) is ignored. */
export const LIFT_TIME = 70;
export const LIFT_SLIP = 14_000;
/** Minimum distance (µm) from the middle of the baselines at which a slide becomes a pull. */
export const BAND = 30_000;
/** Forward distance (µm) at which a drag from the striker points instead of sliding it. */
export const POINTS_FROM = 70_000;
/** Distance (µm) along the baseline after which a drag from the striker remains a slide. */
const ALONG = 10_000;
/** A pull within this many degrees of the chosen direction keeps it; any other pull chooses a new one. */
export const KEPT_WITHIN = 60;
/**
 * A pull this many degrees beyond a right angle still counts as sideways; beyond that it must be held this long
 * (ms).
 */
const SLACK = 10;
export const HELD_FOR = 500;
const HELD_SLIP = 12_000;

/** How pointer movement turns the aim. */
export interface Manner {
  /** Whether the player asks for finer control (Shift), whatever was chosen before. */
  readonly fine: boolean;
  /** How many times finer than the pointer's own angle a chosen direction turns when the pointer is far out. */
  readonly ratio: number;
}
export const PLAIN: Manner = { fine: false, ratio: 4 };

/** A pointer position and the aim it gave; `armed` if releasing there would have struck. */
interface Sample {
  readonly time: number;
  readonly at: Point;
  readonly aim: Aim;
  readonly armed: boolean;
}

interface Slide {
  readonly kind: 'slide';
  readonly before: Aim;
  readonly from: Point;
  readonly grip: number;
  /** The striker's y, and the distance from it within which the gesture is still a slide. */
  readonly line: number;
  readonly band: number;
  readonly finger: boolean;
  /** Whether the pointer has moved along the baseline; from then on it slides, however far forward it drifts. */
  readonly along: boolean;
}

export interface Pull {
  readonly kind: 'pull';
  /** The aim restored on cancel, and the aim at which the pull started (a slide may lie between them). */
  readonly before: Aim;
  readonly base: Aim;
  readonly anchor: Point;
  readonly striker: Point;
  readonly samples: readonly Sample[];
  /** Whether the pointer has ever moved further than a tap allows. */
  readonly left: boolean;
  readonly finger: boolean;
  /**
   * Degrees added to the pull's own direction to give the aim; null while the pull is too short to have a
   * direction.
   */
  readonly offset: number | null;
  /** Whether a previously chosen direction is kept and only adjusted. */
  readonly keeps: boolean;
  /**
   * Whether the pull was drawn back far enough; since when and where it is held forward; whether that was held long
   * enough to count.
   */
  readonly drawn: boolean;
  readonly ahead: { readonly time: number; readonly at: Point } | null;
  readonly round: boolean;
  /** Whether the pointer is forward of where it was pressed and shows a direction. */
  readonly points: boolean;
}

/** The gesture in progress. It stores the aim at its start, so that cancelling can restore it. */
export type Gesture = Slide | Pull;

export interface Hand {
  readonly aim: Aim;
  readonly gesture: Gesture | null;
}

/**
 * Start a gesture: on the striker it slides, anywhere else it aims. `reach` is the radius that counts as on the
 * striker (µm).
 */
export function pressed(hand: Hand, striker: Point, at: Point, time: number, reach: number, finger: boolean): Hand {
  const { aim } = hand;
  if (Math.hypot(at.x - striker.x, at.y - striker.y) > reach) return { aim, gesture: pullFrom(aim, aim, at, striker, at, time, finger) };
  const band = Math.max(BAND, 1.2 * reach);
  return { aim, gesture: { kind: 'slide', before: aim, from: at, grip: at.x - aim.x, line: striker.y, band, finger, along: false } };
}

function pullFrom(before: Aim, base: Aim, anchor: Point, striker: Point, at: Point, time: number, finger: boolean): Pull {
  const samples = [{ time, at, aim: base, armed: false }];
  return {
    kind: 'pull', before, base, anchor, striker, samples, left: false, finger, offset: null, keeps: false, drawn: false, ahead: null, round: false, points: false,
  };
}

/** Handle a pointer move (or a timer tick while the pointer rests). */
export function moved(hand: Hand, at: Point, time: number, intervals: readonly Interval[], manner: Manner = PLAIN): Hand {
  const { gesture } = hand;
  if (gesture === null) return hand;
  if (gesture.kind === 'pull') return pulled(gesture, at, time, manner);
  const slid = placedAt(hand.aim, nearestLegal(at.x - gesture.grip, intervals), intervals);
  const straight = Math.abs(at.x - gesture.from.x) <= Math.abs(at.y - gesture.from.y);
  const isPulled = gesture.line - at.y > gesture.band;
  const along = gesture.along || (!straight && Math.abs(at.x - gesture.from.x) > ALONG);
  const isPointed = !along && straight && at.y - gesture.line > POINTS_FROM;
  if (!isPulled && !isPointed) return { aim: slid, gesture: { ...gesture, along } };
  // A pull straight from the press restores the aim before the press; after a slide it starts from the striker's new
  // position.
  const base = straight ? gesture.before : slid;
  const striker = { x: base.x, y: gesture.line };
  return pulled(pullFrom(gesture.before, base, striker, striker, gesture.from, time, gesture.finger), at, time, manner);
}

function pulled(pull: Pull, at: Point, time: number, manner: Manner): Hand {
  const away = { x: pull.anchor.x - at.x, y: pull.anchor.y - at.y };
  const length = Math.hypot(away.x, away.y);
  if (length < DEAD_PULL) {
    const back = { ...pull, offset: null, ahead: null, round: false, points: false };
    return { aim: pull.base, gesture: { ...back, samples: noted(pull, { time, at, aim: pull.base, armed: false }) } };
  }
  const raw = degreesOf(away);
  const turning = turnedOn(pull, raw, length, manner);
  const meant = directed(turning, wrapped(raw + (turning.offset ?? 0)), at, time);
  if (meant.pull.points) {
    const base = aimedAt(pull.base, pull.striker, at);
    return { aim: base, gesture: { ...meant.pull, base, left: true, samples: noted(pull, { time, at, aim: base, armed: false }) } };
  }
  const armed = meant.degrees !== null;
  const aim = meant.degrees === null ? pull.base : { ...pull.base, degrees: meant.degrees, power: powerOf(length) };
  return { aim, gesture: { ...meant.pull, left: true, samples: noted(pull, { time, at, aim, armed }) } };
}

/** Return the pull with its direction set, or adjusted from its previous direction. */
function turnedOn(pull: Pull, raw: number, length: number, manner: Manner): Pull {
  if (pull.offset === null) {
    const off = wrapped(pull.base.degrees - raw);
    const keeps = pull.base.chosen === true && Math.abs(off) <= KEPT_WITHIN;
    return { ...pull, keeps, offset: keeps ? off : 0 };
  }
  if (!pull.keeps && !manner.fine) return pull;
  const before = last(pull.samples).at;
  const turn = wrapped(raw - degreesOf({ x: pull.anchor.x - before.x, y: pull.anchor.y - before.y }));
  return { ...pull, offset: pull.offset + turn * (fineness(length, manner.ratio) - 1) };
}

/**
 * Return the fraction of the pointer's rotation applied to the aim; the further out the pointer, the finer the
 * control.
 */
function fineness(length: number, ratio: number): number {
  return Math.min(1, length / FULL_PULL / ratio / (1 + length / FULL_PULL));
}

/** Return the direction of a pull; `degrees` is null while it points backwards and has not been held long enough. */
function directed(pull: Pull, degrees: number, at: Point, time: number): { pull: Pull; degrees: number | null } {
  const beyond = Math.abs(degrees) - 90;
  if (pull.keeps || pull.round) return { pull: { ...pull, points: false }, degrees };
  if (beyond <= 0) return { pull: { ...pull, drawn: true, ahead: null, points: false }, degrees };
  if (beyond <= SLACK) return { pull: { ...pull, ahead: null, points: false }, degrees: 90 * Math.sign(degrees) };
  // Not drawn back yet: the drag points in the direction of the stroke.
  if (!pull.drawn) return { pull: { ...pull, offset: null, points: true }, degrees: null };
  const rests = pull.ahead && Math.hypot(at.x - pull.ahead.at.x, at.y - pull.ahead.at.y) <= HELD_SLIP;
  const ahead = rests ? pull.ahead : { time, at };
  const round = pull.drawn && ahead !== null && time - ahead.time >= HELD_FOR;
  return { pull: { ...pull, ahead, round }, degrees: round ? degrees : null };
}

/**
 * Handle a release. A pull strikes (or only aims in two-step mode), a short pull cancels, and a tap aims at the
 * tapped point.
 */
export function released(hand: Hand, striker: Point, time: number, twoStep = false): Hand & { readonly strike: boolean } {
  const { gesture } = hand;
  if (gesture === null || gesture.kind === 'slide') return { aim: hand.aim, gesture: null, strike: false };
  if (!gesture.left) return { aim: aimedAt(gesture.base, striker, gesture.anchor), gesture: null, strike: false };
  const { aim, armed } = gesture.finger ? steadied(gesture.samples, time) : last(gesture.samples);
  if (!armed) return { aim: gesture.base, gesture: null, strike: false };
  return { aim: twoStep ? { ...aim, chosen: true } : aim, gesture: null, strike: !twoStep };
}

/** Return the aim from the striker at a point that was tapped or dragged to; unchanged for a point behind it. */
function aimedAt(aim: Aim, striker: Point, at: Point): Aim {
  const degrees = degreesOf({ x: at.x - striker.x, y: at.y - striker.y });
  if (Math.abs(degrees) > 90 + SLACK) return aim;
  return { ...aim, degrees: Math.max(-90, Math.min(90, degrees)) + 0, chosen: true };
}

/** Cancel the gesture and restore the previous aim. */
export function cancelled(hand: Hand): Hand {
  return { aim: hand.gesture?.before ?? hand.aim, gesture: null };
}

/** End the gesture without a stroke because the board moved on the page; the aim stays as it is. */
export function loosened(hand: Hand): Hand {
  const { gesture, aim } = hand;
  return { aim: isArmed(gesture) ? { ...aim, chosen: true } : aim, gesture: null };
}

/** Whether releasing now would strike. */
export function isArmed(gesture: Gesture | null): boolean {
  return gesture?.kind === 'pull' && last(gesture.samples).armed;
}

/** Whether a forward drag is showing a direction; releasing then keeps the aim and does not strike. */
export function isPointing(gesture: Gesture | null): boolean {
  return gesture?.kind === 'pull' && gesture.points;
}

/** Whether the pointer is back where the pull began; releasing then cancels. */
export function isCancelling(gesture: Gesture | null): boolean {
  if (gesture?.kind !== 'pull' || !gesture.left || gesture.points) return false;
  const { at } = last(gesture.samples);
  return Math.hypot(gesture.anchor.x - at.x, gesture.anchor.y - at.y) < DEAD_PULL;
}

/** Return the current pointer position. */
export function handAt(pull: Pull): Point {
  return last(pull.samples).at;
}

function noted(pull: Pull, sample: Sample): readonly Sample[] {
  const recent = pull.samples.filter((each) => sample.time - each.time <= 4 * LIFT_TIME).slice(-30);
  return [...recent, sample];
}

/** Return the last sample before the finger began to lift; a deliberate last movement counts. */
function steadied(samples: readonly Sample[], time: number): Sample {
  const end = last(samples);
  const settled = samples.filter((sample) => time - sample.time >= LIFT_TIME).at(-1);
  if (!settled) return end;
  const slip = Math.hypot(settled.at.x - end.at.x, settled.at.y - end.at.y);
  return slip <= LIFT_SLIP ? settled : end;
}

function last(samples: readonly Sample[]): Sample {
  const sample = samples.at(-1);
  if (!sample) throw new Error('a pull has at least the sample of its press');
  return sample;
}
