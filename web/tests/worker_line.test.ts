// Tests of the connection to the tables in a web worker: what the page says when they cannot start.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerLine } from '../src/offline/line';
import type { FromWorker } from '../src/offline/messages';
import type { ServerMessage } from '../src/protocol';
import type { LineState } from '../src/store/state';

class FakeWorker {
  static all: FakeWorker[] = [];
  ended = false;
  onmessage: ((event: { data: FromWorker }) => void) | null = null;
  onerror: (() => void) | null = null;

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(): void {
    // What the page sends is of no interest here.
  }

  terminate(): void {
    this.ended = true;
  }

  says(data: FromWorker): void {
    this.onmessage?.({ data });
  }
}

let states: LineState[];
let messages: ServerMessage[];
let line: WorkerLine;

beforeEach(() => {
  vi.stubGlobal('Worker', FakeWorker);
  [FakeWorker.all, states, messages] = [[], [], []];
  line = new WorkerLine({ message: (message) => messages.push(message), change: (state) => states.push(state) }, (about) => `about ${about}`, () => new FakeWorker() as unknown as Worker, undefined);
  line.open();
});

afterEach(() => vi.unstubAllGlobals());

const worker = (): FakeWorker => FakeWorker.all.at(-1) as FakeWorker;

test.each<[string, () => void]>([
  ['other-build', () => worker().says({ type: 'begun', build: 'another' })],
  ['other-build', () => worker().says({ type: 'told', text: '{"type":"welcome"}' })],
  ['not-loaded', () => worker().onerror?.()],
  ['no-wasm', () => (worker().says({ type: 'begun', build: undefined }), worker().says({ type: 'failed', reason: 'no-wasm' }))],
])('%s is said once, the worker ends, and requests are answered with the reason', async (why, happens) => {
  const waiting = line.request('/api/rules').catch((error: Error) => error.message);
  happens();
  expect(await waiting).toBe(`about ${why}`);
  expect(states).toEqual([{ kind: 'connecting' }, { kind: 'failed', reason: `about ${why}` }]);
  expect([worker().ended, messages]).toEqual([true, []]);
  const answer = await line.request('/api/rules');
  expect([answer.status, await answer.json()]).toEqual([503, { detail: `about ${why}` }]);
});

test('a worker that crashes is replaced', () => {
  worker().says({ type: 'begun', build: undefined });
  vi.useFakeTimers();
  worker().onerror?.();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  expect(FakeWorker.all.map(({ ended }) => ended)).toEqual([true, false]);
});

test('games that are in memory only are named in one sentence', () => {
  worker().says({ type: 'begun', build: undefined });
  worker().says({ type: 'in-memory' });
  expect(messages).toEqual([{ type: 'refused', nonce: null, code: 'broken', reason: 'about in-memory' }]);
});
