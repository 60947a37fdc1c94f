// @vitest-environment jsdom
// Tests of the tournament event stream: messages, reconnect delays and silence.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { listen } from '../src/hall/stream';

const encoder = new TextEncoder();
let connections: number[];

beforeEach(() => {
  vi.useFakeTimers();
  connections = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Answer each connection with chunks of text, and close it unless it is to stay open. */
function server(answer: (number: number) => { readonly chunks?: readonly string[]; readonly open?: boolean } | null): void {
  vi.stubGlobal('fetch', (_: string, { signal }: { signal: AbortSignal }) => {
    connections.push(Date.now());
    const given = answer(connections.length);
    if (given === null) return Promise.reject(new TypeError('no network'));
    const body = new ReadableStream({
      start(to) {
        for (const chunk of given.chunks ?? []) to.enqueue(encoder.encode(chunk));
        if (given.open) signal.addEventListener('abort', () => to.error(new DOMException('silent', 'AbortError')));
        else to.close();
      },
    });
    return Promise.resolve(new Response(body));
  });
}

function listened(): { readonly told: unknown[]; readonly lines: boolean[]; readonly end: AbortController } {
  const [told, lines, end] = [[] as unknown[], [] as boolean[], new AbortController()];
  void listen('/api/stream', end.signal, { told: (message) => told.push(message), line: (open) => lines.push(open) });
  return { told, lines, end };
}

it('waits between two connections that are refused', async () => {
  server((number) => (number > 50 ? { open: true } : null));
  const { lines, end } = listened();
  await vi.advanceTimersByTimeAsync(10_000);
  end.abort();
  expect(connections.length).toBeGreaterThan(3);
  expect(connections.length).toBeLessThan(12);
  for (const [index, time] of connections.slice(1).entries()) expect(time - (connections[index] ?? 0)).toBeGreaterThan(1000);
  expect(lines.every((open) => !open)).toBe(true);
});

it('waits between two connections that the server ends at once', async () => {
  server((number) => (number > 50 ? { open: true } : {}));
  const { lines, end } = listened();
  await vi.advanceTimersByTimeAsync(10_000);
  end.abort();
  expect(connections.length).toBeLessThan(12);
  expect(lines.slice(0, 4)).toEqual([true, false, true, false]);
});

it('puts a message together that comes in parts, and leaves out what is no message', async () => {
  server(() => ({ chunks: ['data: {"type":"gro', 'wn"}\n\n: still there\n\ndata: {"type":"board"}\n\n'], open: true }));
  const { told, end } = listened();
  await vi.advanceTimersByTimeAsync(10);
  end.abort();
  expect(told).toEqual([{ type: 'grown' }, { type: 'board' }]);
});

it('leaves a connection on which nothing comes, and connects again', async () => {
  server(() => ({ open: true }));
  const { end } = listened();
  await vi.advanceTimersByTimeAsync(24_000);
  expect(connections).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(6_000);
  end.abort();
  expect(connections).toHaveLength(2);
});

it('does not connect again once it is ended', async () => {
  server(() => ({}));
  const { end } = listened();
  await vi.advanceTimersByTimeAsync(10);
  end.abort();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connections).toHaveLength(1);
});
