// The signature of the physics (src/carrom/physics/signature.py) from the page's kernel, in Node and in browsers.

import { createPhysics, type Physics, type Surface } from '../src/physics/strokes';
import { STANDARD, type Position, type Seat, type Stroke } from '../src/protocol';

/** The numbers of position and surface in their lists, the seat, the stroke. */
export type Chosen = readonly [position: number, surface: number, seat: Seat, stroke: Stroke];

/** What `physics.json` has for signatures. */
export interface Strokes {
  readonly positions: readonly Position[];
  readonly surfaces: readonly Surface[];
  readonly strokes: Readonly<Record<'rim' | 'centre' | 'rebound', readonly Chosen[]>>;
}

/** Return the SHA-256 over the bits of strokes. */
export async function signature(physics: Physics, { positions, surfaces }: Strokes, chosen: readonly Chosen[]): Promise<string> {
  const parts = chosen.map(([position, surface, seat, stroke]) => {
    physics.play(positions[position]!, stroke, seat, surfaces[surface]!, STANDARD);
    return new Uint8Array(physics.bits().slice().buffer);
  });
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', all));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Return the signature of each set of strokes, from the address of a folder with `table`, `kernel.wasm` and `physics.json`. */
export async function signatures(folder: string): Promise<Record<string, string>> {
  const load = (name: string) => fetch(`${folder}${name}`);
  const physics = await createPhysics(await (await load('table')).arrayBuffer(), await (await load('kernel.wasm')).arrayBuffer());
  const given = (await (await load('physics.json')).json()) as Strokes;
  const found = Object.entries(given.strokes).map(async ([name, chosen]) => [name, await signature(physics, given, chosen)]);
  return Object.fromEntries(await Promise.all(found)) as Record<string, string>;
}
