// Lesson progress stored in this browser: the chosen rules and the completed steps.

import { told } from '../rules/book';
import { usual } from '../store/terms';
import type { SetupPosition, Stroke } from '../protocol';

/** A step as sent by the server; its texts are in the catalogue under `lesson.<lesson>.<key>`. */
export interface Step {
  /** `1`, `2` … for steps, `a`, `b`, `c` for the positions at the end. */
  readonly key: string;
  readonly moment: SetupPosition;
  /** Facts from the rule book's overview about the topic of the step. */
  readonly rows: readonly (readonly [string, string])[];
  /** Strokes that solve the step one after another; empty for a full board. */
  readonly solution: readonly Stroke[];
  /** Whether the step may take several strokes. */
  readonly goes_on: boolean;
  /** How often the solution succeeds at the lesson's level, 0 … 1; 0 if unknown. */
  readonly success: number;
}

export interface Lesson {
  readonly name: string;
  readonly course: string;
  readonly minutes: number;
  readonly level: string;
  readonly steps: readonly Step[];
}

export interface Learned {
  readonly rules: string;
  /** Completed steps, as `lesson.key`. */
  readonly done: readonly string[];
}

/** The first lesson. */
export const FIRST_LESSON = 'first-stroke';

const KEY = 'carrom.learn';

export const lessonsOf = (rules: string): Promise<readonly Lesson[]> => told(`/${encodeURIComponent(rules)}/lessons`);

/** Return the stored progress; without any, the lessons follow the built-in rules of the player's usual game. */
export function learned(): Learned {
  const game = usual();
  const rules = (game && !game.custom && game.terms.ruleset) || 'icf';
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Learned> | null;
    const done = Array.isArray(found?.done) ? found.done.filter((each) => typeof each === 'string') : [];
    return { rules: typeof found?.rules === 'string' ? found.rules : rules, done };
  } catch {
    return { rules, done: [] };
  }
}

export function remember(what: Learned): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // Without storage, lessons still work but progress is lost.
  }
}

/** Return the progress with one more step completed. */
export function withDone(what: Learned, lesson: string, key: string): Learned {
  const step = `${lesson}.${key}`;
  return what.done.includes(step) ? what : { ...what, done: [...what.done, step] };
}

/** Whether a step is completed. */
export const isStepDone = (what: Learned, lesson: string, key: string): boolean => what.done.includes(`${lesson}.${key}`);

/** Return how many steps of a lesson are completed. */
export function countDone(what: Learned, lesson: Lesson): number {
  return lesson.steps.filter(({ key }) => isStepDone(what, lesson.name, key)).length;
}

/** Whether a lesson is completed. */
export const isDone = (what: Learned, lesson: Lesson): boolean => countDone(what, lesson) === lesson.steps.length;

/** Return the index of the step at which a lesson resumes: the first that is not completed, or 0. */
export function resumeAt(what: Learned, lesson: Lesson): number {
  return Math.max(0, lesson.steps.findIndex(({ key }) => !isStepDone(what, lesson.name, key)));
}

/** Whether a step is one of the positions at the end, which have no demonstration. */
export const isPosition = ({ key }: Step): boolean => !/^\d/.test(key);

/** Return the lessons of each course, in order. */
export function coursesOf(lessons: readonly Lesson[]): readonly { readonly name: string; readonly lessons: readonly Lesson[] }[] {
  return [...new Set(lessons.map(({ course }) => course))].map((name) => ({ name, lessons: lessons.filter(({ course }) => course === name) }));
}
