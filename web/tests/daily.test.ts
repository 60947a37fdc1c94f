// @vitest-environment jsdom
// Tests of the daily puzzle: the sentence about a try, the statistics, and the text to share.

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import words from '../src/i18n/more/habits.json';
import { alsoSays, t } from '../src/i18n/t';
import { count, shareText, solvedShare } from '../src/habits/daily';
import { happened } from '../src/training/verdict';
import type { Verdict } from '../src/protocol';

alsoSays(words);
const NOON = Date.UTC(2026, 10, 25, 12);
const ruling = (turn: Verdict['turn']): Verdict => ({ seat: 'south', turn, why: '', said: [], findings: [] });
const STROKE = { x: 0, vx: 0, vy: 1_000_000 };

beforeEach(() => localStorage.clear());
afterEach(() => vi.unstubAllGlobals());

it('a try is told in one sentence, whatever happened', () => {
  const keys = [
    happened({ solved: true }, { pocketed: ['W1'], ruling: ruling('continue') }),
    happened({ solved: false }, { pocketed: ['W1', 'S'], ruling: ruling('pass') }),
    happened({ solved: false }, { pocketed: [], ruling: ruling('pass') }),
    happened({ solved: false }, { pocketed: ['W1'], ruling: ruling('continue') }),
    happened({ solved: false }, { pocketed: ['B1'], ruling: ruling('pass') }),
  ];
  expect(keys).toEqual(['try.solved', 'try.striker', 'try.nothing', 'try.lucky', 'try.passed']);
  for (const key of keys) expect(t(key, { share: '5 %' })).toMatch(/[.!]/);
});

it('the share of those who solved it is none before anybody tried', () => {
  expect(solvedShare({ tried: 0, solved: 0 })).toBeNull();
  expect(solvedShare({ tried: 128, solved: 82 })).toBe(64);
});

it('what is shared has the result, the week and the address, and nothing of the board', () => {
  const days = { '2026-11-23': true, '2026-11-24': false, '2026-11-25': true };
  const text = shareText(days, '2026-11-25', NOON, 'https://carrom.example');
  expect(text.split('\n')[1]).toBe('🟢🟠🟢 3 days in a row');
  expect(text).toContain('solved on the first try');
  expect(text).toContain('https://carrom.example/puzzles/today');
  expect(text).not.toMatch(/c1_|[WB]\d/);
  expect(shareText({ '2026-11-25': false }, '2026-11-25', NOON, '')).toContain('a tough one');
});

it('a day has one token in this browser, and the next day another', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', (path: string, { body }: { body: string }) => {
    sent.push(`${path} ${(JSON.parse(body) as { token: string }).token}`);
    return Promise.resolve(new Response('{}'));
  });
  for (const day of ['2026-11-24', '2026-11-24', '2026-11-25']) await count(day, STROKE);
  expect(sent[0]).toBe(sent[1]);
  expect(sent[2]?.split(' ')[1]).not.toBe(sent[0]?.split(' ')[1]);
  expect(sent[0]).toMatch(/^\/api\/puzzles\/days\/2026-11-24\/try [0-9a-f]{32}$/);
});
