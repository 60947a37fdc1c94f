"""JavaScript helpers of translated modules: exact integer arithmetic, frexp, tables, and checks of the debug build."""

import re

HELPERS = {
    "$results": """/** Results of a function that returns several numbers, after the first. */
const $results = new Float64Array(8);""",
    "$modulo": """/** a % b with the sign of b, as in Python. */
function $modulo(a, b) {
  const rest = a % b;
  return rest !== 0 && rest < 0 !== b < 0 ? rest + b : rest + 0;
}""",
    "$powers": """/** Powers of two from 2⁰ to 2⁶³. */
const $powers = new Float64Array(64);
for (let exponent = 0, power = 1; exponent < 64; exponent++, power *= 2) $powers[exponent] = power;""",
    "$left": """/** a << n for integers of any size up to 2⁵³. */
function $left(a, n) {
  return n >>> 0 < 32 && (a << n) >> n === a ? a << n : a * $powers[n] + 0;
}""",
    "$right": """/** a >> n for integers of any size up to 2⁵³. */
function $right(a, n) {
  if ((a | 0) === a && n >>> 0 < 32) return a >> n;
  return n > 63 ? (a < 0 ? -1 : 0) : Math.floor(a / $powers[n]) + 0;
}""",
    "$and": """/** a & b for integers of any size up to 2⁵³. */
function $and(a, b) {
  return (a | 0) === a && (b | 0) === b ? a & b : Number(BigInt(a) & BigInt(b));
}""",
    "$or": """/** a | b for integers of any size up to 2⁵³. */
function $or(a, b) {
  return (a | 0) === a && (b | 0) === b ? a | b : Number(BigInt(a) | BigInt(b));
}""",
    "$xor": """/** a ^ b for integers of any size up to 2⁵³. */
function $xor(a, b) {
  return (a | 0) === a && (b | 0) === b ? a ^ b : Number(BigInt(a) ^ BigInt(b));
}""",
    "$double": """const $double = new Float64Array(1);""",
    "$words": """/** The words of $double: low and high on a little-endian machine. */
const $words = new Uint32Array($double.buffer);
$double[0] = 1;
const $high = $words[1] === 0 ? 0 : 1;""",
    "$frexp": """/** Mantissa (the result) and exponent ($results[0]) of a number, as math.frexp of Python. */
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
}""",
    "$whole": """/** Check that an integer is exact: below 2⁵³ in size, and not −0. */
function $whole(number) {
  if (Number.isSafeInteger(number) && !Object.is(number, -0)) return number;
  throw new RangeError(`an integer is ${Object.is(number, -0) ? '-0' : number}`);
}""",
    "$inside": """/** Check an index. */
function $inside(index, values) {
  if (Number.isInteger(index) && index >= 0 && index < values.length) return index;
  throw new RangeError(`the index ${index} of an array of ${values.length}`);
}""",
    "$row": """/** Return a row of an array of three axes. */
function $row(cube, first, second) {
  const start = first * cube.row + second * cube.depth;
  return cube.values.subarray(start, start + cube.depth);
}""",
    "Table": """/** An array of two or three axes: `length` rows of `row` numbers, the last axis of size `depth`. */
export class Table {
  constructor(values, length, width, depth = 1) {
    if (values.length !== length * width * depth) throw new RangeError(`a table of ${values.length} numbers`);
    this.values = values;
    this.length = length;
    this.row = width * depth;
    this.depth = depth;
  }
}""",
}
"""Each helper's source, by its name; helpers that others use come before them."""

TABLE_TYPES = """/** Integers as doubles, or as 32-bit integers. */
export type Integers = Float64Array | Int32Array;

/** An array of two or three axes. */
export declare class Table<Values extends Integers> {
  constructor(values: Values, length: number, width: number, depth?: number);
  readonly values: Values;
  readonly length: number;
}"""


def helpers(used: set[str]) -> str:
    """Return the source of these helpers and of those that they use."""
    wanted = set(used)
    for name in reversed(HELPERS):
        if name in wanted:
            wanted |= {other for other in re.findall(r"\$\w+", HELPERS[name]) if other in HELPERS}
            if "$high" in HELPERS[name]:
                wanted.add("$words")
    return "\n\n".join(text for name, text in HELPERS.items() if name in wanted)
