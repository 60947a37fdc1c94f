// Tests that stored data with former level names is read with the current names.

import { beforeEach, expect, test } from 'vitest';
import type { TieTerms } from '../src/protocol';
import { levelOf, usual } from '../src/store/terms';
import { levelName } from '../src/i18n/terms';
import { keepUsualTie, usualTie } from '../src/team_match/storage';

beforeEach(() => localStorage.clear());

test('the game that one plays most is against the same program under its new name', () => {
  const seats = [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'program', level: 'world' }];
  localStorage.setItem('carrom.usual', JSON.stringify({ terms: { ruleset: 'icf', length: 'game', seats } }));
  const found = usual();
  expect(found && levelOf(found.terms)).toBe('champion');
});

test('the last tie too, its captain and its players', () => {
  const programs = { name: 'Delhi', players: [{ who: 'program', level: 'world' }, { who: 'program', level: 'club' }] } as const;
  keepUsualTie({ captain: 'program', level: 'master', teams: [{ name: 'Pune', players: [{ who: 'me' }] }, programs] } as TieTerms);
  const found = usualTie();
  expect(found?.level).toBe('national');
  expect(found?.teams[1]?.players?.map(({ level }) => level)).toEqual(['champion', 'club']);
});

test('an old game names its program as it is called today', () => {
  expect([levelName('master'), levelName('world'), levelName('first-timer')]).toEqual(['National player', 'Champion', 'Newcomer']);
  expect(levelName('not-known')).toBe('not known');
});
