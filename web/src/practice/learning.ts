// Lesson progress stored in this browser: the chosen rules and the completed steps.

import { told } from '../rules/book';
import type { SetupPosition, Stroke } from '../protocol';

/** A step as sent by the server; its texts are in the catalogue under `lesson.<lesson>.<key>`. */
export interface Step {
  readonly key: string;
  readonly moment: SetupPosition;
  /** Facts from the rule book's overview about the topic of the step. */
  readonly rows: readonly (readonly [string, string])[];
  /** A stroke that solves the step; null for a full board. */
  readonly solution: Stroke | null;
}

export interface Lesson {
  readonly name: string;
  readonly steps: readonly Step[];
}

export interface Learned {
  readonly rules: string;
  /** Completed steps, as `lesson.key`. */
  readonly done: readonly string[];
}

const KEY = 'carrom.learn';

export const lessonsOf = (rules: string): Promise<readonly Lesson[]> => told(`/${encodeURIComponent(rules)}/lessons`);

/** Return the stored progress; empty if there is none. */
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
    // Without storage, lessons still work but progress is lost.
  }
}

/** Return the progress with one more step completed. */
export function withDone(what: Learned, lesson: string, key: string): Learned {
  const step = `${lesson}.${key}`;
  return what.done.includes(step) ? what : { ...what, done: [...what.done, step] };
}

/** Return how many steps of a lesson are completed. */
export function countDone(what: Learned, lesson: Lesson): number {
  return lesson.steps.filter(({ key }) => what.done.includes(`${lesson.name}.${key}`)).length;
}
