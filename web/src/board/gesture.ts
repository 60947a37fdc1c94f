// What the hand does on the board, from press to release: pure functions, in the player's own frame (µm, degrees, ms).
//
// A press on the striker slides it; drawn back out of the band of the base lines, the slide becomes a pull. A press
// anywhere else is a tap, which only aims, or becomes a pull: the stroke goes the other way, its power is the pull's
// length. A direction that was chosen before (a tap, a key, a first step) is kept, and the pull turns it finely, the finer
// the further out the hand is. A drag forward points: it aims at the finger, as a tap there would, and strikes nothing.
// Nothing is struck backwards unless the pull was first drawn back, then turned round and held there.

import { degreesOf, DEAD_PULL, FULL_PULL, nearestLegal, placedAt, powerOf, wrapped, type Aim, type Interval } from './aim';
import type { Point } from './geometry';

/** A finger rolls a little as it lifts: what it does in these last milliseconds, within this slip (µm), is ignored. */
export const LIFT_TIME = 70;
export const LIFT_SLIP = 14_000;
/** How far (µm) from the middle of the lines a slide becomes a pull, at least. */
export const BAND = 30_000;
/** How far (µm) a drag from the striker goes forward before it points instead of sliding. */
export const POINTS_FROM = 70_000;
/** How far (µm) along the line a drag from the striker is a slide for good. */
const ALONG = 10_000;
/** A pull within so many degrees of a chosen direction keeps it; another one chooses anew. */
export const KEPT_WITHIN = 60;
/** A pull a little beyond a right angle still goes sideways; how long (ms) one further round is held until it is meant. */
const SLACK = 10;
export const HELD_FOR = 500;
const HELD_SLIP = 12_000;

/** How the hand turns the aim. */
export interface Manner {
  /** Whether the hand asks to be finer, whatever was chosen before (Shift). */
  readonly fine: boolean;
  /** How many times finer than the hand a chosen direction turns, far out. */
  readonly ratio: number;
}
export const PLAIN: Manner = { fine: false, ratio: 4 };

/** Where the hand was, and what it aimed; `armed` if letting go would have struck. */
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
  /** The striker's y, and how far from it the hand is still sliding. */
  readonly line: number;
  readonly band: number;
  readonly finger: boolean;
  /** Whether the hand has gone along the line; from then on it slides, however far forward it drifts. */
  readonly along: boolean;
}

export interface Pull {
  readonly kind: 'pull';
  /** What cancelling restores, and what the pull began with (a slide may lie between them). */
  readonly before: Aim;
  readonly base: Aim;
  readonly anchor: Point;
  readonly striker: Point;
  readonly samples: readonly Sample[];
  /** Whether the hand has ever been further than a tap's travel. */
  readonly left: boolean;
  readonly finger: boolean;
  /** The aim is the pull's own direction, and so much further (degrees); null while the pull is too short to have one. */
  readonly offset: number | null;
  /** Whether a direction chosen before is kept, and only turned finely. */
  readonly keeps: boolean;
  /** Whether it was drawn back properly; since when and where it is held forward; whether that is meant by now. */
  readonly drawn: boolean;
  readonly ahead: { readonly time: number; readonly at: Point } | null;
  readonly round: boolean;
  /** Whether the hand is forward of where it pressed, and shows a direction. */
  readonly points: boolean;
}

/** What the hand is doing. A gesture remembers the aim it began with, so that cancelling restores it. */
export type Gesture = Slide | Pull;

export interface Hand {
  readonly aim: Aim;
  readonly gesture: Gesture | null;
}

/** How a press begins: on the striker it slides, anywhere else it aims. `reach` is how near counts as on it (µm). */
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

/** The hand moves (or is found where it was, some time later). */
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
  // Straight from the press it never meant to slide; after a slide it pulls from where the striker is now.
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

/** The pull with its direction taken up, or turned on from where it was. */
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

/** How much of the hand's turn reaches the aim: ever less a millimetre of travel, the further out the hand is. */
function fineness(length: number, ratio: number): number {
  return Math.min(1, length / FULL_PULL / ratio / (1 + length / FULL_PULL));
}

/** Where a pull points; no degrees while it points backwards and that is not meant. */
function directed(pull: Pull, degrees: number, at: Point, time: number): { pull: Pull; degrees: number | null } {
  const beyond = Math.abs(degrees) - 90;
  if (pull.keeps || pull.round) return { pull: { ...pull, points: false }, degrees };
  if (beyond <= 0) return { pull: { ...pull, drawn: true, ahead: null, points: false }, degrees };
  if (beyond <= SLACK) return { pull: { ...pull, ahead: null, points: false }, degrees: 90 * Math.sign(degrees) };
  // Never drawn back: the hand shows where the stroke is to go.
  if (!pull.drawn) return { pull: { ...pull, offset: null, points: true }, degrees: null };
  const rests = pull.ahead && Math.hypot(at.x - pull.ahead.at.x, at.y - pull.ahead.at.y) <= HELD_SLIP;
  const ahead = rests ? pull.ahead : { time, at };
  const round = pull.drawn && ahead !== null && time - ahead.time >= HELD_FOR;
  return { pull: { ...pull, ahead, round }, degrees: round ? degrees : null };
}

/** The hand lets go. A pull strikes (in two steps it only aims); a small one cancels; a tap only aims, at the place tapped. */
export function released(hand: Hand, striker: Point, time: number, twoStep = false): Hand & { readonly strike: boolean } {
  const { gesture } = hand;
  if (gesture === null || gesture.kind === 'slide') return { aim: hand.aim, gesture: null, strike: false };
  if (!gesture.left) return { aim: aimedAt(gesture.base, striker, gesture.anchor), gesture: null, strike: false };
  const { aim, armed } = gesture.finger ? steadied(gesture.samples, time) : last(gesture.samples);
  if (!armed) return { aim: gesture.base, gesture: null, strike: false };
  return { aim: twoStep ? { ...aim, chosen: true } : aim, gesture: null, strike: !twoStep };
}

/** The aim from the striker at a place that was tapped or dragged to; unchanged for a place behind it. */
function aimedAt(aim: Aim, striker: Point, at: Point): Aim {
  const degrees = degreesOf({ x: at.x - striker.x, y: at.y - striker.y });
  if (Math.abs(degrees) > 90 + SLACK) return aim;
  return { ...aim, degrees: Math.max(-90, Math.min(90, degrees)) + 0, chosen: true };
}

/** The gesture is given up: the aim is what it was before. */
export function cancelled(hand: Hand): Hand {
  return { aim: hand.gesture?.before ?? hand.aim, gesture: null };
}

/** The gesture ends without a stroke, because the board has moved under it: the aim stays as it is. */
export function loosened(hand: Hand): Hand {
  const { gesture, aim } = hand;
  return { aim: isArmed(gesture) ? { ...aim, chosen: true } : aim, gesture: null };
}

/** Whether letting go now would strike. */
export function isArmed(gesture: Gesture | null): boolean {
  return gesture?.kind === 'pull' && last(gesture.samples).armed;
}

/** Whether the hand is dragged forward and shows a direction; letting go keeps it and strikes nothing. */
export function isPointing(gesture: Gesture | null): boolean {
  return gesture?.kind === 'pull' && gesture.points;
}

/** Where the hand is. */
export function handAt(pull: Pull): Point {
  return last(pull.samples).at;
}

function noted(pull: Pull, sample: Sample): readonly Sample[] {
  const recent = pull.samples.filter((each) => sample.time - each.time <= 4 * LIFT_TIME).slice(-30);
  return [...recent, sample];
}

/** Where the finger was before it began to lift; a true last movement is kept. */
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
