// The static site works on any web host: its sources need nothing that browsers give only to a page that is isolated from
// other origins by headers, which free hosts do not send. Chromium has no SharedArrayBuffer without them.

import { expect, it } from 'vitest';

const SOURCES = import.meta.glob<string>('../src/**/*.{ts,js,svelte}', { query: '?raw', import: 'default', eager: true });

it('no source needs shared memory, or a page that is isolated from other origins', () => {
  const needing = Object.entries(SOURCES).filter(([, text]) => /\b(SharedArrayBuffer|crossOriginIsolated|Atomics|measureUserAgentSpecificMemory)\b|shared:\s*true/.test(text));
  expect(Object.keys(SOURCES)).toContain('../src/offline/worker.ts');
  expect(needing.map(([name]) => name)).toEqual([]);
});
