// Settling animation after a stroke: moves discs to the positions in the state. Displaced discs are carried there, from
// their pocket or from where they rest; new discs fade in and removed ones fade out.

import type { Disc, Lying, Point } from '../protocol';
import type { Pose } from './keyframes';

/** Duration in ms of carrying a disc, and of fading it in or out. */
export const CARRY_TIME = 480;
export const FADE_TIME = 140;
/** The fraction of the carry in which a disc rises from its pocket. */
const RISING = 0.3;
/** A disc nearer than this (µm) to its position is not moved. */
const NEAR = 400;

/** Returns the discs `ms` after the start of the animation. */
export interface Settling {
  readonly duration: number;
  readonly at: (ms: number) => readonly Pose[];
}

/**
 * Build the animation from the poses as drawn to the positions in the state. `fallen` gives the pocket of each disc
 * that returns from one. The striker is never carried: it fades out and in.
 */
export function settling(drawn: ReadonlyMap<Disc, Pose>, places: readonly Lying[], fallen: ReadonlyMap<Disc, Point>): Settling {
  const moves: ((ms: number) => Pose | null)[] = [];
  let duration = 0;
  const add = (lasts: number, move: (ms: number) => Pose | null): void => {
    moves.push(move);
    duration = Math.max(duration, lasts);
  };
  const staying = new Set<Disc>();
  for (const { disc, at } of places) {
    const from = drawn.get(disc);
    const there: Pose = { disc, x: at.x, y: at.y, angle: from?.angle ?? 0, fall: 0 };
    const pocket = fallen.get(disc);
    const near = from && Math.hypot(from.x - at.x, from.y - at.y) < NEAR;
    if (from && near) {
      staying.add(disc);
      add(0, () => there);
    } else if (from && disc !== 'S') {
      staying.add(disc);
      add(CARRY_TIME, (ms) => carried(from, there, ms / CARRY_TIME));
    } else if (!from && pocket) {
      add(CARRY_TIME, (ms) => risen({ ...there, x: pocket.x, y: pocket.y }, there, ms / CARRY_TIME));
    } else {
      add(FADE_TIME, (ms) => ({ ...there, alpha: Math.min(1, ms / FADE_TIME) }));
    }
  }
  for (const [disc, pose] of drawn) {
    if (staying.has(disc) || pose.fall > 0) continue;
    if (places.some((place) => place.disc === disc) && disc !== 'S') continue;
    add(FADE_TIME, (ms) => (ms < FADE_TIME ? { ...pose, alpha: 1 - ms / FADE_TIME } : null));
  }
  return { duration, at: (ms) => moves.map((move) => move(ms)).filter((pose) => pose !== null) };
}

function carried(from: Pose, to: Pose, part: number): Pose {
  if (part >= 1) return to;
  const way = part * part * (3 - 2 * part);
  const lift = Math.sin(Math.PI * part);
  return { ...to, x: from.x + (to.x - from.x) * way, y: from.y + (to.y - from.y) * way, lift };
}

/** Rise from the bottom of the pocket first, then move across the board. */
function risen(from: Pose, to: Pose, part: number): Pose {
  if (part >= RISING) return carried(from, to, (part - RISING) / (1 - RISING));
  return { ...from, fall: 1 - Math.max(0, part) / RISING };
}
