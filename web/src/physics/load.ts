// Loads the exact physics when it is first needed: the kernel and the friction table are no part of the first visit.

import tableUrl from '../../../src/carrom/physics/tables/uniform_disc.f64?url';
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
  const [{ createPhysics }, answer] = await Promise.all([import('./strokes'), fetch(tableUrl)]);
  if (!answer.ok) throw new Error(`The friction table could not be loaded (status ${answer.status}); load the page again.`);
  return createPhysics(await answer.arrayBuffer());
}
