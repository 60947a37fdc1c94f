// Generated from src/carrom/engine and src/carrom/physics/kernel by
// `python -m carrom.javascript.engine_kernel`; do not edit.

/** Integers as doubles, or as 32-bit integers. */
export type Integers = Float64Array | Int32Array;

/** An array of two or three axes. */
export declare class Table<Values extends Integers> {
  constructor(values: Values, length: number, width: number, depth?: number);
  readonly values: Values;
  readonly length: number;
}

/** The arrays that the functions work on, or that can be passed to them. */
export declare const arrays: { readonly state: Float64Array; readonly marks: Int32Array; readonly world: Float64Array; readonly profile: Float64Array; readonly log: Float64Array; };

/** Simulate samples `first` to `last`, `per` a stroke; each uses its own row of `noise` and its rack. */
export declare function try_many(profile: Float64Array | null, log: Float64Array, world: Float64Array, sizes: Float64Array, measures: Integers, places: Table<Integers>, quarters: number, kinds: Integers, strokes: Table<Integers>, noise: Table<Float64Array>, offset: number, per: number, stride: number, hand: Float64Array, spans: Table<Integers>, line: Float64Array, shape: Float64Array, base: Table<Float64Array>, work: Table<Float64Array>, lanes: Table<Integers>, struck: Table<Integers>, first: number, last: number, classes: Integers, lies: Table<Integers>): void;

/** Write, for every position and player of the layout, the easiest stroke at each disc before the stroke. */
export declare function foresee_men(places: Table<Integers>, quarters: number, kinds: Integers, hand: Float64Array, line: Float64Array, shape: Float64Array, base: Table<Float64Array>, work: Table<Float64Array>, lanes: Table<Integers>): void;

/** Write a row of LIE for every position; `seats` holds the first player's colour, the players' quarter turns, and how many players there are. */
export declare function survey(places: Table<Integers>, kinds: Integers, seats: Table<Integers>, eases: Float64Array, line: Float64Array, shape: Float64Array, base: Table<Float64Array>, work: Table<Float64Array>, lanes: Table<Integers>, rows: Table<Integers>): void;

/** Write the positions of the discs in the player's frame, in m, and which discs are on the board. */
export declare function turn_to_player(places: Table<Integers>, p: number, quarters: number, kinds: Integers, xs: Float64Array, ys: Float64Array, now: Integers): void;

/** Write every open direct stroke at a wanted piece as a row of DIRECT floats, and return their number. */
export declare function directs(xs: Float64Array, ys: Float64Array, kinds: Integers, wanted: Integers, places: Float64Array, shape: Float64Array, found: Table<Float64Array>): number;

/** Play a stroke to its end and return the number of its events, or −1 if the budget ran out. */
export declare function play(profile: Float64Array | null, world: Float64Array, log: Float64Array, n: number): number;

/** Return functions compiled to WebAssembly, with the same results; null where it is not available. */
export declare function webAssembly(): Promise<{ readonly play: typeof play; } | null>;

/** The functions that the others call: JavaScript's, or those of `webAssembly()` put in their place. */
export declare const fastest: { play: typeof play };
