// Tests of the scoresheet client: order of answers and stream states.

import { afterEach, expect, it, vi } from 'vitest';
import type { SheetState } from '../src/protocol';
import { SheetDesk } from '../src/scoresheet/model.svelte';
import type { KeptSheet } from '../src/scoresheet/storage';

afterEach(() => vi.unstubAllGlobals());

/** Return a scoresheet state with only what orders two states and what the tests inspect. */
function state(version: number, events: number): SheetState {
  return { type: 'sheet', sheet: 's-1-1', version, events, clocks: { now: 0, since: null } } as unknown as SheetState;
}

/** Open a scoresheet whose stream sends one state and whose other requests are answered with another. */
async function opened(streamed: SheetState, answered: SheetState): Promise<SheetDesk> {
  vi.stubGlobal('fetch', (address: string) => {
    const body = address.includes('/stream') ? `data: ${JSON.stringify(streamed)}\n\n` : JSON.stringify(answered);
    return Promise.resolve(new Response(body));
  });
  const kept: KeptSheet = { sheet: 's-1-1', key: 'key', referee: null, watch: null, seen: 0, told: null, outbox: [], confirmed: '', cardOnly: false };
  const desk = new SheetDesk(kept);
  await vi.waitFor(() => expect(desk.told).not.toBeNull());
  await desk.take();
  desk.close();
  return desk;
}

it('an answer that the stream has overtaken does not bring an older state back', async () => {
  expect((await opened(state(9, 30), state(9, 29))).told?.events).toBe(30);
  expect((await opened(state(9, 30), state(8, 30))).told?.version).toBe(9);
});

it('a newer answer replaces the state of the stream', async () => {
  expect((await opened(state(9, 30), state(9, 31))).told?.events).toBe(31);
  expect((await opened(state(9, 30), state(10, 30))).told?.version).toBe(10);
});
