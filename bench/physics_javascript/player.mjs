// Plays chunks of strokes with the page's kernel, in Node or a browser, and returns checksums over every bit.
//
// A chunk is float64 numbers: the count of strokes; the places, strokes, quarter turns and surfaces of all; 1 for each in
// which discs can spin; sizes and measures of the board. The answer is the seconds of one call that plays all strokes,
// then five numbers for each stroke: events, keyframes, and checksums of its log, its end and its keyframes.

export const SUMS = 5;

const table = new Uint32Array(256);
for (let n = 0; n < 256; n++) {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  table[n] = c;
}

/** Return the CRC-32 of the bytes of typed arrays, one after the other. */
function crc32(...parts) {
  let c = 0xffffffff;
  for (const part of parts) {
    const bytes = new Uint8Array(part.buffer, part.byteOffset, part.byteLength);
    for (let i = 0; i < bytes.length; i++) c = table[(c ^ bytes[i]) & 255] ^ (c >>> 8);
  }
  return (c ^ 0xffffffff) >>> 0;
}

/**
 * Return a function that plays a chunk with a kernel (the module `kernel.js`), in WebAssembly or JavaScript.
 * `numbers` is the friction table, `clock` gives seconds.
 */
export async function player(kernel, numbers, clock, inWebAssembly) {
  const { ALL_DISCS, BEGUN, E_WIDTH, FACTS, FRAME, MEASURES, PARAMETERS, SIZES, STROKE, Table } = kernel;
  const { state, marks, profile, world, begun, launched, log, out } = kernel.arrays;
  const used = inWebAssembly ? await kernel.webAssembly() : kernel;
  if (!used) throw new Error('WebAssembly is not available here.');
  kernel.write_profile(numbers, profile);

  return function play(chunk) {
    const count = chunk[0];
    let at = 1;
    const take = (length) => chunk.slice(at, (at += length));
    const places = new Table(take(count * ALL_DISCS * 2), count, ALL_DISCS, 2);
    const strokes = new Table(take(count * STROKE), count, STROKE);
    const quarters = take(count);
    const worlds = take(count * PARAMETERS);
    const spins = take(count);
    const [sizes, measures] = [take(SIZES), take(MEASURES)];
    const rest = new Table(new Float64Array(count * ALL_DISCS * 2), count, ALL_DISCS, 2);
    const [fell, touched] = [0, 1].map(() => new Table(new Float64Array(count * ALL_DISCS), count, ALL_DISCS));
    const facts = new Table(new Float64Array(count * FACTS), count, FACTS);

    /** Play one stroke, as play_many does; return the log, which is longer than that of the kernel if need be. */
    const run = (k, given) => {
      const row = k * PARAMETERS;
      for (let index = 0; index < PARAMETERS; index++) world[index] = worlds[row + index];
      const n = kernel.lay(sizes, measures, places, k, strokes, k, quarters[k]);
      const spinning = spins[k] === 1 ? profile : null;
      const events = used.play(spinning, world, given, n);
      facts.values[k * FACTS + kernel.F_EVENTS] = events;
      kernel.note(spinning, given, world[0], measures, places, k, quarters[k], k, rest, fell, touched, facts);
      return given;
    };

    marks.fill(0);
    const start = clock();
    for (let k = 0; k < count; k++) run(k, log);
    const found = new Float64Array(1 + count * SUMS);
    found[0] = clock() - start;

    for (let k = 0; k < count; k++) {
      const events = facts.values[k * FACTS + kernel.F_EVENTS];
      const written = run(k, events * E_WIDTH > log.length ? new Float64Array(events * E_WIDTH) : log);
      const logged = written.subarray(0, events * E_WIDTH);
      const ends = [rest, fell, touched, facts].map(({ values, row }) => values.slice(k * row, (k + 1) * row));
      const n = kernel.lay(sizes, measures, places, k, strokes, k, quarters[k]);
      for (const field of [kernel.REST_X, kernel.REST_Y]) ends.push(state.slice(field, field + n));
      for (let disc = 0; disc < n; disc++) {
        begun[disc * BEGUN] = state[kernel.X + disc];
        begun[disc * BEGUN + 1] = state[kernel.Y + disc];
        begun[disc * BEGUN + 2] = state[kernel.RADIUS + disc];
      }
      launched.set([state[kernel.WX], state[kernel.WY], state[kernel.SPIN]]);
      const write = (into) => used.write_frames(profile, logged, events, begun, launched, n, world[0], into);
      let into = out;
      let frames = write(into);
      if (frames * FRAME > into.length) frames = write((into = new Float64Array(frames * FRAME)));
      const shown = into.subarray(0, frames * FRAME);
      found.set([events, frames, crc32(logged), crc32(...ends), crc32(shown)], 1 + k * SUMS);
    }
    return found;
  };
}
