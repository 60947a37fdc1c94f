// Tests of the websocket connection on a tournament server, which has none, whatever events the browser reports.

import { afterEach, expect, test, vi } from 'vitest';
import { Line } from '../src/net/socket';

afterEach(() => vi.unstubAllGlobals());

test('a page without a server of games opens no line when its network comes back', () => {
  const opened = vi.fn();
  const heard = new Map<string, () => void>();
  vi.stubGlobal('WebSocket', opened);
  vi.stubGlobal('addEventListener', (name: string, told: () => void) => heard.set(name, told));
  vi.stubGlobal('document', { visibilityState: 'visible', addEventListener: (name: string, told: () => void) => heard.set(name, told) });
  new Line('', { message: () => undefined, change: () => undefined });
  heard.get('online')?.();
  heard.get('visibilitychange')?.();
  expect(heard.size).toBe(2);
  expect(opened).not.toHaveBeenCalled();
});
