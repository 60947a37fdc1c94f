// Plays strokes in the browser with the exact kernel: the same bits as the server (docs/explanation/determinism.md).
// The kernel is WebAssembly, compiled from the C that the server's is; this file fills its arrays and reads the results.

import type { Contact, ContactKind, Disc, Equipment, Keyframe, LinesLeft, Lying, Motion, Position, Seat, Stroke } from '../protocol';
import { digestOf } from './digest';
import layout from './layout.json';
import presets from './surfaces.json';
import { loadKernels, Table, type Given, type Kernels } from './web_assembly.js';

/** The parameters of a surface, as in `carrom.physics.Surface`. */
export interface Surface {
  readonly friction: number;
  readonly disc_restitution: number;
  readonly frame_restitution: number;
  readonly contact_friction: number;
  readonly frame_friction: number;
  /** How pieces fall; with `centre` a piece falls when its centre crosses the edge. */
  readonly pocket: string;
  readonly yield_speed: number;
  /** Left out while it is 0. */
  readonly disc_tangential_restitution?: number;
  readonly frame_tangential_restitution?: number;
}

/** A stroke played to its end. */
export interface PlayedStroke {
  /** The film, as the server sends it. */
  readonly motion: Motion;
  /** The digest of its result, as `carrom.physics.played` computes it. */
  readonly digest: string;
  /** The discs that fell, in order, with the striker. */
  readonly pocketed: readonly Disc[];
  /** The discs that the striker touched, in order. */
  readonly touched: readonly Disc[];
  readonly linesLeft: LinesLeft;
}

/** Plays strokes. */
export interface Physics {
  /** Play a stroke of a seat from a position; a striker in the position is ignored. Throws a `RangeError` if it cannot be played. */
  play(position: Position, stroke: Stroke, seat: Seat, surface: Surface | string, equipment: Equipment): PlayedStroke;
  /** Return every number of the kernel for the stroke just played: log, resting places, times, duration (for tests). */
  bits(): Float64Array;
}

/** The discs in the order of the kernel's arrays. */
export const DISCS: readonly Disc[] = [
  'S', 'Q', 'W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9', 'B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9',
];
const SEATS: readonly Seat[] = ['south', 'east', 'north', 'west'];
const LINES: readonly LinesLeft[] = ['none', 'one', 'both'];
const KINDS: Record<number, ContactKind> = {
  [layout.DISC]: 'disc',
  [layout.FRAME_X]: 'frame',
  [layout.FRAME_Y]: 'frame',
  [layout.POCKET]: 'pocket',
  [layout.RIM]: 'rim',
};

/**
 * Return the physics; `bytes` is the friction table, `uniform_disc.f64`, and `compiled` the kernel, `kernel.wasm`. Throws where
 * the browser has no WebAssembly or a policy forbids it: the server plays then.
 */
export async function createPhysics(bytes: ArrayBuffer, compiled: ArrayBuffer): Promise<Physics> {
  if (bytes.byteLength !== layout.PROFILE_NUMBERS * 8) {
    throw new RangeError(`The friction table has ${bytes.byteLength} bytes instead of ${layout.PROFILE_NUMBERS * 8}; load the page again.`);
  }
  const kernel = await loadKernels(compiled);
  const profile = kernel.room('f8', layout.PROFILE_SIZE);
  kernel.call('write_profile', new Float64Array(bytes), profile);
  const [state, marks] = [kernel.room('f8', layout.STATE), kernel.room('i8', layout.MARKS)];
  const nearest = (number: number): number => kernel.call('nearest', number) as number;
  let numbers: Float64Array = new Float64Array(0);

  return {
    bits: () => numbers,
    play(position, stroke, seat, surface, equipment) {
      const ground = surfaceOf(surface);
      const board = boardOf(equipment);
      const quarters = SEATS.indexOf(seat);
      const given = [stroke.x, stroke.vx, stroke.vy, stroke.y ?? 0, stroke.spin ?? 0];
      const placed = new Float64Array(layout.ALL_DISCS * 2).fill(layout.NOWHERE);
      for (const { disc, at } of position.placed) if (disc !== 'S') placed.set([at.x, at.y], DISCS.indexOf(disc) * 2);
      const places = new Table(placed, 1, layout.ALL_DISCS, 2);
      const strokes = new Table(Float64Array.from(given), 1, layout.STROKE);
      check(kernel, [...placed, ...given], board, places, strokes, quarters, ground);

      const world = worldOf(ground, equipment);
      const drag = world[0]!;
      const spins = ground.contact_friction > 0 || ground.frame_friction > 0 || given[4] !== 0;
      const used = spins ? profile : null;
      const lanes = DISCS.filter((disc, index) => disc === 'S' || placed[index * 2] !== layout.NOWHERE);
      const n = lanes.length;
      marks.values.fill(0n);
      const lay = () => kernel.call('lay', state, board.sizes, board.measures, places, 0, strokes, 0, quarters);
      lay();
      const begun = new Float64Array(n * layout.BEGUN);
      const laid = state.values;
      for (let k = 0; k < n; k++) begun.set([layout.X, layout.Y, layout.RADIUS].map((field) => laid[field + k]!), k * layout.BEGUN);
      const launched = Float64Array.of(laid[layout.WX]!, laid[layout.WY]!, laid[layout.SPIN]!);
      let log = new Float64Array(1_000 * layout.E_WIDTH);
      const play = () => kernel.call('play', used, state, marks, world, log, n) as number;
      const events = play();
      if (events < 0) throw new RangeError('The stroke did not come to rest; please report it.');
      if (events * layout.E_WIDTH > log.length) {
        log = new Float64Array(events * layout.E_WIDTH);
        lay();
        play();
      }
      const logged = log.subarray(0, events * layout.E_WIDTH);
      const found = results(kernel, [used, state, marks, logged, drag, board.measures, places, 0, quarters], events);
      numbers = allBits(kernel, [used, state, marks], state.values, logged, drag, n);
      const contacts = contactsOf(logged, lanes, board.radii, equipment, nearest);
      let out = new Float64Array(layout.FRAME * 1_000);
      const write = () => kernel.call('write_frames', profile, logged, events, begun, launched, n, drag, state, marks, out) as number;
      const count = write();
      if (count * layout.FRAME > out.length) {
        out = new Float64Array(count * layout.FRAME);
        write();
      }
      const spot = { x: nearest(begun[0]! * 1e6), y: nearest(begun[1]! * 1e6) };
      const before: Lying[] = [{ disc: 'S', at: spot }, ...lyingOf(placed)];
      const rest = lyingOf(found.rest);
      return {
        motion: { seat, stroke, before: { placed: before }, keyframes: keyframesOf(out, count, lanes), contacts, duration: found.duration, rest: { placed: rest } },
        digest: digestOf(found.duration, rest, contacts),
        pocketed: contacts.filter(({ kind }) => kind === 'pocket').map(({ discs }) => discs[0]!),
        touched: [...new Set(contacts.flatMap(({ discs }) => (discs[0] === 'S' && discs[1] ? [discs[1]] : [])))],
        linesLeft: LINES[found.lines]!,
      };
    },
  };
}

/** Return a surface by the name of a preset, or as given. */
function surfaceOf(surface: Surface | string): Surface {
  if (typeof surface !== 'string') return surface;
  const found = (presets as Record<string, Surface>)[surface];
  if (!found) throw new RangeError(`"${surface}" is not a surface; expected one of ${Object.keys(presets).join(', ')}.`);
  return found;
}

interface BoardNumbers {
  readonly sizes: Float64Array;
  readonly measures: Float64Array;
  /** Of striker and pieces, in m. */
  readonly radii: readonly [number, number];
}

/** Return the measures of a board in the order of the kernel (`carrom.physics.batch`). */
function boardOf(equipment: Equipment): BoardNumbers {
  const half = Math.floor(equipment.surface / 2);
  const radii = [equipment.striker_diameter / 2e6, equipment.man_diameter / 2e6] as const;
  const sizes = [radii[0], equipment.striker_mass / 1e9, radii[1], equipment.man_mass / 1e9];
  const measures = [
    half,
    half - Math.floor(equipment.pocket_diameter / 2),
    equipment.pocket_diameter,
    equipment.striker_diameter,
    equipment.man_diameter,
    half - Math.floor((equipment.lower_line + equipment.upper_line) / 2),
    equipment.lower_line,
    equipment.upper_line,
    equipment.line_length,
  ];
  return { sizes: Float64Array.from(sizes), measures: Float64Array.from(measures), radii };
}

/** Return the kernel's parameters of a surface and a board (`carrom.physics.simulate.parameters`). */
function worldOf(surface: Surface, equipment: Equipment): Float64Array {
  const isRim = surface.pocket === 'rim';
  return Float64Array.of(
    surface.friction * layout.GRAVITY,
    surface.disc_restitution,
    surface.frame_restitution,
    surface.contact_friction,
    surface.frame_friction,
    Math.floor(equipment.surface / 2) / 1e6,
    equipment.pocket_diameter / 2e6,
    isRim ? layout.LIP : 0,
    surface.yield_speed,
    isRim ? layout.RIM_PATIENCE : layout.CENTRE_PATIENCE,
    isRim ? layout.RIM_TOIL : layout.CENTRE_TOIL,
    surface.disc_tangential_restitution ?? 0,
    surface.frame_tangential_restitution ?? 0,
  );
}

/** Throw a `RangeError` for a position or stroke that the server would refuse. */
function check(
  kernel: Kernels,
  numbers: readonly number[],
  board: BoardNumbers,
  places: Table,
  strokes: Table,
  quarters: number,
  surface: Surface,
): void {
  if (quarters < 0 || !numbers.every(Number.isSafeInteger)) {
    throw new RangeError('The stroke cannot be played: places and speeds must be whole numbers, and the seat one of the four.');
  }
  const most = surface.pocket === 'rim' ? layout.MOST_SPIN : layout.MOST_SPIN_1;
  const jobs = new Table(Float64Array.of(0, 0), 1, 2);
  const seats = Float64Array.of(quarters);
  const refused = kernel.call('first_refused', board.measures, places, seats, strokes, jobs, layout.FASTEST, most, new Float64Array(40)) as number;
  if (refused >= 0) {
    throw new RangeError('The stroke cannot be played: discs overlap, lie outside the board, or the speed or spin is not allowed.');
  }
}

/** Return what the kernel notes of the stroke just played: resting places, duration, base lines left. */
function results(kernel: Kernels, given: readonly Given[], events: number): { rest: Float64Array; duration: number; lines: number } {
  const rest = new Float64Array(layout.ALL_DISCS * 2);
  const facts = new Float64Array(layout.FACTS);
  facts[layout.F_EVENTS] = events;
  const times = [0, 1].map(() => new Table(new Float64Array(layout.ALL_DISCS), 1, layout.ALL_DISCS));
  kernel.call('note', ...given, 0, new Table(rest, 1, layout.ALL_DISCS, 2), ...times, new Table(facts, 1, layout.FACTS));
  return { rest, duration: facts[layout.F_DURATION]!, lines: facts[layout.F_LINES]! };
}

/** Return the log, the resting places, the times, and the end of the stroke just played. */
function allBits(kernel: Kernels, [profile, ...arrays]: readonly [Given, Given, Given], state: Float64Array, log: Float64Array, drag: number, n: number): Float64Array {
  const fields = [layout.REST_X, layout.REST_Y, layout.FELL, layout.TOUCHED];
  const bits = new Float64Array(log.length + fields.length * n + 1);
  bits.set(log);
  fields.forEach((field, index) => bits.set(state.slice(field, field + n), log.length + index * n));
  for (let k = 0; k < n; k++) {
    const still = kernel.call('still_at', profile, ...arrays, k, drag) as number;
    if (still > bits[bits.length - 1]!) bits[bits.length - 1] = still;
  }
  return bits;
}

/** Return the discs that have a place, in the order of the discs. */
function lyingOf(places: Float64Array): Lying[] {
  return DISCS.flatMap((disc, index) =>
    places[index * 2] === layout.NOWHERE ? [] : [{ disc, at: { x: places[index * 2]!, y: places[index * 2 + 1]! } }],
  );
}

/** Return the contacts of a log, as `carrom.tables.snapshots` does. */
function contactsOf(log: Float64Array, lanes: readonly Disc[], radii: readonly [number, number], equipment: Equipment, nearest: (number: number) => number): Contact[] {
  const contacts: Contact[] = [];
  const half = Math.floor(equipment.surface / 2);
  for (let row = 0; row < log.length; row += layout.E_WIDTH) {
    const at = (field: number) => log[row + field]!;
    const kind = KINDS[at(layout.E_KIND)]!;
    const first = at(layout.E_FIRST);
    const discs = [lanes[first]!];
    let vx = at(layout.E_BEFORE);
    let vy = at(layout.E_BEFORE + 1);
    let x = at(layout.E_X1);
    let y = at(layout.E_Y1);
    if (kind === 'disc') {
      const second = at(layout.E_SECOND);
      if (first < second) discs.push(lanes[second]!);
      else discs.unshift(lanes[second]!);
      vx -= at(layout.E_BEFORE + 3);
      vy -= at(layout.E_BEFORE + 4);
      const radius = radii[first === 0 ? 0 : 1]!;
      x += radius * at(layout.E_NX);
      y += radius * at(layout.E_NY);
    }
    const place: { x: number; y: number } = { x: nearest(x * 1e6), y: nearest(y * 1e6) };
    if (at(layout.E_KIND) === layout.FRAME_X) place.x = x > 0 ? half : -half;
    if (at(layout.E_KIND) === layout.FRAME_Y) place.y = y > 0 ? half : -half;
    const speed = kind === 'pocket' ? Math.sqrt(vx * vx + vy * vy) : Math.abs(vx * at(layout.E_NX) + vy * at(layout.E_NY));
    const impulse = nearest(Math.abs(at(layout.E_NORMAL)) * 1e6);
    const time = nearest(at(layout.E_TIME) * 1e6);
    contacts.push({ time, kind, discs, at: place, speed: nearest(speed * 1e6), impulse });
  }
  return contacts;
}

/** Return keyframes by time, then by disc. */
function keyframesOf(out: Float64Array, count: number, lanes: readonly Disc[]): Keyframe[] {
  const rows = Array.from({ length: count }, (_, row) => [...out.subarray(row * layout.FRAME, (row + 1) * layout.FRAME)]);
  rows.sort((a, b) => a[1]! - b[1]! || a[0]! - b[0]!);
  return rows.map(([lane, time, x, y, vx, vy, ax, ay, angle, spin, spin_rate]) => ({
    disc: lanes[lane!]!, time: time!, x: x!, y: y!, vx: vx!, vy: vy!, ax: ax!, ay: ay!, angle: angle!, spin: spin!, spin_rate: spin_rate!,
  }));
}
