// Calls functions of a translated module with arrays from stdin, and writes what they return and the arrays afterwards.
// Argument: the path of the module. A message is two lengths (int64), then JSON, then all arrays as float64 numbers:
// `[name, arguments]`, an argument being a number, a boolean, null, `{at, shape}` of an array, or `{fields}` of a record.

import { readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const module = await import(pathToFileURL(process.argv[2]).href);

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

/** Return an argument as the module takes it; arrays are views of `numbers`. */
function made(given, numbers) {
  if (given === null || typeof given !== 'object') return given;
  if (given.fields) return Object.fromEntries(Object.entries(given.fields).map(([name, one]) => [name, made(one, numbers)]));
  const { at, shape } = given;
  const values = numbers.subarray(at, at + shape.reduce((product, size) => product * size, 1));
  return shape.length === 1 ? values : new module.Table(values, ...shape);
}

for (let head = read(16); head; head = read(16)) {
  const [text, size] = [...new BigInt64Array(head.buffer)].map(Number);
  const [name, given] = JSON.parse(new TextDecoder().decode(read(text)));
  const numbers = new Float64Array(read(size).buffer);
  let answer;
  try {
    answer = { result: module[name](...given.map((one) => made(one, numbers))) ?? null };
  } catch (error) {
    answer = { error: `${error}` };
  }
  const bytes = new TextEncoder().encode(JSON.stringify(answer));
  write(new Uint8Array(BigInt64Array.of(BigInt(bytes.length)).buffer));
  write(bytes);
  write(new Uint8Array(numbers.buffer));
}
