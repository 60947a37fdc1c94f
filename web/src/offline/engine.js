// The engine's search kernel for Python in the worker: `carrom.offline.outside` calls it with arrays from Python.

import * as kernel from './kernel.js';

/** Return the kernel, in WebAssembly where that is available. */
export async function createEngine() {
  const compiled = await kernel.webAssembly();
  if (compiled) Object.assign(kernel.fastest, compiled);
  const { arrays } = kernel;
  let log = arrays.log;
  return {
    arrays,
    table: (values, length, width, depth) => new kernel.Table(values, length, width, depth),
    // Python's None is undefined here.
    call: (name, ...given) => kernel[name](...given.map((one) => (one === undefined ? null : one))),
    play(spins, room, n) {
      log = room > arrays.log.length ? new Float64Array(room) : arrays.log.subarray(0, room);
      return kernel.fastest.play(spins ? arrays.profile : null, arrays.world, log, n);
    },
    logged: (count) => log.subarray(0, count),
  };
}
