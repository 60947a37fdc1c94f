// Plays chunks of strokes with the page's kernel, in Node or a browser, and returns checksums over every bit.
//
// A chunk is float64 numbers: the count of strokes; the places, strokes, quarter turns and surfaces of all; 1 for each in
// which discs can spin; sizes and measures of the board. The answer is the seconds in which all strokes were played,
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

/** Return 64-bit integers as numbers. */
const numbers = (values) => Float64Array.from(values, Number);

/**
 * Return a function that plays a chunk with kernels (`web/src/physics/web_assembly.js`), whose arrays have the lengths of
 * `layout`. `friction` is the friction table, `clock` gives seconds.
 */
export function player(kernels, layout, friction, clock) {
  const { ALL_DISCS, BEGUN, E_WIDTH, FACTS, FRAME, MEASURES, PARAMETERS, SIZES, STROKE } = layout;
  const profile = kernels.room('f8', layout.PROFILE_SIZE);
  kernels.call('write_profile', friction, profile);
  const [state, marks] = [kernels.room('f8', layout.STATE), kernels.room('i8', layout.MARKS)];
  const log = kernels.room('f8', 4_000 * E_WIDTH);
  const rooms = new Map();

  /** Return a room with these numbers, the same one for the same name and shape. */
  function filled(name, element, shape, given) {
    const key = `${name} ${shape}`;
    if (!rooms.has(key)) rooms.set(key, kernels.room(element, ...shape));
    const room = rooms.get(key);
    if (given) room.values.set(element === 'i8' ? BigInt64Array.from(given, BigInt) : given);
    else room.values.fill(element === 'i8' ? 0n : 0);
    return room;
  }

  return function play(chunk) {
    const count = chunk[0];
    let at = 1;
    const take = (length) => chunk.slice(at, (at += length));
    const places = filled('places', 'i8', [count, ALL_DISCS, 2], take(count * ALL_DISCS * 2));
    const strokes = filled('strokes', 'i8', [count, STROKE], take(count * STROKE));
    const quarters = take(count);
    const worlds = take(count * PARAMETERS);
    const spins = take(count);
    const [sizes, measures] = [filled('sizes', 'f8', [SIZES], take(SIZES)), filled('measures', 'i8', [MEASURES], take(MEASURES))];
    const world = filled('world', 'f8', [PARAMETERS]);
    const rest = filled('rest', 'i8', [count, ALL_DISCS, 2]);
    const [fell, touched] = ['fell', 'touched'].map((name) => filled(name, 'f8', [count, ALL_DISCS]));
    const facts = filled('facts', 'i8', [count, FACTS]);
    const lay = (k) => kernels.call('lay', state, sizes, measures, places, k, strokes, k, quarters[k]);

    /** Play one stroke, as play_many does. */
    const run = (k, given) => {
      world.values.set(worlds.subarray(k * PARAMETERS, (k + 1) * PARAMETERS));
      const n = lay(k);
      const spinning = spins[k] === 1 ? profile : null;
      const events = kernels.call('play', spinning, state, marks, world, given, n);
      facts.values[k * FACTS + layout.F_EVENTS] = BigInt(events);
      kernels.call('note', spinning, state, marks, given, worlds[k * PARAMETERS], measures, places, k, quarters[k], k, rest, fell, touched, facts);
      return events;
    };

    marks.values.fill(0n);
    const start = clock();
    for (let k = 0; k < count; k++) run(k, log);
    const found = new Float64Array(1 + count * SUMS);
    found[0] = clock() - start;

    for (let k = 0; k < count; k++) {
      const needed = Number(facts.values[k * FACTS + layout.F_EVENTS]) * E_WIDTH;
      const written = needed > log.length ? new Float64Array(needed) : log;
      const events = run(k, written);
      const logged = (written === log ? log.values : written).slice(0, events * E_WIDTH);
      const ends = [rest, fell, touched, facts].map(({ values, shape }) => {
        const row = values.length / shape[0];
        return numbers(values.slice(k * row, (k + 1) * row));
      });
      const n = lay(k);
      const { values } = state;
      for (const field of [layout.REST_X, layout.REST_Y]) ends.push(values.slice(field, field + n));
      const begun = new Float64Array(n * BEGUN);
      for (let disc = 0; disc < n; disc++) begun.set([layout.X, layout.Y, layout.RADIUS].map((field) => values[field + disc]), disc * BEGUN);
      const launched = Float64Array.of(values[layout.WX], values[layout.WY], values[layout.SPIN]);
      let out = filled('out', 'i8', [4_000 * FRAME]);
      const write = () => kernels.call('write_frames', profile, logged, events, begun, launched, n, worlds[k * PARAMETERS], state, marks, out);
      let frames = write();
      if (frames * FRAME > out.length) {
        out = { values: new BigInt64Array(frames * FRAME) };
        frames = kernels.call('write_frames', profile, logged, events, begun, launched, n, worlds[k * PARAMETERS], state, marks, out.values);
      }
      const shown = numbers(out.values.slice(0, frames * FRAME));
      found.set([events, frames, crc32(logged), crc32(...ends), crc32(shown)], 1 + k * SUMS);
    }
    return found;
  };
}
