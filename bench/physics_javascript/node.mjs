// Reads chunks of strokes from stdin and writes what player.mjs returns to stdout.
// Arguments: the paths of kernel.js and of the friction table, and "javascript" or "webassembly". Each message is its length in bytes, then the bytes.

import { readFileSync, readSync, writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { player } from './player.mjs';

const [kernelPath, tablePath, target] = process.argv.slice(2);
const table = readFileSync(tablePath);
/** Return the processor time of this process in seconds. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const kernel = await import(pathToFileURL(kernelPath).href);
const play = await player(kernel, new Float64Array(new Uint8Array(table).buffer), clock, target === 'webassembly');

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

for (let head = read(8); head; head = read(8)) {
  const found = play(new Float64Array(read(Number(new BigInt64Array(head.buffer)[0])).buffer));
  write(new Uint8Array(BigInt64Array.of(BigInt(found.byteLength)).buffer));
  write(new Uint8Array(found.buffer));
}
