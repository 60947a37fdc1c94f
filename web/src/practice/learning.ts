// What this device remembers of the lessons: by which rules, and which steps are done.

import { told } from '../rules/book';
import type { SetupPosition, Stroke } from '../protocol';

/** A step as the server tells it; its sentences stand in the texts under `lesson.<lesson>.<key>`. */
export interface Step {
  readonly key: string;
  readonly moment: SetupPosition;
  /** What the rule book says at a glance on what the step is about. */
  readonly rows: readonly (readonly [string, string])[];
  /** A stroke that solves it; null for a board. */
  readonly solution: Stroke | null;
}

export interface Lesson {
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Learned {
  readonly rules: string;
  /** Steps that are done, as `lesson.key`. */
  readonly done: readonly string[];
}

const KEY = 'carrom.learn';

export const lessonsOf = (rules: string): Promise<readonly Lesson[]> => told(`/${encodeURIComponent(rules)}/lessons`);

/** What is remembered; nothing yet on a device that is new, or that stores nothing. */
export function learned(): Learned {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Learned> | null;
    const done = Array.isArray(found?.done) ? found.done.filter((each) => typeof each === 'string') : [];
    return { rules: typeof found?.rules === 'string' ? found.rules : 'icf', done };
  } catch {
    return { rules: 'icf', done: [] };
  }
}

export function remember(what: Learned): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(what));
  } catch {
    // A browser that stores nothing can still learn; it only begins anew.
  }
}

/** What is remembered with one more step done. */
export function withDone(what: Learned, lesson: string, key: string): Learned {
  const step = `${lesson}.${key}`;
  return what.done.includes(step) ? what : { ...what, done: [...what.done, step] };
}

/** How many steps of a lesson are done. */
export function countDone(what: Learned, lesson: Lesson): number {
  return lesson.steps.filter(({ key }) => what.done.includes(`${lesson.name}.${key}`)).length;
}
