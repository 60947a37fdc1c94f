// @vitest-environment jsdom
// Tests of the websocket connection: reconnect delays.

import { afterEach, expect, it, vi } from 'vitest';
import { Line } from '../src/net/socket';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

it('tries again soon after a break, then waits twice as long after each failure, up to five seconds', async () => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const tries: number[] = [];
  class Refused {
    onclose: (() => void) | null = null;
    constructor() {
      tries.push(Date.now());
      queueMicrotask(() => this.onclose?.());
    }
    close(): void {}
  }
  vi.stubGlobal('WebSocket', Refused);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  new Line('ws://nowhere', { message: () => undefined, change: () => undefined }).open();
  await vi.advanceTimersByTimeAsync(30_000);
  const waits = tries.slice(1).map((time, index) => time - (tries[index] ?? 0));
  expect(waits.slice(0, 7)).toEqual([150, 500, 1000, 2000, 4000, 5000, 5000]);
});
