// @vitest-environment jsdom
// Tests of the wake lock: one for the page, released when nothing needs it and while the page is hidden.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';

class Lock extends EventTarget {
  released = false;
  async release(): Promise<void> {
    this.released = true;
    this.dispatchEvent(new Event('release'));
  }
}

let locks: Lock[] = [];
const held = (): number => locks.filter(({ released }) => !released).length;
const settled = (): Promise<unknown> => new Promise((done) => setTimeout(done, 5));
let awake: typeof import('../src/ui/awake');

function show(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { value: visible ? 'visible' : 'hidden', configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(async () => {
  locks = [];
  const request = async (): Promise<Lock> => {
    await settled();
    locks.push(new Lock());
    return locks.at(-1)!;
  };
  Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true });
  vi.resetModules();
  awake = await import('../src/ui/awake');
});

afterEach(async () => {
  awake.mayRest();
  show(true);
  await settled();
});

it('holds one lock however often it is asked for, and releases it at the end', async () => {
  for (let tap = 0; tap < 4; tap += 1) awake.stayAwake();
  await settled();
  await settled();
  awake.stayAwake();
  await settled();
  expect([locks.length, held()]).toEqual([1, 1]);
  awake.mayRest();
  expect(held()).toBe(0);
});

it('releases a lock that arrives after the end', async () => {
  awake.stayAwake();
  awake.mayRest();
  await settled();
  await settled();
  expect([locks.length, held()]).toEqual([1, 0]);
});

it('releases it while the page is hidden, and takes one again when it is shown', async () => {
  awake.stayAwake();
  await settled();
  await settled();
  show(false);
  expect(held()).toBe(0);
  awake.stayAwake(); // as when an event of the game arrives meanwhile
  await settled();
  expect(locks.length).toBe(1);
  show(true);
  await settled();
  await settled();
  expect([locks.length, held()]).toEqual([2, 1]);
});

it('takes another one after the browser has released it', async () => {
  awake.stayAwake();
  await settled();
  await settled();
  await locks[0]?.release();
  awake.stayAwake();
  await settled();
  await settled();
  expect([locks.length, held()]).toEqual([2, 1]);
});
