// The engine's search kernel for Python in the worker: `carrom.offline.outside` calls it with arrays from Python.

import * as kernel from './kernel.js';

type Values = Float64Array | Int32Array;
type Call = (...given: unknown[]) => unknown;

/** What Python sees of the kernel. */
export interface Engine {
  readonly arrays: typeof kernel.arrays;
  /** Return an array of two or three axes. */
  readonly table: (values: Values, ...shape: number[]) => kernel.Table<Values>;
  /** Call a function by its name; Python's None is undefined here. */
  readonly call: Call;
  /** Play the stroke in `state`, with a log of `room` numbers; return the number of its events, or −1. */
  readonly play: (spins: boolean, room: number, n: number) => number;
  /** Return the first numbers of the log of that stroke. */
  readonly logged: (count: number) => Float64Array;
}

/** Return the kernel, in WebAssembly where that is available. */
export async function createEngine(): Promise<Engine> {
  const compiled = await kernel.webAssembly();
  if (compiled) Object.assign(kernel.fastest, compiled);
  let log: Float64Array = kernel.arrays.log;
  const { profile, world } = kernel.arrays;
  return {
    play(spins, room, n) {
      log = room > kernel.arrays.log.length ? new Float64Array(room) : kernel.arrays.log.subarray(0, room);
      return kernel.fastest.play(spins ? profile : null, world, log, n);
    },
    logged: (count) => log.subarray(0, count),
    arrays: kernel.arrays,
    table: (values, length, width, depth) => new kernel.Table(values, length!, width!, depth),
    call: (name, ...given) => (kernel as unknown as Record<string, Call>)[String(name)]!(...given.map((one) => (one === undefined ? null : one))),
  };
}
