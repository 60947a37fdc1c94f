// The engine's search kernel for Python in the worker: `carrom.offline.outside` calls it with arrays from Python.

import { loadKernels, Table } from '../physics/web_assembly.js';

/** Return the engine; `compiled` is the kernel, `kernel.wasm`. */
export async function createEngine(compiled) {
  const kernels = await loadKernels(compiled);
  const rooms = {};
  return {
    /** Return an array of the kernel's own memory, by its name; a longer one is made when it is needed. */
    room(name, element, length) {
      if (!(rooms[name]?.length >= length)) rooms[name] = kernels.room(element, length);
      return rooms[name];
    },
    table: (values, ...shape) => new Table(values, ...shape),
    // Python's None is undefined here.
    call: (name, ...given) => kernels.call(name, ...given.map((one) => (one === undefined ? null : one))),
  };
}
