// Gesture state machine for a stroke, from press to release: pure functions in the player's own frame (µm, degrees,
// ms).
//
// A drag that starts on or near the baseline slides the striker when it goes sideways, however far it drifts, and pulls
// when it goes back; a slide turns into a pull when it is drawn back out of the band of the baselines. Near the baseline
// nothing else strikes, so that no slide can. A press anywhere else is a tap, which only aims, or becomes a pull: the
// stroke goes in the opposite direction, with power proportional to the length of the pull. A pull begins backwards;
// drawn back, it can be turned to any side. If a direction was already chosen (by a tap, a key, or
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
/** Minimum distance (µm) from the baseline within which a press slides when it is dragged sideways. */
const NEAR = 40_000;
/** Distance (µm) along the baseline after which a drag from the baseline remains a slide. */
const ALONG = 10_000;
/** A drag from the baseline slides while it has gone this many times as far sideways as backwards. */
const SIDEWAYS = 1.4;
/** A pull begins within this many degrees of straight back. */
export const BACK_WITHIN = 65;
/** Minimum length (µm) of a pull that can then be turned to any side. */
const DRAWN = 30_000;
/** A pull within this many degrees of the chosen direction keeps it; any other pull chooses a new one. */
export const KEPT_WITHIN = 60;
/** The same for a pull to the side, which must not strike by accident. */
const KEPT_ASIDE = 25;
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
  /** Where the pointer was pressed, and whether that was on the striker; elsewhere a release without a drag is a tap. */
  readonly press: Point;
  readonly on: boolean;
  /** Where the pointer last moved along the baseline; a pull is measured from here. */
  readonly from: Point;
  readonly grip: number;
  /** The striker's y, and the distance from it within which the gesture is still a slide. */
  readonly line: number;
  readonly band: number;
  readonly finger: boolean;
  /** Whether the pointer has moved along the baseline; from then on it slides, however far it drifts. */
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
  /** Whether it began near the baseline: then it strikes only while it goes backwards. */
  readonly near: boolean;
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
 * Start a gesture: near the baseline it slides or pulls, anywhere else it pulls. `reach` is the radius that counts as on
 * the striker (µm).
 */
export function pressed(hand: Hand, striker: Point, at: Point, time: number, reach: number, finger: boolean): Hand {
  const { aim } = hand;
  if (Math.abs(at.y - striker.y) > Math.max(NEAR, 1.6 * reach)) return { aim, gesture: pullFrom(aim, aim, at, striker, at, time, finger, false) };
  const on = Math.hypot(at.x - striker.x, at.y - striker.y) <= reach;
  const band = Math.max(BAND, 1.2 * reach);
  return { aim, gesture: { kind: 'slide', before: aim, press: at, on, from: at, grip: at.x - aim.x, line: striker.y, band, finger, along: false } };
}

function pullFrom(before: Aim, base: Aim, anchor: Point, striker: Point, at: Point, time: number, finger: boolean, near: boolean): Pull {
  const samples = [{ time, at, aim: base, armed: false }];
  return {
    kind: 'pull', before, base, anchor, striker, samples, left: false, finger, offset: null, keeps: false, near, drawn: false, ahead: null, round: false, points: false,
  };
}

/** Handle a pointer move (or a timer tick while the pointer rests). */
export function moved(hand: Hand, at: Point, time: number, intervals: readonly Interval[], manner: Manner = PLAIN): Hand {
  const { gesture } = hand;
  if (gesture === null) return hand;
  return gesture.kind === 'pull' ? pulled(gesture, at, time, manner) : slid(gesture, hand.aim, at, time, intervals, manner);
}

function slid(slide: Slide, aim: Aim, at: Point, time: number, intervals: readonly Interval[], manner: Manner): Hand {
  const { before, from, grip, line, band, finger } = slide;
  const [aside, back] = [Math.abs(at.x - from.x), from.y - at.y];
  const isSideways = aside > SIDEWAYS * Math.abs(back);
  const isPulled = !isSideways && back > band && (!slide.along || line - at.y > band);
  const isPointed = !isSideways && !slide.along && at.y - line > POINTS_FROM;
  if (isPulled || isPointed) {
    const base = placedAt(before, slide.along ? nearestLegal(from.x - grip, intervals) : before.x, intervals);
    const striker = { x: base.x, y: line };
    return pulled(pullFrom(before, slide.along ? base : before, isPulled ? from : striker, striker, from, time, finger, true), at, time, manner);
  }
  const moves = isSideways && aside > (slide.along ? ALONG / 8 : ALONG);
  const along = slide.along || moves;
  const now = { ...slide, along, from: moves ? at : from };
  return { aim: slide.on || along ? placedAt(aim, nearestLegal(at.x - grip, intervals), intervals) : aim, gesture: now };
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
  const strays = turning.near && Math.abs(raw) > BACK_WITHIN && (turning.drawn || turning.keeps);
  const meant = strays ? { pull: { ...turning, points: false }, degrees: null } : directed(turning, wrapped(raw + (turning.offset ?? 0)), at, time);
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
    const within = Math.abs(raw) <= BACK_WITHIN ? KEPT_WITHIN : KEPT_ASIDE;
    const keeps = pull.base.chosen === true && Math.abs(off) <= within;
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
  if (beyond <= BACK_WITHIN - 90) {
    const drawn = pull.drawn || Math.hypot(at.x - pull.anchor.x, at.y - pull.anchor.y) >= DRAWN;
    return { pull: { ...pull, drawn, ahead: null, points: false }, degrees };
  }
  if (pull.drawn && beyond <= 0) return { pull: { ...pull, ahead: null, points: false }, degrees };
  if (pull.drawn && beyond <= SLACK) return { pull: { ...pull, ahead: null, points: false }, degrees: 90 * Math.sign(degrees) };
  // Not drawn back yet: the drag points at what the stroke should go to.
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
  if (gesture === null) return { aim: hand.aim, gesture: null, strike: false };
  if (gesture.kind === 'slide') return { aim: gesture.on || gesture.along ? hand.aim : aimedAt(hand.aim, striker, gesture.press), gesture: null, strike: false };
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

/** Whether releasing would cancel: the pointer is back where the pull began, or where a pull does not strike. */
export function isCancelling(gesture: Gesture | null): boolean {
  return gesture?.kind === 'pull' && gesture.left && !gesture.points && !last(gesture.samples).armed;
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
