// A board that is turned for another player turns before his eyes.

import type { Seat } from '../protocol';
import { quartersOf } from './geometry';

/** On its corner a board needs 1.42 times its width: so small it is drawn while it turns. */
const ON_ITS_CORNER = 0.7;

/** Turn what is drawn for `now` from how it was drawn for `before`. */
export function turned(drawn: HTMLElement, before: Seat, now: Seat): void {
  const degrees = (quartersOf(now) - quartersOf(before)) * 90;
  // Lifted first, so that no corner leaves its place on the page; turned; put down.
  const way = [
    { transform: `rotate(${-degrees}deg)`, easing: 'ease-in' },
    { transform: `rotate(${-0.97 * degrees}deg) scale(${ON_ITS_CORNER})`, offset: 0.22, easing: 'ease-in-out' },
    { transform: `rotate(${-0.03 * degrees}deg) scale(${ON_ITS_CORNER})`, offset: 0.78, easing: 'ease-out' },
    { transform: 'none' },
  ];
  drawn.animate(way, { duration: 700 });
}
