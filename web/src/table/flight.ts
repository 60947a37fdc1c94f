// Flight of a pocketed piece from its pocket to its pip in the plate of its side.

import type { Point } from '../protocol';

/** Duration of a flight, ms. */
export const FLIGHT = 220;

/** Fly a dot of this class from a point on the page (px) to an element; does nothing where animations are missing. */
export function fly(from: Point, to: Element | null, colour: string): void {
  const end = to?.getBoundingClientRect();
  if (!end?.width) return;
  const dot = document.createElement('i');
  if (!dot.animate) return;
  dot.className = 'flight';
  dot.dataset['testid'] = 'flight';
  dot.setAttribute('aria-hidden', 'true');
  dot.style.cssText = `position:fixed;z-index:5;left:0;top:0;width:${end.width}px;height:${end.width}px;border-radius:50%;background:${colour};pointer-events:none`;
  document.body.append(dot);
  const at = (x: number, y: number, scale: number): Keyframe => ({ transform: `translate(${x - end.width / 2}px, ${y - end.width / 2}px) scale(${scale})` });
  const flight = dot.animate([at(from.x, from.y, 1.6), at(end.left + end.width / 2, end.top + end.height / 2, 1)], { duration: FLIGHT, easing: 'cubic-bezier(0.3, 0, 0.4, 1)' });
  flight.onfinish = flight.oncancel = () => dot.remove();
}
