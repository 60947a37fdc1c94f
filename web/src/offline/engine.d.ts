import type { arrays, Table } from './kernel.js';

/** What Python sees of the kernel. */
export interface Engine {
  readonly arrays: typeof arrays;
  /** Return an array of two or three axes. */
  readonly table: (values: Float64Array | Int32Array, length: number, width: number, depth?: number) => Table<Float64Array | Int32Array>;
  /** Call a function by its name. */
  readonly call: (name: string, ...given: unknown[]) => unknown;
  /** Play the stroke in `state`, with a log of `room` numbers; return the number of its events, or −1. */
  readonly play: (spins: boolean, room: number, n: number) => number;
  /** Return the first numbers of the log of that stroke. */
  readonly logged: (count: number) => Float64Array;
}

/** Return the kernel, in WebAssembly where that is available. */
export declare function createEngine(): Promise<Engine>;
