// Local storage of training data: puzzle rating, drill results, and the boards of solo runs.

import { mistakesOf, type Mistake } from './mistakes';
import { OWN_HAND } from '../analysis/accuracy';
import type { SetupPosition, Rating, Running } from '../protocol';

/** Stored data about puzzles. */
export interface Puzzling {
  /** Null before the first puzzle. */
  readonly rating: Rating | null;
  /** Attempted puzzles by number: whether the first attempt solved it. */
  readonly done: Readonly<Record<string, boolean>>;
}

/** Stored data about one drill. */
export interface Drilled {
  readonly tries: number;
  readonly hits: number;
  /** Hits in a row: current and best. */
  readonly streak: number;
  readonly best: number;
}

/** One complete board played alone. */
export interface BoardAlone {
  /** When it was finished, ms since 1970. */
  readonly at: number;
  readonly misses: number;
  readonly strokes: number;
  readonly slam: boolean;
  /** Accuracy estimated from this and earlier boards, in degrees, with its interval. */
  readonly hand: number;
  readonly low: number;
  readonly high: number;
}

/** Stored data about solo runs. */
export interface RunsAlone {
  /** Oldest first. */
  readonly boards: readonly BoardAlone[];
  /** An unfinished run. */
  readonly open: { readonly moment: SetupPosition; readonly run: Running } | null;
}

const PUZZLES = 'carrom.puzzles';
const DRILLS = 'carrom.drills';
const ALONE = 'carrom.alone';
/** Maximum number of boards stored: several years of play. */
const MOST = 2_000;

function read(key: string): Record<string, unknown> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    return typeof found === 'object' && found !== null ? (found as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(key: string, what: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Without storage, training still works but starts anew with each page.
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

export function puzzling(): Puzzling {
  const { rating, done } = read(PUZZLES) as Partial<Puzzling>;
  const sound = rating && [rating.rating, rating.deviation, rating.volatility].every(isNumber);
  return { rating: sound ? rating : null, done: typeof done === 'object' && done !== null ? done : {} };
}

export const keepPuzzling = (what: Puzzling): void => write(PUZZLES, what);

export const UNTRIED: Drilled = { tries: 0, hits: 0, streak: 0, best: 0 };

export function drilled(): Readonly<Record<string, Drilled>> {
  const found = Object.entries(read(DRILLS) as Record<string, Drilled>);
  return Object.fromEntries(found.filter(([, each]) => [each?.tries, each?.hits, each?.streak, each?.best].every(isNumber)));
}

export const keepDrilled = (what: Readonly<Record<string, Drilled>>): void => write(DRILLS, what);

export function runsAlone(): RunsAlone {
  const { boards, open } = read(ALONE) as Partial<RunsAlone>;
  const sound = Array.isArray(boards) ? boards.filter((each: BoardAlone) => [each?.at, each?.misses, each?.hand].every(isNumber)) : [];
  return { boards: sound, open: open?.moment && open.run ? open : null };
}

export const keepRuns = (what: RunsAlone): void => write(ALONE, { ...what, boards: what.boards.slice(-MOST) });

/**
 * Store the accuracy estimated from solo runs for use in analyses; speed and position errors are derived from the
 * direction error (`carrom accuracy`).
 */
export const keepHand = (direction: number): void =>
  write(OWN_HAND, { direction, speed: Math.min(0.3, 0.03 + 0.06 * direction), place: Math.round(100 + 500 * direction) });

const MISTAKES = 'carrom.mistakes';
export const mistakes = (): readonly Mistake[] => mistakesOf(read(MISTAKES)['list']);
export const keepMistakes = (list: readonly Mistake[]): void => write(MISTAKES, { list });

const COACH = 'carrom.coach';
/** Whether the coach comments after each practice stroke; off by default. */
export const coached = (): boolean => read(COACH)['says'] === true;
export const keepCoached = (says: boolean): void => write(COACH, { says });
