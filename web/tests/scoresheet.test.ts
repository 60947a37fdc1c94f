// @vitest-environment jsdom
// Tests of the scoresheet client: order of answers and stream states.

import { afterEach, expect, it, vi } from 'vitest';
import type { SheetState } from '../src/protocol';
import { SheetDesk } from '../src/scoresheet/model.svelte';
import type { KeptSheet } from '../src/scoresheet/storage';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Return a scoresheet state with only what orders two states and what the tests inspect. */
function state(version: number, events: number): SheetState {
  return { type: 'sheet', sheet: 's-1-1', version, events, boards: [], clocks: { now: 0, since: null } } as unknown as SheetState;
}

/** Open a scoresheet whose stream sends one state and whose other requests are answered with another. */
async function opened(streamed: SheetState, answered: SheetState): Promise<SheetDesk> {
  vi.stubGlobal('fetch', (address: string) => {
    if (!address.includes('/stream')) return Promise.resolve(Response.json(answered));
    return Promise.resolve(new Response(`data: ${JSON.stringify(streamed)}\n\n`, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }));
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

/** A scoresheet as this browser stores it, not opened before. */
const NEW: KeptSheet = { sheet: 's-1-1', key: 'key', referee: null, watch: null, seen: 0, told: null, outbox: [], confirmed: '', cardOnly: false };

it('tables in this page answer once instead of streaming, and are not asked again', async () => {
  vi.useFakeTimers();
  const asked = vi.fn((_: string) => Promise.resolve(Response.json(state(3, 0))));
  vi.stubGlobal('fetch', asked);
  const desk = new SheetDesk(NEW);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(desk.told?.version).toBe(3);
  expect(asked).toHaveBeenCalledTimes(1);
  desk.close();
});

it('a scoresheet that cannot be followed shows the reason until it can', async () => {
  let answer = (): Response => Response.json({ type: 'sheet-refused', code: 'full', reason: 'It is open in another tab.', version: null, options: [] }, { status: 409 });
  vi.stubGlobal('fetch', () => Promise.resolve(answer()));
  vi.useFakeTimers();
  const desk = new SheetDesk(NEW);
  await vi.advanceTimersByTimeAsync(10);
  expect(desk.blocked).toBe('It is open in another tab.');
  answer = () => Response.json(state(3, 0));
  await vi.advanceTimersByTimeAsync(3000);
  expect(desk.told?.version).toBe(3);
  expect(desk.blocked).toBe('');
  desk.close();
});
