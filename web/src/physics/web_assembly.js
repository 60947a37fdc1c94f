// Calls kernels compiled to WebAssembly from the C that the server's are compiled from (`carrom.c_source`). JavaScript, so
// that Node can load it as it stands. The module itself contains what its entries take, as `carrom.compiling.native` reads it.

const ARRAYS = { f8: Float64Array, f4: Float32Array, i8: BigInt64Array, i4: Int32Array, i2: Int16Array, i1: Int8Array };
/** Size of a page of memory in bytes. */
const PAGE = 65_536;
const ALIGNED = 16;
const TWO_32 = 2 ** 32;

/** An array with several axes, to be passed to an entry. */
export class Table {
  constructor(values, ...shape) {
    const size = shape.reduce((product, axis) => product * axis, 1);
    if (values.length !== size) throw new RangeError(`${values.length} numbers for a table of ${shape.join(' × ')}`);
    this.values = values;
    this.shape = shape;
  }
}

/** An array in the kernels' own memory: passing it copies nothing. */
class Room {
  constructor(memory, element, shape, at) {
    this.memory = memory;
    this.element = element;
    this.shape = shape;
    this.length = shape.reduce((product, axis) => product * axis, 1);
    this.at = at;
  }

  /** Its elements. Ask again after a call, which may have replaced the memory by a larger one. */
  get values() {
    return new ARRAYS[this.element](this.memory.buffer, this.at, this.length);
  }
}

/** The entries of a module. */
class Kernels {
  constructor(exports) {
    this.exports = exports;
    this.memory = exports.memory;
    this.view = new DataView(this.memory.buffer);
    const text = new Uint8Array(this.memory.buffer, exports.carrom_entries());
    const entries = JSON.parse(new TextDecoder().decode(text.subarray(0, text.indexOf(0))));
    this.entries = new Map(Object.values(entries).map(([name, result, forms]) => [name, { run: exports[`carrom_${name}`], result, forms: forms.map(formOf) }]));
    this.words = exports.__heap_base.value;
    const most = Math.max(...[...this.entries.values()].map(({ forms }) => forms.reduce((sum, { axes }) => sum + Math.max(axes, 1) + 1, 0)));
    this.end = this.after(this.words, most * 8);
  }

  /** Return an array of zeros in the memory, by the type of its elements (`f8`, `i8`, …) and the lengths of its axes. */
  room(element, ...shape) {
    const room = new Room(this.memory, element, shape, this.end);
    this.end = this.after(this.end, room.length * ARRAYS[element].BYTES_PER_ELEMENT);
    return room;
  }

  /**
   * Call an entry. A typed array or a `Table` is copied into the memory before the call and back after it; where integers of
   * 64 bits are expected, it may have any type, for numbers below 2⁵³ in size. `null` is the absent profile.
   */
  call(name, ...given) {
    const { run, result, forms } = this.entries.get(name);
    if (given.length !== forms.length) throw new TypeError(`${name} takes ${forms.length} arguments, not ${given.length}`);
    const copied = [];
    let word = this.words;
    let free = this.end;
    const put = (number) => {
      this.view.setUint32(word, number, true);
      this.view.setInt32(word + 4, Math.floor(number / TWO_32), true);
      word += 8;
    };
    for (let index = 0; index < forms.length; index++) {
      const { kind, element, axes } = forms[index];
      const one = given[index];
      if (kind === 'f') {
        this.view.setFloat64(word, one, true);
        word += 8;
      } else if (kind !== '<') {
        put(Number(one));
      } else if (one === null) {
        put(0);
        put(0);
      } else if (one instanceof Room) {
        if (one.element !== element || one.shape.length !== axes) throw new TypeError(`${name} takes ${element} of ${axes} axes, not ${one.element} of ${one.shape.length}`);
        put(one.at);
        one.shape.forEach(put);
      } else {
        const { values, shape } = one instanceof Table ? one : { values: one, shape: [one.length] };
        if (shape.length !== axes) throw new TypeError(`${name} takes an array of ${axes} axes, not ${shape.length}`);
        put(free);
        shape.forEach(put);
        const at = free;
        free = this.after(free, values.length * ARRAYS[element].BYTES_PER_ELEMENT);
        write(this.memory.buffer, at, element, values);
        copied.push(() => read(this.memory.buffer, at, element, values));
      }
    }
    const found = run(this.words);
    for (const back of copied) back();
    return result === 'n' ? null : result === 'b' ? found !== 0n : Number(found);
  }

  /** Return the first free address after some bytes; there is memory up to it. */
  after(at, bytes) {
    const end = Math.ceil((at + bytes) / ALIGNED) * ALIGNED;
    const missing = end - this.memory.buffer.byteLength;
    if (missing > 0) {
      this.memory.grow(Math.ceil(missing / PAGE));
      this.view = new DataView(this.memory.buffer);
    }
    return end;
  }
}

/** Return what an argument is, from `i`, `f`, `b`, or an array as `<f8:1`. */
function formOf(form) {
  return form[0] === '<' ? { kind: '<', element: form.slice(1, 3), axes: Number(form[4]) } : { kind: form, element: '', axes: 0 };
}

function write(buffer, at, element, values) {
  if (element !== 'i8' || values instanceof BigInt64Array) return new ARRAYS[element](buffer, at, values.length).set(values);
  const halves = new Int32Array(buffer, at, values.length * 2);
  for (let k = 0; k < values.length; k++) {
    halves[2 * k] = values[k];
    halves[2 * k + 1] = Math.floor(values[k] / TWO_32);
  }
}

function read(buffer, at, element, values) {
  if (element !== 'i8' || values instanceof BigInt64Array) return values.set(new ARRAYS[element](buffer, at, values.length));
  const halves = new Int32Array(buffer, at, values.length * 2);
  for (let k = 0; k < values.length; k++) values[k] = halves[2 * k + 1] * TWO_32 + (halves[2 * k] >>> 0);
}

/** Return the kernels of a compiled module. Throws where the browser has no WebAssembly, or a policy forbids it. */
export async function loadKernels(bytes) {
  return new Kernels((await WebAssembly.instantiate(bytes)).instance.exports);
}
