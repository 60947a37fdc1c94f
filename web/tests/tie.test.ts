// @vitest-environment jsdom
// Tests of the team match client: storage, and resending after a lost connection.

import { beforeEach, describe, expect, test } from 'vitest';
import type { TieRequest, TieSnapshot } from '../src/protocol';
import { kept } from '../src/store/saved_games';
import type { Store } from '../src/store/store.svelte';
import { TieDesk } from '../src/team_match/model.svelte';
import { allTies, keptTie } from '../src/team_match/storage';
import { leader, scoreOf, written } from '../src/team_match/teams';
import { goldenTieAwaitingALineUp, goldenTieAwaitingAPlayer } from './golden';

const BEFORE = goldenTieAwaitingALineUp as TieSnapshot;
const DURING = goldenTieAwaitingAPlayer as TieSnapshot;
const WORDS = { tie: BEFORE.tie, key: 'the-key', invite: 'the-invitation', watch: 'the-word' };

/** Return a fake store whose connection is open or not, and a log of everything sent. */
function line(): { readonly store: Store; readonly said: TieRequest[]; open: boolean } {
  const found = {
    said: [] as TieRequest[],
    open: true,
    store: {
      state: { line: { kind: 'open' } },
      beside: null,
      speak(message: TieRequest): boolean {
        if (found.open) found.said.push(message);
        return found.open;
      },
    } as unknown as Store,
  };
  return found;
}

const lineUp = { type: 'line-up', nonce: 'n'.repeat(16), side: 'A', rubbers: [['Asha']] } as const;

beforeEach(() => localStorage.clear());

describe('a tie at a page', () => {
  test('is come to with the words that this browser has, and kept as it was last seen', () => {
    const { store, said } = line();
    const desk = new TieDesk(store, WORDS);
    expect(said).toEqual([{ type: 'come-to-tie', ...WORDS }]);
    expect(desk.hear(BEFORE)).toBe(true);
    expect(desk.told).toEqual(BEFORE);
    expect(keptTie(BEFORE.tie)).toMatchObject({ ...WORDS, last: { teams: ['Pune', 'Delhi'], score: [0, 0], over: false } });
    expect(allTies().length).toBe(1);
  });

  test('opens the games of its rubbers with the same key', () => {
    const desk = new TieDesk(line().store, WORDS);
    desk.hear(DURING);
    expect(kept('game-of-rubber-1')).toMatchObject({ key: 'the-key', watch: 'the-word', yours: [] });
  });

  test('asks again over a new line what was not answered, and only that', () => {
    const there = line();
    const desk = new TieDesk(there.store, WORDS);
    desk.hear(BEFORE);
    there.open = false;
    desk.ask(lineUp);
    expect(desk.busy).toBe(true);
    there.open = true;
    there.said.length = 0;
    desk.resume();
    expect(there.said.map(({ type }) => type)).toEqual(['come-to-tie', 'line-up']);
    expect(desk.hear({ type: 'accepted', nonce: lineUp.nonce, version: 2 })).toBe(true);
    expect(desk.busy).toBe(false);
    there.said.length = 0;
    desk.resume();
    expect(there.said.map(({ type }) => type)).toEqual(['come-to-tie']);
  });

  test('says why something was not done, until something else is asked', () => {
    const desk = new TieDesk(line().store, WORDS);
    desk.hear(BEFORE);
    desk.ask(lineUp);
    desk.hear({ type: 'refused', nonce: lineUp.nonce, code: 'illegal', reason: 'Asha plays a singles already.' });
    expect(desk.refusal).toBe('Asha plays a singles already.');
    desk.ask({ ...lineUp, nonce: 'm'.repeat(16) });
    expect(desk.refusal).toBe(null);
  });

  test('that the server does not know is lost; what is said of games is left to them', () => {
    const desk = new TieDesk(line().store, WORDS);
    expect(desk.hear({ type: 'pong', now: 1 })).toBe(false);
    expect(desk.hear({ type: 'accepted', nonce: 'of-a-stroke-0000', version: 2 })).toBe(false);
    expect(desk.hear({ type: 'refused', nonce: null, code: 'unknown-game', reason: 'No such tie.' })).toBe(true);
    expect(desk.lost).toBe(true);
    expect(keptTie(BEFORE.tie)).toBe(null);
  });
});

test('a team is written with a name for everybody', () => {
  const team = written({ name: ' Pune ', players: [{ name: '  ' }, { name: ' Asha ' }, { who: 'program', level: 'club' }] }, (number) => `Player ${number}`);
  expect(team).toEqual({ name: 'Pune', players: [{ name: 'Player 1' }, { name: 'Asha' }, { name: '', who: 'program', level: 'club' }] });
});

test('who leads is named with his rubbers first', () => {
  expect([leader({ score: [1, 2] }), scoreOf({ score: [1, 2] })]).toEqual(['B', '2–1']);
  expect([leader({ score: [2, 0] }), scoreOf({ score: [2, 0] })]).toEqual(['A', '2–0']);
  expect([leader({ score: [1, 1] }), scoreOf({ score: [1, 1] })]).toEqual([null, '1–1']);
});
