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

/** Return a function that plays a chunk with a kernel (the module `kernel.js`); `numbers` is the friction table, `clock` gives seconds. */
export function player(kernel, numbers, clock) {
  const { ALL_DISCS, BEGUN, E_WIDTH, FACTS, FRAME, MEASURES, PARAMETERS, SIZES, STROKE, Table } = kernel;
  const profile = new Float64Array(kernel.PROFILE_SIZE);
  kernel.write_profile(numbers, profile);
  const { state } = kernel.arrays;
  const watched = new Float64Array(ALL_DISCS);
  const begun = new Float64Array(ALL_DISCS * BEGUN);
  let log = new Float64Array(4000 * E_WIDTH);
  let out = new Float64Array(4000 * FRAME);

  return function play(chunk) {
    const count = chunk[0];
    let at = 1;
    const take = (length) => chunk.slice(at, (at += length));
    const places = new Table(take(count * ALL_DISCS * 2), count, ALL_DISCS, 2);
    const strokes = new Table(take(count * STROKE), count, STROKE);
    const quarters = take(count);
    const worlds = new Table(take(count * PARAMETERS), count, PARAMETERS);
    const spins = take(count);
    const [sizes, measures] = [take(SIZES), take(MEASURES)];
    const jobs = new Table(Float64Array.from({ length: 2 * count }, (_, k) => k >> 1), count, 2);
    const rest = new Table(new Float64Array(count * ALL_DISCS * 2), count, ALL_DISCS, 2);
    const [fell, touched] = [0, 1].map(() => new Table(new Float64Array(count * ALL_DISCS), count, ALL_DISCS));
    const facts = new Table(new Float64Array(count * FACTS), count, FACTS);
    const run = (used, picks, first, last) =>
      kernel.play_many(used, log, worlds, sizes, measures, places, quarters, strokes, jobs, watched, picks, first, last,
        rest, fell, touched, facts);

    const all = Float64Array.from({ length: count }, (_, k) => k);
    const [spinning, gliding] = [1, 0].map((wanted) => all.filter((k) => spins[k] === wanted));
    const start = clock();
    run(profile, spinning, 0, spinning.length);
    run(null, gliding, 0, gliding.length);
    const found = new Float64Array(1 + count * SUMS);
    found[0] = clock() - start;

    for (let k = 0; k < count; k++) {
      const used = spins[k] === 1 ? profile : null;
      run(used, all, k, k + 1);
      const events = facts.values[k * FACTS + kernel.F_EVENTS];
      if (events * E_WIDTH > log.length) {
        log = new Float64Array(events * E_WIDTH);
        run(used, all, k, k + 1);
      }
      const n = kernel.lay(sizes, measures, places, k, strokes, k, quarters[k]);
      for (let disc = 0; disc < n; disc++) {
        begun[disc * BEGUN] = state[kernel.X + disc];
        begun[disc * BEGUN + 1] = state[kernel.Y + disc];
        begun[disc * BEGUN + 2] = state[kernel.RADIUS + disc];
      }
      const launched = Float64Array.of(state[kernel.WX], state[kernel.WY], state[kernel.SPIN]);
      const ends = crc32(
        ...[rest, fell, touched, facts].map(({ values, row }) => values.subarray(k * row, (k + 1) * row)),
        state.subarray(kernel.REST_X, kernel.REST_X + n),
        state.subarray(kernel.REST_Y, kernel.REST_Y + n),
      );
      const logged = log.subarray(0, events * E_WIDTH);
      const drag = worlds.values[k * PARAMETERS];
      const write = () => kernel.write_frames(profile, logged, events, begun, launched, n, drag, out);
      let frames = write();
      if (frames * FRAME > out.length) {
        out = new Float64Array(frames * FRAME);
        frames = write();
      }
      found.set([events, frames, crc32(logged), ends, crc32(out.subarray(0, frames * FRAME))], 1 + k * SUMS);
    }
    return found;
  };
}
