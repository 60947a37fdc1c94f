// Generated from src/carrom/physics/kernel by `python -m carrom.javascript.page_kernel`; do not edit.

/** Integers as doubles, or as 32-bit integers. */
export type Integers = Float64Array | Int32Array;

/** An array of two or three axes. */
export declare class Table<Values extends Integers> {
  constructor(values: Values, length: number, width: number, depth?: number);
  readonly values: Values;
  readonly length: number;
}

export declare const STATE: number;
export declare const MARKS: number;
export declare const X: number;
export declare const Y: number;
export declare const WX: number;
export declare const WY: number;
export declare const RADIUS: number;
export declare const SPIN: number;
export declare const SINCE: number;
export declare const STOP: number;
export declare const REST_X: number;
export declare const REST_Y: number;
export declare const FELL: number;
export declare const TOUCHED: number;
export declare const BRANCH: number;
export declare const WATCHED: number;
export declare const TURNING: number;
export declare const NEVER: number;
export declare const PARAMETERS: number;
export declare const BUDGET: number;
export declare const DISC: number;
export declare const FRAME_X: number;
export declare const FRAME_Y: number;
export declare const POCKET: number;
export declare const RIM: number;
export declare const E_KIND: number;
export declare const E_FIRST: number;
export declare const E_SECOND: number;
export declare const E_TIME: number;
export declare const E_X1: number;
export declare const E_Y1: number;
export declare const E_NX: number;
export declare const E_NY: number;
export declare const E_NORMAL: number;
export declare const E_BEFORE: number;
export declare const E_AFTER: number;
export declare const E_WIDTH: number;
export declare const GRAVITY: number;
export declare const ALL_DISCS: number;
export declare const NOWHERE: number;
export declare const SIZES: number;
export declare const MEASURES: number;
export declare const STROKE: number;
export declare const FACTS: number;
export declare const F_EVENTS: number;
export declare const F_DURATION: number;
export declare const F_LINES: number;
export declare const BEGUN: number;
export declare const FRAME: number;
export declare const PROFILE_SIZE: number;
export declare const PROFILE_NUMBERS: number;
export declare const TURNING_DRAG: number;
export declare const LIP: number;
export declare const RIM_PATIENCE: number;
export declare const CENTRE_PATIENCE: number;
export declare const RIM_TOIL: number;
export declare const CENTRE_TOIL: number;
export declare const FASTEST: number;
export declare const MOST_SPIN: number;
export declare const MOST_SPIN_1: number;

/** The arrays that the functions work on, or that can be passed to them. */
export declare const arrays: { readonly state: Float64Array; readonly marks: Int32Array; readonly world: Float64Array; readonly begun: Float64Array; readonly launched: Float64Array; readonly profile: Float64Array; readonly log: Float64Array; readonly out: Float64Array; };

/** Write the profile: ε₀, F(ε₀), the cells of both branches, the ratio U/S at their knots, the guide, ∫S dτ. */
export declare function write_profile(numbers: Float64Array, out: Float64Array): void;

/** Play a stroke to its end and return the number of its events, or −1 if the budget ran out. */
export declare function play(profile: Float64Array | null, world: Float64Array, log: Float64Array, n: number): number;

/** Play the jobs `picks[first:last]`; `worlds` has one row for all positions or one for each. */
export declare function play_many(profile: Float64Array | null, log: Float64Array, worlds: Table<Float64Array>, sizes: Float64Array, measures: Integers, places: Table<Integers>, quarters: Integers, strokes: Table<Integers>, jobs: Table<Integers>, watched: Integers, picks: Integers, first: number, last: number, rest: Table<Integers>, fell: Table<Float64Array>, touched: Table<Float64Array>, facts: Table<Integers>): void;

/** Return the index of the first job that cannot be played, or −1; `points` is scratch space for 40 numbers. */
export declare function first_refused(measures: Integers, places: Table<Integers>, quarters: Integers, strokes: Table<Integers>, jobs: Table<Integers>, fastest: number, most_spin: number, points: Float64Array): number;

/** Write a position with the striker on its spot into the kernel's array; return the number of discs. */
export declare function lay(sizes: Float64Array, measures: Integers, places: Table<Integers>, position: number, strokes: Table<Integers>, stroke: number, quarters: number): number;

/** Write the results of a stroke: places rounded to µm, times in s, the duration, the lines left. */
export declare function note(profile: Float64Array | null, log: Float64Array, drag: number, measures: Integers, places: Table<Integers>, position: number, quarters: number, job: number, rest: Table<Integers>, fell: Table<Float64Array>, touched: Table<Float64Array>, facts: Table<Integers>): void;

/** Return the time when disc k stops sliding and turning. */
export declare function still_at(profile: Float64Array | null, k: number, drag: number): number;

/** Write the keyframes of a logged stroke to `out` as far as they fit; return their number. */
export declare function write_frames(profile: Float64Array | null, log: Float64Array, events: number, begun: Float64Array, launched: Float64Array, n: number, drag: number, out: Integers): number;

/** Return the nearest integer; ties go to the even one. */
export declare function nearest(number: number): number;

/** Write the intervals that markings and discs leave free at an offset across, and return their number. */
export declare function free_at(circles: Integers, n: number, y: number, lines: Integers, free: Integers): number;

/** Write the striker's legal spans, in order and without overlap, and return the number of rows. */
export declare function spans(circles: Integers, n: number, lines: Integers, free: Integers, left: Integers, points: Float64Array, found: Integers): number;

/** Write at most `most` legal points for a due piece to `found`, and return their number; 0 means no room. */
export declare function due_places(circles: Integers, n: number, limits: Integers, grid: Integers, points: Float64Array, found: Integers, most: number): number;

/** Write the point where the umpire puts a disc to the start of `found`; return whether there is one. */
export declare function centre_place(circles: Integers, n: number, limits: Integers, quarters: number, touching: number, points: Float64Array, found: Integers): boolean;

/** Return functions compiled to WebAssembly, with the same results; null where it is not available. */
export declare function webAssembly(): Promise<{ readonly play: typeof play; readonly write_frames: typeof write_frames; } | null>;
