// Calls functions of a translated module with arrays from stdin, and writes what they return and the arrays afterwards.
// Arguments: the path of the module, and a JSON list of the parameters that are arrays of the module and not passed. A
// message is two lengths (int64), then JSON, then all arrays as float64 numbers. The JSON is `[name, arguments]`, an
// argument being a number, a boolean, null, `{name, at, shape}` of an array, or `{fields}` of a record.

import { readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const module = await import(pathToFileURL(process.argv[2]).href);
const shared = JSON.parse(process.argv[3]);
if (module.fastest) Object.assign(module.fastest, await module.webAssembly());

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

/** Return the numbers of an array: a view of `numbers`. */
function valuesOf({ at, shape }, numbers) {
  return numbers.subarray(at, at + shape.reduce((product, size) => product * size, 1));
}

/** Return an argument as the module takes it: an array of the module where it has one of this name and size. */
function made(given, numbers) {
  if (given === null || typeof given !== 'object') return given;
  if (given.fields) return Object.fromEntries(Object.entries(given.fields).map(([name, one]) => [name, made(one, numbers)]));
  const values = valuesOf(given, numbers);
  const own = ownOf(given, values);
  if (own) return own;
  return given.shape.length === 1 ? values : new module.Table(values, ...given.shape);
}

/** Return the module's own array for an argument; undefined if it has none. */
function ownOf(given, values) {
  const own = given?.name ? module.arrays?.[given.name] : undefined;
  return own && own.length >= values.length ? own.subarray(0, values.length) : undefined;
}

/** Call a function; arrays of the module have the values of those passed before the call, and give them back. */
function call(name, given, numbers) {
  const pairs = given.filter((one) => one?.name).map((one) => [valuesOf(one, numbers), ownOf(one, valuesOf(one, numbers))]);
  const copied = pairs.filter(([, own]) => own);
  for (const [values, own] of copied) own.set(values);
  const passed = given.filter((one) => !shared.includes(one?.name)).map((one) => made(one, numbers));
  const result = module[name](...passed) ?? null;
  for (const [values, own] of copied) values.set(own);
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
