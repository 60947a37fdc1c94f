// @vitest-environment jsdom
// Tests of the connection while the tables of the page start: a new game can be shown and played before they are there.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { LineEvents } from '../src/net/transport';
import { EarlyLine, type Tables } from '../src/offline/early';
import { opened } from '../src/offline/first_game';
import messages from '../src/offline/first_messages.json';
import type { ClientMessage, Clock, NewGame, ServerMessage, Snapshot, Strike, Terms, Welcome } from '../src/protocol';
import examples from './first_messages.json';
import { past, state } from './messages';

const WELCOME = messages.welcome as unknown as Welcome;
const KEYS = { key: 'key-0000000001', invite: 'invite-00000001', watch: 'watch-000000001' };
const NONCE = '0123456789abcdef';
const QUICK: Terms = { ruleset: 'icf', length: 'board', seats: [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'program', level: 'club' }], first_break: 'south', guide: 'short' };
const command = (terms: Terms = QUICK, nonce = NONCE): NewGame => ({ type: 'new-game', nonce, ...KEYS, terms });
const strike: Strike = { type: 'strike', nonce: 'fedcba9876543210', version: 2, seat: 'south', stroke: { x: 0, y: 0, vx: 0, vy: 3_000_000, spin: 0 } };

const NEXT = state([], { strokes: 1 });

describe('the first messages of a new game', () => {
  it.each(examples.map((example) => [JSON.stringify(example.terms), example] as const))('are those of the tables: %s', (_, { terms, answers }) => {
    expect(opened(command(terms as Terms))).toEqual(answers);
  });

  it.each<[string, Partial<Terms>]>([
    ['a toss', { first_break: null }],
    ['another breaker', { first_break: 'north' }],
    ['a clock', { clock: { stroke: 15, place: 15 } }],
    ['a handicap', { handicap: [1, 0] }],
    ['a position', { position: 'c1W1100,100' }],
    ['rules of one’s own', { rules: '[rules]' }],
    ['a rule set that is unknown here', { ruleset: 'new' }],
    ['a seat by link', { seats: [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'link' }] }],
    ['seats that do not fit', { seats: [{ seat: 'south', who: 'me' }, { seat: 'east', who: 'here' }] }],
  ])('are left to the tables for %s', (_, more) => {
    expect(opened(command({ ...QUICK, ...more }))).toBeNull();
  });
});

describe('the line while the tables start', () => {
  let heard: ServerMessage[];
  let changes: string[];
  let said: ClientMessage[];
  let opens: number;
  const answer = (address: string): Promise<Response> => Promise.resolve(new Response(address));
  let tables: LineEvents;
  let line: EarlyLine;

  beforeEach(() => {
    vi.stubGlobal('localStorage', memory());
    [heard, changes] = [[], []];
    line = made();
  });

  function made(): EarlyLine {
    [said, opens] = [[], 0];
    const events: LineEvents = { message: (message) => void heard.push(message), change: ({ kind }) => void changes.push(kind) };
    return new EarlyLine(
      events,
      (inner): Tables => {
        tables = inner;
        return { pinged: 0, open: () => void (opens += 1), send: (message) => (said.push(message), true), again: () => undefined, hurry: () => undefined, request: answer };
      },
      () => new Promise(() => undefined),
    );
  }

  /** The tables greet the page. */
  function ready(): void {
    tables.change({ kind: 'connecting' });
    tables.change({ kind: 'open' });
    tables.message(WELCOME);
  }

  const types = (): string[] => heard.map(({ type }) => type);
  const snapshotOf = (found: readonly ServerMessage[] | null) => found!.find((message): message is Snapshot => message.type === 'snapshot')!;

  it('greets the page at once, and starts the tables when the board can be played', async () => {
    let play!: () => void;
    const early = new EarlyLine(
      { message: (message) => void heard.push(message), change: ({ kind }) => void changes.push(kind) },
      () => ({ pinged: 0, open: () => void (opens += 1), send: () => true, again: () => undefined, hurry: () => undefined, request: answer }),
      () => new Promise((resolve) => (play = () => resolve(undefined))),
    );
    early.open();
    expect([changes, types(), opens]).toEqual([['open'], ['welcome'], 0]);
    await vi.waitFor(() => play());
    await vi.waitFor(() => expect(opens).toBe(1));
  });

  it('opens a new game at once, and passes it and the first stroke on to the tables, in order', async () => {
    line.open();
    expect(line.send(command())).toBe(true);
    await Promise.resolve();
    expect(types()).toEqual(['welcome', 'joined', 'snapshot', 'seats']);
    line.send(strike);
    line.send({ type: 'send-films', wanted: false });
    expect(said).toEqual([]);
    ready();
    expect(said).toEqual([command()]);
    for (const answer of opened(command())!) tables.message(answer);
    expect(said.map(({ type }) => type)).toEqual(['new-game', 'send-films', 'strike']);
    // The page has seen all of this already; only who is here comes again.
    expect(types()).toEqual(['welcome', 'joined', 'snapshot', 'seats', 'seats']);
    expect(changes).toEqual(['open']);
    tables.message({ type: 'accepted', nonce: strike.nonce, version: 3 });
    expect(types().at(-1)).toBe('accepted');
  });

  it('shows the game of the tables if it is not the one that was shown', async () => {
    line.open();
    line.send(command());
    await Promise.resolve();
    ready();
    const [joined, , seats] = opened(command())!;
    const other = { ...snapshotOf(opened(command())), version: 7 };
    for (const answer of [joined!, other, seats!]) tables.message(answer);
    expect(heard.at(-2)).toBe(other);
  });

  it('starts the tables at once for anything else, which waits for them', async () => {
    line.open();
    const answered = line.request('/api/rules');
    await Promise.resolve();
    expect(opens).toBe(0);
    line.send({ type: 'read-rules', nonce: NONCE, rules: '' });
    expect(await (await answered).text()).toBe('/api/rules');
    expect(opens).toBe(1);
    ready();
    expect(said).toEqual([{ type: 'read-rules', nonce: NONCE, rules: '' }]);
  });

  it('says why a game could not be created, and that it does not exist', () => {
    line.open();
    line.send(command());
    line.send(strike);
    ready();
    tables.message({ type: 'refused', nonce: NONCE, code: 'broken', reason: 'There is no room.' });
    expect(heard.at(-1)).toEqual({ type: 'refused', nonce: null, code: 'unknown-game', reason: 'There is no room.' });
    expect(said).toEqual([command()]);
    expect(localStorage.length).toBe(0);
  });

  it('creates the game after a reload that came before the tables were there', async () => {
    line.open();
    line.send(command());
    await Promise.resolve();
    heard.length = 0;
    line = made();
    line.open();
    line.send({ type: 'resume', game: NONCE, key: KEYS.key, watch: KEYS.watch, version: null });
    await Promise.resolve();
    expect(types()).toEqual(['welcome', 'joined', 'snapshot', 'seats']);
    expect(heard[1]).toMatchObject({ nonce: null, yours: ['south'] });
    ready();
    expect(said).toEqual([command()]);
    tables.message(opened(command())![0]!);
    expect(said.map(({ type }) => type)).toEqual(['new-game', 'resume']);
    expect(said[1]).toMatchObject({ version: 2 });
    expect(localStorage.length).toBe(0);
  });

  it('does not open a game that this browser began with another key', async () => {
    line.open();
    line.send(command());
    await Promise.resolve();
    heard.length = 0;
    line = made();
    line.open();
    line.send({ type: 'resume', game: NONCE, key: 'another-key', watch: null, version: null });
    await Promise.resolve();
    expect(types()).toEqual(['welcome']);
  });

  describe('with the game that was seen last', () => {
    const resume = (key = KEYS.key): ClientMessage => ({ type: 'resume', game: NONCE, key, watch: null, version: null });
    const first = snapshotOf(opened(command()));

    /** Play a stroke, hide the page, and open it again. */
    async function again(clock: Clock | null = null): Promise<void> {
      line.open();
      line.send(command());
      await Promise.resolve();
      ready();
      for (const answer of opened(command())!) tables.message(answer);
      tables.message({ type: 'stroke', version: 3, after: 2, at: 0, seat: 'south', stroke: strike.stroke, rack: null, digest: '00000000', past: past(1), state: NEXT, clock });
      dispatchEvent(new Event('pagehide'));
      heard.length = 0;
      line = made();
      line.open();
    }

    it('shows it at once, as it was, and asks the tables for what has happened since', async () => {
      await again();
      line.send(resume());
      await Promise.resolve();
      expect(types()).toEqual(['welcome', 'joined', 'snapshot', 'seats']);
      expect(heard[1]).toMatchObject({ nonce: null, yours: ['south'], version: 3 });
      expect(heard[2]).toEqual({ ...first, version: 3, state: NEXT, history: [past(1)] });
      line.send(strike);
      ready();
      expect(said).toEqual([{ ...resume(), version: 3 }, strike]);
      tables.message({ type: 'joined', nonce: null, game: NONCE, yours: ['south'], version: 3 });
      expect(types().at(-1)).toBe('joined');
    });

    it('does not show it to another key, or with a running clock', async () => {
      await again();
      line.send(resume('another-key'));
      await Promise.resolve();
      expect(types()).toEqual(['welcome']);
      await again({ seat: 'north', starts: 0, ends: 1, now: 0, paused: null });
      line.send(resume());
      await Promise.resolve();
      expect(types()).toEqual(['welcome']);
    });

    it('shows it again when the page comes back to it later', async () => {
      await again();
      line.send(resume());
      await Promise.resolve();
      ready();
      tables.message({ type: 'joined', nonce: null, game: NONCE, yours: ['south'], version: 3 });
      line.send({ type: 'leave' });
      line.send(resume());
      const same = heard.find((message): message is Snapshot => message.type === 'snapshot')!;
      tables.message(structuredClone(same));
      expect(heard.at(-1)).toEqual(same);
    });

    it('takes back what was undone', async () => {
      await again();
      line.send(resume());
      await Promise.resolve();
      ready();
      tables.message({ type: 'acted', version: 4, after: 3, act: 'undone', seat: 'south', disc: null, points: null, state: first.state!, clock: null });
      dispatchEvent(new Event('pagehide'));
      heard.length = 0;
      line = made();
      line.send(resume());
      await Promise.resolve();
      expect(heard[1]).toEqual({ ...first, version: 4 });
    });
  });

  it('creates the game by a second worker if the first one crashes, and the page sends its stroke again', async () => {
    line.open();
    line.send(command());
    await Promise.resolve();
    line.send(strike);
    tables.change({ kind: 'waiting', seconds: 0, cause: 'lost' });
    expect(changes).toEqual(['open', 'waiting']);
    ready();
    expect(said).toEqual([command()]);
    expect(changes).toEqual(['open', 'waiting', 'connecting', 'open']);
    expect(types().at(-1)).toBe('welcome');
    tables.message(opened(command())![0]!);
    line.send(strike);
    expect(said).toEqual([command(), strike]);
  });

  it('is the line of the tables once they are there', () => {
    line.open();
    line.send(command());
    ready();
    for (const answer of opened(command())!) tables.message(answer);
    said.length = 0;
    line.send(strike);
    line.send(command(QUICK, 'another-nonce-00'));
    expect(said).toEqual([strike, command(QUICK, 'another-nonce-00')]);
    tables.change({ kind: 'waiting', seconds: 0, cause: 'lost' });
    ready();
    expect(changes.slice(-3)).toEqual(['waiting', 'connecting', 'open']);
    expect(types().at(-1)).toBe('welcome');
  });
});

function memory(): Storage {
  const held = new Map<string, string>();
  return {
    get length() {
      return held.size;
    },
    clear: () => held.clear(),
    getItem: (name) => held.get(name) ?? null,
    key: (index) => [...held.keys()][index] ?? null,
    removeItem: (name) => void held.delete(name),
    setItem: (name, value) => void held.set(name, value),
  };
}
