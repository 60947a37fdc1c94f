// The whole course of a stroke as SVG paths in view coordinates (mm): how every disc moves, and where it comes to rest.

import type { Disc, Keyframe, Motion, Point, Seat } from '../protocol';
import { toView } from './geometry';
import { kindOf, type Kind, type Sizes } from './spec';

/** The course of the discs of one kind. */
export interface Course {
  readonly kind: Kind;
  readonly ways: string;
  /** Circles where discs that have moved come to rest. */
  readonly rests: string;
}

/** Return the course of every disc that moves. */
export function courseOf(motion: Motion, bottom: Seat, sizes: Sizes): readonly Course[] {
  const courses = new Map<Kind, { ways: string; rests: string }>();
  const tracks = new Map<Disc, Keyframe[]>();
  for (const frame of motion.keyframes) {
    const track = tracks.get(frame.disc);
    if (track) track.push(frame);
    else tracks.set(frame.disc, [frame]);
  }
  const ends = new Map<Disc, Point>(motion.rest.placed.map(({ disc, at }) => [disc, at]));
  for (const { kind, discs, at } of motion.contacts) if (kind === 'pocket' && discs[0]) ends.set(discs[0], at);
  const seen = (x: number, y: number): string => {
    const at = toView(bottom, { x, y });
    return `${at.x.toFixed(1)} ${at.y.toFixed(1)}`;
  };
  for (const [disc, track] of tracks) {
    const [first, end] = [track[0]!, ends.get(disc)];
    if (!end || (track.length < 2 && Math.hypot(end.x - first.x, end.y - first.y) < 100)) continue;
    const kind = kindOf(disc);
    const course = courses.get(kind) ?? { ways: '', rests: '' };
    courses.set(kind, course);
    course.ways += `M${seen(first.x, first.y)}`;
    // A disc moves along parabolas, which a quadratic curve draws exactly.
    track.forEach((frame, index) => {
      const next = track[index + 1];
      if (!next) return;
      const half = (next.time - frame.time) / 2e6;
      course.ways += `Q${seen(frame.x + frame.vx * half, frame.y + frame.vy * half)} ${seen(next.x, next.y)}`;
    });
    course.ways += `L${seen(end.x, end.y)}`;
    if (!motion.rest.placed.some((lying) => lying.disc === disc)) continue;
    const radius = disc === 'S' ? sizes.strikerRadius : sizes.manRadius;
    const at = toView(bottom, end);
    course.rests += `M${(at.x - radius).toFixed(1)} ${at.y.toFixed(1)}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }
  return [...courses].map(([kind, { ways, rests }]) => ({ kind, ways, rests }));
}
