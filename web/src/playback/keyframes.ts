// Keyframe interpolation: the position of every disc at any time of a stroke. From one keyframe until the disc's next,
//   x(t) = x + vx·dt + ½·ax·dt²   (µm, board frame; y and angle likewise, the angle in mrad).

import type { Contact, Disc, Equipment, Keyframe, Lying, Motion, Point } from '../protocol';

/** How to draw a disc. `fall` goes from 0 (on the board) to 1 (gone into the pocket). */
export interface Pose {
  readonly disc: Disc;
  readonly x: number;
  readonly y: number;
  readonly angle: number;
  readonly fall: number;
  /** Opacity while fading in or out (default 1), and the height to which it is lifted (default 0, on the board). */
  readonly alpha?: number;
  readonly lift?: number;
}

/** A contact that makes a sound: `strength` in µN·s (a striker at 1 m/s carries 15 000). */
export interface Impact {
  readonly time: number;
  readonly kind: Contact['kind'];
  readonly discs: readonly Disc[];
  readonly strength: number;
  readonly at: Point;
}

/** How long a disc takes to sink out of sight in a pocket, in µs. */
export const FALL_TIME = 260_000;

/** A disc that falls: the time, the pocket and the speed on arrival (µm/s). */
export interface Fall {
  readonly time: number;
  readonly pocket: Point;
  readonly speed: Point;
}

export interface Film {
  readonly duration: number;
  readonly start: ReadonlyMap<Disc, Point>;
  readonly tracks: ReadonlyMap<Disc, readonly Keyframe[]>;
  readonly falls: ReadonlyMap<Disc, Fall>;
  readonly impacts: readonly Impact[];
}

/** Build the animation of a stroke on a board with this equipment from the motion sent by the server. */
export function film(motion: Motion, equipment: Equipment): Film {
  const { keyframes, contacts, duration } = motion;
  const start = placesOf(motion.before.placed);
  const tracks = new Map<Disc, Keyframe[]>();
  for (const frame of keyframes) {
    const track = tracks.get(frame.disc);
    if (track) track.push(frame);
    else tracks.set(frame.disc, [frame]);
  }
  for (const track of tracks.values()) track.sort((a, b) => a.time - b.time);
  const falls = new Map<Disc, Fall>();
  for (const contact of contacts) {
    const disc = contact.discs[0];
    if (contact.kind === 'pocket' && disc) {
      const frame = frameAt(tracks.get(disc) ?? [], contact.time - 1);
      const speed = frame ? velocityAt(frame, contact.time) : { x: 0, y: 0 };
      falls.set(disc, { time: contact.time, pocket: pocketNear(contact.at, equipment), speed });
    }
  }
  const impacts = contacts.map((contact) => impactOf(contact, equipment)).sort((a, b) => a.time - b.time);
  const end = Math.max(duration, ...[...falls.values()].map((fall) => fall.time + FALL_TIME));
  return { duration: end, start, tracks, falls, impacts };
}

/** Return the positions of the discs by name. */
export function placesOf(placed: readonly Lying[]): Map<Disc, Point> {
  return new Map(placed.map(({ disc, at }) => [disc, at]));
}

/** Return the pose of every disc at `time` (µs); discs that have sunk into a pocket are omitted. */
export function posesAt(shown: Film, time: number): Pose[] {
  const poses: Pose[] = [];
  const discs = new Set([...shown.start.keys(), ...shown.tracks.keys()]);
  for (const disc of discs) {
    const fall = shown.falls.get(disc);
    const place = placeAt(shown, disc, fall ? Math.min(time, fall.time) : time);
    if (!fall || time < fall.time) {
      poses.push({ disc, ...place, fall: 0 });
      continue;
    }
    const sunk = (time - fall.time) / FALL_TIME;
    if (sunk >= 1) continue;
    poses.push({ disc, ...sliding(place, fall, sunk), angle: place.angle, fall: sunk });
  }
  return poses;
}

/** Return the position of a disc sliding into its pocket: it keeps its speed and stops at the bottom. */
function sliding(from: Point, { pocket, speed }: Fall, part: number): Point {
  const way = { x: pocket.x - from.x, y: pocket.y - from.y };
  const carried = { x: (speed.x * FALL_TIME) / 1e6, y: (speed.y * FALL_TIME) / 1e6 };
  const length = Math.hypot(carried.x, carried.y);
  const most = 3 * Math.hypot(way.x, way.y);
  const held = length > most ? most / length : 1;
  const [rest, push] = [part * part * (3 - 2 * part), part * (1 - part) * (1 - part) * held];
  return { x: from.x + way.x * rest + carried.x * push, y: from.y + way.y * rest + carried.y * push };
}

/** Return the striker's speed at `time`, in m/s; it sets the volume of the sliding sound. */
export function strikerSpeed(shown: Film, time: number): number {
  const fall = shown.falls.get('S');
  if (fall && time >= fall.time) return 0;
  const frame = frameAt(shown.tracks.get('S') ?? [], time);
  if (!frame) return 0;
  const velocity = velocityAt(frame, time);
  return Math.hypot(velocity.x, velocity.y) / 1e6;
}

function placeAt(shown: Film, disc: Disc, time: number): { x: number; y: number; angle: number } {
  const frame = frameAt(shown.tracks.get(disc) ?? [], time);
  if (!frame) {
    const first = shown.tracks.get(disc)?.[0];
    const at = shown.start.get(disc) ?? first ?? { x: 0, y: 0 };
    return { x: at.x, y: at.y, angle: first?.angle ?? 0 };
  }
  const dt = (time - frame.time) / 1e6;
  return {
    x: frame.x + frame.vx * dt + 0.5 * frame.ax * dt * dt,
    y: frame.y + frame.vy * dt + 0.5 * frame.ay * dt * dt,
    angle: frame.angle + frame.spin * dt + 0.5 * frame.spin_rate * dt * dt,
  };
}

/** Return the last keyframe not later than `time`, by bisection. */
function frameAt(track: readonly Keyframe[], time: number): Keyframe | undefined {
  let low = 0;
  let high = track.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((track[middle] as Keyframe).time <= time) low = middle + 1;
    else high = middle;
  }
  return track[low - 1];
}

function velocityAt(frame: Keyframe, time: number): Point {
  const dt = (time - frame.time) / 1e6;
  return { x: frame.vx + frame.ax * dt, y: frame.vy + frame.ay * dt };
}

/** Return the sound impact of a contact; a fall has no impulse, so its speed is used instead. */
function impactOf(contact: Contact, equipment: Equipment): Impact {
  // A mass in kg times a speed in µm/s is an impulse in µN·s.
  const mass = contact.discs[0] === 'S' ? equipment.striker_mass : equipment.man_mass;
  const strength = contact.kind === 'pocket' ? (mass / 1e9) * contact.speed : contact.impulse;
  return { time: contact.time, kind: contact.kind, discs: contact.discs, strength, at: contact.at };
}

/** Return the centre of the pocket in the corner nearest to where a disc fell. */
function pocketNear(at: Point, equipment: Equipment): Point {
  const centre = (equipment.surface - equipment.pocket_diameter) / 2;
  return { x: Math.sign(at.x) * centre, y: Math.sign(at.y) * centre };
}
