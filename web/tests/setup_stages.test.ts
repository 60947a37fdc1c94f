// Stages of a tournament that is being set up: which settings a card shows, and the line that sums it up.

import { describe, expect, it } from 'vitest';
import type { DraftStage, SetupDraft } from '../src/protocol';
import { readSessions, writeSessions } from '../src/hall/sessions';
import { fieldsOf, moved, newStage, summaryOf, valueOf, winningScore, withSetting, without } from '../src/hall/setup/stages';
import { readUmpires, writeUmpires } from '../src/hall/setup/umpires';
import { entered, proposals } from '../src/hall/late_entries';
import hallWords from '../src/i18n/more/hall.json';
import words from '../src/i18n/more/setup.json';
import { alsoSays } from '../src/i18n/t';

alsoSays(hallWords);
alsoSays(words);

const stage = (id: string, system: DraftStage['system'], settings: Record<string, string> = {}): DraftStage => ({ id, system, settings: Object.entries(settings).map(([name, value]) => ({ name, value })) });
const draft = (stages: readonly DraftStage[], count = 0): SetupDraft => ({
  id: 'x', name: 'X', place: '', sessions: '', zone: '', contact: '', rules: 'icf', boards: 0, preset: '', kind: 'player', stages,
  entries: Array.from({ length: count }, (_, i) => ({ id: `p${i}`, name: `P ${i}`, kind: 'player' as const, club: '', nation: '', seed: null, rating: null, players: [], stages: [], row: 0 })),
  table: null, umpires: [], lots: [], voided: [],
});
const names = (one: DraftStage, of: SetupDraft): string[] => fieldsOf(one, of).map(({ name }) => name);

describe('a stage', () => {
  it('is summed up in one line, with the size of its groups', () => {
    const groups = stage('g', 'groups', { groups: '4', match: 'best-of-3', qualify: '2' });
    const cup = stage('knockout', 'knockout', { name: 'Cup', from: 'g', third: 'match' });
    expect(summaryOf(groups, draft([groups, cup], 16))).toBe('4 groups of 4, best of three games, 2 go on');
    expect(summaryOf(groups, draft([groups, cup], 18))).toContain('4 groups of 4–5');
    expect(summaryOf(cup, draft([groups, cup]))).toBe('the best of g, knockout, one game, a match for third place');
    expect(summaryOf(stage('s', 'swiss', { rounds: '7', minutes: '45' }), draft([]))).toBe('7 rounds, one game, 45 minutes a game');
    expect(summaryOf(stage('l', 'league', { legs: '2' }), draft([]))).toBe('everyone meets everyone twice, one game');
  });

  it('shows only settings that mean something for it', () => {
    const [swiss, cup] = [stage('s', 'swiss'), stage('knockout', 'knockout', { from: 's' })];
    const both = draft([swiss, cup]);
    expect(names(swiss, both)).toContain('rounds');
    expect(names(swiss, both)).not.toContain('legs');
    expect(names(swiss, both)).not.toContain('groups_apart');
    expect(names(cup, both)).toEqual(expect.arrayContaining(['from', 'third', 'level', 'groups_apart']));
    expect(names(cup, both)).not.toContain('apart');
    expect(names(stage('g', 'groups'), draft([]))).not.toContain('draw');
    expect(names(stage('g', 'groups', { groups: '2' }), draft([]))).toContain('draw');
    expect(names(swiss, draft([swiss]))).not.toContain('qualify');
    expect(names(stage('s', 'swiss', { match: 'best-of-3-boards' }), draft([]))).not.toContain('minutes');
    expect(names(stage('g', 'groups', { match: 'best-of-3' }), draft([]))).toContain('minutes');
    expect(names(stage('l', 'league'), { ...draft([]), kind: 'team' })).toContain('rubbers');
  });

  it('never stands before the one whose best it takes', () => {
    const [groups, cup] = [stage('g', 'groups'), stage('knockout', 'knockout', { from: 'g' })];
    expect(moved([groups, cup], 1, -1).map((each) => valueOf(each, 'from'))).toEqual(['', '']);
    expect(moved([groups, cup, stage('s', 'swiss')], 2, -1).map((each) => each.id)).toEqual(['g', 's', 'knockout']);
    expect(without([groups, cup], 'g')).toEqual([{ ...cup, settings: [] }]);
  });

  it('gets an id of its own, and its usual values are not written', () => {
    const first = newStage('groups', draft([]), false);
    expect(newStage('groups', draft([first]), false).id).toBe('g2');
    expect(withSetting(first, 'groups', '1', '1').settings.map(({ name }) => name)).toEqual(['name']);
    expect(valueOf(withSetting(first, 'groups', '6', '1'), 'groups')).toBe('6');
  });
});

describe('days and hours', () => {
  it('are read and written as in the file, and rows that are not complete are left out', () => {
    const text = '2026-11-21 09:30-13:00 14:00-18:30; 2026-11-22 10:00-12:00';
    expect(writeSessions(readSessions(text))).toBe(text);
    expect(writeSessions([{ day: '2026-11-21', from: '09:30', to: '' }])).toBe('');
    expect(readSessions('')).toEqual([]);
  });
});

describe('the score of a bye or a walkover', () => {
  it('is read however it is typed, and refused unless it wins', () => {
    expect(['13-0', ' 13 : 0 ', '13–0', '13 0', '013-00'].map(winningScore)).toEqual(['13-0', '13-0', '13-0', '13-0', '13-0']);
    expect(['', '25', '25-', '0-25', '5-5', 'x', '1300-0', '25-0-1'].map(winningScore)).toEqual(Array(8).fill(null));
  });
});

describe('the list of umpires', () => {
  it('is read from lines, and an umpire who stays keeps the id', () => {
    const before = [{ id: 'lena', name: 'Lena Roy', club: '' }];
    const { umpires, twice } = readUmpires('Lena\tX\n\n LENA  roy, Pune\nIqbal Shah\n राधा\niqbal shah;Goa', before);
    expect(umpires).toEqual([
      { id: 'lena_2', name: 'Lena', club: 'X' },
      { id: 'lena', name: 'LENA roy', club: 'Pune' },
      { id: 'iqbal_shah', name: 'Iqbal Shah', club: '' },
      { id: 'umpire', name: 'राधा', club: '' },
    ]);
    expect(twice).toEqual(['iqbal shah']);
    expect(readUmpires(writeUmpires(umpires), umpires).umpires).toEqual(umpires);
  });
});

describe('late entries', () => {
  it('are proposed in as few lines as fit, and every row of an entered team is done', () => {
    const line = 'x'.repeat(2000);
    expect(proposals([line, '', line, line, 'y']).map(({ rows }) => rows)).toEqual([[0, 2], [3, 4]]);
    expect(proposals(['', ''])).toEqual([]);
    const entry = { name: 'North', kind: 'team' as const, club: '', nation: '', seed: null, rating: null, players: ['A', 'B'], id: 'north', stages: [], row: 0 };
    const preview = [{ entry, problems: [], joins: '' }, { entry: null, problems: [], joins: 'north' }, { entry: null, problems: [], joins: 'South' }];
    expect([...entered(preview, new Set([0]))]).toEqual([0, 1]);
  });
});
