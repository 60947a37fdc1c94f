/** The types of an array's elements: floats or integers of so many bytes. */
export type Element = 'f8' | 'f4' | 'i8' | 'i4' | 'i2' | 'i1';
export type Values = Float64Array | Float32Array | BigInt64Array | Int32Array | Int16Array | Int8Array;

/** An array with several axes, to be passed to an entry. */
export declare class Table {
  constructor(values: Values, ...shape: number[]);
  readonly values: Values;
  readonly shape: readonly number[];
}

/** An array in the kernels' own memory: passing it copies nothing. */
export interface Room<V extends Values = Float64Array> {
  readonly length: number;
  readonly shape: readonly number[];
  /** Its elements. Ask again after a call, which may have replaced the memory by a larger one. */
  readonly values: V;
}

/** An argument of an entry; null is the absent profile. */
export type Given = number | boolean | null | Values | Table | Room<Values>;

/** The entries of a compiled module. */
export interface Kernels {
  /** Return an array of zeros in the memory, by the type of its elements and the lengths of its axes. */
  room(element: 'f8', ...shape: number[]): Room;
  room(element: 'i8', ...shape: number[]): Room<BigInt64Array>;
  /**
   * Call an entry. A typed array or a `Table` is copied into the memory before the call and back after it; where integers of
   * 64 bits are expected, it may have any type, for numbers below 2⁵³ in size.
   */
  call(name: string, ...given: Given[]): number | boolean | null;
}

/** Return the kernels of a compiled module. Throws where the browser has no WebAssembly, or a policy forbids it. */
export declare function loadKernels(bytes: BufferSource): Promise<Kernels>;
