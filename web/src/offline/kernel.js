// Generated from src/carrom/engine and src/carrom/physics/kernel by
// `python -m carrom.javascript.engine_kernel`; do not edit.

/** The memory of the arrays, which WebAssembly works on too. */
const $memory =
  typeof WebAssembly === 'object' ? new WebAssembly.Memory({ initial: 10, maximum: 10 })
    : { buffer: new ArrayBuffer(655360) };
const state = new Float64Array($memory.buffer, 1024, 1560);
const marks = new Int32Array($memory.buffer, 13504, 168);
const $world = new Float64Array($memory.buffer, 14848, 13);
const $profile = new Float64Array($memory.buffer, 14976, 51718);
const $log = new Float64Array($memory.buffer, 428736, 24576);
export const arrays = { state: state, marks: marks, world: $world, profile: $profile, log: $log };

/** Results of a function that returns several numbers, after the first. */
const $results = new Float64Array(8);

/** a % b with the sign of b, as in Python. */
function $modulo(a, b) {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
}

/** Powers of two from 2⁰ to 2⁶³. */
const $powers = new Float64Array(64);
for (let exponent = 0, power = 1; exponent < 64; exponent++, power *= 2) $powers[exponent] = power;

/** a << n for integers of any size up to 2⁵³. */
function $left(a, n) {
  return n >>> 0 < 32 && (a << n) >> n === a ? a << n : a * $powers[n] + 0;
}

/** a >> n for integers of any size up to 2⁵³. */
function $right(a, n) {
  if ((a | 0) === a && n >>> 0 < 32) return a >> n;
  return n > 63 ? (a < 0 ? -1 : 0) : Math.floor(a / $powers[n]) + 0;
}

/** a & b for integers of any size up to 2⁵³. */
function $and(a, b) {
  return (a | 0) === a && (b | 0) === b ? a & b : Number(BigInt(a) & BigInt(b));
}

/** a | b for integers of any size up to 2⁵³. */
function $or(a, b) {
  return (a | 0) === a && (b | 0) === b ? a | b : Number(BigInt(a) | BigInt(b));
}

const $double = new Float64Array(1);

/** The words of $double: low and high on a little-endian machine. */
const $words = new Uint32Array($double.buffer);
$double[0] = 1;
const $high = $words[1] === 0 ? 0 : 1;

/** Mantissa (the result) and exponent ($results[0]) of a number, as math.frexp of Python. */
function $frexp(number) {
  let scaled = number;
  let offset = 1022;
  if (number === 0 || !(Math.abs(number) < Infinity)) {
    $results[0] = 0;
    return number;
  }
  if (Math.abs(number) < 2.2250738585072014e-308) {
    scaled = number * 18014398509481984;
    offset = 1076;
  }
  $double[0] = scaled;
  $results[0] = (($words[$high] >>> 20) & 0x7ff) - offset;
  $words[$high] = ($words[$high] & 0x800fffff) | 0x3fe00000;
  return $double[0];
}

/** An array of two or three axes: `length` rows of `row` numbers, the last axis of size `depth`. */
export class Table {
  constructor(values, length, width, depth = 1) {
    if (values.length !== length * width * depth) throw new RangeError(`a table of ${values.length} numbers`);
    this.values = values;
    this.length = length;
    this.row = width * depth;
    this.depth = depth;
  }
}

/** Return the nearest integer; ties go to the even one. */
function nearest(number) {
  let below_2 = Math.trunc(number) + 0;
  if (below_2 > number) {
    below_2 = below_2 - 1;
  }
  const over = number - below_2;
  if ((over > 0.5) || ((over === 0.5) && ($modulo(below_2, 2) !== 0))) {
    return below_2 + 1;
  }
  return below_2;
}

/** Return the index of the cell that holds τ. */
function cell_of(tau) {
  const mantissa = $frexp(tau);
  const exponent = $results[0];
  return (((exponent - 1) - (-32)) * 16) + (Math.trunc(((mantissa * 32) - 16)) + 0);
}

/** Return U, X and the deceleration dU/dτ at τ. */
function slide(profile, branch, tau) {
  if (tau <= 2.3283064365386963e-10) {
    const force = profile[1];
    if (tau < 0) {
      tau = 0;
    }
    $results[0] = ((0.5 * force) * tau) * tau;
    $results[1] = force;
    return force * tau;
  }
  const at = 2 + (((branch * 2048) + cell_of(tau)) * 10);
  const h = tau - profile[at];
  const c0 = profile[(at + 1)];
  const c1 = profile[(at + 2)];
  const c2 = profile[(at + 3)];
  const c3 = profile[(at + 4)];
  const speed = c0 + (h * (c1 + (h * (c2 + (h * c3)))));
  const way = profile[(at + 5)] + (h * (c0 + (h * ((0.5 * c1) + (h * ((0.3333333333333333 * c2) + (h * (0.25 * c3))))))));
  $results[0] = way;
  $results[1] = c1 + (h * ((2 * c2) + (h * (3 * c3))));
  return speed;
}

/** Return S at τ. */
function twirl(profile, branch, tau) {
  if (tau <= 2.3283064365386963e-10) {
    if (tau < 0) {
      tau = 0;
    }
    return (profile[1] * tau) / profile[0];
  }
  const at = 2 + (((branch * 2048) + cell_of(tau)) * 10);
  const h = tau - profile[at];
  return profile[(at + 6)] + (h * (profile[(at + 7)] + (h * (profile[(at + 8)] + (h * profile[(at + 9)])))));
}

/** Return the index of a ratio in the guide to the knots, which is logarithmic. */
function guide_of(profile, branch, ratio) {
  const away = (branch === 0) ? (ratio - profile[0]) : ((1 / ratio) - (1 / profile[0]));
  const mantissa = $frexp(away);
  const exponent = $results[0];
  if ((away <= 0) || (exponent <= (-24))) {
    return 0;
  }
  return ((exponent - (-24)) * 16) + (Math.trunc(((mantissa * 32) - 16)) + 0);
}

/** Return τ where U/S is `ratio`: find the cell by the guide, then use Newton's method on the cubics within it. */
function tau_of_ratio(profile, branch, ratio) {
  const base = 40962 + (branch * 2049);
  const sign = (branch === 0) ? 1 : (-1);
  const wanted = sign * ratio;
  if (wanted <= (sign * profile[base])) {
    return 2.3283064365386963e-10;
  }
  let low = Math.trunc(profile[((45060 + (branch * 1280)) + guide_of(profile, branch, ratio))]) + 0;
  while ((sign * profile[((base + low) + 1)]) <= wanted) {
    low = low + 1;
  }
  const at = 2 + (((branch * 2048) + low) * 10);
  const knot = profile[at];
  const octave = Math.floor(low / 16);
  const width = profile[(at - ((low - (octave * 16)) * 10))] / 16;
  const a0 = profile[(at + 1)] - (ratio * profile[(at + 6)]);
  const a1 = profile[(at + 2)] - (ratio * profile[(at + 7)]);
  const a2 = profile[(at + 3)] - (ratio * profile[(at + 8)]);
  const a3 = profile[(at + 4)] - (ratio * profile[(at + 9)]);
  let h = (width * (ratio - profile[(base + low)])) / (profile[((base + low) + 1)] - profile[(base + low)]);
  for (let _ = 0; _ < 3; _++) {
    h = h - ((a0 + (h * (a1 + (h * (a2 + (h * a3)))))) / (a1 + (h * ((2 * a2) + (h * (3 * a3))))));
  }
  if (h < 0) {
    h = 0;
  }
  if (h > width) {
    h = width;
  }
  return knot + h;
}

/** Start the motion of disc k from its place at `now` with this velocity and rim speed. */
function launch(profile, k, now, drag, vx, vy, spin) {
  let v = Math.sqrt(((vx * vx) + (vy * vy)));
  const rim = (spin >= 0) ? spin : (-spin);
  let branch = 2;
  if (v <= 0) {
    branch = 4;
  }
  if (profile !== null) {
    branch = _branch(profile, v, rim);
    if (branch >= 3) {
      v = 0;
    }
  }
  state[(144 + k)] = now;
  state[(96 + k)] = v;
  state[(120 + k)] = spin;
  state[(456 + k)] = 1e+300;
  marks[(0 + k)] = branch;
  let length = 0;
  let duration = 0;
  let last = 0;
  let first = 0;
  if (v > 0) {
    state[(48 + k)] = vx / v;
    state[(72 + k)] = vy / v;
    duration = v / drag;
    length = (0.5 * v) * duration;
    last = drag;
    first = drag;
    if (profile !== null && (branch !== 2)) {
      const tau = tau_of_ratio(profile, branch, (v / rim));
      const unit = slide(profile, branch, tau);
      const way = $results[0];
      const force = $results[1];
      const scale = v / unit;
      const area = (scale * scale) / drag;
      duration = (scale * tau) / drag;
      length = area * way;
      last = drag * profile[1];
      first = drag * force;
      state[(216 + k)] = tau;
      state[(264 + k)] = scale;
      state[(240 + k)] = drag / scale;
      state[(288 + k)] = area;
      state[(312 + k)] = way;
    }
  }
  state[(336 + k)] = now + duration;
  state[(360 + k)] = length;
  state[(384 + k)] = state[(0 + k)] + (state[(48 + k)] * length);
  state[(408 + k)] = state[(24 + k)] + (state[(72 + k)] * length);
  state[(432 + k)] = last;
  state[(648 + k)] = state[(0 + k)];
  state[(672 + k)] = state[(24 + k)];
  state[(696 + k)] = v;
  state[(720 + k)] = first;
  state[(744 + k)] = 0;
}

/** Return the branch of motion of a disc with sliding speed v and rim speed `rim`. */
function _branch(profile, v, rim) {
  if (v <= 0) {
    return (rim > 0) ? 3 : 4;
  }
  if (v >= (rim * profile[43009])) {
    return 2;
  }
  if (v <= (rim * profile[45058])) {
    return 3;
  }
  return (v >= (rim * profile[0])) ? 0 : 1;
}

/** Return distance, speed and deceleration of disc k at a time since its last event. */
function glide(profile, k, when, drag) {
  if (when >= state[(336 + k)]) {
    $results[0] = 0;
    $results[1] = 0;
    return state[(360 + k)];
  }
  const dt = when - state[(144 + k)];
  if (profile !== null) {
    const branch = marks[(0 + k)];
    if (branch !== 2) {
      const unit = slide(profile, branch, (state[(216 + k)] - (dt * state[(240 + k)])));
      const way = $results[0];
      const force = $results[1];
      $results[0] = state[(264 + k)] * unit;
      $results[1] = drag * force;
      return (state[(312 + k)] - way) * state[(288 + k)];
    }
  }
  const v = state[(96 + k)];
  $results[0] = v - (drag * dt);
  $results[1] = drag;
  return (v - ((0.5 * drag) * dt)) * dt;
}

/** Return the signed speed of disc k's rim at a time since its last event. */
function rim_speed(profile, k, when, drag) {
  if (profile === null) {
    return 0;
  }
  const spin = state[(120 + k)];
  let rim = (spin >= 0) ? spin : (-spin);
  const branch = marks[(0 + k)];
  const dt = when - state[(144 + k)];
  if (branch <= 1) {
    rim = state[(264 + k)] * twirl(profile, branch, (state[(216 + k)] - (dt * state[(240 + k)])));
  } else {
    if (branch === 2) {
      if (when >= state[(336 + k)]) {
        rim = 0;
      }
    } else {
      rim = rim - ((1.3333333333333333 * drag) * dt);
    }
  }
  if (rim < 0) {
    rim = 0;
  }
  return (spin >= 0) ? rim : (-rim);
}

/** Return the time at which disc k has gone the distance `way` since its last event; it must be below its length. */
function time_of_way(profile, k, way, drag) {
  if (profile !== null) {
    const branch = marks[(0 + k)];
    if (branch !== 2) {
      const start = state[(216 + k)];
      const tau = tau_of_way(profile, branch, start, state[(312 + k)], (state[(312 + k)] - (way / state[(288 + k)])));
      return state[(144 + k)] + ((start - tau) / state[(240 + k)]);
    }
  }
  const v = state[(96 + k)];
  const rest = (v * v) - ((2 * drag) * way);
  return state[(144 + k)] + ((2 * way) / (v + Math.sqrt(((rest > 0) ? rest : 0))));
}

/** Return τ where X is `wanted`, by Newton: X is convex, so after one step the iterates fall to the root. */
function tau_of_way(profile, branch, start, whole, wanted) {
  if (wanted <= 0) {
    return 0;
  }
  let tau = start * Math.sqrt((wanted / whole));
  for (let _ = 0; _ < 40; _++) {
    const unit = slide(profile, branch, tau);
    const way = $results[0];
    const step = (way - wanted) / unit;
    tau = tau - step;
    if (tau <= 0) {
      tau = 1e-30;
    }
    if ((step * step) <= ((1e-17 * tau) * tau)) {
      break;
    }
  }
  return (tau < start) ? tau : start;
}

/** Advance the places and speeds of the first n discs to `now`. */
function bring_to(profile, n, now, drag) {
  if (profile === null) {
    for (let k = 0; k < 24; k++) {
      const v = state[(96 + k)];
      const dt = now - state[(144 + k)];
      const speed = v - (drag * dt);
      const way = (v - ((0.5 * drag) * dt)) * dt;
      const stopped = now >= state[(336 + k)];
      const way_2 = stopped ? state[(360 + k)] : way;
      state[(696 + k)] = stopped ? 0 : speed;
      state[(744 + k)] = way_2;
      state[(648 + k)] = state[(0 + k)] + (state[(48 + k)] * way_2);
      state[(672 + k)] = state[(24 + k)] + (state[(72 + k)] * way_2);
    }
  } else {
    for (let k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
      if (state[(696 + k_2)] > 0) {
        const way_3 = glide(profile, k_2, now, drag);
        const speed_2 = $results[0];
        const force = $results[1];
        state[(696 + k_2)] = speed_2;
        state[(720 + k_2)] = force;
        state[(744 + k_2)] = way_3;
        state[(648 + k_2)] = state[(0 + k_2)] + (state[(48 + k_2)] * way_3);
        state[(672 + k_2)] = state[(24 + k_2)] + (state[(72 + k_2)] * way_3);
      }
    }
  }
}

/** Return the depth of a place inside the nearest pocket's circle; negative outside. */
function beyond_rim(world, x, y) {
  const centre = world[5] - world[6];
  const dx = ((x > 0) ? x : (-x)) - centre;
  const dy = ((y > 0) ? y : (-y)) - centre;
  return world[6] - Math.sqrt(((dx * dx) + (dy * dy)));
}

/** Return the distance until a centre over a hole leaves the circle. */
function way_out(world, x, y, ux, uy) {
  const centre = world[5] - world[6];
  const dx = ((x > 0) ? centre : (-centre)) - x;
  const dy = ((y > 0) ? centre : (-centre)) - y;
  const aside = (dx * uy) - (dy * ux);
  const chord = (world[6] * world[6]) - (aside * aside);
  const way = ((dx * ux) + (dy * uy)) + Math.sqrt(((chord > 0) ? chord : 0));
  return (way > 0) ? way : 0;
}

/** Start the sinking of disc k on its path over the hole from `begin` to `end` (m); return when it falls. */
function tip(world, k, begin, end) {
  const x = state[(0 + k)];
  const y = state[(24 + k)];
  const ux = state[(48 + k)];
  const uy = state[(72 + k)];
  const middle = 0.5 * (begin + end);
  const first = beyond_rim(world, (x + (ux * begin)), (y + (uy * begin)));
  const half = beyond_rim(world, (x + (ux * middle)), (y + (uy * middle)));
  const last = beyond_rim(world, (x + (ux * end)), (y + (uy * end)));
  let over = ((first + (4 * half)) + last) / 6;
  if (over < 0.001) {
    over = 0.001;
  }
  const radius = state[(168 + k)];
  const pull = ((9.80665 * over) * (over + radius)) / ((over * over) + ((0.25 * radius) * radius));
  state[(624 + k)] = pull;
  const left = world[7] - state[(576 + k)];
  if (left <= 0) {
    return 0;
  }
  const sinking = state[(600 + k)];
  return (2 * left) / (sinking + Math.sqrt(((sinking * sinking) + ((2 * pull) * left))));
}

/** Advance the sinking of disc k to `now`, before a new motion starts. */
function sink_to(k, now) {
  if (state[(552 + k)] > now) {
    return;
  }
  const begun = (state[(552 + k)] > state[(144 + k)]) ? state[(552 + k)] : state[(144 + k)];
  const dt = now - begun;
  state[(576 + k)] = state[(576 + k)] + ((state[(600 + k)] + ((0.5 * state[(624 + k)]) * dt)) * dt);
  state[(600 + k)] = state[(600 + k)] + (state[(624 + k)] * dt);
}

/** Advance the sinking of disc k to `now`, when it meets the rim from within; return whether it comes out. */
function comes_out(world, k, now) {
  sink_to(k, now);
  return speed_along(world, k) > 0;
}

/** Return the speed of disc k along the rounding of its edge when it has met the rim. */
function speed_along(world, k) {
  const level = 1 - (state[(576 + k)] / world[7]);
  if (level <= 0) {
    return 0;
  }
  return ((outward(world, k), $results[1]) * level) - (state[(600 + k)] * Math.sqrt((1 - (level * level))));
}

/** Return the direction out of the hole at disc k, on its rim, and its speed in that direction. */
function outward(world, k) {
  const centre = world[5] - world[6];
  const x = state[(648 + k)];
  const y = state[(672 + k)];
  let nx = x - ((x > 0) ? centre : (-centre));
  let ny = y - ((y > 0) ? centre : (-centre));
  const scale = 1 / Math.sqrt(((nx * nx) + (ny * ny)));
  nx = nx * scale;
  ny = ny * scale;
  $results[0] = ny;
  $results[1] = ((state[(48 + k)] * nx) + (state[(72 + k)] * ny)) * state[(696 + k)];
  return nx;
}

/** Move disc k, which must be at `now`, out of the hole, and start its new motion. */
function climb(profile, world, log, at, k, now) {
  const drag = world[0];
  const x = state[(648 + k)];
  const y = state[(672 + k)];
  let vx = state[(48 + k)] * state[(696 + k)];
  let vy = state[(72 + k)] * state[(696 + k)];
  const rim = rim_speed(profile, k, now, drag);
  const nx = outward(world, k);
  const ny = $results[0];
  const speed = $results[1];
  const lost = speed - (speed_along(world, k) * (1 - (state[(576 + k)] / world[7])));
  if (at >= 0) {
    log[(at + 0)] = 4;
    log[(at + 1)] = k;
    log[(at + 2)] = -1;
    log[(at + 3)] = now;
    log[(at + 4)] = x;
    log[(at + 5)] = y;
    log[(at + 6)] = 0;
    log[(at + 7)] = 0;
    log[(at + 8)] = nx;
    log[(at + 9)] = ny;
    log[(at + 10)] = lost * state[(192 + k)];
    log[(at + 11)] = 0;
    write_motion(log, (at + 12), vx, vy, rim);
  }
  vx = vx - (lost * nx);
  vy = vy - (lost * ny);
  if (at >= 0) {
    write_motion(log, (at + 18), vx, vy, rim);
    write_motion(log, ((at + 12) + 3), 0, 0, 0);
    write_motion(log, ((at + 18) + 3), 0, 0, 0);
  }
  state[(552 + k)] = 1e+300;
  state[(0 + k)] = x;
  state[(24 + k)] = y;
  launch(profile, k, now, drag, vx, vy, rim);
}

/** Write a velocity and a rim speed into the log. */
function write_motion(log, at, vx, vy, rim) {
  log[at] = vx;
  log[(at + 1)] = vy;
  log[(at + 2)] = rim;
}

/** Find when disc k, just launched, meets the frame or a pocket; write it to EDGE and EDGE_KIND. */
function meet_edge(profile, world, k) {
  state[(456 + k)] = 1e+300;
  const over = (world[7] > 0) && (state[(552 + k)] <= state[(144 + k)]);
  if (!(over)) {
    state[(552 + k)] = 1e+300;
  }
  if (state[(696 + k)] <= 0) {
    if (over) {
      state[(456 + k)] = state[(144 + k)] + tip(world, k, 0, 0);
      marks[(48 + k)] = 3;
    }
    return;
  }
  const x = state[(0 + k)];
  const y = state[(24 + k)];
  const ux = state[(48 + k)];
  const uy = state[(72 + k)];
  const reach = world[5] - state[(168 + k)];
  let to_x = 1e+300;
  let to_y = 1e+300;
  if (ux > 0) {
    to_x = (reach - x) / ux;
  } else {
    if (ux < 0) {
      to_x = ((-reach) - x) / ux;
    }
  }
  if (uy > 0) {
    to_y = (reach - y) / uy;
  } else {
    if (uy < 0) {
      to_y = ((-reach) - y) / uy;
    }
  }
  let kind = 1;
  let way = to_x;
  if (to_y < to_x) {
    kind = 2;
    way = to_y;
  }
  if (way < 0) {
    way = 0;
  }
  const length = state[(360 + k)];
  if (over) {
    meet_rim(profile, world, k, 0, way, kind);
    return;
  }
  const limit = (way < length) ? way : length;
  let in_hole = way_to_pocket(x, y, ux, uy, limit, world[5], world[6]);
  if (in_hole < limit) {
    if (in_hole < 0) {
      in_hole = 0;
    }
    if (world[7] > 0) {
      state[(552 + k)] = time_of_way(profile, k, in_hole, world[0]);
      state[(576 + k)] = 0;
      state[(600 + k)] = 0;
      meet_rim(profile, world, k, in_hole, way, kind);
      return;
    }
    kind = 3;
    way = in_hole;
  }
  if (way < length) {
    state[(456 + k)] = time_of_way(profile, k, way, world[0]);
    marks[(48 + k)] = kind;
  }
}

/** Find the next event of disc k, whose centre is over a pocket from `begin` on: frame, rim or fall. */
function meet_rim(profile, world, k, begin, way, kind) {
  const x = state[(0 + k)] + (state[(48 + k)] * begin);
  const y = state[(24 + k)] + (state[(72 + k)] * begin);
  const out = begin + way_out(world, x, y, state[(48 + k)], state[(72 + k)]);
  if (out < way) {
    way = out;
    kind = 4;
  }
  const length = state[(360 + k)];
  const since = (state[(552 + k)] > state[(144 + k)]) ? state[(552 + k)] : state[(144 + k)];
  const falls = since + tip(world, k, begin, ((way < length) ? way : length));
  let meets = (way < length) ? time_of_way(profile, k, way, world[0]) : 1e+300;
  if (falls <= meets) {
    meets = falls;
    kind = 3;
  }
  state[(456 + k)] = meets;
  marks[(48 + k)] = kind;
}

/** Return the distance until a centre crosses a pocket's circle, at most `limit`. */
function way_to_pocket(x, y, ux, uy, limit, half, radius) {
  const corner = half - (2 * radius);
  const end_x = x + (ux * limit);
  const end_y = y + (uy * limit);
  const wide = (x > corner) || (x < (-corner)) || (end_x > corner) || (end_x < (-corner));
  const high = (y > corner) || (y < (-corner)) || (end_y > corner) || (end_y < (-corner));
  if (!((wide && high))) {
    return limit;
  }
  for (let pocket = 0; pocket < 4; pocket++) {
    const dx = ($and(pocket, 1) !== 0 ? (half - radius) : (radius - half)) - x;
    const dy = ($and(pocket, 2) !== 0 ? (half - radius) : (radius - half)) - y;
    const ahead = (dx * ux) + (dy * uy);
    if (ahead > 0) {
      const aside = (dx * uy) - (dy * ux);
      const chord = (radius * radius) - (aside * aside);
      if (chord > 0) {
        const way = ahead - Math.sqrt(chord);
        if (way < limit) {
          limit = way;
        }
      }
    }
  }
  return limit;
}

/** Return the time when discs i and j meet if no other event intervenes; NEVER if they do not. */
function meet(profile, i, j, now, drag) {
  if (state[(696 + j)] <= 0) {
    return meet_resting(profile, i, j, now, drag);
  }
  if (state[(696 + i)] <= 0) {
    return meet_resting(profile, j, i, now, drag);
  }
  const stop_i = state[(336 + i)];
  const stop_j = state[(336 + j)];
  const end = (stop_i < stop_j) ? stop_i : stop_j;
  let dt;
  if (profile === null) {
    dt = meet_decelerating(i, j, (end - now), drag);
  } else {
    dt = meet_sliding(profile, i, j, now, (end - now), drag);
  }
  if (dt < 1e+300) {
    return now + dt;
  }
  if (stop_i < stop_j) {
    return meet_resting(profile, j, i, end, drag);
  }
  return meet_resting(profile, i, j, end, drag);
}

/** Return the time, from `when` on, when a sliding disc meets a disc at rest. */
function meet_resting(profile, mover, rester, when, drag) {
  const gone = glide(profile, mover, when, drag);
  const speed = $results[0];
  if (speed <= 0) {
    return 1e+300;
  }
  const ux = state[(48 + mover)];
  const uy = state[(72 + mover)];
  const dx = state[(384 + rester)] - (state[(0 + mover)] + (ux * gone));
  const dy = state[(408 + rester)] - (state[(24 + mover)] + (uy * gone));
  const ahead = (dx * ux) + (dy * uy);
  if (ahead <= 0) {
    return 1e+300;
  }
  const aside = (dx * uy) - (dy * ux);
  const radii = state[(168 + mover)] + state[(168 + rester)];
  const chord = (radii * radii) - (aside * aside);
  if (chord <= 0) {
    return 1e+300;
  }
  let way = ahead - Math.sqrt(chord);
  if (way < 0) {
    way = 0;
  }
  if (profile === null || (marks[(0 + mover)] === 2)) {
    const rest = (speed * speed) - ((2 * drag) * way);
    if (rest <= 0) {
      return 1e+300;
    }
    return when + ((2 * way) / (speed + Math.sqrt(rest)));
  }
  if ((gone + way) >= state[(360 + mover)]) {
    return 1e+300;
  }
  const meeting = time_of_way(profile, mover, (gone + way), drag);
  return (meeting > when) ? meeting : when;
}

/** Return the least second derivative of |d + w·t − q·t²/2|² on [0, time]. */
function lowest_bend(dx, dy, wx, wy, qx, qy, time) {
  const qq = (qx * qx) + (qy * qy);
  const wq = (wx * qx) + (wy * qy);
  const start = 2 * (((wx * wx) + (wy * wy)) - ((dx * qx) + (dy * qy)));
  const end = start + (time * (((3 * qq) * time) - (6 * wq)));
  let least = (end < start) ? end : start;
  if ((wq > 0) && (wq < (time * qq))) {
    least = start - (((3 * wq) * wq) / qq);
  }
  return least;
}

/** Return the first root of gap + slope·t + bend·t²/2 for t ≥ 0, with gap ≥ 0; NEVER if it has none. */
function first_step(gap, slope, bend) {
  if ((bend >= 0) && (slope >= 0)) {
    return 1e+300;
  }
  const under = (slope * slope) - ((2 * bend) * gap);
  if (under < 0) {
    return 1e+300;
  }
  if (slope < 0) {
    return (2 * gap) / (Math.sqrt(under) - slope);
  }
  return (slope + Math.sqrt(under)) / (-bend);
}

/** Return the time until two discs of constant deceleration meet, at most `time`; NEVER if they do not. */
function meet_decelerating(i, j, time, drag) {
  const vi = state[(696 + i)];
  const vj = state[(696 + j)];
  const dx = state[(648 + j)] - state[(648 + i)];
  const dy = state[(672 + j)] - state[(672 + i)];
  const wx = (state[(48 + j)] * vj) - (state[(48 + i)] * vi);
  const wy = (state[(72 + j)] * vj) - (state[(72 + i)] * vi);
  const qx = drag * (state[(48 + j)] - state[(48 + i)]);
  const qy = drag * (state[(72 + j)] - state[(72 + i)]);
  const radii = state[(168 + i)] + state[(168 + j)];
  const ww = (wx * wx) + (wy * wy);
  const wq = (wx * qx) + (wy * qy);
  const qq = (qx * qx) + (qy * qy);
  const c0 = ((dx * dx) + (dy * dy)) - (radii * radii);
  const c1 = 2 * ((dx * wx) + (dy * wy));
  const c2 = ww - ((dx * qx) + (dy * qy));
  const c3 = -wq;
  const c4 = 0.25 * qq;
  const dip = (qq > 0) ? (wq / qq) : (-1);
  const bend_at_dip = (2 * c2) - ((3 * wq) * dip);
  const bend_at_end = (2 * c2) + (time * ((6 * c3) + ((12 * c4) * time)));
  let t = 0;
  for (let _ = 0; _ < 100; _++) {
    let gap = c0 + (t * (c1 + (t * (c2 + (t * (c3 + (t * c4)))))));
    const slope = c1 + (t * ((2 * c2) + (t * ((3 * c3) + ((t * 4) * c4)))));
    let bend = (2 * c2) + (t * ((6 * c3) + ((t * 12) * c4)));
    if (bend_at_end < bend) {
      bend = bend_at_end;
    }
    if ((dip > t) && (dip < time) && (bend_at_dip < bend)) {
      bend = bend_at_dip;
    }
    if (gap <= 0) {
      if (slope < 0) {
        return t;
      }
      gap = 0;
    }
    const step = first_step(gap, slope, bend);
    t = t + step;
    if (t > time) {
      return 1e+300;
    }
    if ((((step * step) * ww) < 1e-18) || (step < 1e-15)) {
      return t;
    }
  }
  return t;
}

/** Return the time until two discs on their own speed profiles meet, at most `time`; NEVER if they do not. */
function meet_sliding(profile, i, j, now, time, drag) {
  const uix = state[(48 + i)];
  const uiy = state[(72 + i)];
  const ujx = state[(48 + j)];
  const ujy = state[(72 + j)];
  const radii = state[(168 + i)] + state[(168 + j)];
  let gone_i = state[(744 + i)];
  let gone_j = state[(744 + j)];
  let vi = state[(696 + i)];
  let vj = state[(696 + j)];
  let ai = state[(720 + i)];
  let aj = state[(720 + j)];
  let t = 0;
  for (let _ = 0; _ < 100; _++) {
    if (t > 0) {
      gone_i = glide(profile, i, (now + t), drag);
      vi = $results[0];
      ai = $results[1];
      gone_j = glide(profile, j, (now + t), drag);
      vj = $results[0];
      aj = $results[1];
    }
    const dx = (state[(0 + j)] + (ujx * gone_j)) - (state[(0 + i)] + (uix * gone_i));
    const dy = (state[(24 + j)] + (ujy * gone_j)) - (state[(24 + i)] + (uiy * gone_i));
    const wx = (ujx * vj) - (uix * vi);
    const wy = (ujy * vj) - (uiy * vi);
    let gap = ((dx * dx) + (dy * dy)) - (radii * radii);
    const slope = 2 * ((dx * wx) + (dy * wy));
    if (gap <= 0) {
      if (slope < 0) {
        return t;
      }
      gap = 0;
    }
    const mean_i = 0.5 * (ai + state[(432 + i)]);
    const mean_j = 0.5 * (aj + state[(432 + j)]);
    const left = time - t;
    let bend = lowest_bend(dx, dy, wx, wy, ((ujx * mean_j) - (uix * mean_i)), ((ujy * mean_j) - (uiy * mean_i)), left);
    const stray_2 = spread(ai, mean_i) + spread(aj, mean_j);
    bend = bend - ((2 * stray_2) * (radii + (((0.25 * stray_2) * left) * left)));
    const step = first_step(gap, slope, bend);
    t = t + step;
    if (t > time) {
      return 1e+300;
    }
    if ((((step * step) * ((wx * wx) + (wy * wy))) < 1e-18) || (step < 1e-15)) {
      return t;
    }
  }
  return t;
}

/** Return how far a deceleration that runs from `drag` to its mirror image about `mean` may stray from it. */
function spread(drag, mean) {
  let stray_2 = drag - mean;
  if (stray_2 < 0) {
    stray_2 = -stray_2;
  }
  return (stray_2 * 1.00001) + (1e-05 * mean);
}

/** Write each disc's velocity, mean deceleration with its spread, and remaining time, as input of the bounds. */
function make_ready(profile, now, drag) {
  for (let k = 0; k < 24; k++) {
    const speed = state[(696 + k)];
    const moving = speed > 0;
    const ux = state[(48 + k)];
    const uy = state[(72 + k)];
    let mean = moving ? drag : 0;
    if (profile !== null) {
      const first = state[(720 + k)];
      mean = moving ? (0.5 * (first + state[(432 + k)])) : 0;
      const stray_2 = first - mean;
      const stray_3 = (stray_2 > 0) ? stray_2 : (-stray_2);
      state[(864 + k)] = moving ? ((stray_3 * 1.00001) + (1e-05 * mean)) : 0;
    }
    state[(768 + k)] = ux * speed;
    state[(792 + k)] = uy * speed;
    state[(816 + k)] = ux * mean;
    state[(840 + k)] = uy * mean;
    const left = state[(336 + k)] - now;
    state[(888 + k)] = moving ? left : 1000;
    const horizon = state[(456 + k)] - now;
    state[(912 + k)] = (horizon < 1000) ? horizon : 1000;
    state[(936 + k)] = state[(360 + k)] - state[(744 + k)];
  }
}

/** Write the bounds of disc p against every lane. */
function bound_all(profile, p, now) {
  const xp = state[(648 + p)];
  const yp = state[(672 + p)];
  const wxp = state[(768 + p)];
  const wyp = state[(792 + p)];
  const qxp = state[(816 + p)];
  const qyp = state[(840 + p)];
  const rp = state[(168 + p)];
  const uxp = state[(48 + p)];
  const uyp = state[(72 + p)];
  const left_p = state[(888 + p)];
  const horizon_p = state[(912 + p)];
  const beyond_p = state[(936 + p)];
  const rest_xp = state[(384 + p)];
  const rest_yp = state[(408 + p)];
  const spread_p = state[(864 + p)];
  for (let k = 0; k < 24; k++) {
    const dx = state[(648 + k)] - xp;
    const dy = state[(672 + k)] - yp;
    const wx = state[(768 + k)] - wxp;
    const wy = state[(792 + k)] - wyp;
    const qx = state[(816 + k)] - qxp;
    const qy = state[(840 + k)] - qyp;
    const radii = rp + state[(168 + k)];
    const left_k = state[(888 + k)];
    const horizon_k = state[(912 + k)];
    const time = (left_k < left_p) ? left_k : left_p;
    const horizon = (horizon_k < horizon_p) ? horizon_k : horizon_p;
    const cut_2 = horizon < time;
    const time_2 = cut_2 ? horizon : time;
    const wq = (wx * qx) + (wy * qy);
    const qq = (qx * qx) + (qy * qy);
    const gap = ((dx * dx) + (dy * dy)) - (radii * radii);
    const slope = 2 * ((dx * wx) + (dy * wy));
    const start = 2 * (((wx * wx) + (wy * wy)) - ((dx * qx) + (dy * qy)));
    const end = start + (time_2 * (((3 * qq) * time_2) - (6 * wq)));
    const bend = (end < start) ? end : start;
    const dip = start - (((3 * wq) * wq) / (qq + 1e-300));
    let bend_2 = ((wq > 0) && (wq < (time_2 * qq))) ? dip : bend;
    if (profile !== null) {
      const stray_2 = state[(864 + k)] + spread_p;
      bend_2 = bend_2 - ((2 * stray_2) * (radii + (((0.25 * stray_2) * time_2) * time_2)));
    }
    const gap_2 = (gap < 0) ? 0 : gap;
    const under = (slope * slope) - ((2 * bend_2) * gap_2);
    const root = Math.sqrt(((under < 0) ? 0 : under));
    const nearing = slope < 0;
    const upper = nearing ? (2 * gap_2) : (slope + root);
    const lower = nearing ? (root - slope) : (-bend_2);
    const step = upper / ((lower > 0) ? lower : 1);
    const meets = ((under >= 0) && (lower > 0)) && (step <= time_2);
    const longer = left_p > left_k;
    const ux = longer ? uxp : (-state[(48 + k)]);
    const uy = longer ? uyp : (-state[(72 + k)]);
    const ex = longer ? (state[(384 + k)] - xp) : (state[(648 + k)] - rest_xp);
    const ey = longer ? (state[(408 + k)] - yp) : (state[(672 + k)] - rest_yp);
    const beyond = longer ? beyond_p : state[(936 + k)];
    const ahead = (ex * ux) + (ey * uy);
    const aside = (ex * uy) - (ey * ux);
    const later = ((((ahead > 0) && ((aside * aside) < (radii * radii))) && (ahead < (beyond + radii))) && (left_p < 1000)) && (left_k < 1000);
    const after = (later && !(cut_2)) ? time_2 : 1e+300;
    const bound = meets ? step : after;
    state[(960 + k)] = (bound < 1e+300) ? (now + bound) : 1e+300;
  }
}

/** Write the bounds of the sliding disc p against every disc at rest; NEVER for the others. */
function bound_resting(profile, p, now, drag) {
  const x = state[(648 + p)];
  const y = state[(672 + p)];
  const ux = state[(48 + p)];
  const uy = state[(72 + p)];
  const speed = state[(696 + p)];
  const rp = state[(168 + p)];
  const beyond = state[(360 + p)] - state[(744 + p)];
  let least = drag;
  if (profile !== null) {
    const first = state[(720 + p)];
    const last = state[(432 + p)];
    least = ((first < last) ? first : last) * 0.99999;
  }
  for (let k = 0; k < 24; k++) {
    const dx = state[(648 + k)] - x;
    const dy = state[(672 + k)] - y;
    const radii = rp + state[(168 + k)];
    const ahead = (dx * ux) + (dy * uy);
    const aside = (dx * uy) - (dy * ux);
    const chord = (radii * radii) - (aside * aside);
    const way = ahead - Math.sqrt(((chord > 0) ? chord : 0));
    const way_2 = (way < 0) ? 0 : way;
    const rest = (speed * speed) - ((2 * least) * way_2);
    const time = (2 * way_2) / (speed + Math.sqrt(((rest > 0) ? rest : 0)));
    const meets = ((((state[(696 + k)] <= 0) && (ahead > 0)) && (chord > 0)) && (way_2 < beyond)) && (rest > 0);
    state[(960 + k)] = meets ? (now + time) : 1e+300;
  }
}

/** Write the bounds of disc p against the discs that slide, one by one. */
function bound_moving(profile, n, p, now, drag) {
  for (let k = 0, k_end = n; k < k_end; k++) {
    if ((k !== p) && (state[(696 + k)] > 0)) {
      if (state[(696 + p)] > 0) {
        bound_pair(profile, p, k, now, drag);
      } else {
        state[(960 + k)] = bound_line(profile, k, p, now, now, drag);
        marks[(96 + p)] = $and(marks[(96 + p)], (-1 - $left(1, k)));
      }
    }
  }
}

/** Write the bound of two sliding discs, as in `bound_all`. */
function bound_pair(profile, p, k, now, drag) {
  state[(960 + k)] = 1e+300;
  marks[(96 + p)] = $and(marks[(96 + p)], (-1 - $left(1, k)));
  const uxp = state[(48 + p)];
  const uyp = state[(72 + p)];
  const uxk = state[(48 + k)];
  const uyk = state[(72 + k)];
  const dx = state[(648 + k)] - state[(648 + p)];
  const dy = state[(672 + k)] - state[(672 + p)];
  if ((((dx * uxp) + (dy * uyp)) <= 0) && (((dx * uxk) + (dy * uyk)) >= 0)) {
    return;
  }
  const radii = state[(168 + p)] + state[(168 + k)];
  const reach = (((state[(360 + p)] - state[(744 + p)]) + state[(360 + k)]) - state[(744 + k)]) + radii;
  const apart = (dx * dx) + (dy * dy);
  if (apart >= (reach * reach)) {
    return;
  }
  const stop_p = state[(336 + p)];
  const stop_k = state[(336 + k)];
  const end = (stop_p < stop_k) ? stop_p : stop_k;
  const edge_p = state[(456 + p)];
  const edge_k = state[(456 + k)];
  const edge = (edge_p < edge_k) ? edge_p : edge_k;
  const cut_2 = edge < end;
  const time = (cut_2 ? edge : end) - now;
  const vp = state[(696 + p)];
  const vk = state[(696 + k)];
  const wx = (uxk * vk) - (uxp * vp);
  const wy = (uyk * vk) - (uyp * vp);
  let mean_p = drag;
  let mean_k = drag;
  if (profile !== null) {
    mean_p = 0.5 * (state[(720 + p)] + state[(432 + p)]);
    mean_k = 0.5 * (state[(720 + k)] + state[(432 + k)]);
  }
  let bend = lowest_bend(dx, dy, wx, wy, ((uxk * mean_k) - (uxp * mean_p)), ((uyk * mean_k) - (uyp * mean_p)), time);
  if (profile !== null) {
    const stray_2 = spread(state[(720 + p)], mean_p) + spread(state[(720 + k)], mean_k);
    bend = bend - ((2 * stray_2) * (radii + (((0.25 * stray_2) * time) * time)));
  }
  const gap = apart - (radii * radii);
  const step = first_step(((gap > 0) ? gap : 0), (2 * ((dx * wx) + (dy * wy))), bend);
  if (step <= time) {
    state[(960 + k)] = now + step;
  } else {
    if (!(cut_2)) {
      if (stop_p > stop_k) {
        state[(960 + k)] = bound_line(profile, p, k, now, end, drag);
      } else {
        state[(960 + k)] = bound_line(profile, k, p, now, end, drag);
      }
    }
  }
}

/** Return a bound, not before `when`, of the contact of a sliding disc with one that has come to rest by then. */
function bound_line(profile, mover, rester, now, when, drag) {
  const ux = state[(48 + mover)];
  const uy = state[(72 + mover)];
  const dx = state[(384 + rester)] - state[(648 + mover)];
  const dy = state[(408 + rester)] - state[(672 + mover)];
  const ahead = (dx * ux) + (dy * uy);
  const aside = (dx * uy) - (dy * ux);
  const radii = state[(168 + mover)] + state[(168 + rester)];
  const chord = (radii * radii) - (aside * aside);
  if ((ahead <= 0) || (chord <= 0)) {
    return 1e+300;
  }
  let way = ahead - Math.sqrt(chord);
  if (way < 0) {
    way = 0;
  }
  if (way >= (state[(360 + mover)] - state[(744 + mover)])) {
    return 1e+300;
  }
  let least = drag;
  if (profile !== null) {
    const first = state[(720 + mover)];
    const last = state[(432 + mover)];
    least = (first < last) ? first : last;
  }
  least = least * 0.99999;
  const speed = state[(696 + mover)];
  const rest = (speed * speed) - ((2 * least) * way);
  const time = now + ((2 * way) / (speed + Math.sqrt(((rest > 0) ? rest : 0))));
  return (time > when) ? time : when;
}

/** Return the value clipped to ± limit. */
function limited(value, limit) {
  if (value > limit) {
    return limit;
  }
  if (value < (-limit)) {
    return -limit;
  }
  return value;
}

/** Return the restitution at an impact speed; above the knee it falls with the fourth root of the speed. */
function softened(restitution, knee, closing) {
  if ((knee <= 0) || (closing <= knee)) {
    return restitution;
  }
  return restitution * Math.sqrt(Math.sqrt((knee / closing)));
}

/** Count a collision of discs i and j at this impact speed; return the minimum speed at which they separate. */
function least_separation(world, i, j, events, closing) {
  let over = ((marks[(120 + i)] < marks[(120 + j)]) ? marks[(120 + i)] : marks[(120 + j)]) - world[9];
  if ((events - world[10]) > over) {
    over = events - world[10];
  }
  marks[(120 + i)] = marks[(120 + i)] + 1;
  marks[(120 + j)] = marks[(120 + j)] + 1;
  if (over <= 0) {
    return 0.0001;
  }
  let least = 0.0001 * (1 + (over / 16));
  if (least > 0.0005) {
    least = 0.0005;
  }
  let elastic = (0.0001 * over) * over;
  if (elastic > closing) {
    elastic = closing;
  }
  return (elastic > least) ? elastic : least;
}

/** Collide discs i and j, which must be at `now`, and start their new motion; return whether they approached. */
function collide(profile, world, log, at, i, j, now, events) {
  const drag = world[0];
  const xi = state[(648 + i)];
  const yi = state[(672 + i)];
  const xj = state[(648 + j)];
  const yj = state[(672 + j)];
  let vix = state[(48 + i)] * state[(696 + i)];
  let viy = state[(72 + i)] * state[(696 + i)];
  let vjx = state[(48 + j)] * state[(696 + j)];
  let vjy = state[(72 + j)] * state[(696 + j)];
  const dx = xj - xi;
  const dy = yj - yi;
  const scale = 1 / Math.sqrt(((dx * dx) + (dy * dy)));
  const nx = dx * scale;
  const ny = dy * scale;
  const closing = ((vjx - vix) * nx) + ((vjy - viy) * ny);
  if (closing >= 1e-07) {
    return false;
  }
  let si = rim_speed(profile, i, now, drag);
  let sj = rim_speed(profile, j, now, drag);
  const mi = state[(192 + i)];
  const mj = state[(192 + j)];
  let parting = (-softened(world[1], world[8], (-closing))) * closing;
  const least = least_separation(world, i, j, events, (-closing));
  if (parting < least) {
    parting = least;
  }
  const reduced = (mi * mj) / (mi + mj);
  const normal = (parting - closing) * reduced;
  const sliding = (((vjy - viy) * nx) - ((vjx - vix) * ny)) - (sj + si);
  const tangent = limited(((((-sliding) * (1 + world[11])) * reduced) / 3), (world[3] * normal));
  const px = (normal * nx) - (tangent * ny);
  const py = (normal * ny) + (tangent * nx);
  if (at >= 0) {
    log[(at + 0)] = 0;
    log[(at + 1)] = i;
    log[(at + 2)] = j;
    log[(at + 3)] = now;
    log[(at + 4)] = xi;
    log[(at + 5)] = yi;
    log[(at + 6)] = xj;
    log[(at + 7)] = yj;
    log[(at + 8)] = nx;
    log[(at + 9)] = ny;
    log[(at + 10)] = normal;
    log[(at + 11)] = tangent;
    write_motion(log, (at + 12), vix, viy, si);
    write_motion(log, ((at + 12) + 3), vjx, vjy, sj);
  }
  vix = vix - (px / mi);
  viy = viy - (py / mi);
  vjx = vjx + (px / mj);
  vjy = vjy + (py / mj);
  si = si - (tangent / (mi * 0.5));
  sj = sj - (tangent / (mj * 0.5));
  if (at >= 0) {
    write_motion(log, (at + 18), vix, viy, si);
    write_motion(log, ((at + 18) + 3), vjx, vjy, sj);
  }
  sink_to(i, now);
  sink_to(j, now);
  state[(0 + i)] = xi;
  state[(24 + i)] = yi;
  state[(0 + j)] = xj;
  state[(24 + j)] = yj;
  launch(profile, i, now, drag, vix, viy, si);
  launch(profile, j, now, drag, vjx, vjy, sj);
  return true;
}

/** Bounce disc k, which must be at `now`, off the frame, and start its new motion. */
function bounce(profile, world, log, at, kind, k, now) {
  const drag = world[0];
  let x = state[(648 + k)];
  let y = state[(672 + k)];
  let vx = state[(48 + k)] * state[(696 + k)];
  let vy = state[(72 + k)] * state[(696 + k)];
  let rim = rim_speed(profile, k, now, drag);
  const reach = world[5] - state[(168 + k)];
  const mass = state[(192 + k)];
  let nx = 0;
  let ny = 0;
  if (kind === 1) {
    nx = (x > 0) ? 1 : (-1);
    x = reach * nx;
  } else {
    ny = (y > 0) ? 1 : (-1);
    y = reach * ny;
  }
  const into = (vx * nx) + (vy * ny);
  const restitution = softened(world[2], world[8], into);
  const normal = (1 + restitution) * into;
  const sliding = ((vy * nx) - (vx * ny)) + rim;
  const tangent = limited((((-sliding) * (1 + world[12])) / 3), (world[4] * normal));
  if (at >= 0) {
    log[(at + 0)] = kind;
    log[(at + 1)] = k;
    log[(at + 2)] = -1;
    log[(at + 3)] = now;
    log[(at + 4)] = x;
    log[(at + 5)] = y;
    log[(at + 6)] = 0;
    log[(at + 7)] = 0;
    log[(at + 8)] = nx;
    log[(at + 9)] = ny;
    log[(at + 10)] = normal * mass;
    log[(at + 11)] = tangent * mass;
    write_motion(log, (at + 12), vx, vy, rim);
  }
  if (kind === 1) {
    vx = (-restitution) * vx;
    vy = vy + (tangent * nx);
  } else {
    vx = vx - (tangent * ny);
    vy = (-restitution) * vy;
  }
  rim = rim + (tangent / 0.5);
  if (at >= 0) {
    write_motion(log, (at + 18), vx, vy, rim);
    write_motion(log, ((at + 12) + 3), 0, 0, 0);
    write_motion(log, ((at + 18) + 3), 0, 0, 0);
  }
  sink_to(k, now);
  state[(0 + k)] = x;
  state[(24 + k)] = y;
  launch(profile, k, now, drag, vx, vy, rim);
}

/** Play a stroke to its end and return the number of its events, or −1 if the budget ran out. */
function play(profile, world, log, n) {
  const drag = world[0];
  let now = 0;
  lay_out(profile, n, drag);
  for (let k = 0, k_end = n; k < k_end; k++) {
    if (state[(696 + k)] > 0) {
      meet_edge(profile, world, k);
    }
  }
  for (let k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    if (state[(696 + k_2)] > 0) {
      foresee(profile, n, k_2, k_2, now, drag);
    }
  }
  let events = 0;
  const capacity = Math.floor(log.length / 24);
  for (let clock = 1; clock < 200000; clock++) {
    const i = next_event(profile, n, now, drag);
    const kind = $results[0];
    if (i < 0) {
      return events;
    }
    now = (kind !== 0) ? state[(456 + i)] : state[(480 + i)];
    bring_to(profile, n, now, drag);
    const at = (events < capacity) ? (events * 24) : (-1);
    marks[(72 + i)] = clock;
    let j = i;
    if ((kind === 4) && comes_out(world, i, now)) {
      climb(profile, world, log, at, i, now);
      events = events + 1;
      meet_edge(profile, world, i);
      foresee(profile, n, i, i, now, drag);
      continue;
    }
    if (kind === 3 || kind === 4) {
      fall(profile, log, at, i, now, drag);
      events = events + 1;
      if (marks[(144 + i)] !== 0) {
        return events;
      }
      continue;
    }
    if (kind === 0) {
      j = marks[(24 + i)];
      marks[(72 + j)] = clock;
      if (collide(profile, world, log, at, i, j, now, events)) {
        events = events + 1;
        note_touch(i, j, now);
        meet_edge(profile, world, i);
        meet_edge(profile, world, j);
      }
    } else {
      bounce(profile, world, log, at, kind, i, now);
      events = events + 1;
      meet_edge(profile, world, i);
    }
    foresee(profile, n, i, j, now, drag);
  }
  return -1;
}

/** Initialize the discs at time 0, and put all other lanes out of reach. */
function lay_out(profile, n, drag) {
  for (let k = n; k < 24; k++) {
    clear(k);
  }
  for (let k_2 = 0; k_2 < 24; k_2++) {
    state[(48 + k_2)] = 1;
    state[(72 + k_2)] = 0;
    state[(96 + k_2)] = 0;
    state[(144 + k_2)] = 0;
    state[(336 + k_2)] = 0;
    state[(360 + k_2)] = 0;
    state[(432 + k_2)] = 0;
    state[(456 + k_2)] = 1e+300;
    state[(480 + k_2)] = 1e+300;
    state[(504 + k_2)] = 1e+300;
    state[(528 + k_2)] = 1e+300;
    state[(552 + k_2)] = 1e+300;
    state[(384 + k_2)] = state[(0 + k_2)];
    state[(408 + k_2)] = state[(24 + k_2)];
    state[(648 + k_2)] = state[(0 + k_2)];
    state[(672 + k_2)] = state[(24 + k_2)];
    state[(696 + k_2)] = 0;
    state[(720 + k_2)] = 0;
    state[(744 + k_2)] = 0;
    marks[(72 + k_2)] = 0;
    marks[(120 + k_2)] = 0;
    marks[(0 + k_2)] = 4;
  }
  for (let k_3 = 0, k_3_end = n; k_3 < k_3_end; k_3++) {
    if ((state[(768 + k_3)] !== 0) || (state[(792 + k_3)] !== 0) || (state[(120 + k_3)] !== 0)) {
      launch(profile, k_3, 0, drag, state[(768 + k_3)], state[(792 + k_3)], state[(120 + k_3)]);
    }
  }
}

/** Move disc k out of reach of all others. */
function clear(k) {
  state[(0 + k)] = 1000 + (10 * k);
  state[(24 + k)] = 1000;
  state[(168 + k)] = 0;
  state[(192 + k)] = 1;
  state[(768 + k)] = 0;
  state[(792 + k)] = 0;
  state[(120 + k)] = 0;
}

/** Return the disc and kind of the next event, refining bounds until the minimum is exact; −1 if there is none. */
function next_event(profile, n, now, drag) {
  while (true) {
    let best = 1e+300;
    let i = -1;
    let kind = 0;
    for (let k = 0, k_end = n; k < k_end; k++) {
      if (state[(480 + k)] < best) {
        best = state[(480 + k)];
        i = k;
        kind = 0;
      }
      if (state[(456 + k)] < best) {
        best = state[(456 + k)];
        i = k;
        kind = marks[(48 + k)];
      }
    }
    if ((i < 0) || (kind !== 0)) {
      $results[0] = kind;
      return i;
    }
    const j = marks[(24 + i)];
    if (marks[(72 + j)] <= marks[(72 + i)]) {
      if ($and(marks[(96 + i)], $left(1, j)) !== 0) {
        $results[0] = kind;
        return i;
      }
      state[((984 + (i * 24)) + j)] = meet(profile, i, j, now, drag);
      marks[(96 + i)] = $or(marks[(96 + i)], $left(1, j));
    }
    find_soonest(n, i);
  }
}

/** Find the earliest bound in row i that is not out of date. */
function find_soonest(n, i) {
  const row_2 = 984 + (i * 24);
  let soonest = 1e+300;
  let partner = 0;
  for (let k = 0, k_end = n; k < k_end; k++) {
    if ((state[(row_2 + k)] < soonest) && (marks[(72 + k)] <= marks[(72 + i)])) {
      soonest = state[(row_2 + k)];
      partner = k;
    }
  }
  state[(480 + i)] = soonest;
  marks[(24 + i)] = partner;
}

/** Write the rows of the changed discs i and j, which may be the same. */
function foresee(profile, n, i, j, now, drag) {
  let moving = 0;
  for (let k = 0, k_end = n; k < k_end; k++) {
    if (state[(696 + k)] > 0) {
      moving = moving + 1;
    }
  }
  const crowded = moving > 5;
  if (crowded) {
    make_ready(profile, now, drag);
  }
  const held = i;
  const held_2 = j;
  for (let p_index = 0; p_index < 2; p_index++) {
    const p = p_index === 0 ? held : held_2;
    marks[(96 + p)] = 0;
    if (crowded) {
      bound_all(profile, p, now);
    } else {
      if (profile === null) {
        marks[(96 + p)] = -1;
      }
      if (state[(696 + p)] > 0) {
        bound_resting(profile, p, now, drag);
      } else {
        for (let k_2 = 0; k_2 < 24; k_2++) {
          state[(960 + k_2)] = 1e+300;
        }
      }
      if ((moving > 1) || (state[(696 + p)] <= 0)) {
        bound_moving(profile, n, p, now, drag);
      }
    }
    state[(960 + p)] = 1e+300;
    if (p !== i) {
      state[(960 + i)] = 1e+300;
    }
    keep_row(n, p);
    if (i === j) {
      break;
    }
  }
}

/** Store the bounds just written as row p, with the earliest of them. */
function keep_row(n, p) {
  let soonest = 1e+300;
  let partner = 0;
  const row_2 = 984 + (p * 24);
  for (let k = 0; k < 24; k++) {
    state[(row_2 + k)] = state[(960 + k)];
  }
  for (let k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    const bound = state[(960 + k_2)];
    if (bound < soonest) {
      soonest = bound;
      partner = k_2;
    }
  }
  state[(480 + p)] = soonest;
  marks[(24 + p)] = partner;
}

/** Remove disc k from the board: it falls into its pocket. */
function fall(profile, log, at, k, now, drag) {
  if (at >= 0) {
    const vx = state[(48 + k)] * state[(696 + k)];
    const vy = state[(72 + k)] * state[(696 + k)];
    const rim = rim_speed(profile, k, now, drag);
    log[(at + 0)] = 3;
    log[(at + 1)] = k;
    log[(at + 2)] = -1;
    log[(at + 3)] = now;
    log[(at + 4)] = state[(648 + k)];
    log[(at + 5)] = state[(672 + k)];
    for (let place = (at + 4) + 2, place_end = at + 24; place < place_end; place++) {
      log[place] = 0;
    }
    write_motion(log, (at + 12), vx, vy, rim);
    write_motion(log, (at + 18), vx, vy, rim);
  }
  clear(k);
  launch(profile, k, now, drag, 0, 0, 0);
  state[(504 + k)] = now;
  state[(552 + k)] = 1e+300;
  state[(480 + k)] = 1e+300;
}

/** Record the striker's first contact with another disc. */
function note_touch(i, j, now) {
  if ((i === 0) && (state[(528 + j)] === 1e+300)) {
    state[(528 + j)] = now;
  }
  if ((j === 0) && (state[(528 + i)] === 1e+300)) {
    state[(528 + i)] = now;
  }
}

/** Write a position with the striker on its spot into the kernel's array; return the number of discs. */
function lay(sizes, measures, places, position, strokes, stroke, quarters) {
  const away = strokes.values[stroke * strokes.row + 3] - measures[5];
  state[0] = turned_x(strokes.values[stroke * strokes.row + 0], away, quarters) / 1000000;
  state[24] = turned_y(strokes.values[stroke * strokes.row + 0], away, quarters) / 1000000;
  state[768] = turned_x(strokes.values[stroke * strokes.row + 1], strokes.values[stroke * strokes.row + 2], quarters) / 1000000;
  state[792] = turned_y(strokes.values[stroke * strokes.row + 1], strokes.values[stroke * strokes.row + 2], quarters) / 1000000;
  state[120] = (strokes.values[stroke * strokes.row + 4] / 1000) * sizes[0];
  state[168] = sizes[0];
  state[192] = sizes[1];
  let n = 1;
  for (let disc = 1; disc < 20; disc++) {
    if (places.values[position * places.row + disc * places.depth + 0] !== (-1000000000)) {
      state[(0 + n)] = places.values[position * places.row + disc * places.depth + 0] / 1000000;
      state[(24 + n)] = places.values[position * places.row + disc * places.depth + 1] / 1000000;
      state[(768 + n)] = 0;
      state[(792 + n)] = 0;
      state[(120 + n)] = 0;
      state[(168 + n)] = sizes[2];
      state[(192 + n)] = sizes[3];
      n = n + 1;
    }
  }
  return n;
}

/** Return the x of a place or vector after quarter turns counter-clockwise. */
function turned_x(x, y, quarters) {
  if (quarters === 0) {
    return x;
  }
  if (quarters === 1) {
    return 0 - y;
  }
  if (quarters === 2) {
    return 0 - x;
  }
  return y;
}

/** Return the y of the same. */
function turned_y(x, y, quarters) {
  if (quarters === 0) {
    return y;
  }
  if (quarters === 1) {
    return x;
  }
  if (quarters === 2) {
    return 0 - y;
  }
  return 0 - x;
}

/** Return how many base lines the striker has left at some time; it rests at (x, y). −1: the log was too short. */
function lines_left(log, events, x, y, quarters, measures) {
  const reach = (measures[3] / 2) + 0.5;
  const lower = measures[6] - measures[0];
  const upper = measures[7] - measures[0];
  const away = away_of(x, y, quarters) * 1000000;
  if (!((((lower - reach) <= away) && (away <= (upper + reach))))) {
    return 2;
  }
  if ((events * 24) > log.length) {
    return -1;
  }
  let left_lower = leaves(x, y, quarters, lower, reach, measures);
  let left_upper = leaves(x, y, quarters, upper, reach, measures);
  for (let event = 0, event_end = events; event < event_end; event++) {
    const at = event * 24;
    let ex, ey;
    if (log[(at + 1)] === 0) {
      ex = log[(at + 4)];
      ey = log[(at + 5)];
    } else {
      if (log[(at + 2)] === 0) {
        ex = log[(at + 6)];
        ey = log[(at + 7)];
      } else {
        continue;
      }
    }
    left_lower = left_lower || leaves(ex, ey, quarters, lower, reach, measures);
    left_upper = left_upper || leaves(ex, ey, quarters, upper, reach, measures);
  }
  return (left_lower ? 1 : 0) + (left_upper ? 1 : 0);
}

/** Return the y coordinate of a place (m) in the frame of a seat. */
function away_of(x, y, quarters) {
  if (quarters === 0) {
    return y;
  }
  if (quarters === 1) {
    return -x;
  }
  if (quarters === 2) {
    return -y;
  }
  return x;
}

/** Whether a striker at a place (m) is clear of its base line (µm from the centre). */
function leaves(x, y, quarters, line, reach, measures) {
  const across = away_of(x, y, $modulo((quarters + 1), 4)) * 1000000;
  const over = ((across > 0) ? across : (-across)) - (measures[8] / 2);
  const over_2 = (over > 0) ? over : 0;
  const off = (away_of(x, y, quarters) * 1000000) - line;
  return ((over_2 * over_2) + (off * off)) > (reach * reach);
}

/** Return erf(x) for x ≥ 0 within 5e-4 (Abramowitz and Stegun 7.1.27). */
function error_function(x) {
  let low = 1 + (x * (0.278393 + (x * (0.230389 + (x * (0.000972 + (x * 0.078108)))))));
  low = low * low;
  return 1 - (1 / (low * low));
}

/** Return the angle that a pocket opens to a piece at a distance of `length`: the first terms of an arcsine. */
function opening(mouth, length) {
  const share = ((0.9 * mouth) < length) ? ((0.9 * mouth) / length) : 1;
  return share * (1 + ((share * share) * (0.16666666666666666 + ((0.075 * share) * share))));
}

/** Return the first disc by number that is nearer than `gap` to a straight path, or −1; `skip` is ignored. */
function first_in_way(xs, ys, kinds, skip, x, y, to_x, to_y, gap) {
  let wx = to_x - x;
  let wy = to_y - y;
  const length = Math.sqrt(((wx * wx) + (wy * wy)));
  if (length <= 0) {
    return -1;
  }
  wx = wx / length;
  wy = wy / length;
  for (let k = 1; k < 20; k++) {
    if ((k === skip) || (kinds[k] < 0)) {
      continue;
    }
    const ax = xs[k] - x;
    const ay = ys[k] - y;
    const aside = (ax * wy) - (ay * wx);
    if ((aside >= gap) || ((-aside) >= gap)) {
      continue;
    }
    const ahead = (ax * wx) + (ay * wy);
    if ((ahead <= (-gap)) || (ahead >= (length + gap))) {
      continue;
    }
    let over = 0;
    if (ahead < 0) {
      over = -ahead;
    } else {
      if (ahead > length) {
        over = ahead - length;
      }
    }
    if (((over * over) + (aside * aside)) < (gap * gap)) {
      return k;
    }
  }
  return -1;
}

/** Write a piece's easiest direct stroke from one of the spots into `known`, a row of KNOWN floats. */
function easiest(xs, ys, kinds, man, places, shape, known, ratios) {
  const touch = shape[0] + shape[1];
  const reach = shape[5] - shape[0];
  let best = 0;
  let blockers = 0;
  known[0] = 0;
  known[1] = -1;
  known[2] = -1;
  const x = xs[man];
  const y = ys[man];
  for (let pocket = 0; pocket < 4; pocket++) {
    const to_x = ($modulo(pocket, 2) === 1) ? shape[2] : (-shape[2]);
    const to_y = (pocket < 2) ? shape[2] : (-shape[2]);
    let ux = to_x - x;
    let uy = to_y - y;
    const length = Math.sqrt(((ux * ux) + (uy * uy)));
    if (length < 1e-06) {
      continue;
    }
    ux = ux / length;
    uy = uy / length;
    const ghost_x = x - (touch * ux);
    const ghost_y = y - (touch * uy);
    if ((ghost_x > reach) || ((-ghost_x) > reach) || (ghost_y > reach) || ((-ghost_y) > reach)) {
      continue;
    }
    const window = opening(shape[3], length) * touch;
    const wy = ghost_y + shape[4];
    if ((best * ((wy > 0) ? wy : (-wy))) >= window) {
      continue;
    }
    for (let place = 0, place_end = places.length; place < place_end; place++) {
      const wx = ghost_x - places[place];
      const square = (wx * wx) + (wy * wy);
      const straight = (wx * ux) + (wy * uy);
      const is_open = (square > 1e-12) && (straight > 0) && ((straight * straight) >= (0.04000000000000001 * square));
      ratios[place] = is_open ? ((window * straight) / square) : 0;
    }
    let is_first = true;
    while (true) {
      let place_2 = 0;
      for (let other = 1, other_end = places.length; other < other_end; other++) {
        if (ratios[other] > ratios[place_2]) {
          place_2 = other;
        }
      }
      if (ratios[place_2] <= best) {
        break;
      }
      let blocker = -1;
      if (is_first) {
        blocker = first_in_way(xs, ys, kinds, man, x, y, to_x, to_y, (2 * shape[1]));
        is_first = false;
      }
      if (blocker >= 0) {
        blockers = $or(blockers, $left(1, blocker));
        break;
      }
      const before_2 = first_in_way(xs, ys, kinds, man, places[place_2], (-shape[4]), ghost_x, ghost_y, touch);
      if (before_2 >= 0) {
        blockers = $or(blockers, $left(1, before_2));
        ratios[place_2] = 0;
        continue;
      }
      best = ratios[place_2];
      known[0] = best;
      known[1] = pocket;
      known[2] = place_2;
      break;
    }
  }
  known[3] = blockers;
}

/** Whether none of the moved discs blocks a piece's known easiest stroke. */
function still_open(xs, ys, man, moved, count, places, shape, known) {
  if (known[0] <= 0) {
    return true;
  }
  const touch = shape[0] + shape[1];
  const pocket = Math.trunc(known[1]) + 0;
  const to_x = ($modulo(pocket, 2) === 1) ? shape[2] : (-shape[2]);
  const to_y = (pocket < 2) ? shape[2] : (-shape[2]);
  let ux = to_x - xs[man];
  let uy = to_y - ys[man];
  const length = Math.sqrt(((ux * ux) + (uy * uy)));
  ux = ux / length;
  uy = uy / length;
  const place = places[(Math.trunc(known[2]) + 0)];
  let wx = (xs[man] - (touch * ux)) - place;
  let wy = (ys[man] - (touch * uy)) + shape[4];
  const run = Math.sqrt(((wx * wx) + (wy * wy)));
  wx = wx / run;
  wy = wy / run;
  for (let index = 0, index_end = count; index < index_end; index++) {
    const k = moved[index];
    if (near((xs[k] - xs[man]), (ys[k] - ys[man]), ux, uy, length, (2 * shape[1]))) {
      return false;
    }
    if (near((xs[k] - place), (ys[k] + shape[4]), wx, wy, run, touch)) {
      return false;
    }
  }
  return true;
}

/** Whether a disc at (ax, ay) from the start of a path with that direction and length is nearer to it than `gap`. */
function near(ax, ay, wx, wy, length, gap) {
  const aside = (ax * wy) - (ay * wx);
  if ((aside >= gap) || ((-aside) >= gap)) {
    return false;
  }
  const ahead = (ax * wx) + (ay * wy);
  if ((ahead <= (-gap)) || (ahead >= (length + gap))) {
    return false;
  }
  let over = 0;
  if (ahead < 0) {
    over = -ahead;
  } else {
    if (ahead > length) {
      over = ahead - length;
    }
  }
  return ((over * over) + (aside * aside)) < (gap * gap);
}

/** Write every open direct stroke at a wanted piece as a row of DIRECT floats, and return their number. */
function directs(xs, ys, kinds, wanted, places, shape, found) {
  const touch = shape[0] + shape[1];
  const reach = shape[5] - shape[0];
  let count = 0;
  for (let man = 1; man < 20; man++) {
    if ((kinds[man] < 0) || (wanted[man] === 0)) {
      continue;
    }
    for (let pocket = 0; pocket < 4; pocket++) {
      const to_x = ($modulo(pocket, 2) === 1) ? shape[2] : (-shape[2]);
      const to_y = (pocket < 2) ? shape[2] : (-shape[2]);
      let ux = to_x - xs[man];
      let uy = to_y - ys[man];
      const length = Math.sqrt(((ux * ux) + (uy * uy)));
      if (length < 1e-06) {
        continue;
      }
      if (first_in_way(xs, ys, kinds, man, xs[man], ys[man], to_x, to_y, (2 * shape[1])) >= 0) {
        continue;
      }
      ux = ux / length;
      uy = uy / length;
      for (let place = 0, place_end = places.length; place < place_end; place++) {
        if (count === found.length) {
          return count;
        }
        let nx = ux;
        let ny = uy;
        let wx = 0;
        let wy = 0;
        let run = 0;
        let straight = -1;
        for (let _ = 0; _ < 4; _++) {
          wx = (xs[man] - (touch * nx)) - places[place];
          wy = (ys[man] - (touch * ny)) + shape[4];
          run = Math.sqrt(((wx * wx) + (wy * wy)));
          if (run < 1e-06) {
            straight = -1;
            break;
          }
          wx = wx / run;
          wy = wy / run;
          straight = (wx * nx) + (wy * ny);
          if (straight < 0.2) {
            break;
          }
          const tx = wx - (straight * nx);
          const ty = wy - (straight * ny);
          const aside = Math.sqrt(((tx * tx) + (ty * ty)));
          if (aside < 1e-09) {
            break;
          }
          const grip = ((aside / straight) / (3 * (1 + shape[6]))) * (1 + shape[11]);
          const grip_2 = (grip < shape[7]) ? grip : shape[7];
          nx = ux - ((grip_2 * tx) / aside);
          ny = uy - ((grip_2 * ty) / aside);
          const size = Math.sqrt(((nx * nx) + (ny * ny)));
          nx = nx / size;
          ny = ny / size;
        }
        if (straight < 0.2) {
          continue;
        }
        const ghost_x = xs[man] - (touch * nx);
        const ghost_y = ys[man] - (touch * ny);
        if ((ghost_x > reach) || ((-ghost_x) > reach) || (ghost_y > reach) || ((-ghost_y) > reach)) {
          continue;
        }
        if (first_in_way(xs, ys, kinds, man, places[place], (-shape[4]), ghost_x, ghost_y, touch) >= 0) {
          continue;
        }
        const leaving = Math.sqrt((0.12249999999999998 + ((2 * shape[8]) * length)));
        const share = shape[9] / (shape[9] + shape[10]);
        const arriving = leaving / (((1 + shape[6]) * share) * straight);
        found.values[count * found.row + 0] = ((opening(shape[3], length) * touch) * straight) / run;
        found.values[count * found.row + 1] = places[place];
        found.values[count * found.row + 2] = wx;
        found.values[count * found.row + 3] = wy;
        found.values[count * found.row + 4] = Math.sqrt(((arriving * arriving) + ((2 * shape[8]) * run)));
        found.values[count * found.row + 5] = man;
        found.values[count * found.row + 6] = pocket;
        count = count + 1;
      }
    }
  }
  return count;
}

/** Return the class of a stroke; `lines` is the number of baselines that the striker has left. */
function class_of(whites, blacks, queen, striker, direct, lines, met) {
  return (((((((((((whites * 10) + blacks) * 2) + queen) * 2) + striker) * 2) + direct) * 3) + lines) * 2) + met;
}

/** Return the row of a disc's easiest stroke; sides are numbered from 0, BLOCKS for each position. */
function row_of(side, disc) {
  return (side * 20) + disc;
}

/** Write stroke s with noise from these deviates; the place error is dropped where the spot would be illegal. */
function stray(strokes, s, hand, z0, z1, z2, spans_2, struck) {
  const vx = strokes.values[s * strokes.row + 1];
  const vy = strokes.values[s * strokes.row + 2];
  const speed = Math.sqrt(((vx * vx) + (vy * vy)));
  const turn = (hand[0] * (0.8 + ((0.2 * speed) / 2000000))) * z0;
  const square = turn * turn;
  const cosine = 1 - ((square / 2) * (1 - ((square / 12) * (1 - ((square / 30) * (1 - (square / 56)))))));
  const sine = turn * (1 - ((square / 6) * (1 - ((square / 20) * (1 - ((square / 42) * (1 - (square / 72))))))));
  const faster = 1 + (hand[1] * z1);
  let faster_2 = (faster > 0.1) ? faster : 0.1;
  if ((faster_2 > 1) && ((faster_2 * speed) > 11900000)) {
    faster_2 = (speed < 11900000) ? (11900000 / speed) : 1;
  }
  let new_x = nearest((((vx * cosine) - (vy * sine)) * faster_2));
  let new_y = nearest((((vx * sine) + (vy * cosine)) * faster_2));
  if ((new_x === 0) && (new_y === 0)) {
    new_x = strokes.values[s * strokes.row + 1];
    new_y = strokes.values[s * strokes.row + 2];
  }
  const at = strokes.values[s * strokes.row + 0] + nearest((hand[2] * z2));
  let legal = false;
  for (let k = 0, k_end = spans_2.length; k < k_end; k++) {
    if ((spans_2.values[k * spans_2.row + 0] <= at) && (at <= spans_2.values[k * spans_2.row + 1])) {
      legal = true;
    }
  }
  struck.values[0 * struck.row + 0] = legal ? at : strokes.values[s * strokes.row + 0];
  struck.values[0 * struck.row + 1] = new_x;
  struck.values[0 * struck.row + 2] = new_y;
  struck.values[0 * struck.row + 3] = strokes.values[s * strokes.row + 3];
  struck.values[0 * struck.row + 4] = strokes.values[s * strokes.row + 4];
}

/** Simulate samples `first` to `last`, `per` a stroke; each uses its own row of `noise` and its rack. */
function try_many(profile, log, world, sizes, measures, places, quarters, kinds, strokes, noise, offset, per, stride, hand, spans_2, line, shape, base, work, lanes, struck, first, last, classes, lies) {
  for (let job = first, job_end = last; job < job_end; job++) {
    const s = Math.floor(job / per) + 0;
    const row_2 = $modulo(((offset + $modulo(job, per)) + (stride * s + 0)), noise.length);
    const p = $modulo(row_2, places.length);
    stray(strokes, s, hand, noise.values[row_2 * noise.row + 0], noise.values[row_2 * noise.row + 1], noise.values[row_2 * noise.row + 2], spans_2, struck);
    const n = lay(sizes, measures, places, p, struck, 0, quarters);
    const events = fastest.play(profile, world, log, n);
    if (events < 0) {
      classes[job] = 4800;
      continue;
    }
    classes[job] = seen(log, events, measures, places, p, quarters, kinds, hand[4]);
    lie(places, p, quarters, kinds, hand, line, shape, base, work, lanes, lies.values.subarray(job * lies.row, (job + 1) * lies.row));
  }
}

/** Return the class of the stroke just simulated. */
function seen(log, events, measures, places, p, quarters, kinds, colour) {
  let whites = 0;
  let blacks = 0;
  let queen = 0;
  let direct = 0;
  let met = 0;
  let lane = 1;
  for (let disc = 1; disc < 20; disc++) {
    if (places.values[p * places.row + disc * places.depth + 0] === (-1000000000)) {
      continue;
    }
    const touched = state[(528 + lane)] < 1e+300;
    if (touched) {
      met = 1;
    }
    if (state[(504 + lane)] < 1e+300) {
      if (kinds[disc] === 0) {
        queen = 1;
      } else {
        if (kinds[disc] === 1) {
          whites = whites + 1;
        } else {
          blacks = blacks + 1;
        }
      }
      if (touched && (colour > 0) && (kinds[disc] > 0) && (kinds[disc] !== colour)) {
        direct = 1;
      }
    }
    lane = lane + 1;
  }
  const striker = (state[504] < 1e+300) ? 1 : 0;
  let lines = 2;
  if (striker === 0) {
    const lines_2 = lines_left(log, events, state[384], state[408], quarters, measures);
    lines = (lines_2 < 0) ? 2 : lines_2;
  }
  return class_of(whites, blacks, queen, striker, direct, lines, met);
}

/** Write the layout features of the discs at rest, for the player and the following ones, into a row of LIE. */
function lie(places, p, quarters, kinds, hand, line, shape, base, work, lanes, row_2) {
  for (let column = 0; column < 27; column++) {
    row_2[column] = 0;
  }
  if (hand[3] <= 0) {
    return;
  }
  const now = lanes.values.subarray(0 * lanes.row, (0 + 1) * lanes.row);
  const moved = lanes.values.subarray(1 * lanes.row, (1 + 1) * lanes.row);
  let count = 0;
  let gone = 0;
  let lane = 1;
  for (let disc = 1; disc < 20; disc++) {
    now[disc] = -1;
    if (places.values[p * places.row + disc * places.depth + 0] === (-1000000000)) {
      continue;
    }
    if (state[(504 + lane)] < 1e+300) {
      gone = $or(gone, $left(1, disc));
    } else {
      const x = state[(384 + lane)];
      const y = state[(408 + lane)];
      now[disc] = kinds[disc];
      work.values[3 * work.row + disc] = x;
      work.values[4 * work.row + disc] = y;
      if ((nearest((x * 1000000)) !== places.values[p * places.row + disc * places.depth + 0]) || (nearest((y * 1000000)) !== places.values[p * places.row + disc * places.depth + 1])) {
        moved[count] = disc;
        count = count + 1;
        gone = $or(gone, $left(1, disc));
      }
    }
    lane = lane + 1;
  }
  const colour = Math.trunc(hand[4]) + 0;
  write_lie(now, moved, count, gone, colour, quarters, (Math.trunc(hand[5]) + 0), (Math.trunc(hand[6]) + 0), (Math.trunc(hand[7]) + 0), hand[3], line, shape, base, (3 * p), work, row_2);
}

/** Write a row of LIE for discs at `work[3]`, `work[4]` (m, in the board's frame). */
function write_lie(now, moved, count, gone, colour, quarters, after, third, sides, ease, line, shape, base, side_0, work, row_2) {
  for (let side = 0, side_end = sides; side < side_end; side++) {
    const turned_2 = (side === 0) ? quarters : ((side === 1) ? after : third);
    for (let disc = 1; disc < 20; disc++) {
      if (now[disc] >= 0) {
        work.values[0 * work.row + disc] = -away_of(work.values[3 * work.row + disc], work.values[4 * work.row + disc], $modulo((turned_2 + 1), 4));
        work.values[1 * work.row + disc] = away_of(work.values[3 * work.row + disc], work.values[4 * work.row + disc], turned_2);
      }
    }
    const own = ((side === 1) && (colour > 0)) ? (3 - colour) : colour;
    const first = 9 * side;
    let near_2 = 0;
    for (let disc_2 = 1; disc_2 < 20; disc_2++) {
      if ((now[disc_2] < 0) || ((now[disc_2] > 0) && (own > 0) && (now[disc_2] !== own))) {
        continue;
      }
      const place = row_of((side_0 + side), disc_2);
      let ratio = base.values[place * base.row + 0];
      if (($and($right(gone, disc_2), 1) === 1) || ($and((Math.trunc(base.values[place * base.row + 3]) + 0), gone) !== 0) || !(still_open(work.values.subarray(0 * work.row, (0 + 1) * work.row), work.values.subarray(1 * work.row, (1 + 1) * work.row), disc_2, moved, count, line, shape, base.values.subarray(place * base.row, (place + 1) * base.row)))) {
        easiest(work.values.subarray(0 * work.row, (0 + 1) * work.row), work.values.subarray(1 * work.row, (1 + 1) * work.row), now, disc_2, line, shape, work.values.subarray(2 * work.row, (2 + 1) * work.row), work.values.subarray(5 * work.row, (5 + 1) * work.row));
        ratio = work.values[2 * work.row + 0];
      }
      const hard = nearest((1000000 * (1 - error_function((ratio / (ease * 1.4142135623730951))))));
      if (now[disc_2] === 0) {
        row_2[(first + 2)] = hard;
        continue;
      }
      near_2 = near_2 + nearness(work.values[3 * work.row + disc_2], work.values[4 * work.row + disc_2], shape);
      row_2[(first + 1)] = row_2[(first + 1)] + hard;
      if (own === 0) {
        insert(row_2, ((first + 3) + ((now[disc_2] === 1) ? 0 : 3)), 3, (1000000 - hard));
        continue;
      }
      insert(row_2, (first + 3), 5, hard);
      if ((1000000 - hard) > row_2[(first + 8)]) {
        row_2[(first + 8)] = 1000000 - hard;
      }
    }
    row_2[(first + 0)] = nearest((1000000 * near_2));
  }
}

/** Insert a value into the `count` largest values of a row from `first` on, in descending order. */
function insert(row_2, first, count, value) {
  for (let place = first, place_end = first + count; place < place_end; place++) {
    if (value > row_2[place]) {
      const other = row_2[place];
      row_2[place] = value;
      value = other;
    }
  }
}

/** Return the value of nearness to a pocket: 1 at its mouth, about a third at NEARNESS. */
function nearness(x, y, shape) {
  const dx = ((x > 0) ? x : (-x)) - shape[2];
  const dy = ((y > 0) ? y : (-y)) - shape[2];
  const share = Math.sqrt(((dx * dx) + (dy * dy))) / 0.11;
  return 1 / (1 + (share * (1 + (share * (0.5 + (share * (0.16666666666666666 + (share / 24))))))));
}

/** Write, for every position and player of the layout, the easiest stroke at each disc before the stroke. */
function foresee_men(places, quarters, kinds, hand, line, shape, base, work, lanes) {
  const colour = Math.trunc(hand[4]) + 0;
  for (let p = 0, p_end = places.length; p < p_end; p++) {
    for (let side = 0, side_end = Math.trunc(hand[7]) + 0; side < side_end; side++) {
      const turned_2 = (side === 0) ? quarters : ((side === 1) ? (Math.trunc(hand[5]) + 0) : (Math.trunc(hand[6]) + 0));
      turn_to_player(places, p, turned_2, kinds, work.values.subarray(0 * work.row, (0 + 1) * work.row), work.values.subarray(1 * work.row, (1 + 1) * work.row), lanes.values.subarray(0 * lanes.row, (0 + 1) * lanes.row));
      const own = ((side === 1) && (colour > 0)) ? (3 - colour) : colour;
      for (let disc = 1; disc < 20; disc++) {
        if ((lanes.values[0 * lanes.row + disc] === 0) || ((lanes.values[0 * lanes.row + disc] > 0) && ((own === 0) || (lanes.values[0 * lanes.row + disc] === own)))) {
          const known = base.values.subarray(row_of(((3 * p) + side), disc) * base.row, (row_of(((3 * p) + side), disc) + 1) * base.row);
          easiest(work.values.subarray(0 * work.row, (0 + 1) * work.row), work.values.subarray(1 * work.row, (1 + 1) * work.row), lanes.values.subarray(0 * lanes.row, (0 + 1) * lanes.row), disc, line, shape, known, work.values.subarray(5 * work.row, (5 + 1) * work.row));
        }
      }
    }
  }
}

/** Write a row of LIE for every position; `seats` holds the first player's colour, the players' quarter turns, and how many players there are. */
function survey(places, kinds, seats, eases, line, shape, base, work, lanes, rows) {
  for (let p = 0, p_end = places.length; p < p_end; p++) {
    for (let disc = 1; disc < 20; disc++) {
      lanes.values[0 * lanes.row + disc] = -1;
      if (places.values[p * places.row + disc * places.depth + 0] !== (-1000000000)) {
        lanes.values[0 * lanes.row + disc] = kinds[disc];
        work.values[3 * work.row + disc] = places.values[p * places.row + disc * places.depth + 0] / 1000000;
        work.values[4 * work.row + disc] = places.values[p * places.row + disc * places.depth + 1] / 1000000;
      }
    }
    for (let column = 0; column < 27; column++) {
      rows.values[p * rows.row + column] = 0;
    }
    write_lie(lanes.values.subarray(0 * lanes.row, (0 + 1) * lanes.row), lanes.values.subarray(1 * lanes.row, (1 + 1) * lanes.row), 0, (-1), seats.values[p * seats.row + 0], seats.values[p * seats.row + 1], seats.values[p * seats.row + 2], seats.values[p * seats.row + 3], seats.values[p * seats.row + 4], eases[p], line, shape, base, 0, work, rows.values.subarray(p * rows.row, (p + 1) * rows.row));
  }
}

/** Write the positions of the discs in the player's frame, in m, and which discs are on the board. */
function turn_to_player(places, p, quarters, kinds, xs, ys, now) {
  const back = $modulo((4 - quarters), 4);
  for (let disc = 1; disc < 20; disc++) {
    now[disc] = -1;
    if (places.values[p * places.row + disc * places.depth + 0] !== (-1000000000)) {
      now[disc] = kinds[disc];
      xs[disc] = turned_x(places.values[p * places.row + disc * places.depth + 0], places.values[p * places.row + disc * places.depth + 1], back) / 1000000;
      ys[disc] = turned_y(places.values[p * places.row + disc * places.depth + 0], places.values[p * places.row + disc * places.depth + 1], back) / 1000000;
    }
  }
}

export const fastest = { play };

/** Instructions of these functions: play. */
const $binary =
  'AGFzbQEAAAAB0wIpYAF8AX5gA39+fAN8fHxgA39+fAF8YAN/fnwBfmAHf358fHx8fABgA398fAF+YAR/fnx8A3x8fGAEf358fAF8YAV/fnx8fAF8YAR/fnx8AGAEf398fAF8YAZ/f3x8fHwBfGAFf39+fHwBfGACfnwAYAR/f358AX9gA39/fgF8YAN/f34DfHx8YAh/f39/f35+fABgBn9/fnx8fABgBH9/f34AYAd/f39+fHx+AGAHfHx8fHx8fAF8YAV/fn58fAF8YAN8fHwBfGAEfn58fAF8YAZ/fn58fHwBfGACfHwBfGADf3x8AGADf358AGAFf35+fHwAYAZ/f35+fnwBfGAKf39/f39+fn58fgF/YAl/f39/f35+fnwAYAZ/f39/f34BfmABfgBgBH9+fHwCfn5gAn5+AGAGf35+fnx8AGAHf39/fn58fABgA35+fABgAXwCfH4CEQEEcGFnZQZtZW1vcnkCAQoKAzU0KAABAgMCBAUGBwcICQoLDA0ODxAREhMUFRYWFRcYGRobHAkdHRkaFx4fICEcIiMkJSQmJwcIAQRwbGF5ACsKtJYBNHcBAn4gAL0hAUL+ByECIABEAAAAAAAAAABhIAFCNIhC/w+DQv8PUXIEQCAAQgAPCyABQjSIQv8Pg1AEQCAARAAAAAAAAFBDor0hAUK0CCECCyABQv////////+HgH+DQoCAgICAgIDwP4S/IAFCNIhC/w+DIAJ9CzoEAXwBfgF8AX4gABAAIQIhASABIQMgAiEEIARCAX1CYH1CEH4gA0QAAAAAAABAQKJCELmh/AZ8DwALwwIJAXwBfgF8AXwBfAF8AXwBfAF8IAJEAAAAAAAA8D1lBEAgAEIBp0EDdGorAwAhAyACRAAAAAAAAAAAYwRARAAAAAAAAAAAIQILIAMgAqJEAAAAAAAA4D8gA6IgAqIgAqIgAw8LQgIgAUKAEH4gAhABfEIKfnwhBCACIAAgBKdBA3RqKwMAoSEFIAAgBKdBA3RqKwMIIQYgACAEp0EDdGorAxAhByAAIASnQQN0aisDGCEIIAAgBKdBA3RqKwMgIQkgBiAFIAcgBSAIIAUgCaKgoqCioCEKIAAgBKdBA3RqKwMoIAUgBiAFRAAAAAAAAOA/IAeiIAVEVVVVVVVV1T8gCKIgBUQAAAAAAADQPyAJoqKgoqCioKKgIQsgCiALIAcgBUQAAAAAAAAAQCAIoiAFRAAAAAAAAAhAIAmioqCioA8AC64BAgF+AXwgAkQAAAAAAADwPWUEQCACRAAAAAAAAAAAYwRARAAAAAAAAAAAIQILIABCAadBA3RqKwMAIAKiIABCAKdBA3RqKwMAow8LQgIgAUKAEH4gAhABfEIKfnwhAyACIAAgA6dBA3RqKwMAoSEEIAAgA6dBA3RqKwMwIAQgACADp0EDdGorAzggBCAAIAOnQQN0aisDQCAEIAAgA6dBA3RqKwNIoqCioKKgDwALkAEFAXwBfAF+AXwBfiACIABCAKdBA3RqKwMAoUQAAAAAAADwPyACo0QAAAAAAADwPyAAQgCnQQN0aisDAKOhIAFCAFEbIQMgAxAAIQUhBCAEIQYgBSEHIANEAAAAAAAAAABlBH9BAQUgB0JoVwsEQEIADwsgB0JofUIQfiAGRAAAAAAAAEBAokIQuaH8BnwPAAu8BA8BfgF8AXwBfgF+AXwBfgF+AXwBfAF8AXwBfAF8AX5CgsACIAFCgRB+fCEDRAAAAAAAAPA/RAAAAAAAAPC/IAFCAFEbIQQgBCACoiEFIAUgBCAAIAOnQQN0aisDAKJlBEBEAAAAAAAA8D0PCyAAQoTgAiABQoAKfnwgACABIAIQBHynQQN0aisDAPwGIQYCQANAIAQgACADIAZ8p0EDdGorAwiiIAVlRQ0BIAZCAXwhBgwACwtCAiABQoAQfiAGfEIKfnwhByAAIAenQQN0aisDACEIIAYhCSAJQhB/IAlCEIFCP4d8IQogACAHIAYgCkIQfn1CCn59p0EDdGorAwBCELmjIQsgACAHp0EDdGorAwggAiAAIAenQQN0aisDMKKhIQwgACAHp0EDdGorAxAgAiAAIAenQQN0aisDOKKhIQ0gACAHp0EDdGorAxggAiAAIAenQQN0aisDQKKhIQ4gACAHp0EDdGorAyAgAiAAIAenQQN0aisDSKKhIQ8gCyACIAAgAyAGfKdBA3RqKwMAoaIgACADIAZ8p0EDdGorAwggACADIAZ8p0EDdGorAwChoyEQQgAhEQJAA0AgEUIDWQ0BAkAgECAMIBAgDSAQIA4gECAPoqCioKKgIA0gEEQAAAAAAAAAQCAOoiAQRAAAAAAAAAhAIA+ioqCioKOhIRALIBFCAXwhEQwACwsgEEQAAAAAAAAAAGMEQEQAAAAAAAAAACEQCyAQIAtkBEAgCyEQCyAIIBCgDwALrQUQAXwBfAF+AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwgBCAEoiAFIAWioJ8hByAGIAaaIAZEAAAAAAAAAABmGyEIQgIhCSAHRAAAAAAAAAAAZQRAQgQhCQsgAEEARwRAIAAgByAIEAchCSAJQgNZBEBEAAAAAAAAAAAhBwsLIAGnQQN0IAI5A4ARIAGnQQN0IAc5A4AOIAGnQQN0IAY5A8APIAGnQQN0RJx1AIg85Dd+OQPAJCABp0ECdCAJPgLAaUQAAAAAAAAAACEKRAAAAAAAAAAAIQtEAAAAAAAAAAAhDEQAAAAAAAAAACENIAdEAAAAAAAAAABkBEAgAadBA3QgBCAHozkDgAsgAadBA3QgBSAHozkDwAwgByADoyELRAAAAAAAAOA/IAeiIAuiIQogAyEMIAMhDSAAQQBHBH8gCUICUgVBAAsEQCAAIAkgByAIoxAFIQ4gACAJIA4QAiERIRAhDyAPIRIgECETIBEhFCAHIBKjIRUgFSAVoiADoyEWIBUgDqIgA6MhCyAWIBOiIQogAyAAQgGnQQN0aisDAKIhDCADIBSiIQ0gAadBA3QgDjkDwBUgAadBA3QgFTkDwBggAadBA3QgAyAVozkDgBcgAadBA3QgFjkDgBogAadBA3QgEzkDwBsLCyABp0EDdCACIAugOQOAHSABp0EDdCAKOQPAHiABp0EDdCABp0EDdCsDgAggAadBA3QrA4ALIAqioDkDgCAgAadBA3QgAadBA3QrA8AJIAGnQQN0KwPADCAKoqA5A8AhIAGnQQN0IAw5A4AjIAGnQQN0IAGnQQN0KwOACDkDwDAgAadBA3QgAadBA3QrA8AJOQOAMiABp0EDdCAHOQPAMyABp0EDdCANOQOANSABp0EDdEQAAAAAAAAAADkDwDYLcQAgAUQAAAAAAAAAAGUEQEIDQgQgAkQAAAAAAAAAAGQbDwsgASACIABCgdACp0EDdGorAwCiZgRAQgIPCyABIAIgAEKAIKdBA3RqKwOQgBSiZQRAQgMPC0IAQgEgASACIABCAKdBA3RqKwMAomYbDwAL9AEJAXwBfgF8AXwBfAF8AXwBfAF8IAIgAadBA3QrA4AdZgRAIAGnQQN0KwPAHkQAAAAAAAAAAEQAAAAAAAAAAA8LIAIgAadBA3QrA4ARoSEEIABBAEcEQCABp0ECdDQCwGkhBSAFQgJSBEAgACAFIAGnQQN0KwPAFSAEIAGnQQN0KwOAF6KhEAIhCCEHIQYgBiEJIAchCiAIIQsgAadBA3QrA8AbIAqhIAGnQQN0KwOAGqIgAadBA3QrA8AYIAmiIAMgC6IPCwsgAadBA3QrA4AOIQwgDEQAAAAAAADgPyADoiAEoqEgBKIgDCADIASioSADDwAL7wEEAXwBfAF+AXwgAEUEQEQAAAAAAAAAAA8LIAGnQQN0KwPADyEEIAQgBJogBEQAAAAAAAAAAGYbIQUgAadBAnQ0AsBpIQYgAiABp0EDdCsDgBGhIQcgBkIBVwRAIAGnQQN0KwPAGCAAIAYgAadBA3QrA8AVIAcgAadBA3QrA4AXoqEQA6IhBQUgBkICUQRAIAIgAadBA3QrA4AdZgRARAAAAAAAAAAAIQULBSAFRFVVVVVVVfU/IAOiIAeioSEFCwsgBUQAAAAAAAAAAGMEQEQAAAAAAAAAACEFCyAFIAWaIAREAAAAAAAAAABmGw8AC9UBBQF+AXwBfAF8AXwgAEEARwRAIAGnQQJ0NALAaSEEIARCAlIEQCABp0EDdCsDwBUhBSAAIAQgBSABp0EDdCsDwBsgAadBA3QrA8AbIAIgAadBA3QrA4Aao6EQCyEGIAGnQQN0KwOAESAFIAahIAGnQQN0KwOAF6OgDwsLIAGnQQN0KwOADiEHIAcgB6JEAAAAAAAAAEAgA6IgAqKhIQggAadBA3QrA4ARRAAAAAAAAABAIAKiIAcgCEQAAAAAAAAAACAIRAAAAAAAAAAAZBufoKOgDwALwgEKAXwBfwF+AXwBfAF8AXwBfAF8AXwgBEQAAAAAAAAAAGUEQEQAAAAAAAAAAA8LIAIgBCADo5+iIQVCACEHAkADQCAHQihZDQECQCAAIAEgBRACIQohCSEIIAghCyAJIQwgCiENIAwgBKEgC6MhDiAFIA6hIQUgBUQAAAAAAAAAAGUEQESgwuv+S0i0OSEFCyAOIA6iRJfURkb1Dmc8IAWiIAWiZQRADAMLCyAHQgF8IQcMAAsLIAUgAiAFIAJjGw8AC9IDEQF/AXsBewF7AXsBewF7AXsBewF+AX4BfAF8AXwBfAF8AXwgAEUEQCAC/RQhBiAD/RQhCEEAIQQDQCAE/QADgA4hBSAGIAT9AAOAEf3xASEHIAUgCCAH/fIB/fEBIQkgBf0MAAAAAAAA4D8AAAAAAADgPyAI/fIBIAf98gH98QEgB/3yASEKIAYgBP0AA4Ad/UwhCyAE/QADwB4gCiAL/VIhDCAE/QwAAAAAAAAAAAAAAAAAAAAAIAkgC/1S/QsDwDMgBCAM/QsDwDYgBCAE/QADgAggBP0AA4ALIAz98gH98AH9CwPAMCAEIAT9AAPACSAE/QADwAwgDP3yAf3wAf0LA4AyIARBEGoiBEHAAUgNAAsFIAEhDkIAIQ0CQANAIA0gDlkNAQJAIA2nQQN0KwPAM0QAAAAAAAAAAGQEQCAAIA0gAiADEAghESEQIQ8gDyESIBAhEyARIRQgDadBA3QgEzkDwDMgDadBA3QgFDkDgDUgDadBA3QgEjkDwDYgDadBA3QgDadBA3QrA4AIIA2nQQN0KwOACyASoqA5A8AwIA2nQQN0IA2nQQN0KwPACSANp0EDdCsDwAwgEqKgOQOAMgsLIA1CAXwhDQwACwsLC2wDAXwBfAF8IABCBadBA3RqKwMAIABCBqdBA3RqKwMAoSEEIAIgApogAkQAAAAAAAAAAGQbIAShIQUgAyADmiADRAAAAAAAAAAAZBsgBKEhBiAAQganQQN0aisDACAFIAWiIAYgBqKgn6EPAAvGAQYBfAF8AXwBfAF8AXwgAEIFp0EDdGorAwAgAEIGp0EDdGorAwChIQYgBiAGmiACRAAAAAAAAAAAZBsgAqEhByAGIAaaIANEAAAAAAAAAABkGyADoSEIIAcgBaIgCCAEoqEhCSAAQganQQN0aisDACAAQganQQN0aisDAKIgCSAJoqEhCiAHIASiIAggBaKgIApEAAAAAAAAAAAgCkQAAAAAAAAAAGQbn6AhCyALRAAAAAAAAAAAIAtEAAAAAAAAAABkGw8AC4UDDQF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAKnQQN0KwOACCEFIAKnQQN0KwPACSEGIAKnQQN0KwOACyEHIAKnQQN0KwPADCEIRAAAAAAAAOA/IAMgBKCiIQkgACABIAUgByADoqAgBiAIIAOioBANIQogACABIAUgByAJoqAgBiAIIAmioBANIQsgACABIAUgByAEoqAgBiAIIASioBANIQwgCkQAAAAAAAAQQCALoqAgDKBEAAAAAAAAGECjIQ0gDUT8qfHSTWJQP2MEQET8qfHSTWJQPyENCyACp0EDdCsDwBIhDkQFo5I6AZ0jQCANoiANIA6goiANIA2iRAAAAAAAANA/IA6iIA6ioKMhDyACp0EDdCAPOQOALyAAQgenQQN0aisDACACp0EDdCsDgCyhIRAgEEQAAAAAAAAAAGUEQEQAAAAAAAAAAA8LIAKnQQN0KwPALSERRAAAAAAAAABAIBCiIBEgESARokQAAAAAAAAAQCAPoiAQoqCfoKMPAAumAQIBfAF8IACnQQN0KwPAKiABZARADwsgAKdBA3QrA8AqIACnQQN0KwOAESAAp0EDdCsDwCogAKdBA3QrA4ARZBshAiABIAKhIQMgAKdBA3QgAKdBA3QrA4AsIACnQQN0KwPALUQAAAAAAADgPyAAp0EDdCsDgC+iIAOioCADoqA5A4AsIACnQQN0IACnQQN0KwPALSAAp0EDdCsDgC8gA6KgOQPALQscACACIAMQECAAIAEgAhASRAAAAAAAAAAAZA8AC3ECAXwBfEQAAAAAAADwPyACp0EDdCsDgCwgAEIHp0EDdGorAwCjoSEDIANEAAAAAAAAAABlBEBEAAAAAAAAAAAPCyAAIAEgAhATIQQaGiAEIAOiIAKnQQN0KwPALUQAAAAAAADwPyADIAOioZ+ioQ8AC8EBBgF8AXwBfAF8AXwBfCAAQgWnQQN0aisDACAAQganQQN0aisDAKEhAyACp0EDdCsDwDAhBCACp0EDdCsDgDIhBSAEIAMgA5ogBEQAAAAAAAAAAGQboSEGIAUgAyADmiAFRAAAAAAAAAAAZBuhIQdEAAAAAAAA8D8gBiAGoiAHIAeioJ+jIQggBiAIoiEGIAcgCKIhByAGIAcgAqdBA3QrA4ALIAaiIAKnQQN0KwPADCAHoqAgAqdBA3QrA8Azog8AC+kEDQF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAFCAKdBA3RqKwMAIQggBqdBA3QrA8AwIQkgBqdBA3QrA4AyIQogBqdBA3QrA4ALIAanQQN0KwPAM6IhCyAGp0EDdCsDwAwgBqdBA3QrA8AzoiEMIAAgBiAHIAgQCSENIAEgAiAGEBMhECEPIQ4gDiERIA8hEiAQIRMgEyABIAIgBhASRAAAAAAAAPA/IAanQQN0KwOALCABQgenQQN0aisDAKOhoqEhFCAFQgBZBEAgAyAFp0EDdGpCBLk5AwAgAyAFp0EDdGogBrk5AwggAyAFp0EDdGpEAAAAAAAA8L85AxAgAyAFp0EDdGogBzkDGCADIAWnQQN0aiAJOQMgIAMgBadBA3RqIAo5AyggAyAFp0EDdGpEAAAAAAAAAAA5AzAgAyAFp0EDdGpEAAAAAAAAAAA5AzggAyAFp0EDdGogETkDQCADIAWnQQN0aiASOQNIIAMgBadBA3RqIBQgBqdBA3QrA4AUojkDUCADIAWnQQN0akQAAAAAAAAAADkDWCADIAQgBUIMfCALIAwgDRAVCyALIBQgEaKhIQsgDCAUIBKioSEMIAVCAFkEQCADIAQgBUISfCALIAwgDRAVIAMgBCAFQgx8QgN8RAAAAAAAAAAARAAAAAAAAAAARAAAAAAAAAAAEBUgAyAEIAVCEnxCA3xEAAAAAAAAAABEAAAAAAAAAABEAAAAAAAAAAAQFQsgBqdBA3REnHUAiDzkN345A8AqIAanQQN0IAk5A4AIIAanQQN0IAo5A8AJIAAgBiAHIAggCyAMIA0QBgssACAAIAKnQQN0aiADOQMAIAAgAqdBA3RqIAQ5AwggACACp0EDdGogBTkDEAvxBQ0BfwF8AXwBfAF8AXwBfAF8AX4BfAF8AXwBfCADp0EDdEScdQCIPOQ3fjkDwCQgAUIHp0EDdGorAwBEAAAAAAAAAABkBH8gA6dBA3QrA8AqIAOnQQN0KwOAEWUFQQALIQQgBEUEQCADp0EDdEScdQCIPOQ3fjkDwCoLIAOnQQN0KwPAM0QAAAAAAAAAAGUEQCAEBEAgA6dBA3QgA6dBA3QrA4ARIAEgAiADRAAAAAAAAAAARAAAAAAAAAAAEA+gOQPAJCADp0ECdEIDPgKAawsPCyADp0EDdCsDgAghBSADp0EDdCsDwAkhBiADp0EDdCsDgAshByADp0EDdCsDwAwhCCABQgWnQQN0aisDACADp0EDdCsDwBKhIQlEnHUAiDzkN34hCkScdQCIPOQ3fiELIAdEAAAAAAAAAABkBEAgCSAFoSAHoyEKBSAHRAAAAAAAAAAAYwRAIAmaIAWhIAejIQoLCyAIRAAAAAAAAAAAZARAIAkgBqEgCKMhCwUgCEQAAAAAAAAAAGMEQCAJmiAGoSAIoyELCwtCASEMIAohDSALIApjBEBCAiEMIAshDQsgDUQAAAAAAAAAAGMEQEQAAAAAAAAAACENCyADp0EDdCsDwB4hDiAEBEAgACABIAIgA0QAAAAAAAAAACANIAwQFw8LIA0gDiANIA5jGyEPIAUgBiAHIAggDyABQgWnQQN0aisDACABQganQQN0aisDABAYIRAgECAPYwRAIBBEAAAAAAAAAABjBEBEAAAAAAAAAAAhEAsgAUIHp0EDdGorAwBEAAAAAAAAAABkBEAgA6dBA3QgACADIBAgAUIAp0EDdGorAwAQCjkDwCogA6dBA3REAAAAAAAAAAA5A4AsIAOnQQN0RAAAAAAAAAAAOQPALSAAIAEgAiADIBAgDSAMEBcPC0IDIQwgECENCyANIA5jBEAgA6dBA3QgACADIA0gAUIAp0EDdGorAwAQCjkDwCQgA6dBAnQgDD4CgGsLC5gCBwF8AXwBfAF8AXwBfAF8IAOnQQN0KwOACCADp0EDdCsDgAsgBKKgIQcgA6dBA3QrA8AJIAOnQQN0KwPADCAEoqAhCCAEIAEgAiAHIAggA6dBA3QrA4ALIAOnQQN0KwPADBAOoCEJIAkgBWMEQCAJIQVCBCEGCyADp0EDdCsDwB4hCiADp0EDdCsDwCogA6dBA3QrA4ARIAOnQQN0KwPAKiADp0EDdCsDgBFkGyELIAsgASACIAMgBCAFIAogBSAKYxsQD6AhDCAFIApjBHwgACADIAUgAUIAp0EDdGorAwAQCgVEnHUAiDzkN34LIQ0gDCANZQRAIAwhDUIDIQYLIAOnQQN0IA05A8AkIAOnQQJ0IAY+AoBrC9QCDwF8AXwBfAF/AX8BfwF7AXsBfgF8AXwBfAF8AXwBfCAFRAAAAAAAAABAIAaioSEHIAAgAiAEoqAhCCABIAMgBKKgIQkgACAHZAR/QQEFIAAgB5pjBH9BAQUgCCAHZAR/QQEFIAggB5pjCwsLIQogASAHZAR/QQEFIAEgB5pjBH9BAQUgCSAHZAR/QQEFIAkgB5pjCwsLIQsgCgR/IAsFQQALRQRAIAQPC0IAIQ8CQANAIA9CBFkNAQJAIAUgBqEgBiAFoSAPQgGDQgBSGyAAoSEQIAUgBqEgBiAFoSAPQgKDQgBSGyABoSERIBAgAqIgESADoqAhEiASRAAAAAAAAAAAZARAIBAgA6IgESACoqEhEyAGIAaiIBMgE6KhIRQgFEQAAAAAAAAAAGQEQCASIBSfoSEVIBUgBGMEQCAVIQQLCwsLIA9CAXwhDwwACwsgBA8AC9cBBAF8AXwBfAF8IAKnQQN0KwPAM0QAAAAAAAAAAGUEQCAAIAEgAiADIAQQGg8LIAGnQQN0KwPAM0QAAAAAAAAAAGUEQCAAIAIgASADIAQQGg8LIAGnQQN0KwOAHSEFIAKnQQN0KwOAHSEGIAUgBiAFIAZjGyEHIABFBEAgASACIAcgA6EgBBAdIQgFIAAgASACIAMgByADoSAEEB4hCAsgCEScdQCIPOQ3fmMEQCADIAigDwsgBSAGYwRAIAAgAiABIAcgBBAaDwsgACABIAIgByAEEBoPAAvVAxEBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAAgASADIAQQCCEHIQYhBSAFIQggBiEJIAchCiAJRAAAAAAAAAAAZQRARJx1AIg85Dd+DwsgAadBA3QrA4ALIQsgAadBA3QrA8AMIQwgAqdBA3QrA4AgIAGnQQN0KwOACCALIAiioKEhDSACp0EDdCsDwCEgAadBA3QrA8AJIAwgCKKgoSEOIA0gC6IgDiAMoqAhDyAPRAAAAAAAAAAAZQRARJx1AIg85Dd+DwsgDSAMoiAOIAuioSEQIAGnQQN0KwPAEiACp0EDdCsDwBKgIREgESARoiAQIBCioSESIBJEAAAAAAAAAABlBEBEnHUAiDzkN34PCyAPIBKfoSETIBNEAAAAAAAAAABjBEBEAAAAAAAAAAAhEwsgAEUEf0EBBSABp0ECdDQCwGlCAlELBEAgCSAJokQAAAAAAAAAQCAEoiAToqEhFCAURAAAAAAAAAAAZQRARJx1AIg85Dd+DwsgA0QAAAAAAAAAQCAToiAJIBSfoKOgDwsgCCAToCABp0EDdCsDwB5mBEBEnHUAiDzkN34PCyAAIAEgCCAToCAEEAohFSAVIAMgFSADZBsPAAuxAQUBfAF8AXwBfAF8IAQgBKIgBSAFoqAhByACIASiIAMgBaKgIQhEAAAAAAAAAEAgAiACoiADIAOioCAAIASiIAEgBaKgoaIhCSAJIAZEAAAAAAAACEAgB6IgBqJEAAAAAAAAGEAgCKKhoqAhCiAKIAkgCiAJYxshCyAIRAAAAAAAAAAAZAR/IAggBiAHomMFQQALBEAgCUQAAAAAAAAIQCAIoiAIoiAHo6EhCwsgCw8AC44BAQF8IAJEAAAAAAAAAABmBH8gAUQAAAAAAAAAAGYFQQALBEBEnHUAiDzkN34PCyABIAGiRAAAAAAAAABAIAKiIACioSEDIANEAAAAAAAAAABjBEBEnHUAiDzkN34PCyABRAAAAAAAAAAAYwRARAAAAAAAAABAIACiIAOfIAGhow8LIAEgA5+gIAKaow8AC8QGJAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF/AXsBewF7AXsBewF7AXsBewF7AX4BfAF8AXwBfCAAp0EDdCsDwDMhBCABp0EDdCsDwDMhBSABp0EDdCsDwDAgAKdBA3QrA8AwoSEGIAGnQQN0KwOAMiAAp0EDdCsDgDKhIQcgAadBA3QrA4ALIAWiIACnQQN0KwOACyAEoqEhCCABp0EDdCsDwAwgBaIgAKdBA3QrA8AMIASioSEJIAMgAadBA3QrA4ALIACnQQN0KwOAC6GiIQogAyABp0EDdCsDwAwgAKdBA3QrA8AMoaIhCyAAp0EDdCsDwBIgAadBA3QrA8ASoCEMIAggCKIgCSAJoqAhDSAIIAqiIAkgC6KgIQ4gCiAKoiALIAuioCEPIAYgBqIgByAHoqAgDCAMoqEhEEQAAAAAAAAAQCAGIAiiIAcgCaKgoiERIA0gBiAKoiAHIAuioKEhEiAOmiETRAAAAAAAANA/IA+iIRQgDiAPo0QAAAAAAADwvyAPRAAAAAAAAAAAZBshFUQAAAAAAAAAQCASokQAAAAAAAAIQCAOoiAVoqEhFkQAAAAAAAAAQCASoiACRAAAAAAAABhAIBOiRAAAAAAAAChAIBSiIAKioKKgIRdEAAAAAAAAAAAhGEIAISMCQANAICNC5ABZDQECQCAQIBggESAYIBIgGCATIBggFKKgoqCioKKgISQgESAYRAAAAAAAAABAIBKiIBhEAAAAAAAACEAgE6IgGEQAAAAAAAAQQKIgFKKgoqCioCElRAAAAAAAAABAIBKiIBhEAAAAAAAAGEAgE6IgGEQAAAAAAAAoQKIgFKKgoqAhJiAXICZjBEAgFyEmCyAVIBhkBH8gFSACYwR/IBYgJmMFQQALBUEACwRAIBYhJgsgJEQAAAAAAAAAAGUEQCAlRAAAAAAAAAAAYwRAIBgPC0QAAAAAAAAAACEkCyAkICUgJhAcIScgGCAnoCEYIBggAmQEQEScdQCIPOQ3fg8LICcgJ6IgDaJErEPS0V1yMjxjBH9BAQUgJ0QWVueerwPSPGMLBEAgGA8LCyAjQgF8ISMMAAsLIBgPAAvqBSABfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfwF+AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAGnQQN0KwOACyEGIAGnQQN0KwPADCEHIAKnQQN0KwOACyEIIAKnQQN0KwPADCEJIAGnQQN0KwPAEiACp0EDdCsDwBKgIQogAadBA3QrA8A2IQsgAqdBA3QrA8A2IQwgAadBA3QrA8AzIQ0gAqdBA3QrA8AzIQ4gAadBA3QrA4A1IQ8gAqdBA3QrA4A1IRBEAAAAAAAAAAAhEUIAIRMCQANAIBNC5ABZDQECQCARRAAAAAAAAAAAZARAIAAgASADIBGgIAUQCCEWIRUhFCAUIQsgFSENIBYhDyAAIAIgAyARoCAFEAghGSEYIRcgFyEMIBghDiAZIRALIAKnQQN0KwOACCAIIAyioCABp0EDdCsDgAggBiALoqChIRogAqdBA3QrA8AJIAkgDKKgIAGnQQN0KwPACSAHIAuioKEhGyAIIA6iIAYgDaKhIRwgCSAOoiAHIA2ioSEdIBogGqIgGyAboqAgCiAKoqEhHkQAAAAAAAAAQCAaIByiIBsgHaKgoiEfIB5EAAAAAAAAAABlBEAgH0QAAAAAAAAAAGMEQCARDwtEAAAAAAAAAAAhHgtEAAAAAAAA4D8gDyABp0EDdCsDgCOgoiEgRAAAAAAAAOA/IBAgAqdBA3QrA4AjoKIhISAEIBGhISIgGiAbIBwgHSAIICGiIAYgIKKhIAkgIaIgByAgoqEgIhAbISMgDyAgEB8gECAhEB+gISQgI0QAAAAAAAAAQCAkoiAKRAAAAAAAANA/ICSiICKiICKioKKhISMgHiAfICMQHCElIBEgJaAhESARIARkBEBEnHUAiDzkN34PCyAlICWiIBwgHKIgHSAdoqCiRKxD0tFdcjI8YwR/QQEFICVEFlbnnq8D0jxjCwRAIBEPCwsgE0IBfCETDAALCyARDwALOgEBfCAAIAGhIQIgAkQAAAAAAAAAAGMEQCACmiECCyACRHLEWnwKAPA/okTxaOOItfjkPiABoqAPAAuLBA4BfwF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7IAL9FCEIIAH9FCEOQQAhAwNAIAP9AAPAMyEEIAT9DAAAAAAAAAAAAAAAAAAAAAD9SiEFIAP9AAOACyEGIAP9AAPADCEHIAj9DAAAAAAAAAAAAAAAAAAAAAAgBf1SIQkgAEEARwRAIAP9AAOANSEK/QwAAAAAAADgPwAAAAAAAOA/IAogA/0AA4Aj/fAB/fIB/QwAAAAAAAAAAAAAAAAAAAAAIAX9UiEJIAogCf3xASEMIAwgDP3tASAM/QwAAAAAAAAAAAAAAAAAAAAA/Ur9UiENIAMgDf0McsRafAoA8D9yxFp8CgDwP/3yAf0M8WjjiLX45D7xaOOItfjkPiAJ/fIB/fAB/QwAAAAAAAAAAAAAAAAAAAAAIAX9Uv0LA4A+CyADIAYgBP3yAf0LA4A4IAMgByAE/fIB/QsDwDkgAyAGIAn98gH9CwOAOyADIAcgCf3yAf0LA8A8IAP9AAOAHSAO/fEBIQ8gAyAP/QwAAAAAAECPQAAAAAAAQI9AIAX9Uv0LA8A/IAP9AAPAJCAO/fEBIRAgAyAQ/QwAAAAAAECPQAAAAAAAQI9AIBD9DAAAAAAAQI9AAAAAAABAj0D9Sf1S/QsDgEEgAyAD/QADwB4gA/0AA8A2/fEB/QsDwEIgA0EQaiIDQcABSA0ACwvEDUsBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfwF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsgAadBA3QrA8AwIQMgAadBA3QrA4AyIQQgAadBA3QrA4A4IQUgAadBA3QrA8A5IQYgAadBA3QrA4A7IQcgAadBA3QrA8A8IQggAadBA3QrA8ASIQkgAadBA3QrA4ALIQogAadBA3QrA8AMIQsgAadBA3QrA8A/IQwgAadBA3QrA4BBIQ0gAadBA3QrA8BCIQ4gAadBA3QrA4AgIQ8gAadBA3QrA8AhIRAgAadBA3QrA4A+IREgA/0UIRMgBP0UIRUgBf0UIRcgBv0UIRkgB/0UIRsgCP0UIR0gCf0UIR8gDP0UISMgDf0UISUgEf0UITIgCv0UIT4gC/0UIUAgD/0UIUIgEP0UIUQgDv0UIUYgAv0UIU1BACESA0AgEv0AA8AwIBP98QEhFCAS/QADgDIgFf3xASEWIBL9AAOAOCAX/fEBIRggEv0AA8A5IBn98QEhGiAS/QADgDsgG/3xASEcIBL9AAPAPCAd/fEBIR4gHyAS/QADwBL98AEhICAS/QADwD8hISAS/QADgEEhIiAhICMgISAj/Un9UiEkICIgJSAiICX9Sf1SISYgJiAk/UkhJyAmICQgJ/1SISggGCAc/fIBIBogHv3yAf3wASEpIBwgHP3yASAeIB798gH98AEhKiAUIBT98gEgFiAW/fIB/fABICAgIP3yAf3xASEr/QwAAAAAAAAAQAAAAAAAAABAIBQgGP3yASAWIBr98gH98AH98gEhLP0MAAAAAAAAAEAAAAAAAAAAQCAYIBj98gEgGiAa/fIB/fABIBQgHP3yASAWIB798gH98AH98QH98gEhLSAtICj9DAAAAAAAAAhAAAAAAAAACEAgKv3yASAo/fIB/QwAAAAAAAAYQAAAAAAAABhAICn98gH98QH98gH98AEhLiAuIC0gLiAt/Un9UiEvIC39DAAAAAAAAAhAAAAAAAAACEAgKf3yASAp/fIBICr9DFnz+MIfbqUBWfP4wh9upQH98AH98wH98QEhMCAwIC8gKf0MAAAAAAAAAAAAAAAAAAAAAP1KICkgKCAq/fIB/Un9Tv1SITEgAEEARwRAIBL9AAOAPiAy/fABITMgMf0MAAAAAAAAAEAAAAAAAAAAQCAz/fIBICD9DAAAAAAAANA/AAAAAAAA0D8gM/3yASAo/fIBICj98gH98AH98gH98QEhMQv9DAAAAAAAAAAAAAAAAAAAAAAgKyAr/QwAAAAAAAAAAAAAAAAAAAAA/Un9UiE1ICwgLP3yAf0MAAAAAAAAAEAAAAAAAAAAQCAx/fIBIDX98gH98QEhNv0MAAAAAAAAAAAAAAAAAAAAACA2IDb9DAAAAAAAAAAAAAAAAAAAAAD9Sf1S/e8BITcgLP0MAAAAAAAAAAAAAAAAAAAAAP1JITj9DAAAAAAAAABAAAAAAAAAAEAgNf3yASAsIDf98AEgOP1SITkgNyAs/fEBIDH97QEgOP1SITogOSA6/QwAAAAAAADwPwAAAAAAAPA/IDr9DAAAAAAAAAAAAAAAAAAAAAD9Sv1S/fMBITsgNv0MAAAAAAAAAAAAAAAAAAAAAP1MIDr9DAAAAAAAAAAAAAAAAAAAAAD9Sv1OIDsgKP1L/U4hPCAjICH9SiE9ID4gEv0AA4AL/e0BID39UiE/IEAgEv0AA8AM/e0BID39UiFBIBL9AAOAICAT/fEBIBL9AAPAMCBC/fEBID39UiFDIBL9AAPAISAV/fEBIBL9AAOAMiBE/fEBID39UiFFIEYgEv0AA8BCID39UiFHIEMgP/3yASBFIEH98gH98AEhSCBDIEH98gEgRSA//fIB/fEBIUkgSP0MAAAAAAAAAAAAAAAAAAAAAP1KIEkgSf3yASAgICD98gH9Sf1OIEggRyAg/fAB/Un9TiAj/QwAAAAAAECPQAAAAAAAQI9A/Un9TiAh/QwAAAAAAECPQAAAAAAAQI9A/Un9TiFKICj9DJx1AIg85Dd+nHUAiDzkN34gSiAn/U39Tv1SIUsgOyBLIDz9UiFMIBIgTSBM/fAB/QycdQCIPOQ3fpx1AIg85Dd+IEz9DJx1AIg85Dd+nHUAiDzkN379Sf1S/QsDgEQgEkEQaiISQcABSA0ACwvzBR8BfAF8AXwBfAF8AXwBfAF8AXwBfAF/AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBeyABp0EDdCsDwDAhBCABp0EDdCsDgDIhBSABp0EDdCsDgAshBiABp0EDdCsDwAwhByABp0EDdCsDwDMhCCABp0EDdCsDwBIhCSABp0EDdCsDwB4gAadBA3QrA8A2oSEKIAMhCyAAQQBHBEAgAadBA3QrA4A1IQwgAadBA3QrA4AjIQ0gDCANIAwgDWMbRB13Sgfr/+8/oiELCyAE/RQhDyAF/RQhESAJ/RQhEyAG/RQhFSAH/RQhFiAI/RQhHCAL/RQhHSAK/RQhICAC/RQhIkEAIQ4DQCAO/QADwDAgD/3xASEQIA79AAOAMiAR/fEBIRIgEyAO/QADwBL98AEhFCAQIBX98gEgEiAW/fIB/fABIRcgECAW/fIBIBIgFf3yAf3xASEYIBQgFP3yASAYIBj98gH98QEhGSAXIBn9DAAAAAAAAAAAAAAAAAAAAAAgGf0MAAAAAAAAAAAAAAAAAAAAAP1K/VL97wH98QEhGv0MAAAAAAAAAAAAAAAAAAAAACAaIBr9DAAAAAAAAAAAAAAAAAAAAAD9Sf1SIRsgHCAc/fIB/QwAAAAAAAAAQAAAAAAAAABAIB398gEgG/3yAf3xASEe/QwAAAAAAAAAQAAAAAAAAABAIBv98gEgHCAe/QwAAAAAAAAAAAAAAAAAAAAAIB79DAAAAAAAAAAAAAAAAAAAAAD9Sv1S/e8B/fAB/fMBIR8gDv0AA8Az/QwAAAAAAAAAAAAAAAAAAAAA/UsgF/0MAAAAAAAAAAAAAAAAAAAAAP1K/U4gGf0MAAAAAAAAAAAAAAAAAAAAAP1K/U4gGyAg/Un9TiAe/QwAAAAAAAAAAAAAAAAAAAAA/Ur9TiEhIA4gIiAf/fAB/QycdQCIPOQ3fpx1AIg85Dd+ICH9Uv0LA4BEIA5BEGoiDkHAAUgNAAsLogECAX4BfiABIQZCACEFAkADQCAFIAZZDQECQCAFIAJSBH8gBadBA3QrA8AzRAAAAAAAAAAAZAVBAAsEQCACp0EDdCsDwDNEAAAAAAAAAABkBEAgACACIAUgAyAEECQFIAWnQQN0IAAgBSACIAMgAyAEECU5A4BEIAKnQQJ0IAKnQQJ0NALAbEIBIAWGQn+Fgz4CwGwLCwsgBUIBfCEFDAALCwu/BhsBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfwF8AXwBfAF8AXwBfAF8AXwBfAF8AXwgAqdBA3REnHUAiDzkN345A4BEIAGnQQJ0IAGnQQJ0NALAbEIBIAKGQn+Fgz4CwGwgAadBA3QrA4ALIQUgAadBA3QrA8AMIQYgAqdBA3QrA4ALIQcgAqdBA3QrA8AMIQggAqdBA3QrA8AwIAGnQQN0KwPAMKEhCSACp0EDdCsDgDIgAadBA3QrA4AyoSEKIAkgBaIgCiAGoqBEAAAAAAAAAABlBH8gCSAHoiAKIAiioEQAAAAAAAAAAGYFQQALBEAPCyABp0EDdCsDwBIgAqdBA3QrA8ASoCELIAGnQQN0KwPAHiABp0EDdCsDwDahIAKnQQN0KwPAHqAgAqdBA3QrA8A2oSALoCEMIAkgCaIgCiAKoqAhDSANIAwgDKJmBEAPCyABp0EDdCsDgB0hDiACp0EDdCsDgB0hDyAOIA8gDiAPYxshECABp0EDdCsDwCQhESACp0EDdCsDwCQhEiARIBIgESASYxshEyATIBBjIRQgEyAQIBQbIAOhIRUgAadBA3QrA8AzIRYgAqdBA3QrA8AzIRcgByAXoiAFIBaioSEYIAggF6IgBiAWoqEhGSAEIRogBCEbIABBAEcEQEQAAAAAAADgPyABp0EDdCsDgDUgAadBA3QrA4AjoKIhGkQAAAAAAADgPyACp0EDdCsDgDUgAqdBA3QrA4AjoKIhGwsgCSAKIBggGSAHIBuiIAUgGqKhIAggG6IgBiAaoqEgFRAbIRwgAEEARwRAIAGnQQN0KwOANSAaEB8gAqdBA3QrA4A1IBsQH6AhHSAcRAAAAAAAAABAIB2iIAtEAAAAAAAA0D8gHaIgFaIgFaKgoqEhHAsgDSALIAuioSEeIB5EAAAAAAAAAAAgHkQAAAAAAAAAAGQbRAAAAAAAAABAIAkgGKIgCiAZoqCiIBwQHCEfIB8gFWUEQCACp0EDdCADIB+gOQOARAUgFEUEQCAOIA9kBEAgAqdBA3QgACABIAIgAyAQIAQQJTkDgEQFIAKnQQN0IAAgAiABIAMgECAEECU5A4BECwsLC7EDDwF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCABp0EDdCsDgAshBiABp0EDdCsDwAwhByACp0EDdCsDgCAgAadBA3QrA8AwoSEIIAKnQQN0KwPAISABp0EDdCsDgDKhIQkgCCAGoiAJIAeioCEKIAggB6IgCSAGoqEhCyABp0EDdCsDwBIgAqdBA3QrA8ASoCEMIAwgDKIgCyALoqEhDSAKRAAAAAAAAAAAZQR/QQEFIA1EAAAAAAAAAABlCwRARJx1AIg85Dd+DwsgCiANn6EhDiAORAAAAAAAAAAAYwRARAAAAAAAAAAAIQ4LIA4gAadBA3QrA8AeIAGnQQN0KwPANqFmBEBEnHUAiDzkN34PCyAFIQ8gAEEARwRAIAGnQQN0KwOANSEQIAGnQQN0KwOAIyERIBAgESAQIBFjGyEPCyAPRB13Sgfr/+8/oiEPIAGnQQN0KwPAMyESIBIgEqJEAAAAAAAAAEAgD6IgDqKhIRMgA0QAAAAAAAAAQCAOoiASIBNEAAAAAAAAAAAgE0QAAAAAAAAAAGQbn6CjoCEUIBQgBCAUIARkGw8ACx4AIAAgAWQEQCABDwsgACABmmMEQCABmg8LIAAPAAsrACABRAAAAAAAAAAAZQR/QQEFIAIgAWULBEAgAA8LIAAgASACo5+fog8AC5YCAwF8AXwBfCACp0ECdDQCoG0gA6dBAnQ0AqBtIAKnQQJ0NAKgbSADp0ECdDQCoG1TG7kgAEIJp0EDdGorAwChIQYgBLkgAEIKp0EDdGorAwChIAZkBEAgBLkgAEIKp0EDdGorAwChIQYLIAKnQQJ0IAKnQQJ0NAKgbUIBfD4CoG0gA6dBAnQgA6dBAnQ0AqBtQgF8PgKgbSAGRAAAAAAAAAAAZQRARC1DHOviNho/DwtELUMc6+I2Gj9EAAAAAAAA8D8gBkQAAAAAAAAwQKOgoiEHIAdE/Knx0k1iQD9kBEBE/Knx0k1iQD8hBwtELUMc6+I2Gj8gBqIgBqIhCCAIIAVkBEAgBSEICyAIIAcgCCAHZBsPAAvUBxsBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwgAUIAp0EDdGorAwAhCiAGp0EDdCsDwDAhCyAGp0EDdCsDgDIhDCAHp0EDdCsDwDAhDSAHp0EDdCsDgDIhDiAGp0EDdCsDgAsgBqdBA3QrA8AzoiEPIAanQQN0KwPADCAGp0EDdCsDwDOiIRAgB6dBA3QrA4ALIAenQQN0KwPAM6IhESAHp0EDdCsDwAwgB6dBA3QrA8AzoiESIA0gC6EhEyAOIAyhIRREAAAAAAAA8D8gEyAToiAUIBSioJ+jIRUgEyAVoiEWIBQgFaIhFyARIA+hIBaiIBIgEKEgF6KgIRggGERIr7ya8td6PmYEQEEADwsgACAGIAggChAJIRkgACAHIAggChAJIRogBqdBA3QrA4AUIRsgB6dBA3QrA4AUIRwgAUIBp0EDdGorAwAgAUIIp0EDdGorAwAgGJoQJ5ogGKIhHSABIAIgBiAHIAkgGJoQKCEeIB0gHmMEQCAeIR0LIBsgHKIgGyAcoKMhHyAdIBihIB+iISAgEiAQoSAWoiARIA+hIBeioSAaIBmgoSEhICGaRAAAAAAAAPA/IAFCC6dBA3RqKwMAoKIgH6JEAAAAAAAACECjIAFCA6dBA3RqKwMAICCiECYhIiAgIBaiICIgF6KhISMgICAXoiAiIBaioCEkIAVCAFkEQCADIAWnQQN0akIAuTkDACADIAWnQQN0aiAGuTkDCCADIAWnQQN0aiAHuTkDECADIAWnQQN0aiAIOQMYIAMgBadBA3RqIAs5AyAgAyAFp0EDdGogDDkDKCADIAWnQQN0aiANOQMwIAMgBadBA3RqIA45AzggAyAFp0EDdGogFjkDQCADIAWnQQN0aiAXOQNIIAMgBadBA3RqICA5A1AgAyAFp0EDdGogIjkDWCADIAQgBUIMfCAPIBAgGRAVIAMgBCAFQgx8QgN8IBEgEiAaEBULIA8gIyAbo6EhDyAQICQgG6OhIRAgESAjIByjoCERIBIgJCAco6AhEiAZICIgG0QAAAAAAADgP6KjoSEZIBogIiAcRAAAAAAAAOA/oqOhIRogBUIAWQRAIAMgBCAFQhJ8IA8gECAZEBUgAyAEIAVCEnxCA3wgESASIBoQFQsgBiAIEBAgByAIEBAgBqdBA3QgCzkDgAggBqdBA3QgDDkDwAkgB6dBA3QgDTkDgAggB6dBA3QgDjkDwAkgACAGIAggCiAPIBAgGRAGIAAgByAIIAogESASIBoQBkEBDwALzAYPAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAFCAKdBA3RqKwMAIQkgB6dBA3QrA8AwIQogB6dBA3QrA4AyIQsgB6dBA3QrA4ALIAenQQN0KwPAM6IhDCAHp0EDdCsDwAwgB6dBA3QrA8AzoiENIAAgByAIIAkQCSEOIAFCBadBA3RqKwMAIAenQQN0KwPAEqEhDyAHp0EDdCsDgBQhEEQAAAAAAAAAACERRAAAAAAAAAAAIRIgBkIBUQRARAAAAAAAAPA/RAAAAAAAAPC/IApEAAAAAAAAAABkGyERIA8gEaIhCgVEAAAAAAAA8D9EAAAAAAAA8L8gC0QAAAAAAAAAAGQbIRIgDyASoiELCyAMIBGiIA0gEqKgIRMgAUICp0EDdGorAwAgAUIIp0EDdGorAwAgExAnIRREAAAAAAAA8D8gFKAgE6IhFSANIBGiIAwgEqKhIA6gIRYgFppEAAAAAAAA8D8gAUIMp0EDdGorAwCgokQAAAAAAAAIQKMgAUIEp0EDdGorAwAgFaIQJiEXIAVCAFkEQCADIAWnQQN0aiAGuTkDACADIAWnQQN0aiAHuTkDCCADIAWnQQN0akQAAAAAAADwvzkDECADIAWnQQN0aiAIOQMYIAMgBadBA3RqIAo5AyAgAyAFp0EDdGogCzkDKCADIAWnQQN0akQAAAAAAAAAADkDMCADIAWnQQN0akQAAAAAAAAAADkDOCADIAWnQQN0aiAROQNAIAMgBadBA3RqIBI5A0ggAyAFp0EDdGogFSAQojkDUCADIAWnQQN0aiAXIBCiOQNYIAMgBCAFQgx8IAwgDSAOEBULIAZCAVEEQCAUmiAMoiEMIA0gFyARoqAhDQUgDCAXIBKioSEMIBSaIA2iIQ0LIA4gF0QAAAAAAADgP6OgIQ4gBUIAWQRAIAMgBCAFQhJ8IAwgDSAOEBUgAyAEIAVCDHxCA3xEAAAAAAAAAABEAAAAAAAAAABEAAAAAAAAAAAQFSADIAQgBUISfEIDfEQAAAAAAAAAAEQAAAAAAAAAAEQAAAAAAAAAABAVCyAHIAgQECAHp0EDdCAKOQOACCAHp0EDdCALOQPACSAAIAcgCCAJIAwgDSAOEAYLggUQAXwBfAF+AX4BfgF+AX4BfgF+AX4BfgF+AX4BfgF+AX4gAUIAp0EDdGorAwAhBkQAAAAAAAAAACEHIAAgBSAGECwgBSEJQgAhCAJAA0AgCCAJWQ0BAkAgCKdBA3QrA8AzRAAAAAAAAAAAZARAIAAgASACIAgQFgsLIAhCAXwhCAwACwsgBSELQgAhCgJAA0AgCiALWQ0BAkAgCqdBA3QrA8AzRAAAAAAAAAAAZARAIAAgBSAKIAogByAGEDALCyAKQgF8IQoMAAsLQgAhDCAErCENIA1CGH8gDUIYgUI/h3whDkIBIQ8CQANAIA9CwJoMWQ0BAkAgACAFIAcgBhAuIREhECAQIRIgESETIBJCAFMEQCAMDwsgEqdBA3QrA8AkIBKnQQN0KwOAJiATQgBSGyEHIAAgBSAHIAYQDCAMQhh+Qn8gDCAOUxshFCASp0ECdCAPPgLgayASIRUgE0IEUQR/IAEgAiASIAcQEQVBAAsEQCAAIAEgAiADIAQgFCASIAcQFCAMQgF8IQwgACABIAIgEhAWIAAgBSASIBIgByAGEDAMAQsgE0IDUSATQgRRcgRAIAAgAyAEIBQgEiAHIAYQMiAMQgF8IQwgEqdBAnQ0AoBuQgBSBEAgDA8LDAELIBNCAFEEQCASp0ECdDQCoGohFSAVp0ECdCAPPgLgayAAIAEgAiADIAQgFCASIBUgByAMECkEQCAMQgF8IQwgEiAVIAcQMyAAIAEgAiASEBYgACABIAIgFRAWCwUgACABIAIgAyAEIBQgEyASIAcQKiAMQgF8IQwgACABIAIgEhAWCyAAIAUgEiAVIAcgBhAwCyAPQgF8IQ8MAAsLQn8PAAv2BAUBfgF/AX4BfgF+IAEhAwJAA0AgA0IYWQ0BAkAgAxAtCyADQgF8IQMMAAsLQgAhBQJAA0AgBUIYWQ0BAkAgBadBA3REAAAAAAAA8D85A4ALIAWnQQN0RAAAAAAAAAAAOQPADCAFp0EDdEQAAAAAAAAAADkDgA4gBadBA3REAAAAAAAAAAA5A4ARIAWnQQN0RAAAAAAAAAAAOQOAHSAFp0EDdEQAAAAAAAAAADkDwB4gBadBA3REAAAAAAAAAAA5A4AjIAWnQQN0RJx1AIg85Dd+OQPAJCAFp0EDdEScdQCIPOQ3fjkDgCYgBadBA3REnHUAiDzkN345A8AnIAWnQQN0RJx1AIg85Dd+OQOAKSAFp0EDdEScdQCIPOQ3fjkDwCogBadBA3QgBadBA3QrA4AIOQOAICAFp0EDdCAFp0EDdCsDwAk5A8AhIAWnQQN0IAWnQQN0KwOACDkDwDAgBadBA3QgBadBA3QrA8AJOQOAMiAFp0EDdEQAAAAAAAAAADkDwDMgBadBA3REAAAAAAAAAAA5A4A1IAWnQQN0RAAAAAAAAAAAOQPANiAFp0ECdEIAPgLgayAFp0ECdEIAPgKgbSAFp0ECdEIEPgLAaQsgBUIBfCEFDAALCyABIQdCACEGAkADQCAGIAdZDQECQCAGp0EDdCsDgDhEAAAAAAAAAABiBH9BAQUgBqdBA3QrA8A5RAAAAAAAAAAAYgR/QQEFIAanQQN0KwPAD0QAAAAAAAAAAGILCwRAIAAgBkQAAAAAAAAAACACIAanQQN0KwOAOCAGp0EDdCsDwDkgBqdBA3QrA8APEAYLCyAGQgF8IQYMAAsLC5UBACAAp0EDdEQAAAAAAECPQEQAAAAAAAAkQCAAuaKgOQOACCAAp0EDdEQAAAAAAECPQDkDwAkgAKdBA3REAAAAAAAAAAA5A8ASIACnQQN0RAAAAAAAAPA/OQOAFCAAp0EDdEQAAAAAAAAAADkDgDggAKdBA3REAAAAAAAAAAA5A8A5IACnQQN0RAAAAAAAAAAAOQPADwuyAgYBfAF+AX4BfgF+AX4CQANARJx1AIg85Dd+IQRCfyEFQgAhBiABIQhCACEHAkADQCAHIAhZDQECQCAHp0EDdCsDgCYgBGMEQCAHp0EDdCsDgCYhBCAHIQVCACEGCyAHp0EDdCsDwCQgBGMEQCAHp0EDdCsDwCQhBCAHIQUgB6dBAnQ0AoBrIQYLCyAHQgF8IQcMAAsLIAVCAFMEf0EBBSAGQgBSCwRAIAUgBg8LIAWnQQJ0NAKgaiEJIAmnQQJ0NALgayAFp0ECdDQC4GtXBEAgBadBAnQ0AsBsQgEgCYaDQgBSBEAgBSAGDwtC2AcgBUIYfnwgCXynQQN0IAAgBSAJIAIgAxAZOQOACCAFp0ECdCAFp0ECdDQCwGxCASAJhoQ+AsBsCyABIAUQLwwACwsAC6ABBQF+AXwBfgF+AX5C2AcgAUIYfnwhAkScdQCIPOQ3fiEDQgAhBCAAIQZCACEFAkADQCAFIAZZDQECQCACIAV8p0EDdCsDgAggA2MEfyAFp0ECdDQC4GsgAadBAnQ0AuBrVwVBAAsEQCACIAV8p0EDdCsDgAghAyAFIQQLCyAFQgF8IQUMAAsLIAGnQQN0IAM5A4AmIAGnQQJ0IAQ+AqBqC9IECQF+AX4BfgF/AX4BfgF+AX8Bf0IAIQYgASEIQgAhBwJAA0AgByAIWQ0BAkAgB6dBA3QrA8AzRAAAAAAAAAAAZARAIAZCAXwhBgsLIAdCAXwhBwwACwsgBkIFVSEJIAkEQCAAIAQgBRAgCyACIQogAyELAkAgCiEMAkAgDKdBAnRCAD4CwGwgCQRAIAAgDCAEECEFIABFBEAgDKdBAnRCfz4CwGwLIAynQQN0KwPAM0QAAAAAAAAAAGQEQCAAIAwgBCAFECIFQQAhDQNAIA39DJx1AIg85Dd+nHUAiDzkN379CwOARCANQRBqIg1BwAFIDQALCyAGQgFVBH9BAQUgDKdBA3QrA8AzRAAAAAAAAAAAZQsEQCAAIAEgDCAEIAUQIwsLIAynQQN0RJx1AIg85Dd+OQOARCAMIAJSBEAgAqdBA3REnHUAiDzkN345A4BECyABIAwQMSACIANRBEAMAgsLIAshDAJAIAynQQJ0QgA+AsBsIAkEQCAAIAwgBBAhBSAARQRAIAynQQJ0Qn8+AsBsCyAMp0EDdCsDwDNEAAAAAAAAAABkBEAgACAMIAQgBRAiBUEAIQ4DQCAO/QycdQCIPOQ3fpx1AIg85Dd+/QsDgEQgDkEQaiIOQcABSA0ACwsgBkIBVQR/QQEFIAynQQN0KwPAM0QAAAAAAAAAAGULBEAgACABIAwgBCAFECMLCyAMp0EDdEScdQCIPOQ3fjkDgEQgDCACUgRAIAKnQQN0RJx1AIg85Dd+OQOARAsgASAMEDEgAiADUQRADAILCwsLtQEIAXwBfgF+AX8BfgF+AX4BfEScdQCIPOQ3fiECQgAhA0LYByABQhh+fCEEQgAhBgJAA0AgBkIYWQ0BAkAgBCAGfKdBA3QgBqdBA3QrA4BEOQOACAsgBkIBfCEGDAALCyAAIQhCACEHAkADQCAHIAhZDQECQCAHp0EDdCsDgEQhCSAJIAJjBEAgCSECIAchAwsLIAdCAXwhBwwACwsgAadBA3QgAjkDgCYgAadBAnQgAz4CoGoL9wIFAXwBfAF8AX4BfiADQgBZBEAgBKdBA3QrA4ALIASnQQN0KwPAM6IhByAEp0EDdCsDwAwgBKdBA3QrA8AzoiEIIAAgBCAFIAYQCSEJIAEgA6dBA3RqQgO5OQMAIAEgA6dBA3RqIAS5OQMIIAEgA6dBA3RqRAAAAAAAAPC/OQMQIAEgA6dBA3RqIAU5AxggASADp0EDdGogBKdBA3QrA8AwOQMgIAEgA6dBA3RqIASnQQN0KwOAMjkDKCADQhh8IQsgA0IEfEICfCEKAkADQCAKIAtZDQECQCABIAqnQQN0akQAAAAAAAAAADkDAAsgCkIBfCEKDAALCyABIAIgA0IMfCAHIAggCRAVIAEgAiADQhJ8IAcgCCAJEBULIAQQLSAAIAQgBSAGRAAAAAAAAAAARAAAAAAAAAAARAAAAAAAAAAAEAYgBKdBA3QgBTkDwCcgBKdBA3REnHUAiDzkN345A8AqIASnQQN0RJx1AIg85Dd+OQOAJgteACAAQgBRBH8gAadBA3QrA4ApRJx1AIg85Dd+YQVBAAsEQCABp0EDdCACOQOAKQsgAUIAUQR/IACnQQN0KwOAKUScdQCIPOQ3fmEFQQALBEAgAKdBA3QgAjkDgCkLCw==';

/** Return functions compiled to WebAssembly, with the same results; null where WebAssembly is not available. */
export async function webAssembly() {
  try {
    const bytes = Uint8Array.from(atob($binary), (sign) => sign.charCodeAt(0));
    const { instance } = await WebAssembly.instantiate(bytes, { page: { memory: $memory } });
    const $compiled = instance.exports;
    return {
      play(profile, world, log, n) {
        if ((profile !== null && profile.buffer !== $memory.buffer) || world.buffer !== $memory.buffer || log.buffer !== $memory.buffer) return play(profile, world, log, n);
        return Number($compiled.play(profile === null ? 0 : profile.byteOffset, world.byteOffset, world.length, log.byteOffset, log.length, BigInt(n)));
      },
    };
  } catch {
    return null;
  }
}

export { try_many, foresee_men, survey, turn_to_player, directs, play };
