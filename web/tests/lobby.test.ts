// Tests of the lobby client: snapshots and changes, ranking of seeks, and the event stream.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { flushSync } from 'svelte';
import { applied, type View } from '../src/lobby/changes';
import { Lobby } from '../src/lobby/lobby.svelte';
import { ranked } from '../src/lobby/ranking';
import type { LobbyChanged, LobbySnapshot, WatchableGame, OpenSeek, Sought, PoolRating } from '../src/protocol';

const P = '0123456789abcdef';
const at = (number: number): string => `${P}-${number}`;

function seek(id: string, more: { rating?: number; since?: number; terms?: Sought; bot?: boolean } = {}): OpenSeek {
  const rating = more.rating === undefined ? null : { rating: more.rating, deviation: 60, games: 10 };
  const sitter = { name: id, seat: 'south', account: rating !== null, bot: more.bot ?? false, rating } as const;
  return { id, terms: more.terms ?? {}, clock: { stroke: 15, place: 15 }, sitters: [sitter], open: ['north'], since: more.since ?? 0 } as unknown as OpenSeek;
}

function game(name: string, board = 1): WatchableGame {
  return { game: name, ruleset: 'icf', length: 'game', names: ['A', 'B'], bots: [], accounts: [], ratings: [], sides: [[0], [1]], score: [0, 0], games: [], board, rated: false, begun: 1 };
}

const snapshot = (version: string | null, ...seeks: OpenSeek[]): LobbySnapshot => ({ type: 'lobby', version, seeks, playing: [] });

const NONE = { added: [], changed: [], removed: [] } as const;

function change(after: string | null, version: string | null, seeks: Partial<LobbyChanged['seeks']>, playing: Partial<LobbyChanged['playing']> = {}): LobbyChanged {
  return { type: 'changes', after, version, seeks: { ...NONE, ...seeks }, playing: { ...NONE, ...playing } };
}

const ids = (view: View | null): string[] => [...(view?.seeks.keys() ?? [])];
const after = (...lines: (LobbySnapshot | LobbyChanged)[]): View | null => lines.reduce<View | null>(applied, null);

describe('the lobby as a client puts it together', () => {
  it('is what a snapshot says, whatever was there before', () => {
    const view = after(snapshot(at(3), seek('a'), seek('b')), snapshot(at(9), seek('c')));
    expect(ids(view)).toEqual(['c']);
    expect(view?.version).toBe(at(9));
  });

  it('gains a seek, changes it in place and loses it', () => {
    const two = after(snapshot(at(3), seek('a')), change(at(3), at(4), { added: [seek('b')] }));
    expect(ids(two)).toEqual(['a', 'b']);
    const moved = applied(two, change(at(4), at(5), { changed: [{ id: 'a', sitters: seek('x').sitters, open: [] }] }));
    expect(ids(moved)).toEqual(['a', 'b']);
    expect(moved?.seeks.get('a')).toMatchObject({ id: 'a', since: 0, open: [], sitters: [{ name: 'x' }] });
    expect(moved?.seeks.get('b')).toBe(two?.seeks.get('b'));
    expect(ids(applied(moved, change(at(5), at(6), { removed: ['a'] })))).toEqual(['b']);
  });

  it('keeps the fields of a game whose score has changed', () => {
    const before = after(snapshot(at(0)), change(at(0), at(1), {}, { added: [game('g')] }));
    const view = applied(before, change(at(1), at(2), {}, { changed: [{ game: 'g', score: [8, 0], games: [], board: 2 }] }));
    expect(view?.playing.get('g')).toEqual({ ...game('g', 2), score: [8, 0] });
    expect(view?.seeks).toBe(before?.seeks);
  });

  it('has no version until the last part of a snapshot has come', () => {
    const part = after(snapshot(null, seek('a')), change(null, null, { added: [seek('b')] }));
    expect(part?.version).toBeNull();
    expect(ids(applied(part, change(null, at(7), { added: [seek('c')] })))).toEqual(['a', 'b', 'c']);
  });

  it.each([
    ['a change is missing', [snapshot(at(3)), change(at(4), at(5), {})]],
    ['a change comes first of all', [change(at(0), at(1), {})]],
    ['a change is of another process', [snapshot(at(3)), change('fedcba9876543210-3', 'fedcba9876543210-4', {})]],
    ['a part of a snapshot is followed by a change', [snapshot(null), change(at(3), at(4), {})]],
  ] as const)('is not known any more where %s', (_, lines) => {
    expect(after(...lines)).toBeNull();
  });
});

describe('the order of seeks', () => {
  const standing = (rating: number): PoolRating => ({ pool: { pool: 'icf.game', ruleset: 'icf', length: 'game', players: 2, bots: false, people: null }, rating: { rating, deviation: 60, games: 9 } });
  const order = (seeks: OpenSeek[], reader: Partial<Parameters<typeof ranked>[1]> = {}): string[] => ranked(seeks, { account: true, standings: [standing(1700)], mine: null, ...reader }).map(({ id }) => id);

  it('has the nearest rating first, then the oldest', () => {
    expect(order([seek('far', { rating: 2100 }), seek('late', { since: 2 }), seek('early', { since: 1 }), seek('near', { rating: 1720 })])).toEqual(['near', 'early', 'late', 'far']);
  });

  it('has the own seek first, and what one may not take last', () => {
    const seeks = [seek('banded', { rating: 1700, terms: { low: 1900 } }), seek('open', { rating: 2400 }), seek('mine', { rating: 900 })];
    expect(order(seeks, { mine: 'mine' })).toEqual(['mine', 'open', 'banded']);
    expect(order([seek('rated', { terms: { stake: 'rated' } }), seek('free', { rating: 2400 })], { account: false, standings: [] })).toEqual(['free', 'rated']);
  });

  it('leaves no seek out', () => {
    expect(order(Array.from({ length: 101 }, (_, number) => seek(`s${number}`)))).toHaveLength(101);
  });
});

describe('the stream', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  /** Answer each request with the next list of lines, and then with nothing; returns the requested addresses. */
  function server(...answers: object[][]): string[] {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      const lines = answers[asked.length];
      asked.push(address);
      const text = (lines ?? []).map((line) => `${JSON.stringify(line)}\n`).join('');
      const body = new ReadableStream({
        start(to) {
          to.enqueue(new TextEncoder().encode(text));
          if (asked.length < answers.length) to.close();
        },
      });
      return Promise.resolve(new Response(body));
    });
    return asked;
  }

  async function listened(...answers: object[][]): Promise<{ lobby: Lobby; asked: string[] }> {
    vi.useFakeTimers();
    const asked = server(...answers);
    const lobby = new Lobby(() => undefined);
    const end = new AbortController();
    void lobby.listen(end.signal);
    for (let turn = 0; turn < answers.length; turn += 1) await vi.advanceTimersByTimeAsync(2000);
    flushSync();
    end.abort();
    return { lobby, asked };
  }

  it('that breaks goes on after the last version', async () => {
    const { lobby, asked } = await listened([snapshot(at(3), seek('a'))], [change(at(3), at(4), { added: [seek('b')] })]);
    expect(asked).toEqual(['/api/lobby/changes', `/api/lobby/changes?since=${at(3)}`]);
    expect(lobby.seeks.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  it('in which a change is missing is asked for a new snapshot, and the old list stays meanwhile', async () => {
    const gap = [snapshot(at(3), seek('a')), change(at(7), at(8), { added: [seek('b')] })];
    const waiting = await listened(gap, []);
    expect(waiting.asked).toEqual(['/api/lobby/changes', '/api/lobby/changes']);
    expect(waiting.lobby.seeks.map(({ id }) => id)).toEqual(['a']);
    const again = await listened(gap, [snapshot(at(8), seek('b'))]);
    expect(again.lobby.seeks.map(({ id }) => id)).toEqual(['b']);
  });

  it('that breaks within a snapshot is asked for all of it, and no part of it is shown', async () => {
    const { lobby, asked } = await listened([snapshot(at(2), seek('a')), snapshot(null, seek('b'))], []);
    expect(asked).toEqual(['/api/lobby/changes', '/api/lobby/changes']);
    expect(lobby.seeks.map(({ id }) => id)).toEqual(['a']);
  });
});
