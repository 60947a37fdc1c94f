import type { Element, Given, Room, Table, Values } from '../physics/web_assembly.js';

/** What Python sees of the kernel. */
export interface Engine {
  /** Return an array of the kernel's own memory, by its name; a longer one is made when it is needed. */
  readonly room: (name: string, element: Element, length: number) => Room<Values>;
  /** Return an array of several axes. */
  readonly table: (values: Values, ...shape: number[]) => Table;
  /** Call a function by its name. */
  readonly call: (name: string, ...given: (Given | undefined)[]) => number | boolean | null;
}

/** Return the engine; `compiled` is the kernel, `kernel.wasm`. */
export declare function createEngine(compiled: BufferSource): Promise<Engine>;
