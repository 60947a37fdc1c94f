// Loads the exact physics when it is first needed: the kernel and the friction table are no part of the first visit.

import tableUrl from '../../../src/carrom/physics/tables/uniform_disc.f64?url';
import kernelUrl from './kernel.wasm?url';
import type { Physics } from './strokes';

let loading: Promise<Physics> | undefined;

/** Return the physics, loaded once; a failed load is tried again by the next call. */
export function loadPhysics(): Promise<Physics> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Physics> {
  const [{ createPhysics }, ...parts] = await Promise.all([import('./strokes'), part(tableUrl, 'friction table'), part(kernelUrl, 'physics')]);
  return createPhysics(...parts);
}

async function part(url: string, name: string): Promise<ArrayBuffer> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`The ${name} could not be loaded (status ${answer.status}); load the page again.`);
  return answer.arrayBuffer();
}
