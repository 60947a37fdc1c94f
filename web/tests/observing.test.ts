// @vitest-environment jsdom
// Tests of what a game adds to the habits, and of how they move into an account.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NOTHING, withDay, withMedal, type Habits } from '../src/habits/habits';
import { seen, type Watched } from '../src/habits/observing';
import { change, habits } from '../src/habits/storage';
import { broughtBack, progressOf, sync } from '../src/habits/sync';
import { keepPuzzling, puzzling } from '../src/training/storage';
import type { BoardResult, Disc, PastStroke, State, Turn } from '../src/protocol';
import { card, SESSION, state } from './messages';

const NOW = 1_800_000_000_000;
const stroke = (number: number, pocketed: readonly Disc[], turn: Turn = 'continue', seat: 'south' | 'north' = 'south'): PastStroke => ({ number, board: 1, seat, pocketed, turn, why: '', said: [] });
const BOARD = (winner: 'south' | 'north'): BoardResult => ({ winner, points: 5, score: [5, 0], breaker: 'south', men: 5, queen: 0, demanded: 0, extra: false, clauses: [] });
const page = (shown: State, history: readonly PastStroke[], more = {}) => ({ card: card(), shown, history, last: null, session: SESSION, ...more });
const over = (winner: 'south' | 'north' | null): State =>
  state([], { phase: 'game-over', boards: winner ? [BOARD(winner)] : [], result: { winner, score: winner === 'north' ? [0, 5] : [5, 0], conceded: false, games: [], forfeited: false, aborted: false } });

describe('a game that is watched', () => {
  it('a break that pockets two is recognised even if it is the first thing seen', () => {
    const found = seen(page(state([]), [stroke(1, ['W1', 'W2'])]), null, NOW);
    expect(found?.achievements).toEqual(['break-two']);
    expect(found?.watched).toMatchObject({ game: 'game-0000', strokes: 1 });
  });

  it('strokes that were played before the page looked, and those of the opponent, earn nothing', () => {
    const before: Watched = { game: 'game-0000', strokes: 0, boards: 0, behind: 0 };
    expect(seen(page(state([]), [stroke(1, []), stroke(2, ['W1'])]), before, NOW)?.achievements).toEqual([]);
    expect(seen(page(state([]), [stroke(1, ['W1', 'W2'], 'continue', 'north')]), before, NOW)?.achievements).toEqual([]);
  });

  it('a won game enters the diary, with the level that was beaten', () => {
    const before: Watched = { game: 'game-0000', strokes: 1, boards: 0, behind: 4 };
    const history = [stroke(1, ['S'], 'pass'), stroke(2, ['W1'], 'end')];
    const found = seen(page(over('south'), history), before, NOW);
    expect(found?.entry).toEqual({ game: 'game-0000', at: NOW, name: '', level: 'club', result: 'won', score: [5, 0], lesson: '' });
    expect(found?.beaten).toBe('club');
    expect(found?.achievements).toEqual(['comeback', 'first-win']);
  });

  it('a lost and a drawn game are entered without a medal', () => {
    const lost = seen(page(over('north'), [stroke(1, [])]), null, NOW);
    expect([lost?.entry?.result, lost?.entry?.score, lost?.beaten]).toEqual(['lost', [0, 5], '']);
    expect(seen(page(over(null), [stroke(1, [])]), null, NOW)?.entry?.result).toBe('drawn');
  });

  it('a person is entered by name, and brings no medal', () => {
    const found = seen(page(over('south'), [stroke(1, [])], { card: card('human') }), null, NOW);
    expect([found?.entry?.name, found?.entry?.level, found?.beaten]).toEqual(['North', '', '']);
  });

  it('a game with pieces taken off for the stronger brings no medal', () => {
    const handicap = [{}] as never;
    expect(seen(page(over('south'), [stroke(1, [])], { card: { ...card(), handicap } }), null, NOW)?.beaten).toBe('');
  });

  it('games of others, of two at one screen, and games called off are not looked at', () => {
    expect(seen(page(over('south'), [stroke(1, [])], { session: { ...SESSION, yours: [] } }), null, NOW)).toBeNull();
    expect(seen(page(over('south'), [stroke(1, [])], { session: { ...SESSION, yours: ['south', 'north'] } }), null, NOW)).toBeNull();
    const off = over('south');
    expect(seen(page({ ...off, result: off.result && { ...off.result, aborted: true } }, [stroke(1, [])]), null, NOW)?.entry).toBeNull();
    expect(seen(page(over('south'), []), null, NOW)?.entry).toBeNull();
  });
});

describe('the account', () => {
  let account: Record<string, unknown> | null;
  let calls: string[];
  beforeEach(() => {
    localStorage.clear();
    account = null;
    calls = [];
    vi.stubGlobal('fetch', (_: string, { method = 'GET', body }: { method?: string; body?: string }) => {
      calls.push(method);
      account = body === undefined ? account : { ...(JSON.parse(body) as object), ...(account ?? {}) };
      return Promise.resolve(new Response(JSON.stringify(account)));
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  const filled: Habits = withMedal(withDay(NOTHING, '2026-11-25', true), 'club', 5);
  const RATED = { rating: { rating: 1375.25, deviation: 120.5, volatility: 0.06 }, done: { 5: true, 7: false } };

  it('what is sent and brought back is the same', () => {
    const [after, puzzles] = broughtBack(progressOf(filled, RATED) as Parameters<typeof broughtBack>[0], 'Asha', NOTHING.plan);
    expect(after).toEqual({ ...filled, owner: 'Asha' });
    expect(puzzles).toEqual(RATED);
  });

  it('what a guest has reached moves into the account that is made', async () => {
    change(() => filled);
    keepPuzzling(RATED);
    await sync('Asha');
    expect(calls).toEqual(['POST']);
    expect((account as { medals: unknown }).medals).toEqual([{ level: 'club', at: 5 }]);
    expect(habits()).toEqual({ ...filled, owner: 'Asha' });
    expect(puzzling()).toEqual(RATED);
  });

  it('what another account has reached is neither sent to this one nor shown', async () => {
    change(() => ({ ...filled, owner: 'Asha' }));
    account = progressOf(withMedal(NOTHING, 'state', 9), { rating: null, done: {} }) as Record<string, unknown>;
    await sync('Bilal');
    expect(calls).toEqual(['GET']);
    expect(habits().medals).toEqual({ state: 9 });
    expect(habits().owner).toBe('Bilal');
  });

  it('what is reached while the data are on the way is sent too', async () => {
    change(() => filled);
    const first = fetch;
    vi.stubGlobal('fetch', (path: string, request: RequestInit) => {
      if (!calls.length) change((before) => withMedal(before, 'state', 9));
      account = null;
      return first(path, request);
    });
    await sync('Asha');
    expect(calls).toEqual(['POST', 'POST']);
    expect(habits().medals).toEqual({ club: 5, state: 9 });
  });

  it('a server that refuses changes nothing here', async () => {
    change(() => filled);
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('{"detail":"Sign in first."}', { status: 401 })));
    await expect(sync('Asha')).rejects.toThrow('Sign in first.');
    expect(habits()).toEqual(filled);
  });
});
