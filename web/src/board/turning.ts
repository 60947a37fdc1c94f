// Animation that rotates the board when it is turned for another player.

import type { Seat } from '../protocol';
import { quartersOf } from './geometry';

/** A board at 45° needs 1.42 times its width, so it is shrunk by this factor while it turns. */
const ON_ITS_CORNER = 0.7;

/** Animate the element from its orientation for `before` to its orientation for `now`. */
export function turned(drawn: HTMLElement, before: Seat, now: Seat): void {
  const degrees = (quartersOf(now) - quartersOf(before)) * 90;
  // Shrink first, so that no corner leaves the board's area on the page; then turn; then grow back.
  const way = [
    { transform: `rotate(${-degrees}deg)`, easing: 'ease-in' },
    { transform: `rotate(${-0.97 * degrees}deg) scale(${ON_ITS_CORNER})`, offset: 0.22, easing: 'ease-in-out' },
    { transform: `rotate(${-0.03 * degrees}deg) scale(${ON_ITS_CORNER})`, offset: 0.78, easing: 'ease-out' },
    { transform: 'none' },
  ];
  drawn.animate(way, { duration: 700 });
}
