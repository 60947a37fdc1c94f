// @vitest-environment jsdom
// Tests of backups: what a file must contain, how entries of local storage are merged, and when the browser is asked to
// keep what is stored. `tests/e2e/test_backup.py` saves and reads a whole one in a browser.

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { habitsOf, withGame, withMedal, withRun } from '../src/habits/habits';
import { backupIn, merged, NoBackup } from '../src/store/backup';

const GAME = { game: 'a', nonce: 'n', row: '{"game":"a"}', events: [{ version: 1 }, { version: 2 }] };
const WHOLE = { carrom_backup: 1, made: 5, entries: { 'carrom.game.a': '{}' }, games: [GAME], sheets: [{ sheet: 's', key: 'k', outbox: [] }] };
const read = (change: object): unknown => backupIn(JSON.stringify({ ...WHOLE, ...change }));
const merge = (key: string, here: unknown, there: unknown): unknown => JSON.parse(merged(key, JSON.stringify(here), JSON.stringify(there)));

describe('a backup', () => {
  it('is read as it was written', () => expect(read({})).toEqual(WHOLE));

  it.each([
    ['another file', () => backupIn('Carrom 1\n')],
    ['a file cut off in its middle', () => backupIn(JSON.stringify(WHOLE).slice(0, -20))],
    ['entries of another site', () => read({ entries: { other: 'x' } })],
    ['an entry that is no text', () => read({ entries: { 'carrom.game.a': 1 } })],
    ['a game without events between others', () => read({ games: [{ ...GAME, events: [{ version: 1 }, { version: 3 }] }] })],
    ['a row of another game', () => read({ games: [{ ...GAME, row: '{"game":"b"}' }] })],
    ['a sheet without its key', () => read({ sheets: [{ sheet: 's', outbox: [] }] })],
  ])('is refused for %s', (_, reading) => expect(reading).toThrow(new NoBackup('backup.bad')));

  it('of a newer version is refused as such', () => expect(() => read({ carrom_backup: 2 })).toThrow(new NoBackup('backup.newer')));
});

describe('merging a backup', () => {
  it('leaves choices of this device, and what cannot be read in the backup', () => {
    expect(merge('carrom.settings', { muted: true }, { muted: false })).toEqual({ muted: true });
    expect(merged('carrom.language', 'hi', 'ta')).toBe('hi');
    expect(merged('carrom.puzzles', '{"done":{}}', '{')).toBe('{"done":{}}');
    expect(merged('carrom.puzzles', '{', '{"done":{}}')).toBe('{"done":{}}');
  });

  it('keeps the later state of a game, with the key of a seat that only the other has', () => {
    const player = { game: 'a', key: 'k', yours: ['south'], seen: 1, last: { board: 1 } };
    const watcher = { game: 'a', key: null, yours: [], seen: 2, last: { board: 2 } };
    for (const [here, there] of [[player, watcher], [watcher, player]]) {
      expect(merge('carrom.game.a', here, there)).toEqual({ game: 'a', key: 'k', yours: ['south'], seen: 2, last: { board: 2 } });
    }
  });

  it('has the progress of both', () => {
    expect(merge('carrom.puzzles', { rating: { rating: 1 }, done: { 1: true } }, { rating: { rating: 2 }, done: { 1: false, 2: true, 3: true } })).toEqual({ rating: { rating: 2 }, done: { 1: true, 2: true, 3: true } });
    expect(merge('carrom.drills', { cut: { tries: 3 } }, { cut: { tries: 9 }, cover: { tries: 1 } })).toEqual({ cut: { tries: 9 }, cover: { tries: 1 } });
    expect(merge('carrom.alone', { boards: [{ at: 3 }], open: null }, { boards: [{ at: 1 }, { at: 3 }], open: { run: 1 } })).toEqual({ boards: [{ at: 1 }, { at: 3 }], open: { run: 1 } });
    expect(merge('carrom.learn', { rules: 'icf', done: ['a.1'] }, { rules: 'club', done: ['a.1', 'a.2'] })).toEqual({ rules: 'icf', done: ['a.1', 'a.2'] });
    expect(merge('carrom.mistakes', { list: [{ moment: { position: 'p' }, right: 1 }] }, { list: [{ moment: { position: 'p' }, right: 0 }, { moment: { position: 'q' } }] })).toEqual({ list: [{ moment: { position: 'p' }, right: 1 }, { moment: { position: 'q' } }] });
    expect(merge('carrom.hall.words', ['umpire.a'], ['referee.b', 'umpire.a'])).toEqual(['umpire.a', 'referee.b']);
  });

  it('has the habits of both: the diary of both, the first medals and the best runs', () => {
    const entry = (game: string, at: number) => ({ game, at, name: '', level: 'club', result: 'won', score: [25, 3], lesson: '' }) as const;
    const here = withRun(withMedal(withGame(habitsOf(null), entry('one', 2)), 'club', 9), 'three', 4);
    const there = withRun(withMedal(withGame(habitsOf(null), entry('two', 1)), 'club', 5), 'three', 7);
    const found = habitsOf(merge('carrom.habits', { version: 1, ...here }, { version: 1, ...there }));
    expect([found.diary.map(({ game }) => game), found.medals, found.best]).toEqual([['one', 'two'], { club: 5 }, { three: 7 }]);
  });

  it('leaves the habits of one account out of those of another', () => {
    const [here, there] = [habitsOf({ owner: 'Asha' }), withMedal(habitsOf({ owner: 'Bilal' }), 'club', 5)];
    expect(habitsOf(merge('carrom.habits', here, there))).toEqual(here);
  });

  it('changes nothing more the second time', () => {
    const [here, there] = ['{"boards":[{"at":3}],"open":null}', '{"boards":[{"at":1}],"open":null}'];
    const once = merged('carrom.alone', here, there);
    expect(merged('carrom.alone', once, there)).toBe(once);
  });
});

describe('persistent storage', () => {
  const persist = vi.fn(async () => true);
  const persisted = vi.fn(async () => false);
  beforeEach(() => {
    localStorage.clear();
    persist.mockClear();
    Object.defineProperty(navigator, 'storage', { value: { persist, persisted }, configurable: true });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'storage'));
  /** Finish two boards in a page that has just been opened. */
  async function play(): Promise<void> {
    vi.resetModules();
    const { boardFinished } = await import('../src/store/durability');
    boardFinished();
    boardFinished();
    await new Promise((done) => setTimeout(done, 5));
  }

  it('is asked for when a board is finished, once a week', async () => {
    await play();
    await play();
    expect(persist).toHaveBeenCalledTimes(1);
    localStorage.setItem('carrom.persist-asked', String(Date.now() - 8 * 86_400_000));
    await play();
    expect(persist).toHaveBeenCalledTimes(2);
  });

  it('is not asked for again once it is granted', async () => {
    persisted.mockResolvedValueOnce(true);
    await play();
    expect(persist).not.toHaveBeenCalled();
  });

  it('is unknown in a browser that has none, and breaks nothing', async () => {
    Object.defineProperty(navigator, 'storage', { value: undefined, configurable: true });
    await play();
    expect(await (await import('../src/store/durability')).durability()).toBe('unknown');
  });
});
