// Generated from src/carrom/physics/kernel by `python -m carrom.javascript.page_kernel`; do not edit.

export const STATE = 1560;
export const MARKS = 168;
export const X = 0;
export const Y = 24;
export const WX = 768;
export const WY = 792;
export const RADIUS = 168;
export const SPIN = 120;
export const SINCE = 144;
export const STOP = 336;
export const REST_X = 384;
export const REST_Y = 408;
export const FELL = 504;
export const TOUCHED = 528;
export const BRANCH = 0;
export const WATCHED = 144;
export const TURNING = 3;
export const NEVER = 1e+300;
export const PARAMETERS = 13;
export const BUDGET = 200000;
export const DISC = 0;
export const FRAME_X = 1;
export const FRAME_Y = 2;
export const POCKET = 3;
export const RIM = 4;
export const E_KIND = 0;
export const E_FIRST = 1;
export const E_SECOND = 2;
export const E_TIME = 3;
export const E_X1 = 4;
export const E_Y1 = 5;
export const E_NX = 8;
export const E_NY = 9;
export const E_NORMAL = 10;
export const E_BEFORE = 12;
export const E_AFTER = 18;
export const E_WIDTH = 24;
export const GRAVITY = 9.80665;
export const ALL_DISCS = 20;
export const NOWHERE = -1000000000;
export const SIZES = 4;
export const MEASURES = 9;
export const STROKE = 5;
export const FACTS = 3;
export const F_EVENTS = 0;
export const F_DURATION = 1;
export const F_LINES = 2;
export const BEGUN = 3;
export const FRAME = 11;
export const PROFILE_SIZE = 51718;
export const PROFILE_NUMBERS = 16394;
export const TURNING_DRAG = 1.3333333333333333;
export const LIP = 0.001;
export const RIM_PATIENCE = 64;
export const CENTRE_PATIENCE = 1000000000;
export const RIM_TOIL = 16000;
export const CENTRE_TOIL = 32000;
export const FASTEST = 12000000;
export const MOST_SPIN = 200000;
export const MOST_SPIN_1 = 1000000;

/** The memory of the arrays, which WebAssembly works on too. */
const $memory =
  typeof WebAssembly === 'object' ? new WebAssembly.Memory({ initial: 24, maximum: 24 })
    : { buffer: new ArrayBuffer(1572864) };
const state = new Float64Array($memory.buffer, 1024, 1560);
const marks = new Int32Array($memory.buffer, 13504, 168);
const $world = new Float64Array($memory.buffer, 14848, 13);
const $begun = new Float64Array($memory.buffer, 14976, 60);
const $launched = new Float64Array($memory.buffer, 15488, 3);
const $profile = new Float64Array($memory.buffer, 15552, 51718);
const $log = new Float64Array($memory.buffer, 429312, 96000);
const $out = new Float64Array($memory.buffer, 1197312, 44000);
export const arrays = { state: state, marks: marks, world: $world, begun: $begun, launched: $launched, profile: $profile, log: $log, out: $out };

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

const $STEPS = new Float64Array([0, 2, 3, 5, 8, 12, 18, 27, 41, 62, 93, 140, 210, 315, 473, 710]);

/** Return the integer square root of `number` (0 or more), rounded down. */
function whole_root(number) {
  let root = Math.trunc(Math.sqrt(number)) + 0;
  while ((root * root + 0) > number) {
    root = root - 1;
  }
  while (((root + 1) * (root + 1) + 0) <= number) {
    root = root + 1;
  }
  return root;
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

/** Return whether `aside`² ≤ `width`² × `squared`, exactly, even if the products do not fit into 64 bits. */
function is_within(aside_given, width_given, squared_2_given) {
  const aside = BigInt(aside_given);
  const width = BigInt(width_given);
  const squared_2 = BigInt(squared_2_given);
  const left = Number(aside) * Number(aside);
  const right = (Number(width) * Number(width)) * Number(squared_2);
  if (left < (right * 0.999999999)) {
    return true;
  }
  if (left > (right * 1.000000001)) {
    return false;
  }
  return ((aside * aside) - ((width * width) * squared_2)) <= 0n;
}

/** Return the index of the first of n circles that contains a point, or −1. */
function overlapped(circles, n, x, y) {
  for (let k = 0, k_end = n; k < k_end; k++) {
    const dx = circles[(3 * k)] - x;
    const dy = circles[((3 * k) + 1)] - y;
    const reach = circles[((3 * k) + 2)];
    if (((dx * dx + 0) + (dy * dy + 0)) < (reach * reach + 0)) {
      return k;
    }
  }
  return -1;
}

/** Return whether the ray from a through b passes p, beyond b, within a distance of `width`. */
function points_at(ax, ay, bx, by, px, py, width) {
  const dx = bx - ax;
  const dy = by - ay;
  const ex = px - bx;
  const ey = py - by;
  return (((dx * ex + 0) + (dy * ey + 0)) > 0) && is_within(((dx * ey + 0) - (dy * ex + 0)), width, ((dx * dx + 0) + (dy * dy + 0)));
}

/** Return whether the line through a point and the queen, in either order, points at a pocket. */
function makes_a_shot(x, y, limits) {
  const qx = limits[4];
  const qy = limits[5];
  const corner = limits[6];
  const width = limits[7];
  const held = (0 - corner);
  const held_2 = corner;
  for (let sx_index = 0; sx_index < 2; sx_index++) {
    const sx = sx_index === 0 ? held : held_2;
    const held_3 = (0 - corner);
    const held_4 = corner;
    for (let sy_index = 0; sy_index < 2; sy_index++) {
      const sy = sy_index === 0 ? held_3 : held_4;
      if (points_at(x, y, qx, qy, sx, sy, width) || points_at(qx, qy, x, y, sx, sy, width)) {
        return true;
      }
    }
  }
  return false;
}

/** Return whether a disc may be at a point: inside the limits, and clear of all circles. */
function fits(circles, n, x, y, limits) {
  const distance = (x * x + 0) + (y * y + 0);
  if ((distance < (limits[0] * limits[0] + 0)) || (distance > (limits[1] * limits[1] + 0))) {
    return false;
  }
  const box = limits[2];
  if ((x >= box) || ((0 - x) >= box) || (y >= box) || ((0 - y) >= box)) {
    return false;
  }
  if (overlapped(circles, n, x, y) >= 0) {
    return false;
  }
  return (limits[3] !== 0) || !(makes_a_shot(x, y, limits));
}

/** Return whether a point is inside one of n circles by more than rounding errors. */
function covers(circles, n, x, y) {
  for (let k = 0, k_end = n; k < k_end; k++) {
    const dx = x - circles[(3 * k)];
    const dy = y - circles[((3 * k) + 1)];
    const reach = circles[((3 * k) + 2)] - 3;
    if (((dx * dx) + (dy * dy)) < (reach * reach + 0)) {
      return true;
    }
  }
  return false;
}

/** Write the crossings of two circles: x, y and the outward direction, twice; return whether there are any. */
function cross(circles, i, j, points) {
  const ax = circles[(3 * i)];
  const ay = circles[((3 * i) + 1)];
  const a = circles[((3 * i) + 2)];
  const b = circles[((3 * j) + 2)];
  const dx = circles[(3 * j)] - ax;
  const dy = circles[((3 * j) + 1)] - ay;
  const apart = (dx * dx + 0) + (dy * dy + 0);
  if ((apart === 0) || (apart > ((a + b) * (a + b) + 0)) || (apart < ((a - b) * (a - b) + 0))) {
    return false;
  }
  const along = ((apart + (a * a + 0)) - (b * b + 0)) / (2 * apart);
  const square = ((a * a + 0) / apart) - (along * along);
  const across = (square > 0) ? Math.sqrt(square) : 0;
  const x = ax + (along * dx);
  const y = ay + (along * dy);
  const length = Math.sqrt(apart);
  points[0] = x - (across * dy);
  points[1] = y + (across * dx);
  points[2] = (0 - dy) / length;
  points[3] = dx / length;
  points[4] = x + (across * dy);
  points[5] = y - (across * dx);
  points[6] = dy / length;
  points[7] = (0 - dx) / length;
  return true;
}

/** Write the whole points that fit within 2 µm of a point, or of the first of the steps from it along (across, up). */
function first_fitting(circles, n, x, y, across, up, limits, found, count) {
  const before_2 = count;
  for (const step of $STEPS) {
    const near_x = nearest((x + (step * across)));
    const near_y = nearest((y + (step * up)));
    for (let dx = -2; dx < 3; dx++) {
      for (let dy = -2; dy < 3; dy++) {
        if ((((2 * count) + 1) < found.length) && fits(circles, n, (near_x + dx), (near_y + dy), limits)) {
          found[(2 * count)] = near_x + dx;
          found[((2 * count) + 1)] = near_y + dy;
          count = count + 1;
        }
      }
    }
    if (count > before_2) {
      break;
    }
  }
  return count;
}

/** Write whole points that fit, at every crossing of two of `every` circles that the first `over` do not cover. */
function crossing_places(circles, n, over, every, limits, points, found, count) {
  for (let i = 0, i_end = every; i < i_end; i++) {
    for (let j = i + 1, j_end = every; j < j_end; j++) {
      if (!(cross(circles, i, j, points))) {
        continue;
      }
      const held = 0;
      const held_2 = 4;
      for (let k_index = 0; k_index < 2; k_index++) {
        const k = k_index === 0 ? held : held_2;
        if (!(covers(circles, over, points[k], points[(k + 1)]))) {
          count = first_fitting(circles, n, points[k], points[(k + 1)], points[(k + 2)], points[(k + 3)], limits, found, count);
        }
      }
    }
  }
  return count;
}

/** Write whole points that fit, at each circle's point nearest to the board's centre. */
function nearest_places(circles, n, limits, found, count) {
  for (let k = 0, k_end = n; k < k_end; k++) {
    const x = circles[(3 * k)];
    const y = circles[((3 * k) + 1)];
    const distance = Math.sqrt(((x * x + 0) + (y * y + 0)));
    if (distance > 0) {
      const reach = circles[((3 * k) + 2)];
      count = first_fitting(circles, n, (x - ((x * reach + 0) / distance)), (y - ((y * reach + 0) / distance)), ((0 - x) / distance), ((0 - y) / distance), limits, found, count);
    }
  }
  return count;
}

/** Write the intervals that the markings alone allow: left circle, between the circles, right circle. */
function marked(y, lines, free) {
  const circle = lines[0];
  const apart = lines[1];
  const covered = lines[2];
  const between = (circle - whole_root(((apart * apart + 0) - (y * y + 0)))) - 1;
  const near = circle - whole_root(((covered * covered + 0) - (y * y + 0)));
  const far = end_of(y, lines);
  const count = add(free, 0, (0 - far), (0 - near));
  const count_2 = add(free, count, (0 - between), between);
  return add(free, count_2, near, far);
}

/** Return the greatest legal offset, at which the circle stays covered and the arrow's edge untouched. */
function end_of(y, lines) {
  const covered = lines[2];
  const clear_2 = lines[3];
  const across = (covered * covered + 0) - (y * y + 0);
  const on_circle = lines[0] + whole_root(((across > 0) ? across : 0));
  const before_arrow = ((lines[4] - y) - whole_root((((2 * clear_2) * clear_2 + 0) - 1))) - 1;
  return (on_circle < before_arrow) ? on_circle : before_arrow;
}

/** Add an interval unless it is empty, and return the number of intervals. */
function add(free, count, low, high) {
  if (low > high) {
    return count;
  }
  free[(2 * count)] = low;
  free[((2 * count) + 1)] = high;
  return count + 1;
}

/** Remove an interval from others, preserving their order, and return the number left. */
function cut(free, count, low, high) {
  let k = 0;
  while (k < count) {
    const a = free[(2 * k)];
    const b = free[((2 * k) + 1)];
    if ((high < a) || (low > b)) {
      k = k + 1;
    } else {
      if ((low > a) && (high < b)) {
        for (let index = (2 * count) - 1, index_end = (2 * k) - 1; index > index_end; index--) {
          free[(index + 2)] = free[index];
        }
        free[((2 * k) + 1)] = low - 1;
        free[((2 * k) + 2)] = high + 1;
        return count + 1;
      } else {
        if (low > a) {
          free[((2 * k) + 1)] = low - 1;
          k = k + 1;
        } else {
          if (high < b) {
            free[(2 * k)] = high + 1;
            k = k + 1;
          } else {
            for (let index_2 = 2 * k, index_2_end = (2 * count) - 2; index_2 < index_2_end; index_2++) {
              free[index_2] = free[(index_2 + 2)];
            }
            count = count - 1;
          }
        }
      }
    }
  }
  return count;
}

/** Write the intervals that markings and discs leave free at an offset across, and return their number. */
function free_at(circles, n, y, lines, free) {
  let count = marked(y, lines, free);
  for (let k = 0, k_end = n; k < k_end; k++) {
    const up = circles[((3 * k) + 1)] - y;
    const reach = circles[((3 * k) + 2)];
    const room = (reach * reach + 0) - (up * up + 0);
    if (room > 0) {
      const half = whole_root((room - 1));
      count = cut(free, count, (circles[(3 * k)] - half), (circles[(3 * k)] + half));
    }
  }
  return count;
}

/** Write the striker's legal spans, in order and without overlap, and return the number of rows. */
function spans(circles, n, lines, free, left, points, found) {
  let count = 0;
  let blocked = marked(0, lines, left);
  const free_now = free_at(circles, n, 0, lines, free);
  for (let k = 0, k_end = free_now; k < k_end; k++) {
    count = row(found, count, free[(2 * k)], free[((2 * k) + 1)], 0);
    blocked = cut(left, blocked, free[(2 * k)], free[((2 * k) + 1)]);
  }
  for (let step = 1; step < 6; step++) {
    const held = 1;
    const held_2 = (-1);
    for (let sign_index = 0; sign_index < 2; sign_index++) {
      const sign = sign_index === 0 ? held : held_2;
      if (blocked === 0) {
        break;
      }
      const y = sign * (Math.floor((lines[5] * step + 0) / 5)) + 0;
      const free_now_2 = free_at(circles, n, y, lines, free);
      for (let k_2 = 0, k_2_end = free_now_2; k_2 < k_2_end; k_2++) {
        const low = free[(2 * k_2)];
        const high = free[((2 * k_2) + 1)];
        for (let part = 0, part_end = blocked; part < part_end; part++) {
          const a = (left[(2 * part)] > low) ? left[(2 * part)] : low;
          const b = (left[((2 * part) + 1)] < high) ? left[((2 * part) + 1)] : high;
          if (a <= b) {
            count = row(found, count, a, b, y);
          }
        }
        blocked = cut(left, blocked, low, high);
      }
    }
  }
  if (count === 0) {
    return tight(circles, n, lines, free, points, found);
  }
  sort(found, count);
  return count;
}

/** Add a row and return the number of rows. */
function row(found, count, low, high, y) {
  found[(3 * count)] = low;
  found[((3 * count) + 1)] = high;
  found[((3 * count) + 2)] = y;
  return count + 1;
}

/** Sort rows by their lower ends, which are all different. */
function sort(found, count) {
  for (let k = 1, k_end = count; k < k_end; k++) {
    const low = found[(3 * k)];
    const high = found[((3 * k) + 1)];
    const y = found[((3 * k) + 2)];
    let at = k;
    while ((at > 0) && (found[((3 * at) - 3)] > low)) {
      found[(3 * at)] = found[((3 * at) - 3)];
      found[((3 * at) + 1)] = found[((3 * at) - 2)];
      found[((3 * at) + 2)] = found[((3 * at) - 1)];
      at = at - 1;
    }
    row(found, at, low, high, y);
  }
}

/** Write the intervals free at the first offset across that has any: in fine steps, then between two discs. */
function tight(circles, n, lines, free, points, found) {
  for (let step = 1; step < 20; step++) {
    const held = 1;
    const held_2 = (-1);
    for (let sign_index = 0; sign_index < 2; sign_index++) {
      const sign = sign_index === 0 ? held : held_2;
      const count = parts(circles, n, (sign * (Math.floor((lines[5] * step + 0) / 19)) + 0), lines, free, found);
      if (count > 0) {
        return count;
      }
    }
  }
  let least = lines[5] + 1;
  let best = 0;
  for (let i = 0, i_end = n; i < i_end; i++) {
    for (let j = i + 1, j_end = n; j < j_end; j++) {
      if (!(cross(circles, i, j, points))) {
        continue;
      }
      const held_3 = 1;
      const held_4 = 5;
      for (let k_index = 0; k_index < 2; k_index++) {
        const k = k_index === 0 ? held_3 : held_4;
        const middle = nearest(points[k]);
        for (let y = middle - 2, y_end = middle + 3; y < y_end; y++) {
          const size = (y >= 0) ? y : (0 - y);
          if ((size < least) && (free_at(circles, n, y, lines, free) > 0)) {
            least = size;
            best = y;
          }
        }
      }
    }
  }
  return (least <= lines[5]) ? parts(circles, n, best, lines, free, found) : 0;
}

/** Write the intervals free at an offset across as rows, and return their number. */
function parts(circles, n, y, lines, free, found) {
  const count = free_at(circles, n, y, lines, free);
  for (let k = 0, k_end = count; k < k_end; k++) {
    row(found, k, free[(2 * k)], free[((2 * k) + 1)], y);
  }
  return count;
}

/** Write at most `most` legal points for a due piece to `found`, and return their number; 0 means no room. */
function due_places(circles, n, limits, grid, points, found, most) {
  const allowed = limits[3];
  let count = 0;
  const held = 0;
  const held_2 = 1;
  for (let shots_index = 0; shots_index < 2; shots_index++) {
    const shots = shots_index === 0 ? held : held_2;
    if (shots < allowed) {
      continue;
    }
    limits[3] = shots;
    for (let k = 0, k_end = Math.floor(grid.length / 2); k < k_end; k++) {
      if (count >= most) {
        break;
      }
      if (fits(circles, n, grid[(2 * k)], grid[((2 * k) + 1)], limits)) {
        found[(2 * count)] = grid[(2 * k)];
        found[((2 * count) + 1)] = grid[((2 * k) + 1)];
        count = count + 1;
      }
    }
    if (count === 0) {
      for (let edge = 0; edge < 2; edge++) {
        circles[(3 * (n + edge))] = 0;
        circles[((3 * (n + edge)) + 1)] = 0;
        circles[((3 * (n + edge)) + 2)] = limits[(0 + edge)];
      }
      count = crossing_places(circles, n, (n + 1), (n + 2), limits, points, found, 0);
    }
    if (count > 0) {
      break;
    }
  }
  limits[3] = allowed;
  return count;
}

/** Return whether point a ranks before b: nearest to the centre, then furthest from the next player, then by x and y. */
function before(ax, ay, bx, by, away_a, away_b) {
  const a = (ax * ax + 0) + (ay * ay + 0);
  const b = (bx * bx + 0) + (by * by + 0);
  if (a !== b) {
    return a < b;
  }
  if (away_a !== away_b) {
    return away_a > away_b;
  }
  return (ax < bx) || ((ax === bx) && (ay < by));
}

/** Return how far beyond the centre a point is for a player; `quarters` are the quarter turns from south to their seat. */
function away_from(x, y, quarters) {
  if (quarters === 0) {
    return y;
  }
  if (quarters === 1) {
    return 0 - x;
  }
  if (quarters === 2) {
    return 0 - y;
  }
  return x;
}

/** Write the point where the umpire puts a disc to the start of `found`; return whether there is one. */
function centre_place(circles, n, limits, quarters, touching, points, found) {
  if (overlapped(circles, n, 0, 0) < 0) {
    found[0] = 0;
    found[1] = 0;
    return true;
  }
  const count = nearest_places(circles, n, limits, found, 0);
  const count_2 = crossing_places(circles, n, n, n, limits, points, found, count);
  let best = -1;
  let beyond = -1;
  for (let k = 0, k_end = count_2; k < k_end; k++) {
    if ((best < 0) || is_preferred(found, k, best, quarters)) {
      best = k;
    }
    const ahead = away_from(found[(2 * k)], found[((2 * k) + 1)], quarters) > 0;
    if (ahead && ((beyond < 0) || is_preferred(found, k, beyond, quarters))) {
      beyond = k;
    }
  }
  let chosen = best;
  const limit = touching - 500;
  if ((best < 0) || (squared(found, best) >= (limit * limit + 0))) {
    if (beyond >= 0) {
      chosen = beyond;
    }
    const away = straight_behind(circles, n, limits, quarters);
    if ((away > 0) && ((beyond < 0) || (away <= 500) || is_within((away - 500), 1, squared(found, beyond)))) {
      write_away(found, away, quarters);
      return true;
    }
  }
  if (chosen < 0) {
    return false;
  }
  const held = found[(2 * chosen)];
  const held_2 = found[((2 * chosen) + 1)];
  found[0] = held;
  found[1] = held_2;
  return true;
}

/** Return whether the umpire prefers one found point to another. */
function is_preferred(found, k, other, quarters) {
  const ax = found[(2 * k)];
  const ay = found[((2 * k) + 1)];
  const bx = found[(2 * other)];
  const by = found[((2 * other) + 1)];
  return before(ax, ay, bx, by, away_from(ax, ay, quarters), away_from(bx, by, quarters));
}

/** Return the squared distance of a found point from the centre. */
function squared(found, k) {
  return (found[(2 * k)] * found[(2 * k)] + 0) + (found[((2 * k) + 1)] * found[((2 * k) + 1)] + 0);
}

/** Return the distance behind the centre, for a player, of the nearest free point straight behind it; 0 if none. */
function straight_behind(circles, n, limits, quarters) {
  let nearest_2 = 0;
  for (let k = 0, k_end = n; k < k_end; k++) {
    const x = circles[(3 * k)];
    const y = circles[((3 * k) + 1)];
    const reach = circles[((3 * k) + 2)];
    const across = away_from(x, y, $modulo((quarters + 1), 4));
    if (((0 - reach) < across) && (across < reach)) {
      const away = (away_from(x, y, quarters) + whole_root((((reach * reach + 0) - (across * across + 0)) - 1))) + 1;
      if ((away > 0) && ((nearest_2 === 0) || (away < nearest_2))) {
        const bx = behind(away, quarters);
        const by = $results[0];
        if (fits(circles, n, bx, by, limits)) {
          nearest_2 = away;
        }
      }
    }
  }
  return nearest_2;
}

/** Return the point at this distance straight behind the centre, as a player sees it. */
function behind(away, quarters) {
  if (quarters === 0) {
    $results[0] = away;
    return 0;
  }
  if (quarters === 1) {
    $results[0] = 0;
    return 0 - away;
  }
  if (quarters === 2) {
    $results[0] = 0 - away;
    return 0;
  }
  $results[0] = 0;
  return away;
}

/** Write the point at this distance straight behind the centre to the start of `found`. */
function write_away(found, away, quarters) {
  found[0] = behind(away, quarters);
  found[1] = $results[0];
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

/** Return ∫S dτ from rest to τ: the turning angle in units of the profile. */
function turned(profile, branch, tau) {
  if (tau <= 2.3283064365386963e-10) {
    return (((0.5 * profile[1]) / profile[0]) * tau) * tau;
  }
  const cell = cell_of(tau);
  const at = 2 + (((branch * 2048) + cell) * 10);
  const h = tau - profile[at];
  const part = (profile[(at + 8)] * 0.3333333333333333) + (h * (profile[(at + 9)] * 0.25));
  return profile[((47620 + (branch * 2049)) + cell)] + (h * (profile[(at + 6)] + (h * ((profile[(at + 7)] * 0.5) + (h * part)))));
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

/** Write the profile: ε₀, F(ε₀), the cells of both branches, the ratio U/S at their knots, the guide, ∫S dτ. */
function write_profile(numbers, out) {
  out[0] = numbers[0];
  out[1] = numbers[1];
  for (let branch = 0; branch < 2; branch++) {
    write_cells(numbers, branch, out);
  }
  for (let branch_2 = 0; branch_2 < 2; branch_2++) {
    write_guide(branch_2, out);
    write_turns(branch_2, out);
  }
}

/** Write the cells of a branch, and the ratios at its knots. */
function write_cells(numbers, branch, out) {
  const first = 2 + ((branch * 2049) * 4);
  let way = (0.5 * numbers[first]) * 2.3283064365386963e-10;
  let power = 2.3283064365386963e-10;
  for (let index = 0; index < 2048; index++) {
    const part = $modulo(index, 16);
    const start = (1 + (part / 16)) * power;
    const width = ((1 + ((part + 1) / 16)) * power) - start;
    if (part === 15) {
      power = power * 2;
    }
    const at = 2 + (((branch * 2048) + index) * 10);
    const row_2 = first + (index * 4);
    out[at] = start;
    out[(at + 5)] = way;
    write_cubic(numbers[row_2], numbers[(row_2 + 4)], numbers[(row_2 + 2)], numbers[((row_2 + 4) + 2)], width, out, (at + 1));
    write_cubic(numbers[(row_2 + 1)], numbers[((row_2 + 4) + 1)], numbers[(row_2 + 3)], numbers[((row_2 + 4) + 3)], width, out, (at + 6));
    way = way + (width * mean_of(out[(at + 1)], out[(at + 2)], out[(at + 3)], out[(at + 4)], width));
  }
  for (let index_2 = 0; index_2 < 2049; index_2++) {
    const row_3 = first + (index_2 * 4);
    out[((40962 + (branch * 2049)) + index_2)] = numbers[row_3] / numbers[(row_3 + 1)];
  }
}

/** Write the cubic on [0, width] with these values and slopes at its ends (Hermite). */
function write_cubic(f0, f1, d0, d1, width, out, at) {
  const chord = (f1 - f0) / width;
  out[at] = f0;
  out[(at + 1)] = d0;
  out[(at + 2)] = (((3 * chord) - (2 * d0)) - d1) / width;
  out[(at + 3)] = ((d0 + d1) - (2 * chord)) / (width * width);
}

/** Return the mean value of a cubic on [0, width]. */
function mean_of(c0, c1, c2, c3, width) {
  return c0 + (width * ((c1 / 2) + (width * ((c2 / 3) + (width * (c3 / 4))))));
}

/** Write, for each entry of a branch's guide, the last knot whose own entry comes before it. */
function write_guide(branch, out) {
  const base = 40962 + (branch * 2049);
  let index = 0;
  for (let entry = 0; entry < 1280; entry++) {
    while (((index + 1) < 2049) && (guide_of(out, branch, out[((base + index) + 1)]) < entry)) {
      index = index + 1;
    }
    out[((45060 + (branch * 1280)) + entry)] = index;
  }
}

/** Write ∫S dτ at every knot of a branch. */
function write_turns(branch, out) {
  let total = (((0.5 * out[1]) / out[0]) * 2.3283064365386963e-10) * 2.3283064365386963e-10;
  const to = 47620 + (branch * 2049);
  out[to] = total;
  let power = 2.3283064365386963e-10;
  for (let index = 0; index < 2048; index++) {
    const part = $modulo(index, 16);
    const h = ((1 + ((part + 1) / 16)) * power) - ((1 + (part / 16)) * power);
    if (part === 15) {
      power = power * 2;
    }
    const at = (2 + (((branch * 2048) + index) * 10)) + 6;
    total = total + (h * mean_of(out[at], out[(at + 1)], out[(at + 2)], out[(at + 3)], h));
    out[((to + index) + 1)] = total;
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
    const stray = spread(ai, mean_i) + spread(aj, mean_j);
    bend = bend - ((2 * stray) * (radii + (((0.25 * stray) * left) * left)));
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
  let stray = drag - mean;
  if (stray < 0) {
    stray = -stray;
  }
  return (stray * 1.00001) + (1e-05 * mean);
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
      const stray = first - mean;
      const stray_2 = (stray > 0) ? stray : (-stray);
      state[(864 + k)] = moving ? ((stray_2 * 1.00001) + (1e-05 * mean)) : 0;
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
      const stray = state[(864 + k)] + spread_p;
      bend_2 = bend_2 - ((2 * stray) * (radii + (((0.25 * stray) * time_2) * time_2)));
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
    const stray = spread(state[(720 + p)], mean_p) + spread(state[(720 + k)], mean_k);
    bend = bend - ((2 * stray) * (radii + (((0.25 * stray) * time) * time)));
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

/** Play the jobs `picks[first:last]`; `worlds` has one row for all positions or one for each. */
function play_many(profile, log, worlds, sizes, measures, places, quarters, strokes, jobs, watched, picks, first, last, rest, fell, touched, facts) {
  for (let pick = first, pick_end = last; pick < pick_end; pick++) {
    const job = picks[pick];
    const position = jobs.values[job * jobs.row + 0];
    const world = (worlds.length > 1) ? position : 0;
    const seat = quarters[position];
    const n = lay(sizes, measures, places, position, strokes, jobs.values[job * jobs.row + 1], seat);
    watch(places, position, watched);
    const events = play(profile, worlds.values.subarray(world * worlds.row, (world + 1) * worlds.row), log, n);
    facts.values[job * facts.row + 0] = events;
    if (events >= 0) {
      note(profile, log, worlds.values[world * worlds.row + 0], measures, places, position, seat, job, rest, fell, touched, facts);
      stop_short(watched, job, rest, fell, facts);
    }
  }
}

/** Mark the lanes of a position's discs that are watched. */
function watch(places, position, watched) {
  let lane = 0;
  for (let disc = 0; disc < 20; disc++) {
    if ((disc === 0) || (places.values[position * places.row + disc * places.depth + 0] !== (-1000000000))) {
      marks[(144 + lane)] = watched[disc];
      lane = lane + 1;
    }
  }
}

/** Reset the results that are unknown for a stroke that ended with the fall of a watched disc. */
function stop_short(watched, job, rest, fell, facts) {
  for (let disc = 0; disc < 20; disc++) {
    if ((watched[disc] !== 0) && (fell.values[job * fell.row + disc] < 1e+300)) {
      facts.values[job * facts.row + 1] = -1;
      facts.values[job * facts.row + 2] = 0;
      for (let other = 0; other < 20; other++) {
        rest.values[job * rest.row + other * rest.depth + 0] = -1000000000;
        rest.values[job * rest.row + other * rest.depth + 1] = -1000000000;
      }
      return;
    }
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

/** Write the results of a stroke: places rounded to µm, times in s, the duration, the lines left. */
function note(profile, log, drag, measures, places, position, quarters, job, rest, fell, touched, facts) {
  let end = 0;
  let lane = 0;
  for (let disc = 0; disc < 20; disc++) {
    rest.values[job * rest.row + disc * rest.depth + 0] = -1000000000;
    rest.values[job * rest.row + disc * rest.depth + 1] = -1000000000;
    fell.values[job * fell.row + disc] = Infinity;
    touched.values[job * touched.row + disc] = Infinity;
    if ((disc > 0) && (places.values[position * places.row + disc * places.depth + 0] === (-1000000000))) {
      continue;
    }
    const still = still_at(profile, lane, drag);
    if (still > end) {
      end = still;
    }
    if (state[(528 + lane)] < 1e+300) {
      touched.values[job * touched.row + disc] = state[(528 + lane)];
    }
    if (state[(504 + lane)] < 1e+300) {
      fell.values[job * fell.row + disc] = state[(504 + lane)];
    } else {
      rest.values[job * rest.row + disc * rest.depth + 0] = place_at_rest(state[(384 + lane)], state[(408 + lane)], measures);
      rest.values[job * rest.row + disc * rest.depth + 1] = $results[0];
    }
    lane = lane + 1;
  }
  facts.values[job * facts.row + 1] = nearest((end * 1000000));
  facts.values[job * facts.row + 2] = 2;
  if (state[504] >= 1e+300) {
    facts.values[job * facts.row + 2] = lines_left(log, facts.values[job * facts.row + 0], state[384], state[408], quarters, measures);
  }
}

/** Return the time when disc k stops sliding and turning. */
function still_at(profile, k, drag) {
  if (profile !== null && (marks[(0 + k)] === 3)) {
    const rim = state[(120 + k)];
    return state[(144 + k)] + (((rim > 0) ? rim : (-rim)) / (1.3333333333333333 * drag));
  }
  return state[(336 + k)];
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

/** Round a resting place (m) to whole µm, never into a pocket's circle, where the disc would have fallen. */
function place_at_rest(x, y, measures) {
  const near_x = nearest((x * 1000000));
  const near_y = nearest((y * 1000000));
  if (!(is_over_pocket(near_x, near_y, measures))) {
    $results[0] = near_y;
    return near_x;
  }
  const low_x = below((x * 1000000));
  const low_y = below((y * 1000000));
  let least = 1e+300;
  let best_x = near_x;
  let best_y = near_y;
  for (let dx = 0; dx < 2; dx++) {
    for (let dy = 0; dy < 2; dy++) {
      if (!(is_over_pocket((low_x + dx), (low_y + dy), measures))) {
        const off_x = (low_x + dx) - (x * 1000000);
        const off_y = (low_y + dy) - (y * 1000000);
        const away = (off_x * off_x) + (off_y * off_y);
        if (away < least) {
          least = away;
          best_x = low_x + dx;
          best_y = low_y + dy;
        }
      }
    }
  }
  $results[0] = best_y;
  return best_x;
}

/** Return the floor of a number as an integer. */
function below(number) {
  const whole = Math.trunc(number) + 0;
  return (whole > number) ? (whole - 1) : whole;
}

/** Whether a disc with its centre there would fall. */
function is_over_pocket(x, y, measures) {
  const dx = ((x > 0) ? x : (0 - x)) - measures[1];
  const dy = ((y > 0) ? y : (0 - y)) - measures[1];
  return (4 * ((dx * dx + 0) + (dy * dy + 0))) < (measures[2] * measures[2] + 0);
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

/** Return the index of the first job that cannot be played, or −1; `points` is scratch space for 40 numbers. */
function first_refused(measures, places, quarters, strokes, jobs, fastest, most_spin, points) {
  for (let job = 0, job_end = jobs.length; job < job_end; job++) {
    const position = jobs.values[job * jobs.row + 0];
    const stroke = jobs.values[job * jobs.row + 1];
    if (((job === 0) || (position !== jobs.values[(job - 1) * jobs.row + 0])) && !(lie_well(measures, places, position, points))) {
      return job;
    }
    if (!(can_be_played(strokes, stroke, fastest, most_spin))) {
      return job;
    }
    if (!(stands_well(measures, places, position, strokes, stroke, quarters[position]))) {
      return job;
    }
  }
  return -1;
}

/** Whether a stroke's speed and spin are within their limits. */
function can_be_played(strokes, stroke, fastest, most_spin) {
  const vx = strokes.values[stroke * strokes.row + 1];
  const vy = strokes.values[stroke * strokes.row + 2];
  const spin = strokes.values[stroke * strokes.row + 4];
  if ((vx > fastest) || ((0 - vx) > fastest) || (vy > fastest) || ((0 - vy) > fastest) || (spin > most_spin) || ((0 - spin) > most_spin)) {
    return false;
  }
  const held = 0;
  const held_2 = 3;
  for (let part_index = 0; part_index < 2; part_index++) {
    const part = part_index === 0 ? held : held_2;
    if ((strokes.values[stroke * strokes.row + part] >= 1000000000) || (strokes.values[stroke * strokes.row + part] <= (-1000000000))) {
      return false;
    }
  }
  const squared_2 = (vx * vx + 0) + (vy * vy + 0);
  return (squared_2 > 0) && (squared_2 <= (fastest * fastest + 0));
}

/** Whether a position is possible: no disc overlaps another or the frame, or has its centre over a pocket. */
function lie_well(measures, places, position, points) {
  const reach = (measures[0] - (Math.floor(measures[4] / 2))) + 2;
  let n = 0;
  for (let disc = 1; disc < 20; disc++) {
    const x = places.values[position * places.row + disc * places.depth + 0];
    const y = places.values[position * places.row + disc * places.depth + 1];
    if (x === (-1000000000)) {
      continue;
    }
    if ((x > reach) || ((0 - x) > reach) || (y > reach) || ((0 - y) > reach) || is_over_pocket(x, y, measures)) {
      return false;
    }
    points[n] = x;
    points[(20 + n)] = y;
    n = n + 1;
  }
  const apart = measures[4] - 2;
  const squared_2 = apart * apart;
  let overlaps = 0;
  for (let k = 1, k_end = n; k < k_end; k++) {
    const x_of_k = points[k];
    const y_of_k = points[(20 + k)];
    for (let other = 0, other_end = k; other < other_end; other++) {
      const dx = points[other] - x_of_k;
      const dy = points[(20 + other)] - y_of_k;
      overlaps = overlaps + ((((dx * dx) + (dy * dy)) < squared_2) ? 1 : 0);
    }
  }
  return overlaps === 0;
}

/** Whether the striker can stand where a stroke puts it. */
function stands_well(measures, places, position, strokes, stroke, quarters) {
  const away = strokes.values[stroke * strokes.row + 3] - measures[5];
  const x = turned_x(strokes.values[stroke * strokes.row + 0], away, quarters);
  const y = turned_y(strokes.values[stroke * strokes.row + 0], away, quarters);
  const reach = (measures[0] - (Math.floor(measures[3] / 2))) + 2;
  if ((x > reach) || ((0 - x) > reach) || (y > reach) || ((0 - y) > reach) || is_over_pocket(x, y, measures)) {
    return false;
  }
  const apart = ((Math.floor(measures[3] / 2)) + (Math.floor(measures[4] / 2))) - 2;
  for (let disc = 1; disc < 20; disc++) {
    const dx = x - places.values[position * places.row + disc * places.depth + 0];
    const dy = y - places.values[position * places.row + disc * places.depth + 1];
    if ((((0 - apart) < dx) && (dx < apart)) && (((dx * dx + 0) + (dy * dy + 0)) < (apart * apart + 0))) {
      return false;
    }
  }
  return true;
}

/** Write the keyframes of a logged stroke to `out` as far as they fit; return their number. */
function write_frames(profile, log, events, begun, launched, n, drag, out) {
  for (let k = 0; k < 24; k++) {
    marks[(72 + k)] = 0;
    state[(48 + k)] = 1;
    state[(72 + k)] = 0;
    state[(120 + k)] = 0;
    state[(768 + k)] = 0;
  }
  for (let k_2 = 0, k_2_end = n; k_2 < k_2_end; k_2++) {
    state[(0 + k_2)] = begun[((k_2 * 3) + 0)];
    state[(24 + k_2)] = begun[((k_2 * 3) + 1)];
    state[(168 + k_2)] = begun[((k_2 * 3) + 2)];
  }
  launch(profile, 0, 0, drag, launched[0], launched[1], launched[2]);
  marks[72] = 1;
  let count = 0;
  for (let event = 0, event_end = events; event < event_end; event++) {
    const row_2 = event * 24;
    const when = log[(row_2 + 3)];
    const k_3 = Math.trunc(log[(row_2 + 1)]) + 0;
    const falls = log[(row_2 + 0)] === 3;
    if (marks[(72 + k_3)] !== 0) {
      count = write_leg(profile, k_3, when, falls, drag, out, count);
    }
    marks[(72 + k_3)] = falls ? 0 : 1;
    if (!(falls)) {
      set_off(profile, log, row_2, k_3, 4, 5, 18, drag);
    }
    if (log[(row_2 + 0)] === 0) {
      const k_4 = Math.trunc(log[(row_2 + 2)]) + 0;
      if (marks[(72 + k_4)] !== 0) {
        count = write_leg(profile, k_4, when, false, drag, out, count);
      }
      marks[(72 + k_4)] = 1;
      set_off(profile, log, row_2, k_4, 6, 7, 21, drag);
    }
  }
  for (let k_5 = 0, k_5_end = n; k_5 < k_5_end; k_5++) {
    if (marks[(72 + k_5)] !== 0) {
      const end = end_of_spin(k_5, drag);
      count = write_leg(profile, k_5, end, true, drag, out, count);
    }
  }
  return count;
}

/** Start the motion of disc k after an event of the log, with its current angle. */
function set_off(profile, log, row_2, k, at_x, at_y, after, drag) {
  const when = log[(row_2 + 3)];
  if ((marks[(72 + k)] !== 0) && (state[(144 + k)] < when)) {
    state[(768 + k)] = angle_at(profile, k, when, drag);
  }
  state[(0 + k)] = log[(row_2 + at_x)];
  state[(24 + k)] = log[(row_2 + at_y)];
  launch(profile, k, when, drag, log[(row_2 + after)], log[((row_2 + after) + 1)], log[((row_2 + after) + 2)]);
}

/** Return the time when disc k stops sliding and turning. */
function end_of_spin(k, drag) {
  if (marks[(0 + k)] === 3) {
    const spin = state[(120 + k)];
    return state[(144 + k)] + (((spin > 0) ? spin : (-spin)) / (1.3333333333333333 * drag));
  }
  return state[(336 + k)];
}

/** Return the angle (rad) by which disc k has turned since the stroke began. */
function angle_at(profile, k, when, drag) {
  const spin = state[(120 + k)];
  if (spin === 0) {
    return state[(768 + k)];
  }
  const end = end_of_spin(k, drag);
  const dt = ((when < end) ? when : end) - state[(144 + k)];
  const branch = marks[(0 + k)];
  if (branch === 2) {
    return state[(768 + k)] + ((spin * dt) / state[(168 + k)]);
  }
  if (branch === 3) {
    const slowed = (0.6666666666666666 * drag) * dt;
    return state[(768 + k)] + (((spin - ((spin > 0) ? slowed : (-slowed))) * dt) / state[(168 + k)]);
  }
  const left = state[(216 + k)] - (dt * state[(240 + k)]);
  const way = (turned(profile, branch, state[(216 + k)]) - turned(profile, branch, ((left > 0) ? left : 0))) * (state[(288 + k)] / state[(168 + k)]);
  return state[(768 + k)] + ((spin > 0) ? way : (-way));
}

/** Write disc k's keyframes from its last event until `when`, and one at rest if it stops or the stroke ends. */
function write_leg(profile, k, when, is_last, drag, out, count) {
  const still = end_of_spin(k, drag);
  const end = (when < still) ? when : still;
  let begin = state[(144 + k)];
  const stop = state[(336 + k)];
  if ((begin < stop) && (stop < end)) {
    count = write_pieces(profile, k, begin, stop, drag, out, count);
    begin = stop;
  }
  let count_2 = write_pieces(profile, k, begin, end, drag, out, count);
  if (is_last || (end < when)) {
    const way = glide(profile, k, end, drag);
    const angle = angle_at(profile, k, end, drag);
    count_2 = keep(k, nearest((end * 1000000)), way, 0, 0, angle, 0, 0, out, count_2);
  }
  return count_2;
}

/** Write parabolas from `begin` to `end` (s), each as long as the tolerance allows. */
function write_pieces(profile, k, begin, end, drag, out, count) {
  let span = end - begin;
  while (begin < end) {
    if (span > 1) {
      span = 1;
    }
    let stop = begin + span;
    if (stop > (end - 1e-09)) {
      stop = end;
      span = end - begin;
    }
    let way = glide(profile, k, begin, drag);
    let speed = $results[0];
    const force = $results[1];
    let angle = angle_at(profile, k, begin, drag);
    let spin = rim_speed(profile, k, begin, drag) / state[(168 + k)];
    let bend = -force;
    let rate = 0;
    if (span > 0.0001) {
      const way_low = ways(profile, k, begin, span, drag);
      const way_middle = $results[0];
      const way_high = $results[1];
      const way_end = $results[2];
      const low = angles(profile, k, begin, span, drag);
      const middle = $results[0];
      const high = $results[1];
      const last = $results[2];
      const stray = stray_of(way, way_low, way_middle, way_high, way_end);
      const around = stray_of(angle, low, middle, high, last) * state[(168 + k)];
      if ((stray > 3e-06) || (around > 3e-06)) {
        span = span * 0.5;
        continue;
      }
      speed = (((4 * way_middle) - (3 * way)) - way_end) / span;
      bend = (4 * ((way - (2 * way_middle)) + way_end)) / (span * span);
      spin = (((4 * middle) - (3 * angle)) - last) / span;
      rate = (4 * ((angle - (2 * middle)) + last)) / (span * span);
    }
    const time = nearest((begin * 1000000));
    if (nearest((stop * 1000000)) > time) {
      const late = (time * 1e-06) - begin;
      way = way + ((speed + ((0.5 * bend) * late)) * late);
      angle = angle + ((spin + ((0.5 * rate) * late)) * late);
      count = keep(k, time, way, (speed + (bend * late)), bend, angle, (spin + (rate * late)), rate, out, count);
    }
    begin = stop;
    span = span * 2;
  }
  return count;
}

/** Return the distances at the quarters of a piece. */
function ways(profile, k, begin, span, drag) {
  const held = glide(profile, k, (begin + (0.25 * span)), drag);
  const held_2 = glide(profile, k, (begin + (0.5 * span)), drag);
  const held_3 = glide(profile, k, (begin + (0.75 * span)), drag);
  const held_4 = glide(profile, k, (begin + span), drag);
  $results[0] = held_2;
  $results[1] = held_3;
  $results[2] = held_4;
  return held;
}

/** Return the angles at the quarters of a piece. */
function angles(profile, k, begin, span, drag) {
  const held = angle_at(profile, k, (begin + (0.25 * span)), drag);
  const held_2 = angle_at(profile, k, (begin + (0.5 * span)), drag);
  const held_3 = angle_at(profile, k, (begin + (0.75 * span)), drag);
  const held_4 = angle_at(profile, k, (begin + span), drag);
  $results[0] = held_2;
  $results[1] = held_3;
  $results[2] = held_4;
  return held;
}

/** Return the deviation of the values at the quarters from the parabola through the first, middle and last. */
function stray_of(first, low, middle, high, last) {
  const one = low - (((0.375 * first) + (0.75 * middle)) - (0.125 * last));
  const other = high - ((((-0.125) * first) + (0.75 * middle)) + (0.375 * last));
  const one_2 = (one > 0) ? one : (-one);
  const other_2 = (other > 0) ? other : (-other);
  return (one_2 > other_2) ? one_2 : other_2;
}

/** Write one keyframe in whole units if it fits; return the new number of keyframes. */
function keep(k, time, way, speed, bend, angle, spin, rate, out, count) {
  const at = count * 11;
  if ((at + 11) <= out.length) {
    const ux = state[(48 + k)] * 1000000;
    const uy = state[(72 + k)] * 1000000;
    out[(at + 0)] = k;
    out[(at + 1)] = time;
    out[(at + 2)] = nearest(((state[(0 + k)] * 1000000) + (ux * way)));
    out[(at + 3)] = nearest(((state[(24 + k)] * 1000000) + (uy * way)));
    out[(at + 4)] = nearest((ux * speed));
    out[(at + 5)] = nearest((uy * speed));
    out[(at + 6)] = nearest((ux * bend));
    out[(at + 7)] = nearest((uy * bend));
    out[(at + 8)] = nearest((angle * 1000));
    out[(at + 9)] = nearest((spin * 1000));
    out[(at + 10)] = nearest((rate * 1000));
  }
  return count + 1;
}

/** Instructions of these functions: play, write_frames. */
const $binary =
  'AGFzbQEAAAABsQMxYAF8AX5gA39+fAN8fHxgA39+fAF8YAN/fnwBfmAHf358fHx8fABgA398fAF+YAR/fnx8A3x8fGAEf358fAF8YAV/fnx8fAF8YAR/fnx8AGAEf398fAF8YAZ/f3x8fHwBfGAFf39+fHwBfGACfnwAYAR/f358AX9gA39/fgF8YAN/f34DfHx8YAh/f39/f35+fABgBn9/fnx8fABgBH9/f34AYAd/f39+fHx+AGAHfHx8fHx8fAF8YAV/fn58fAF8YAN8fHwBfGAEfn58fAF8YAZ/fn58fHwBfGACfHwBfGADf3x8AGADf358AGAFf35+fHwAYAZ/f35+fnwBfGAKf39/f39+fn58fgF/YAl/f39/f35+fnwAYAZ/f39/f34BfmABfgBgBH9+fHwCfn5gAn5+AGAGf35+fnx8AGAHf39/fn58fABgA35+fABgDH9/f35/f39/fnx/fwF+YAl/f39+fn5+fnwAYAJ+fAF8YAh/fnx/fH9/fgF+YAh/fnx8fH9/fgF+YAV/fnx8fAR8fHx8YAV8fHx8fAF8YAt+fnx8fHx8fH9/fgF+YAF8Anx+AhEBBHBhZ2UGbWVtb3J5AgEYGANBQDAAAAECAgMCBAUGBwcICQoLDA0ODxAREhMUFRYWFRcYGRobHAkdHRkaFx4fICEcIiMkJSQmJygpKgcrLC0tLi8HFwIEcGxheQAtDHdyaXRlX2ZyYW1lcwA2CpywAUB3AQJ+IAC9IQFC/gchAiAARAAAAAAAAAAAYSABQjSIQv8Pg0L/D1FyBEAgAEIADwsgAUI0iEL/D4NQBEAgAEQAAAAAAABQQ6K9IQFCtAghAgsgAUL/////////h4B/g0KAgICAgICA8D+EvyABQjSIQv8PgyACfQtvAwF+AXwBfiAA/AYhASABuSAAZARAIAFCAX0hAQsgACABuaEhAiACRAAAAAAAAOA/ZAR/QQEFIAJEAAAAAAAA4D9hBH8gASEDIANCAoEgA0ICgUI/h0ICg3xCAFIFQQALCwRAIAFCAXwPCyABDwALOgQBfAF+AXwBfiAAEAAhAiEBIAEhAyACIQQgBEIBfUJgfUIQfiADRAAAAAAAAEBAokIQuaH8BnwPAAvDAgkBfAF+AXwBfAF8AXwBfAF8AXwgAkQAAAAAAADwPWUEQCAAQgGnQQN0aisDACEDIAJEAAAAAAAAAABjBEBEAAAAAAAAAAAhAgsgAyACokQAAAAAAADgPyADoiACoiACoiADDwtCAiABQoAQfiACEAJ8Qgp+fCEEIAIgACAEp0EDdGorAwChIQUgACAEp0EDdGorAwghBiAAIASnQQN0aisDECEHIAAgBKdBA3RqKwMYIQggACAEp0EDdGorAyAhCSAGIAUgByAFIAggBSAJoqCioKKgIQogACAEp0EDdGorAyggBSAGIAVEAAAAAAAA4D8gB6IgBURVVVVVVVXVPyAIoiAFRAAAAAAAANA/IAmioqCioKKgoqAhCyAKIAsgByAFRAAAAAAAAABAIAiiIAVEAAAAAAAACEAgCaKioKKgDwALrgECAX4BfCACRAAAAAAAAPA9ZQRAIAJEAAAAAAAAAABjBEBEAAAAAAAAAAAhAgsgAEIBp0EDdGorAwAgAqIgAEIAp0EDdGorAwCjDwtCAiABQoAQfiACEAJ8Qgp+fCEDIAIgACADp0EDdGorAwChIQQgACADp0EDdGorAzAgBCAAIAOnQQN0aisDOCAEIAAgA6dBA3RqKwNAIAQgACADp0EDdGorA0iioKKgoqAPAAvnAQQBfgF+AXwBfCACRAAAAAAAAPA9ZQRARAAAAAAAAOA/IABCAadBA3RqKwMAoiAAQgCnQQN0aisDAKMgAqIgAqIPCyACEAIhA0ICIAFCgBB+IAN8Qgp+fCEEIAIgACAEp0EDdGorAwChIQUgACAEp0EDdGorA0BEVVVVVVVV1T+iIAUgACAEp0EDdGorA0hEAAAAAAAA0D+ioqAhBiAAQoT0AiABQoEQfnwgA3ynQQN0aisDACAFIAAgBKdBA3RqKwMwIAUgACAEp0EDdGorAzhEAAAAAAAA4D+iIAUgBqKgoqCioA8AC5ABBQF8AXwBfgF8AX4gAiAAQgCnQQN0aisDAKFEAAAAAAAA8D8gAqNEAAAAAAAA8D8gAEIAp0EDdGorAwCjoSABQgBRGyEDIAMQACEFIQQgBCEGIAUhByADRAAAAAAAAAAAZQR/QQEFIAdCaFcLBEBCAA8LIAdCaH1CEH4gBkQAAAAAAABAQKJCELmh/AZ8DwALvAQPAX4BfAF8AX4BfgF8AX4BfgF8AXwBfAF8AXwBfAF+QoLAAiABQoEQfnwhA0QAAAAAAADwP0QAAAAAAADwvyABQgBRGyEEIAQgAqIhBSAFIAQgACADp0EDdGorAwCiZQRARAAAAAAAAPA9DwsgAEKE4AIgAUKACn58IAAgASACEAZ8p0EDdGorAwD8BiEGAkADQCAEIAAgAyAGfKdBA3RqKwMIoiAFZUUNASAGQgF8IQYMAAsLQgIgAUKAEH4gBnxCCn58IQcgACAHp0EDdGorAwAhCCAGIQkgCUIQfyAJQhCBQj+HfCEKIAAgByAGIApCEH59Qgp+fadBA3RqKwMAQhC5oyELIAAgB6dBA3RqKwMIIAIgACAHp0EDdGorAzCioSEMIAAgB6dBA3RqKwMQIAIgACAHp0EDdGorAziioSENIAAgB6dBA3RqKwMYIAIgACAHp0EDdGorA0CioSEOIAAgB6dBA3RqKwMgIAIgACAHp0EDdGorA0iioSEPIAsgAiAAIAMgBnynQQN0aisDAKGiIAAgAyAGfKdBA3RqKwMIIAAgAyAGfKdBA3RqKwMAoaMhEEIAIRECQANAIBFCA1kNAQJAIBAgDCAQIA0gECAOIBAgD6KgoqCioCANIBBEAAAAAAAAAEAgDqIgEEQAAAAAAAAIQCAPoqKgoqCjoSEQCyARQgF8IREMAAsLIBBEAAAAAAAAAABjBEBEAAAAAAAAAAAhEAsgECALZARAIAshEAsgCCAQoA8AC60FEAF8AXwBfgF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAQgBKIgBSAFoqCfIQcgBiAGmiAGRAAAAAAAAAAAZhshCEICIQkgB0QAAAAAAAAAAGUEQEIEIQkLIABBAEcEQCAAIAcgCBAJIQkgCUIDWQRARAAAAAAAAAAAIQcLCyABp0EDdCACOQOAESABp0EDdCAHOQOADiABp0EDdCAGOQPADyABp0EDdEScdQCIPOQ3fjkDwCQgAadBAnQgCT4CwGlEAAAAAAAAAAAhCkQAAAAAAAAAACELRAAAAAAAAAAAIQxEAAAAAAAAAAAhDSAHRAAAAAAAAAAAZARAIAGnQQN0IAQgB6M5A4ALIAGnQQN0IAUgB6M5A8AMIAcgA6MhC0QAAAAAAADgPyAHoiALoiEKIAMhDCADIQ0gAEEARwR/IAlCAlIFQQALBEAgACAJIAcgCKMQByEOIAAgCSAOEAMhESEQIQ8gDyESIBAhEyARIRQgByASoyEVIBUgFaIgA6MhFiAVIA6iIAOjIQsgFiAToiEKIAMgAEIBp0EDdGorAwCiIQwgAyAUoiENIAGnQQN0IA45A8AVIAGnQQN0IBU5A8AYIAGnQQN0IAMgFaM5A4AXIAGnQQN0IBY5A4AaIAGnQQN0IBM5A8AbCwsgAadBA3QgAiALoDkDgB0gAadBA3QgCjkDwB4gAadBA3QgAadBA3QrA4AIIAGnQQN0KwOACyAKoqA5A4AgIAGnQQN0IAGnQQN0KwPACSABp0EDdCsDwAwgCqKgOQPAISABp0EDdCAMOQOAIyABp0EDdCABp0EDdCsDgAg5A8AwIAGnQQN0IAGnQQN0KwPACTkDgDIgAadBA3QgBzkDwDMgAadBA3QgDTkDgDUgAadBA3REAAAAAAAAAAA5A8A2C3EAIAFEAAAAAAAAAABlBEBCA0IEIAJEAAAAAAAAAABkGw8LIAEgAiAAQoHQAqdBA3RqKwMAomYEQEICDwsgASACIABCgCCnQQN0aisDkIAUomUEQEIDDwtCAEIBIAEgAiAAQgCnQQN0aisDAKJmGw8AC/QBCQF8AX4BfAF8AXwBfAF8AXwBfCACIAGnQQN0KwOAHWYEQCABp0EDdCsDwB5EAAAAAAAAAABEAAAAAAAAAAAPCyACIAGnQQN0KwOAEaEhBCAAQQBHBEAgAadBAnQ0AsBpIQUgBUICUgRAIAAgBSABp0EDdCsDwBUgBCABp0EDdCsDgBeioRADIQghByEGIAYhCSAHIQogCCELIAGnQQN0KwPAGyAKoSABp0EDdCsDgBqiIAGnQQN0KwPAGCAJoiADIAuiDwsLIAGnQQN0KwOADiEMIAxEAAAAAAAA4D8gA6IgBKKhIASiIAwgAyAEoqEgAw8AC+8BBAF8AXwBfgF8IABFBEBEAAAAAAAAAAAPCyABp0EDdCsDwA8hBCAEIASaIAREAAAAAAAAAABmGyEFIAGnQQJ0NALAaSEGIAIgAadBA3QrA4ARoSEHIAZCAVcEQCABp0EDdCsDwBggACAGIAGnQQN0KwPAFSAHIAGnQQN0KwOAF6KhEASiIQUFIAZCAlEEQCACIAGnQQN0KwOAHWYEQEQAAAAAAAAAACEFCwUgBURVVVVVVVX1PyADoiAHoqEhBQsLIAVEAAAAAAAAAABjBEBEAAAAAAAAAAAhBQsgBSAFmiAERAAAAAAAAAAAZhsPAAvVAQUBfgF8AXwBfAF8IABBAEcEQCABp0ECdDQCwGkhBCAEQgJSBEAgAadBA3QrA8AVIQUgACAEIAUgAadBA3QrA8AbIAGnQQN0KwPAGyACIAGnQQN0KwOAGqOhEA0hBiABp0EDdCsDgBEgBSAGoSABp0EDdCsDgBejoA8LCyABp0EDdCsDgA4hByAHIAeiRAAAAAAAAABAIAOiIAKioSEIIAGnQQN0KwOAEUQAAAAAAAAAQCACoiAHIAhEAAAAAAAAAAAgCEQAAAAAAAAAAGQbn6CjoA8AC8IBCgF8AX8BfgF8AXwBfAF8AXwBfAF8IAREAAAAAAAAAABlBEBEAAAAAAAAAAAPCyACIAQgA6OfoiEFQgAhBwJAA0AgB0IoWQ0BAkAgACABIAUQAyEKIQkhCCAIIQsgCSEMIAohDSAMIAShIAujIQ4gBSAOoSEFIAVEAAAAAAAAAABlBEBEoMLr/ktItDkhBQsgDiAOokSX1EZG9Q5nPCAFoiAFomUEQAwDCwsgB0IBfCEHDAALCyAFIAIgBSACYxsPAAvSAxEBfwF7AXsBewF7AXsBewF7AXsBfgF+AXwBfAF8AXwBfAF8IABFBEAgAv0UIQYgA/0UIQhBACEEA0AgBP0AA4AOIQUgBiAE/QADgBH98QEhByAFIAggB/3yAf3xASEJIAX9DAAAAAAAAOA/AAAAAAAA4D8gCP3yASAH/fIB/fEBIAf98gEhCiAGIAT9AAOAHf1MIQsgBP0AA8AeIAogC/1SIQwgBP0MAAAAAAAAAAAAAAAAAAAAACAJIAv9Uv0LA8AzIAQgDP0LA8A2IAQgBP0AA4AIIAT9AAOACyAM/fIB/fAB/QsDwDAgBCAE/QADwAkgBP0AA8AMIAz98gH98AH9CwOAMiAEQRBqIgRBwAFIDQALBSABIQ5CACENAkADQCANIA5ZDQECQCANp0EDdCsDwDNEAAAAAAAAAABkBEAgACANIAIgAxAKIREhECEPIA8hEiAQIRMgESEUIA2nQQN0IBM5A8AzIA2nQQN0IBQ5A4A1IA2nQQN0IBI5A8A2IA2nQQN0IA2nQQN0KwOACCANp0EDdCsDgAsgEqKgOQPAMCANp0EDdCANp0EDdCsDwAkgDadBA3QrA8AMIBKioDkDgDILCyANQgF8IQ0MAAsLCwtsAwF8AXwBfCAAQgWnQQN0aisDACAAQganQQN0aisDAKEhBCACIAKaIAJEAAAAAAAAAABkGyAEoSEFIAMgA5ogA0QAAAAAAAAAAGQbIAShIQYgAEIGp0EDdGorAwAgBSAFoiAGIAaioJ+hDwALxgEGAXwBfAF8AXwBfAF8IABCBadBA3RqKwMAIABCBqdBA3RqKwMAoSEGIAYgBpogAkQAAAAAAAAAAGQbIAKhIQcgBiAGmiADRAAAAAAAAAAAZBsgA6EhCCAHIAWiIAggBKKhIQkgAEIGp0EDdGorAwAgAEIGp0EDdGorAwCiIAkgCaKhIQogByAEoiAIIAWioCAKRAAAAAAAAAAAIApEAAAAAAAAAABkG5+gIQsgC0QAAAAAAAAAACALRAAAAAAAAAAAZBsPAAuFAw0BfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCACp0EDdCsDgAghBSACp0EDdCsDwAkhBiACp0EDdCsDgAshByACp0EDdCsDwAwhCEQAAAAAAADgPyADIASgoiEJIAAgASAFIAcgA6KgIAYgCCADoqAQDyEKIAAgASAFIAcgCaKgIAYgCCAJoqAQDyELIAAgASAFIAcgBKKgIAYgCCAEoqAQDyEMIApEAAAAAAAAEEAgC6KgIAygRAAAAAAAABhAoyENIA1E/Knx0k1iUD9jBEBE/Knx0k1iUD8hDQsgAqdBA3QrA8ASIQ5EBaOSOgGdI0AgDaIgDSAOoKIgDSANokQAAAAAAADQPyAOoiAOoqCjIQ8gAqdBA3QgDzkDgC8gAEIHp0EDdGorAwAgAqdBA3QrA4AsoSEQIBBEAAAAAAAAAABlBEBEAAAAAAAAAAAPCyACp0EDdCsDwC0hEUQAAAAAAAAAQCAQoiARIBEgEaJEAAAAAAAAAEAgD6IgEKKgn6CjDwALpgECAXwBfCAAp0EDdCsDwCogAWQEQA8LIACnQQN0KwPAKiAAp0EDdCsDgBEgAKdBA3QrA8AqIACnQQN0KwOAEWQbIQIgASACoSEDIACnQQN0IACnQQN0KwOALCAAp0EDdCsDwC1EAAAAAAAA4D8gAKdBA3QrA4AvoiADoqAgA6KgOQOALCAAp0EDdCAAp0EDdCsDwC0gAKdBA3QrA4AvIAOioDkDwC0LHAAgAiADEBIgACABIAIQFEQAAAAAAAAAAGQPAAtxAgF8AXxEAAAAAAAA8D8gAqdBA3QrA4AsIABCB6dBA3RqKwMAo6EhAyADRAAAAAAAAAAAZQRARAAAAAAAAAAADwsgACABIAIQFSEEGhogBCADoiACp0EDdCsDwC1EAAAAAAAA8D8gAyADoqGfoqEPAAvBAQYBfAF8AXwBfAF8AXwgAEIFp0EDdGorAwAgAEIGp0EDdGorAwChIQMgAqdBA3QrA8AwIQQgAqdBA3QrA4AyIQUgBCADIAOaIAREAAAAAAAAAABkG6EhBiAFIAMgA5ogBUQAAAAAAAAAAGQboSEHRAAAAAAAAPA/IAYgBqIgByAHoqCfoyEIIAYgCKIhBiAHIAiiIQcgBiAHIAKnQQN0KwOACyAGoiACp0EDdCsDwAwgB6KgIAKnQQN0KwPAM6IPAAvpBA0BfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCABQgCnQQN0aisDACEIIAanQQN0KwPAMCEJIAanQQN0KwOAMiEKIAanQQN0KwOACyAGp0EDdCsDwDOiIQsgBqdBA3QrA8AMIAanQQN0KwPAM6IhDCAAIAYgByAIEAshDSABIAIgBhAVIRAhDyEOIA4hESAPIRIgECETIBMgASACIAYQFEQAAAAAAADwPyAGp0EDdCsDgCwgAUIHp0EDdGorAwCjoaKhIRQgBUIAWQRAIAMgBadBA3RqQgS5OQMAIAMgBadBA3RqIAa5OQMIIAMgBadBA3RqRAAAAAAAAPC/OQMQIAMgBadBA3RqIAc5AxggAyAFp0EDdGogCTkDICADIAWnQQN0aiAKOQMoIAMgBadBA3RqRAAAAAAAAAAAOQMwIAMgBadBA3RqRAAAAAAAAAAAOQM4IAMgBadBA3RqIBE5A0AgAyAFp0EDdGogEjkDSCADIAWnQQN0aiAUIAanQQN0KwOAFKI5A1AgAyAFp0EDdGpEAAAAAAAAAAA5A1ggAyAEIAVCDHwgCyAMIA0QFwsgCyAUIBGioSELIAwgFCASoqEhDCAFQgBZBEAgAyAEIAVCEnwgCyAMIA0QFyADIAQgBUIMfEIDfEQAAAAAAAAAAEQAAAAAAAAAAEQAAAAAAAAAABAXIAMgBCAFQhJ8QgN8RAAAAAAAAAAARAAAAAAAAAAARAAAAAAAAAAAEBcLIAanQQN0RJx1AIg85Dd+OQPAKiAGp0EDdCAJOQOACCAGp0EDdCAKOQPACSAAIAYgByAIIAsgDCANEAgLLAAgACACp0EDdGogAzkDACAAIAKnQQN0aiAEOQMIIAAgAqdBA3RqIAU5AxAL8QUNAX8BfAF8AXwBfAF8AXwBfAF+AXwBfAF8AXwgA6dBA3REnHUAiDzkN345A8AkIAFCB6dBA3RqKwMARAAAAAAAAAAAZAR/IAOnQQN0KwPAKiADp0EDdCsDgBFlBUEACyEEIARFBEAgA6dBA3REnHUAiDzkN345A8AqCyADp0EDdCsDwDNEAAAAAAAAAABlBEAgBARAIAOnQQN0IAOnQQN0KwOAESABIAIgA0QAAAAAAAAAAEQAAAAAAAAAABARoDkDwCQgA6dBAnRCAz4CgGsLDwsgA6dBA3QrA4AIIQUgA6dBA3QrA8AJIQYgA6dBA3QrA4ALIQcgA6dBA3QrA8AMIQggAUIFp0EDdGorAwAgA6dBA3QrA8ASoSEJRJx1AIg85Dd+IQpEnHUAiDzkN34hCyAHRAAAAAAAAAAAZARAIAkgBaEgB6MhCgUgB0QAAAAAAAAAAGMEQCAJmiAFoSAHoyEKCwsgCEQAAAAAAAAAAGQEQCAJIAahIAijIQsFIAhEAAAAAAAAAABjBEAgCZogBqEgCKMhCwsLQgEhDCAKIQ0gCyAKYwRAQgIhDCALIQ0LIA1EAAAAAAAAAABjBEBEAAAAAAAAAAAhDQsgA6dBA3QrA8AeIQ4gBARAIAAgASACIANEAAAAAAAAAAAgDSAMEBkPCyANIA4gDSAOYxshDyAFIAYgByAIIA8gAUIFp0EDdGorAwAgAUIGp0EDdGorAwAQGiEQIBAgD2MEQCAQRAAAAAAAAAAAYwRARAAAAAAAAAAAIRALIAFCB6dBA3RqKwMARAAAAAAAAAAAZARAIAOnQQN0IAAgAyAQIAFCAKdBA3RqKwMAEAw5A8AqIAOnQQN0RAAAAAAAAAAAOQOALCADp0EDdEQAAAAAAAAAADkDwC0gACABIAIgAyAQIA0gDBAZDwtCAyEMIBAhDQsgDSAOYwRAIAOnQQN0IAAgAyANIAFCAKdBA3RqKwMAEAw5A8AkIAOnQQJ0IAw+AoBrCwuYAgcBfAF8AXwBfAF8AXwBfCADp0EDdCsDgAggA6dBA3QrA4ALIASioCEHIAOnQQN0KwPACSADp0EDdCsDwAwgBKKgIQggBCABIAIgByAIIAOnQQN0KwOACyADp0EDdCsDwAwQEKAhCSAJIAVjBEAgCSEFQgQhBgsgA6dBA3QrA8AeIQogA6dBA3QrA8AqIAOnQQN0KwOAESADp0EDdCsDwCogA6dBA3QrA4ARZBshCyALIAEgAiADIAQgBSAKIAUgCmMbEBGgIQwgBSAKYwR8IAAgAyAFIAFCAKdBA3RqKwMAEAwFRJx1AIg85Dd+CyENIAwgDWUEQCAMIQ1CAyEGCyADp0EDdCANOQPAJCADp0ECdCAGPgKAawvUAg8BfAF8AXwBfwF/AX8BewF7AX4BfAF8AXwBfAF8AXwgBUQAAAAAAAAAQCAGoqEhByAAIAIgBKKgIQggASADIASioCEJIAAgB2QEf0EBBSAAIAeaYwR/QQEFIAggB2QEf0EBBSAIIAeaYwsLCyEKIAEgB2QEf0EBBSABIAeaYwR/QQEFIAkgB2QEf0EBBSAJIAeaYwsLCyELIAoEfyALBUEAC0UEQCAEDwtCACEPAkADQCAPQgRZDQECQCAFIAahIAYgBaEgD0IBg0IAUhsgAKEhECAFIAahIAYgBaEgD0ICg0IAUhsgAaEhESAQIAKiIBEgA6KgIRIgEkQAAAAAAAAAAGQEQCAQIAOiIBEgAqKhIRMgBiAGoiATIBOioSEUIBREAAAAAAAAAABkBEAgEiAUn6EhFSAVIARjBEAgFSEECwsLCyAPQgF8IQ8MAAsLIAQPAAvXAQQBfAF8AXwBfCACp0EDdCsDwDNEAAAAAAAAAABlBEAgACABIAIgAyAEEBwPCyABp0EDdCsDwDNEAAAAAAAAAABlBEAgACACIAEgAyAEEBwPCyABp0EDdCsDgB0hBSACp0EDdCsDgB0hBiAFIAYgBSAGYxshByAARQRAIAEgAiAHIAOhIAQQHyEIBSAAIAEgAiADIAcgA6EgBBAgIQgLIAhEnHUAiDzkN35jBEAgAyAIoA8LIAUgBmMEQCAAIAIgASAHIAQQHA8LIAAgASACIAcgBBAcDwAL1QMRAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCAAIAEgAyAEEAohByEGIQUgBSEIIAYhCSAHIQogCUQAAAAAAAAAAGUEQEScdQCIPOQ3fg8LIAGnQQN0KwOACyELIAGnQQN0KwPADCEMIAKnQQN0KwOAICABp0EDdCsDgAggCyAIoqChIQ0gAqdBA3QrA8AhIAGnQQN0KwPACSAMIAiioKEhDiANIAuiIA4gDKKgIQ8gD0QAAAAAAAAAAGUEQEScdQCIPOQ3fg8LIA0gDKIgDiALoqEhECABp0EDdCsDwBIgAqdBA3QrA8ASoCERIBEgEaIgECAQoqEhEiASRAAAAAAAAAAAZQRARJx1AIg85Dd+DwsgDyASn6EhEyATRAAAAAAAAAAAYwRARAAAAAAAAAAAIRMLIABFBH9BAQUgAadBAnQ0AsBpQgJRCwRAIAkgCaJEAAAAAAAAAEAgBKIgE6KhIRQgFEQAAAAAAAAAAGUEQEScdQCIPOQ3fg8LIANEAAAAAAAAAEAgE6IgCSAUn6CjoA8LIAggE6AgAadBA3QrA8AeZgRARJx1AIg85Dd+DwsgACABIAggE6AgBBAMIRUgFSADIBUgA2QbDwALsQEFAXwBfAF8AXwBfCAEIASiIAUgBaKgIQcgAiAEoiADIAWioCEIRAAAAAAAAABAIAIgAqIgAyADoqAgACAEoiABIAWioKGiIQkgCSAGRAAAAAAAAAhAIAeiIAaiRAAAAAAAABhAIAiioaKgIQogCiAJIAogCWMbIQsgCEQAAAAAAAAAAGQEfyAIIAYgB6JjBUEACwRAIAlEAAAAAAAACEAgCKIgCKIgB6OhIQsLIAsPAAuOAQEBfCACRAAAAAAAAAAAZgR/IAFEAAAAAAAAAABmBUEACwRARJx1AIg85Dd+DwsgASABokQAAAAAAAAAQCACoiAAoqEhAyADRAAAAAAAAAAAYwRARJx1AIg85Dd+DwsgAUQAAAAAAAAAAGMEQEQAAAAAAAAAQCAAoiADnyABoaMPCyABIAOfoCACmqMPAAvEBiQBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfwF7AXsBewF7AXsBewF7AXsBewF+AXwBfAF8AXwgAKdBA3QrA8AzIQQgAadBA3QrA8AzIQUgAadBA3QrA8AwIACnQQN0KwPAMKEhBiABp0EDdCsDgDIgAKdBA3QrA4AyoSEHIAGnQQN0KwOACyAFoiAAp0EDdCsDgAsgBKKhIQggAadBA3QrA8AMIAWiIACnQQN0KwPADCAEoqEhCSADIAGnQQN0KwOACyAAp0EDdCsDgAuhoiEKIAMgAadBA3QrA8AMIACnQQN0KwPADKGiIQsgAKdBA3QrA8ASIAGnQQN0KwPAEqAhDCAIIAiiIAkgCaKgIQ0gCCAKoiAJIAuioCEOIAogCqIgCyALoqAhDyAGIAaiIAcgB6KgIAwgDKKhIRBEAAAAAAAAAEAgBiAIoiAHIAmioKIhESANIAYgCqIgByALoqChIRIgDpohE0QAAAAAAADQPyAPoiEUIA4gD6NEAAAAAAAA8L8gD0QAAAAAAAAAAGQbIRVEAAAAAAAAAEAgEqJEAAAAAAAACEAgDqIgFaKhIRZEAAAAAAAAAEAgEqIgAkQAAAAAAAAYQCATokQAAAAAAAAoQCAUoiACoqCioCEXRAAAAAAAAAAAIRhCACEjAkADQCAjQuQAWQ0BAkAgECAYIBEgGCASIBggEyAYIBSioKKgoqCioCEkIBEgGEQAAAAAAAAAQCASoiAYRAAAAAAAAAhAIBOiIBhEAAAAAAAAEECiIBSioKKgoqAhJUQAAAAAAAAAQCASoiAYRAAAAAAAABhAIBOiIBhEAAAAAAAAKECiIBSioKKgISYgFyAmYwRAIBchJgsgFSAYZAR/IBUgAmMEfyAWICZjBUEACwVBAAsEQCAWISYLICREAAAAAAAAAABlBEAgJUQAAAAAAAAAAGMEQCAYDwtEAAAAAAAAAAAhJAsgJCAlICYQHiEnIBggJ6AhGCAYIAJkBEBEnHUAiDzkN34PCyAnICeiIA2iRKxD0tFdcjI8YwR/QQEFICdEFlbnnq8D0jxjCwRAIBgPCwsgI0IBfCEjDAALCyAYDwAL6gUgAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AX8BfgF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCABp0EDdCsDgAshBiABp0EDdCsDwAwhByACp0EDdCsDgAshCCACp0EDdCsDwAwhCSABp0EDdCsDwBIgAqdBA3QrA8ASoCEKIAGnQQN0KwPANiELIAKnQQN0KwPANiEMIAGnQQN0KwPAMyENIAKnQQN0KwPAMyEOIAGnQQN0KwOANSEPIAKnQQN0KwOANSEQRAAAAAAAAAAAIRFCACETAkADQCATQuQAWQ0BAkAgEUQAAAAAAAAAAGQEQCAAIAEgAyARoCAFEAohFiEVIRQgFCELIBUhDSAWIQ8gACACIAMgEaAgBRAKIRkhGCEXIBchDCAYIQ4gGSEQCyACp0EDdCsDgAggCCAMoqAgAadBA3QrA4AIIAYgC6KgoSEaIAKnQQN0KwPACSAJIAyioCABp0EDdCsDwAkgByALoqChIRsgCCAOoiAGIA2ioSEcIAkgDqIgByANoqEhHSAaIBqiIBsgG6KgIAogCqKhIR5EAAAAAAAAAEAgGiAcoiAbIB2ioKIhHyAeRAAAAAAAAAAAZQRAIB9EAAAAAAAAAABjBEAgEQ8LRAAAAAAAAAAAIR4LRAAAAAAAAOA/IA8gAadBA3QrA4AjoKIhIEQAAAAAAADgPyAQIAKnQQN0KwOAI6CiISEgBCARoSEiIBogGyAcIB0gCCAhoiAGICCioSAJICGiIAcgIKKhICIQHSEjIA8gIBAhIBAgIRAhoCEkICNEAAAAAAAAAEAgJKIgCkQAAAAAAADQPyAkoiAioiAioqCioSEjIB4gHyAjEB4hJSARICWgIREgESAEZARARJx1AIg85Dd+DwsgJSAloiAcIByiIB0gHaKgokSsQ9LRXXIyPGMEf0EBBSAlRBZW556vA9I8YwsEQCARDwsLIBNCAXwhEwwACwsgEQ8ACzoBAXwgACABoSECIAJEAAAAAAAAAABjBEAgApohAgsgAkRyxFp8CgDwP6JE8WjjiLX45D4gAaKgDwALiwQOAX8BewF7AXsBewF7AXsBewF7AXsBewF7AXsBeyAC/RQhCCAB/RQhDkEAIQMDQCAD/QADwDMhBCAE/QwAAAAAAAAAAAAAAAAAAAAA/UohBSAD/QADgAshBiAD/QADwAwhByAI/QwAAAAAAAAAAAAAAAAAAAAAIAX9UiEJIABBAEcEQCAD/QADgDUhCv0MAAAAAAAA4D8AAAAAAADgPyAKIAP9AAOAI/3wAf3yAf0MAAAAAAAAAAAAAAAAAAAAACAF/VIhCSAKIAn98QEhDCAMIAz97QEgDP0MAAAAAAAAAAAAAAAAAAAAAP1K/VIhDSADIA39DHLEWnwKAPA/csRafAoA8D/98gH9DPFo44i1+OQ+8WjjiLX45D4gCf3yAf3wAf0MAAAAAAAAAAAAAAAAAAAAACAF/VL9CwOAPgsgAyAGIAT98gH9CwOAOCADIAcgBP3yAf0LA8A5IAMgBiAJ/fIB/QsDgDsgAyAHIAn98gH9CwPAPCAD/QADgB0gDv3xASEPIAMgD/0MAAAAAABAj0AAAAAAAECPQCAF/VL9CwPAPyAD/QADwCQgDv3xASEQIAMgEP0MAAAAAABAj0AAAAAAAECPQCAQ/QwAAAAAAECPQAAAAAAAQI9A/Un9Uv0LA4BBIAMgA/0AA8AeIAP9AAPANv3xAf0LA8BCIANBEGoiA0HAAUgNAAsLxA1LAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AX8BewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7IAGnQQN0KwPAMCEDIAGnQQN0KwOAMiEEIAGnQQN0KwOAOCEFIAGnQQN0KwPAOSEGIAGnQQN0KwOAOyEHIAGnQQN0KwPAPCEIIAGnQQN0KwPAEiEJIAGnQQN0KwOACyEKIAGnQQN0KwPADCELIAGnQQN0KwPAPyEMIAGnQQN0KwOAQSENIAGnQQN0KwPAQiEOIAGnQQN0KwOAICEPIAGnQQN0KwPAISEQIAGnQQN0KwOAPiERIAP9FCETIAT9FCEVIAX9FCEXIAb9FCEZIAf9FCEbIAj9FCEdIAn9FCEfIAz9FCEjIA39FCElIBH9FCEyIAr9FCE+IAv9FCFAIA/9FCFCIBD9FCFEIA79FCFGIAL9FCFNQQAhEgNAIBL9AAPAMCAT/fEBIRQgEv0AA4AyIBX98QEhFiAS/QADgDggF/3xASEYIBL9AAPAOSAZ/fEBIRogEv0AA4A7IBv98QEhHCAS/QADwDwgHf3xASEeIB8gEv0AA8AS/fABISAgEv0AA8A/ISEgEv0AA4BBISIgISAjICEgI/1J/VIhJCAiICUgIiAl/Un9UiEmICYgJP1JIScgJiAkICf9UiEoIBggHP3yASAaIB798gH98AEhKSAcIBz98gEgHiAe/fIB/fABISogFCAU/fIBIBYgFv3yAf3wASAgICD98gH98QEhK/0MAAAAAAAAAEAAAAAAAAAAQCAUIBj98gEgFiAa/fIB/fAB/fIBISz9DAAAAAAAAABAAAAAAAAAAEAgGCAY/fIBIBogGv3yAf3wASAUIBz98gEgFiAe/fIB/fAB/fEB/fIBIS0gLSAo/QwAAAAAAAAIQAAAAAAAAAhAICr98gEgKP3yAf0MAAAAAAAAGEAAAAAAAAAYQCAp/fIB/fEB/fIB/fABIS4gLiAtIC4gLf1J/VIhLyAt/QwAAAAAAAAIQAAAAAAAAAhAICn98gEgKf3yASAq/QxZ8/jCH26lAVnz+MIfbqUB/fAB/fMB/fEBITAgMCAvICn9DAAAAAAAAAAAAAAAAAAAAAD9SiApICggKv3yAf1J/U79UiExIABBAEcEQCAS/QADgD4gMv3wASEzIDH9DAAAAAAAAABAAAAAAAAAAEAgM/3yASAg/QwAAAAAAADQPwAAAAAAANA/IDP98gEgKP3yASAo/fIB/fAB/fIB/fEBITEL/QwAAAAAAAAAAAAAAAAAAAAAICsgK/0MAAAAAAAAAAAAAAAAAAAAAP1J/VIhNSAsICz98gH9DAAAAAAAAABAAAAAAAAAAEAgMf3yASA1/fIB/fEBITb9DAAAAAAAAAAAAAAAAAAAAAAgNiA2/QwAAAAAAAAAAAAAAAAAAAAA/Un9Uv3vASE3ICz9DAAAAAAAAAAAAAAAAAAAAAD9SSE4/QwAAAAAAAAAQAAAAAAAAABAIDX98gEgLCA3/fABIDj9UiE5IDcgLP3xASAx/e0BIDj9UiE6IDkgOv0MAAAAAAAA8D8AAAAAAADwPyA6/QwAAAAAAAAAAAAAAAAAAAAA/Ur9Uv3zASE7IDb9DAAAAAAAAAAAAAAAAAAAAAD9TCA6/QwAAAAAAAAAAAAAAAAAAAAA/Ur9TiA7ICj9S/1OITwgIyAh/UohPSA+IBL9AAOAC/3tASA9/VIhPyBAIBL9AAPADP3tASA9/VIhQSAS/QADgCAgE/3xASAS/QADwDAgQv3xASA9/VIhQyAS/QADwCEgFf3xASAS/QADgDIgRP3xASA9/VIhRSBGIBL9AAPAQiA9/VIhRyBDID/98gEgRSBB/fIB/fABIUggQyBB/fIBIEUgP/3yAf3xASFJIEj9DAAAAAAAAAAAAAAAAAAAAAD9SiBJIEn98gEgICAg/fIB/Un9TiBIIEcgIP3wAf1J/U4gI/0MAAAAAABAj0AAAAAAAECPQP1J/U4gIf0MAAAAAABAj0AAAAAAAECPQP1J/U4hSiAo/QycdQCIPOQ3fpx1AIg85Dd+IEogJ/1N/U79UiFLIDsgSyA8/VIhTCASIE0gTP3wAf0MnHUAiDzkN36cdQCIPOQ3fiBM/QycdQCIPOQ3fpx1AIg85Dd+/Un9Uv0LA4BEIBJBEGoiEkHAAUgNAAsL8wUfAXwBfAF8AXwBfAF8AXwBfAF8AXwBfwF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsBewF7AXsgAadBA3QrA8AwIQQgAadBA3QrA4AyIQUgAadBA3QrA4ALIQYgAadBA3QrA8AMIQcgAadBA3QrA8AzIQggAadBA3QrA8ASIQkgAadBA3QrA8AeIAGnQQN0KwPANqEhCiADIQsgAEEARwRAIAGnQQN0KwOANSEMIAGnQQN0KwOAIyENIAwgDSAMIA1jG0Qdd0oH6//vP6IhCwsgBP0UIQ8gBf0UIREgCf0UIRMgBv0UIRUgB/0UIRYgCP0UIRwgC/0UIR0gCv0UISAgAv0UISJBACEOA0AgDv0AA8AwIA/98QEhECAO/QADgDIgEf3xASESIBMgDv0AA8AS/fABIRQgECAV/fIBIBIgFv3yAf3wASEXIBAgFv3yASASIBX98gH98QEhGCAUIBT98gEgGCAY/fIB/fEBIRkgFyAZ/QwAAAAAAAAAAAAAAAAAAAAAIBn9DAAAAAAAAAAAAAAAAAAAAAD9Sv1S/e8B/fEBIRr9DAAAAAAAAAAAAAAAAAAAAAAgGiAa/QwAAAAAAAAAAAAAAAAAAAAA/Un9UiEbIBwgHP3yAf0MAAAAAAAAAEAAAAAAAAAAQCAd/fIBIBv98gH98QEhHv0MAAAAAAAAAEAAAAAAAAAAQCAb/fIBIBwgHv0MAAAAAAAAAAAAAAAAAAAAACAe/QwAAAAAAAAAAAAAAAAAAAAA/Ur9Uv3vAf3wAf3zASEfIA79AAPAM/0MAAAAAAAAAAAAAAAAAAAAAP1LIBf9DAAAAAAAAAAAAAAAAAAAAAD9Sv1OIBn9DAAAAAAAAAAAAAAAAAAAAAD9Sv1OIBsgIP1J/U4gHv0MAAAAAAAAAAAAAAAAAAAAAP1K/U4hISAOICIgH/3wAf0MnHUAiDzkN36cdQCIPOQ3fiAh/VL9CwOARCAOQRBqIg5BwAFIDQALC6IBAgF+AX4gASEGQgAhBQJAA0AgBSAGWQ0BAkAgBSACUgR/IAWnQQN0KwPAM0QAAAAAAAAAAGQFQQALBEAgAqdBA3QrA8AzRAAAAAAAAAAAZARAIAAgAiAFIAMgBBAmBSAFp0EDdCAAIAUgAiADIAMgBBAnOQOARCACp0ECdCACp0ECdDQCwGxCASAFhkJ/hYM+AsBsCwsLIAVCAXwhBQwACwsLvwYbAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AX8BfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAKnQQN0RJx1AIg85Dd+OQOARCABp0ECdCABp0ECdDQCwGxCASAChkJ/hYM+AsBsIAGnQQN0KwOACyEFIAGnQQN0KwPADCEGIAKnQQN0KwOACyEHIAKnQQN0KwPADCEIIAKnQQN0KwPAMCABp0EDdCsDwDChIQkgAqdBA3QrA4AyIAGnQQN0KwOAMqEhCiAJIAWiIAogBqKgRAAAAAAAAAAAZQR/IAkgB6IgCiAIoqBEAAAAAAAAAABmBUEACwRADwsgAadBA3QrA8ASIAKnQQN0KwPAEqAhCyABp0EDdCsDwB4gAadBA3QrA8A2oSACp0EDdCsDwB6gIAKnQQN0KwPANqEgC6AhDCAJIAmiIAogCqKgIQ0gDSAMIAyiZgRADwsgAadBA3QrA4AdIQ4gAqdBA3QrA4AdIQ8gDiAPIA4gD2MbIRAgAadBA3QrA8AkIREgAqdBA3QrA8AkIRIgESASIBEgEmMbIRMgEyAQYyEUIBMgECAUGyADoSEVIAGnQQN0KwPAMyEWIAKnQQN0KwPAMyEXIAcgF6IgBSAWoqEhGCAIIBeiIAYgFqKhIRkgBCEaIAQhGyAAQQBHBEBEAAAAAAAA4D8gAadBA3QrA4A1IAGnQQN0KwOAI6CiIRpEAAAAAAAA4D8gAqdBA3QrA4A1IAKnQQN0KwOAI6CiIRsLIAkgCiAYIBkgByAboiAFIBqioSAIIBuiIAYgGqKhIBUQHSEcIABBAEcEQCABp0EDdCsDgDUgGhAhIAKnQQN0KwOANSAbECGgIR0gHEQAAAAAAAAAQCAdoiALRAAAAAAAANA/IB2iIBWiIBWioKKhIRwLIA0gCyALoqEhHiAeRAAAAAAAAAAAIB5EAAAAAAAAAABkG0QAAAAAAAAAQCAJIBiiIAogGaKgoiAcEB4hHyAfIBVlBEAgAqdBA3QgAyAfoDkDgEQFIBRFBEAgDiAPZARAIAKnQQN0IAAgASACIAMgECAEECc5A4BEBSACp0EDdCAAIAIgASADIBAgBBAnOQOARAsLCwuxAw8BfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwgAadBA3QrA4ALIQYgAadBA3QrA8AMIQcgAqdBA3QrA4AgIAGnQQN0KwPAMKEhCCACp0EDdCsDwCEgAadBA3QrA4AyoSEJIAggBqIgCSAHoqAhCiAIIAeiIAkgBqKhIQsgAadBA3QrA8ASIAKnQQN0KwPAEqAhDCAMIAyiIAsgC6KhIQ0gCkQAAAAAAAAAAGUEf0EBBSANRAAAAAAAAAAAZQsEQEScdQCIPOQ3fg8LIAogDZ+hIQ4gDkQAAAAAAAAAAGMEQEQAAAAAAAAAACEOCyAOIAGnQQN0KwPAHiABp0EDdCsDwDahZgRARJx1AIg85Dd+DwsgBSEPIABBAEcEQCABp0EDdCsDgDUhECABp0EDdCsDgCMhESAQIBEgECARYxshDwsgD0Qdd0oH6//vP6IhDyABp0EDdCsDwDMhEiASIBKiRAAAAAAAAABAIA+iIA6ioSETIANEAAAAAAAAAEAgDqIgEiATRAAAAAAAAAAAIBNEAAAAAAAAAABkG5+go6AhFCAUIAQgFCAEZBsPAAseACAAIAFkBEAgAQ8LIAAgAZpjBEAgAZoPCyAADwALKwAgAUQAAAAAAAAAAGUEf0EBBSACIAFlCwRAIAAPCyAAIAEgAqOfn6IPAAuWAgMBfAF8AXwgAqdBAnQ0AqBtIAOnQQJ0NAKgbSACp0ECdDQCoG0gA6dBAnQ0AqBtUxu5IABCCadBA3RqKwMAoSEGIAS5IABCCqdBA3RqKwMAoSAGZARAIAS5IABCCqdBA3RqKwMAoSEGCyACp0ECdCACp0ECdDQCoG1CAXw+AqBtIAOnQQJ0IAOnQQJ0NAKgbUIBfD4CoG0gBkQAAAAAAAAAAGUEQEQtQxzr4jYaPw8LRC1DHOviNho/RAAAAAAAAPA/IAZEAAAAAAAAMECjoKIhByAHRPyp8dJNYkA/ZARARPyp8dJNYkA/IQcLRC1DHOviNho/IAaiIAaiIQggCCAFZARAIAUhCAsgCCAHIAggB2QbDwAL1AcbAXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8IAFCAKdBA3RqKwMAIQogBqdBA3QrA8AwIQsgBqdBA3QrA4AyIQwgB6dBA3QrA8AwIQ0gB6dBA3QrA4AyIQ4gBqdBA3QrA4ALIAanQQN0KwPAM6IhDyAGp0EDdCsDwAwgBqdBA3QrA8AzoiEQIAenQQN0KwOACyAHp0EDdCsDwDOiIREgB6dBA3QrA8AMIAenQQN0KwPAM6IhEiANIAuhIRMgDiAMoSEURAAAAAAAAPA/IBMgE6IgFCAUoqCfoyEVIBMgFaIhFiAUIBWiIRcgESAPoSAWoiASIBChIBeioCEYIBhESK+8mvLXej5mBEBBAA8LIAAgBiAIIAoQCyEZIAAgByAIIAoQCyEaIAanQQN0KwOAFCEbIAenQQN0KwOAFCEcIAFCAadBA3RqKwMAIAFCCKdBA3RqKwMAIBiaECmaIBiiIR0gASACIAYgByAJIBiaECohHiAdIB5jBEAgHiEdCyAbIByiIBsgHKCjIR8gHSAYoSAfoiEgIBIgEKEgFqIgESAPoSAXoqEgGiAZoKEhISAhmkQAAAAAAADwPyABQgunQQN0aisDAKCiIB+iRAAAAAAAAAhAoyABQgOnQQN0aisDACAgohAoISIgICAWoiAiIBeioSEjICAgF6IgIiAWoqAhJCAFQgBZBEAgAyAFp0EDdGpCALk5AwAgAyAFp0EDdGogBrk5AwggAyAFp0EDdGogB7k5AxAgAyAFp0EDdGogCDkDGCADIAWnQQN0aiALOQMgIAMgBadBA3RqIAw5AyggAyAFp0EDdGogDTkDMCADIAWnQQN0aiAOOQM4IAMgBadBA3RqIBY5A0AgAyAFp0EDdGogFzkDSCADIAWnQQN0aiAgOQNQIAMgBadBA3RqICI5A1ggAyAEIAVCDHwgDyAQIBkQFyADIAQgBUIMfEIDfCARIBIgGhAXCyAPICMgG6OhIQ8gECAkIBujoSEQIBEgIyAco6AhESASICQgHKOgIRIgGSAiIBtEAAAAAAAA4D+io6EhGSAaICIgHEQAAAAAAADgP6KjoSEaIAVCAFkEQCADIAQgBUISfCAPIBAgGRAXIAMgBCAFQhJ8QgN8IBEgEiAaEBcLIAYgCBASIAcgCBASIAanQQN0IAs5A4AIIAanQQN0IAw5A8AJIAenQQN0IA05A4AIIAenQQN0IA45A8AJIAAgBiAIIAogDyAQIBkQCCAAIAcgCCAKIBEgEiAaEAhBAQ8AC8wGDwF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfCABQgCnQQN0aisDACEJIAenQQN0KwPAMCEKIAenQQN0KwOAMiELIAenQQN0KwOACyAHp0EDdCsDwDOiIQwgB6dBA3QrA8AMIAenQQN0KwPAM6IhDSAAIAcgCCAJEAshDiABQgWnQQN0aisDACAHp0EDdCsDwBKhIQ8gB6dBA3QrA4AUIRBEAAAAAAAAAAAhEUQAAAAAAAAAACESIAZCAVEEQEQAAAAAAADwP0QAAAAAAADwvyAKRAAAAAAAAAAAZBshESAPIBGiIQoFRAAAAAAAAPA/RAAAAAAAAPC/IAtEAAAAAAAAAABkGyESIA8gEqIhCwsgDCARoiANIBKioCETIAFCAqdBA3RqKwMAIAFCCKdBA3RqKwMAIBMQKSEURAAAAAAAAPA/IBSgIBOiIRUgDSARoiAMIBKioSAOoCEWIBaaRAAAAAAAAPA/IAFCDKdBA3RqKwMAoKJEAAAAAAAACECjIAFCBKdBA3RqKwMAIBWiECghFyAFQgBZBEAgAyAFp0EDdGogBrk5AwAgAyAFp0EDdGogB7k5AwggAyAFp0EDdGpEAAAAAAAA8L85AxAgAyAFp0EDdGogCDkDGCADIAWnQQN0aiAKOQMgIAMgBadBA3RqIAs5AyggAyAFp0EDdGpEAAAAAAAAAAA5AzAgAyAFp0EDdGpEAAAAAAAAAAA5AzggAyAFp0EDdGogETkDQCADIAWnQQN0aiASOQNIIAMgBadBA3RqIBUgEKI5A1AgAyAFp0EDdGogFyAQojkDWCADIAQgBUIMfCAMIA0gDhAXCyAGQgFRBEAgFJogDKIhDCANIBcgEaKgIQ0FIAwgFyASoqEhDCAUmiANoiENCyAOIBdEAAAAAAAA4D+joCEOIAVCAFkEQCADIAQgBUISfCAMIA0gDhAXIAMgBCAFQgx8QgN8RAAAAAAAAAAARAAAAAAAAAAARAAAAAAAAAAAEBcgAyAEIAVCEnxCA3xEAAAAAAAAAABEAAAAAAAAAABEAAAAAAAAAAAQFwsgByAIEBIgB6dBA3QgCjkDgAggB6dBA3QgCzkDwAkgACAHIAggCSAMIA0gDhAIC4IFEAF8AXwBfgF+AX4BfgF+AX4BfgF+AX4BfgF+AX4BfgF+IAFCAKdBA3RqKwMAIQZEAAAAAAAAAAAhByAAIAUgBhAuIAUhCUIAIQgCQANAIAggCVkNAQJAIAinQQN0KwPAM0QAAAAAAAAAAGQEQCAAIAEgAiAIEBgLCyAIQgF8IQgMAAsLIAUhC0IAIQoCQANAIAogC1kNAQJAIAqnQQN0KwPAM0QAAAAAAAAAAGQEQCAAIAUgCiAKIAcgBhAyCwsgCkIBfCEKDAALC0IAIQwgBKwhDSANQhh/IA1CGIFCP4d8IQ5CASEPAkADQCAPQsCaDFkNAQJAIAAgBSAHIAYQMCERIRAgECESIBEhEyASQgBTBEAgDA8LIBKnQQN0KwPAJCASp0EDdCsDgCYgE0IAUhshByAAIAUgByAGEA4gDEIYfkJ/IAwgDlMbIRQgEqdBAnQgDz4C4GsgEiEVIBNCBFEEfyABIAIgEiAHEBMFQQALBEAgACABIAIgAyAEIBQgEiAHEBYgDEIBfCEMIAAgASACIBIQGCAAIAUgEiASIAcgBhAyDAELIBNCA1EgE0IEUXIEQCAAIAMgBCAUIBIgByAGEDQgDEIBfCEMIBKnQQJ0NAKAbkIAUgRAIAwPCwwBCyATQgBRBEAgEqdBAnQ0AqBqIRUgFadBAnQgDz4C4GsgACABIAIgAyAEIBQgEiAVIAcgDBArBEAgDEIBfCEMIBIgFSAHEDUgACABIAIgEhAYIAAgASACIBUQGAsFIAAgASACIAMgBCAUIBMgEiAHECwgDEIBfCEMIAAgASACIBIQGAsgACAFIBIgFSAHIAYQMgsgD0IBfCEPDAALC0J/DwAL9gQFAX4BfwF+AX4BfiABIQMCQANAIANCGFkNAQJAIAMQLwsgA0IBfCEDDAALC0IAIQUCQANAIAVCGFkNAQJAIAWnQQN0RAAAAAAAAPA/OQOACyAFp0EDdEQAAAAAAAAAADkDwAwgBadBA3REAAAAAAAAAAA5A4AOIAWnQQN0RAAAAAAAAAAAOQOAESAFp0EDdEQAAAAAAAAAADkDgB0gBadBA3REAAAAAAAAAAA5A8AeIAWnQQN0RAAAAAAAAAAAOQOAIyAFp0EDdEScdQCIPOQ3fjkDwCQgBadBA3REnHUAiDzkN345A4AmIAWnQQN0RJx1AIg85Dd+OQPAJyAFp0EDdEScdQCIPOQ3fjkDgCkgBadBA3REnHUAiDzkN345A8AqIAWnQQN0IAWnQQN0KwOACDkDgCAgBadBA3QgBadBA3QrA8AJOQPAISAFp0EDdCAFp0EDdCsDgAg5A8AwIAWnQQN0IAWnQQN0KwPACTkDgDIgBadBA3REAAAAAAAAAAA5A8AzIAWnQQN0RAAAAAAAAAAAOQOANSAFp0EDdEQAAAAAAAAAADkDwDYgBadBAnRCAD4C4GsgBadBAnRCAD4CoG0gBadBAnRCBD4CwGkLIAVCAXwhBQwACwsgASEHQgAhBgJAA0AgBiAHWQ0BAkAgBqdBA3QrA4A4RAAAAAAAAAAAYgR/QQEFIAanQQN0KwPAOUQAAAAAAAAAAGIEf0EBBSAGp0EDdCsDwA9EAAAAAAAAAABiCwsEQCAAIAZEAAAAAAAAAAAgAiAGp0EDdCsDgDggBqdBA3QrA8A5IAanQQN0KwPADxAICwsgBkIBfCEGDAALCwuVAQAgAKdBA3REAAAAAABAj0BEAAAAAAAAJEAgALmioDkDgAggAKdBA3REAAAAAABAj0A5A8AJIACnQQN0RAAAAAAAAAAAOQPAEiAAp0EDdEQAAAAAAADwPzkDgBQgAKdBA3REAAAAAAAAAAA5A4A4IACnQQN0RAAAAAAAAAAAOQPAOSAAp0EDdEQAAAAAAAAAADkDwA8LsgIGAXwBfgF+AX4BfgF+AkADQEScdQCIPOQ3fiEEQn8hBUIAIQYgASEIQgAhBwJAA0AgByAIWQ0BAkAgB6dBA3QrA4AmIARjBEAgB6dBA3QrA4AmIQQgByEFQgAhBgsgB6dBA3QrA8AkIARjBEAgB6dBA3QrA8AkIQQgByEFIAenQQJ0NAKAayEGCwsgB0IBfCEHDAALCyAFQgBTBH9BAQUgBkIAUgsEQCAFIAYPCyAFp0ECdDQCoGohCSAJp0ECdDQC4GsgBadBAnQ0AuBrVwRAIAWnQQJ0NALAbEIBIAmGg0IAUgRAIAUgBg8LQtgHIAVCGH58IAl8p0EDdCAAIAUgCSACIAMQGzkDgAggBadBAnQgBadBAnQ0AsBsQgEgCYaEPgLAbAsgASAFEDEMAAsLAAugAQUBfgF8AX4BfgF+QtgHIAFCGH58IQJEnHUAiDzkN34hA0IAIQQgACEGQgAhBQJAA0AgBSAGWQ0BAkAgAiAFfKdBA3QrA4AIIANjBH8gBadBAnQ0AuBrIAGnQQJ0NALga1cFQQALBEAgAiAFfKdBA3QrA4AIIQMgBSEECwsgBUIBfCEFDAALCyABp0EDdCADOQOAJiABp0ECdCAEPgKgagvSBAkBfgF+AX4BfwF+AX4BfgF/AX9CACEGIAEhCEIAIQcCQANAIAcgCFkNAQJAIAenQQN0KwPAM0QAAAAAAAAAAGQEQCAGQgF8IQYLCyAHQgF8IQcMAAsLIAZCBVUhCSAJBEAgACAEIAUQIgsgAiEKIAMhCwJAIAohDAJAIAynQQJ0QgA+AsBsIAkEQCAAIAwgBBAjBSAARQRAIAynQQJ0Qn8+AsBsCyAMp0EDdCsDwDNEAAAAAAAAAABkBEAgACAMIAQgBRAkBUEAIQ0DQCAN/QycdQCIPOQ3fpx1AIg85Dd+/QsDgEQgDUEQaiINQcABSA0ACwsgBkIBVQR/QQEFIAynQQN0KwPAM0QAAAAAAAAAAGULBEAgACABIAwgBCAFECULCyAMp0EDdEScdQCIPOQ3fjkDgEQgDCACUgRAIAKnQQN0RJx1AIg85Dd+OQOARAsgASAMEDMgAiADUQRADAILCyALIQwCQCAMp0ECdEIAPgLAbCAJBEAgACAMIAQQIwUgAEUEQCAMp0ECdEJ/PgLAbAsgDKdBA3QrA8AzRAAAAAAAAAAAZARAIAAgDCAEIAUQJAVBACEOA0AgDv0MnHUAiDzkN36cdQCIPOQ3fv0LA4BEIA5BEGoiDkHAAUgNAAsLIAZCAVUEf0EBBSAMp0EDdCsDwDNEAAAAAAAAAABlCwRAIAAgASAMIAQgBRAlCwsgDKdBA3REnHUAiDzkN345A4BEIAwgAlIEQCACp0EDdEScdQCIPOQ3fjkDgEQLIAEgDBAzIAIgA1EEQAwCCwsLC7UBCAF8AX4BfgF/AX4BfgF+AXxEnHUAiDzkN34hAkIAIQNC2AcgAUIYfnwhBEIAIQYCQANAIAZCGFkNAQJAIAQgBnynQQN0IAanQQN0KwOARDkDgAgLIAZCAXwhBgwACwsgACEIQgAhBwJAA0AgByAIWQ0BAkAgB6dBA3QrA4BEIQkgCSACYwRAIAkhAiAHIQMLCyAHQgF8IQcMAAsLIAGnQQN0IAI5A4AmIAGnQQJ0IAM+AqBqC/cCBQF8AXwBfAF+AX4gA0IAWQRAIASnQQN0KwOACyAEp0EDdCsDwDOiIQcgBKdBA3QrA8AMIASnQQN0KwPAM6IhCCAAIAQgBSAGEAshCSABIAOnQQN0akIDuTkDACABIAOnQQN0aiAEuTkDCCABIAOnQQN0akQAAAAAAADwvzkDECABIAOnQQN0aiAFOQMYIAEgA6dBA3RqIASnQQN0KwPAMDkDICABIAOnQQN0aiAEp0EDdCsDgDI5AyggA0IYfCELIANCBHxCAnwhCgJAA0AgCiALWQ0BAkAgASAKp0EDdGpEAAAAAAAAAAA5AwALIApCAXwhCgwACwsgASACIANCDHwgByAIIAkQFyABIAIgA0ISfCAHIAggCRAXCyAEEC8gACAEIAUgBkQAAAAAAAAAAEQAAAAAAAAAAEQAAAAAAAAAABAIIASnQQN0IAU5A8AnIASnQQN0RJx1AIg85Dd+OQPAKiAEp0EDdEScdQCIPOQ3fjkDgCYLXgAgAEIAUQR/IAGnQQN0KwOAKUScdQCIPOQ3fmEFQQALBEAgAadBA3QgAjkDgCkLIAFCAFEEfyAAp0EDdCsDgClEnHUAiDzkN35hBUEACwRAIACnQQN0IAI5A4ApCwumBQ8BfwF+AX4BfgF+AX4BfgF+AXwBfgF/AX4BfgF+AXxCACENAkADQCANQhhZDQECQCANp0ECdEIAPgLgayANp0EDdEQAAAAAAADwPzkDgAsgDadBA3REAAAAAAAAAAA5A8AMIA2nQQN0RAAAAAAAAAAAOQPADyANp0EDdEQAAAAAAAAAADkDgDgLIA1CAXwhDQwACwsgCCEPQgAhDgJAA0AgDiAPWQ0BAkAgDqdBA3QgBCAOQgN+p0EDdGorAwA5A4AIIA6nQQN0IAQgDkIDfqdBA3RqKwMIOQPACSAOp0EDdCAEIA5CA36nQQN0aisDEDkDwBILIA5CAXwhDgwACwsgAEIARAAAAAAAAAAAIAkgBkIAp0EDdGorAwAgBkIBp0EDdGorAwAgBkICp0EDdGorAwAQCELIAKdBAnRCAT4CwGlCACEQIAMhEkIAIRECQANAIBEgElkNAQJAIBFCGH4hEyABIBOnQQN0aisDGCEUIAEgE6dBA3RqKwMI/AYhFSABIBOnQQN0aisDAEIDuWEhFiAVp0ECdDQC4GtCAFIEQCAAIBUgFCAWIAkgCiALIBAQOiEQCyAVp0ECdEIAQgEgFhs+AuBrIBZFBEAgACABIAIgEyAVQgRCBUISIAkQNwsgASATp0EDdGorAwBCALlhBEAgASATp0EDdGorAxD8BiEXIBenQQJ0NALga0IAUgRAIAAgFyAUQQAgCSAKIAsgEBA6IRALIBenQQJ0QgE+AuBrIAAgASACIBMgF0IGQgdCFSAJEDcLCyARQgF8IREMAAsLIAghGUIAIRgCQANAIBggGVkNAQJAIBinQQJ0NALga0IAUgRAIBggCRA4IRogACAYIBpBASAJIAogCyAQEDohEAsLIBhCAXwhGAwACwsgEA8AC7IBAQF8IAEgA6dBA3RqKwMYIQkgBKdBAnQ0AuBrQgBSBH8gBKdBA3QrA4ARIAljBUEACwRAIASnQQN0IAAgBCAJIAgQOTkDgDgLIASnQQN0IAEgAyAFfKdBA3RqKwMAOQOACCAEp0EDdCABIAMgBnynQQN0aisDADkDwAkgACAEIAkgCCABIAMgB3ynQQN0aisDACABIAMgB3ynQQN0aisDCCABIAMgB3ynQQN0aisDEBAIC1cBAXwgAKdBAnQ0AsBpQgNRBEAgAKdBA3QrA8APIQIgAKdBA3QrA4ARIAIgApogAkQAAAAAAAAAAGQbRFVVVVVVVfU/IAGio6APCyAAp0EDdCsDgB0PAAvNAgcBfAF8AXwBfgF8AXwBfCABp0EDdCsDwA8hBCAERAAAAAAAAAAAYQRAIAGnQQN0KwOAOA8LIAEgAxA4IQUgAiAFIAIgBWMbIAGnQQN0KwOAEaEhBiABp0ECdDQCwGkhByAHQgJRBEAgAadBA3QrA4A4IAQgBqIgAadBA3QrA8ASo6APCyAHQgNRBEBEVVVVVVVV5T8gA6IgBqIhCCABp0EDdCsDgDggBCAIIAiaIAREAAAAAAAAAABkG6EgBqIgAadBA3QrA8ASo6APCyABp0EDdCsDwBUgBiABp0EDdCsDgBeioSEJIAAgByABp0EDdCsDwBUQBSAAIAcgCUQAAAAAAAAAACAJRAAAAAAAAAAAZBsQBaEgAadBA3QrA4AaIAGnQQN0KwPAEqOiIQogAadBA3QrA4A4IAogCpogBEQAAAAAAAAAAGQboA8AC/4BDAF8AXwBfAF8AX4BfAF8AXwBfAF8AXwBfCABIAQQOCEIIAIgCCACIAhjGyEJIAGnQQN0KwOAESEKIAGnQQN0KwOAHSELIAogC2MgCyAJY3EEQCAAIAEgCiALIAQgBSAGIAcQOyEHIAshCgsgACABIAogCSAEIAUgBiAHEDshDCADBH9BAQUgCSACYwsEQCAAIAEgCSAEEAohDyEOIQ0gDSEQIA4hESAPIRIgACABIAkgBBA5IRMgASAJRAAAAACAhC5BohABIBBEAAAAAAAAAABEAAAAAAAAAAAgE0QAAAAAAAAAAEQAAAAAAAAAACAFIAYgDBA/IQwLIAwPAAvFBSABfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfAF8AXwBfgF8IAMgAqEhCAJAA0AgAiADY0UNASAIRAAAAAAAAPA/ZARARAAAAAAAAPA/IQgLIAIgCKAhCSAJIANEldYm6AsuET6hZARAIAMhCSADIAKhIQgLIAAgASACIAQQCiEMIQshCiAKIQ0gCyEOIAwhDyAAIAEgAiAEEDkhECAAIAEgAiAEEAsgAadBA3QrA8ASoyERIA+aIRJEAAAAAAAAAAAhEyAIRC1DHOviNho/ZARAIAAgASACIAggBBA8IRchFiEVIRQgFCEYIBUhGSAWIRogFyEbIAAgASACIAggBBA9IR8hHiEdIRwgHCEgIB0hISAeISIgHyEjIA0gGCAZIBogGxA+ISQgECAgICEgIiAjED4gAadBA3QrA8ASoiElICREVOQQcXMqyT5kBH9BAQUgJURU5BBxcyrJPmQLBEAgCEQAAAAAAADgP6IhCAwCC0QAAAAAAAAQQCAZokQAAAAAAAAIQCANoqEgG6EgCKMhDkQAAAAAAAAQQCANRAAAAAAAAABAIBmioSAboKIgCCAIoqMhEkQAAAAAAAAQQCAhokQAAAAAAAAIQCAQoqEgI6EgCKMhEUQAAAAAAAAQQCAQRAAAAAAAAABAICGioSAjoKIgCCAIoqMhEwsgAkQAAAAAgIQuQaIQASEmIAlEAAAAAICELkGiEAEgJlUEQCAmuUSN7bWg98awPqIgAqEhJyANIA5EAAAAAAAA4D8gEqIgJ6KgICeioCENIBAgEUQAAAAAAADgPyAToiAnoqAgJ6KgIRAgASAmIA0gDiASICeioCASIBAgESATICeioCATIAUgBiAHED8hBwsgCSECIAhEAAAAAAAAAECiIQgMAAsLIAcPAAt2BAF8AXwBfAF8IAAgASACRAAAAAAAANA/IAOioCAEEAoaGiEFIAUgACABIAJEAAAAAAAA4D8gA6KgIAQQChoaIQYgBiAAIAEgAkQAAAAAAADoPyADoqAgBBAKGhohByAHIAAgASACIAOgIAQQChoaIQggCA8AC1YAIAAgASACRAAAAAAAANA/IAOioCAEEDkgACABIAJEAAAAAAAA4D8gA6KgIAQQOSAAIAEgAkQAAAAAAADoPyADoqAgBBA5IAAgASACIAOgIAQQOQ8AC5QBBAF8AXwBfAF8IAFEAAAAAAAA2D8gAKJEAAAAAAAA6D8gAqKgRAAAAAAAAMA/IASioaEhBSADRAAAAAAAAMC/IACiRAAAAAAAAOg/IAKioEQAAAAAAADYPyAEoqChIQYgBSAFmiAFRAAAAAAAAAAAZBshByAGIAaaIAZEAAAAAAAAAABkGyEIIAcgCCAHIAhkGw8AC98CAwF+AXwBfCAKQgt+IQsgC0ILfCAJrFcEQCAAp0EDdCsDgAtEAAAAAICELkGiIQwgAKdBA3QrA8AMRAAAAACAhC5BoiENIAggC6dBA3RqIAC5OQMAIAggC6dBA3RqIAG5OQMIIAggC6dBA3RqIACnQQN0KwOACEQAAAAAgIQuQaIgDCACoqAQAbk5AxAgCCALp0EDdGogAKdBA3QrA8AJRAAAAACAhC5BoiANIAKioBABuTkDGCAIIAunQQN0aiAMIAOiEAG5OQMgIAggC6dBA3RqIA0gA6IQAbk5AyggCCALp0EDdGogDCAEohABuTkDMCAIIAunQQN0aiANIASiEAG5OQM4IAggC6dBA3RqIAVEAAAAAABAj0CiEAG5OQNAIAggC6dBA3RqIAZEAAAAAABAj0CiEAG5OQNIIAggC6dBA3RqIAdEAAAAAABAj0CiEAG5OQNQCyAKQgF8DwAL';

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
      write_frames(profile, log, events, begun, launched, n, drag, out) {
        if ((profile !== null && profile.buffer !== $memory.buffer) || log.buffer !== $memory.buffer || begun.buffer !== $memory.buffer || launched.buffer !== $memory.buffer || out.buffer !== $memory.buffer) return write_frames(profile, log, events, begun, launched, n, drag, out);
        return Number($compiled.write_frames(profile === null ? 0 : profile.byteOffset, log.byteOffset, log.length, BigInt(events), begun.byteOffset, begun.length, launched.byteOffset, launched.length, BigInt(n), drag, out.byteOffset, out.length));
      },
    };
  } catch {
    return null;
  }
}

export { write_profile, play, play_many, first_refused, lay, note, still_at, write_frames, nearest, free_at, spans, due_places, centre_place };
