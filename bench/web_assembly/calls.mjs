// Calls functions of the search kernel with arrays from stdin, and writes what they return and the arrays afterwards. A
// message is two lengths (int64), then JSON, then all arrays as float64 numbers. The JSON is `[name, arguments]`, an argument
// being a number, a boolean, null, or `{at, shape, element}` of an array.

import { readFileSync, readSync, writeSync } from 'node:fs';
import { loadKernels, Table } from '../../web/src/physics/web_assembly.js';

const kernels = await loadKernels(readFileSync(new URL('../../web/src/offline/kernel.wasm', import.meta.url)));
const ARRAYS = { f8: Float64Array, i8: Float64Array, i4: Int32Array, i2: Int16Array };

/** Return this number of bytes from stdin; null at its end. */
function read(length) {
  const bytes = new Uint8Array(length);
  for (let at = 0; at < length; ) {
    const got = readSync(0, bytes, at, length - at, null);
    if (got === 0) return null;
    at += got;
  }
  return bytes;
}

/** Write all bytes to stdout. */
function write(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
}

/** Call a function with the arrays in `numbers`, and write them there afterwards. */
function call(name, given, numbers) {
  const back = [];
  const passed = given.map((one) => {
    if (one === null || typeof one !== 'object') return one;
    const place = numbers.subarray(one.at, one.at + one.shape.reduce((product, size) => product * size, 1));
    const values = ARRAYS[one.element].from(place);
    back.push(() => place.set(values));
    return new Table(values, ...one.shape);
  });
  const result = kernels.call(name, ...passed);
  for (const one of back) one();
  return result;
}

for (let head = read(16); head; head = read(16)) {
  const [text, size] = [...new BigInt64Array(head.buffer)].map(Number);
  const [name, given] = JSON.parse(new TextDecoder().decode(read(text)));
  const numbers = new Float64Array(read(size).buffer);
  let answer;
  try {
    answer = { result: call(name, given, numbers) };
  } catch (error) {
    answer = { error: `${error}` };
  }
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  write(new Uint8Array(BigInt64Array.of(BigInt(bytes.length)).buffer));
  write(bytes);
  write(new Uint8Array(numbers.buffer));
}
