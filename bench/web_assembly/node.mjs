// Reads chunks of strokes from stdin and writes what player.mjs returns to stdout. The argument is the path of the friction
// table. Each message is its length in bytes, then the bytes.

import { readFileSync, readSync, writeSync } from 'node:fs';
import { loadKernels } from '../../web/src/physics/web_assembly.js';
import { player } from './player.mjs';

/** Return the processor time of this process in seconds. */
function clock() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

const file = (name) => readFileSync(new URL(`../../web/src/physics/${name}`, import.meta.url));
const friction = new Float64Array(new Uint8Array(readFileSync(process.argv[2])).buffer);
const play = player(await loadKernels(file('kernel.wasm')), JSON.parse(file('layout.json')), friction, clock);

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
