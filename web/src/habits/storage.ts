// Local storage of the habits. Every change reads, changes and writes at once, so that two tabs lose nothing.

import { habitsOf, type Habits } from './habits';
import { KEY } from './today';

let heard: () => void = () => undefined;

/** Call a function after each change made by `change`; the last one registered counts. */
export function whenChanged(call: () => void): void {
  heard = call;
}

/** Return the stored habits; damaged data count as none. */
export function habits(): Habits {
  try {
    return habitsOf(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return habitsOf(null);
  }
}

/** Apply a change to the stored habits, and return the result. */
export function change(update: (before: Habits) => Habits): Habits {
  const before = habits();
  const after = update(before);
  if (after === before) return before;
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: 1, ...after }));
  } catch {
    // Without storage, the page works but starts anew each time.
  }
  if (JSON.stringify(after) !== JSON.stringify(before)) heard();
  return after;
}
