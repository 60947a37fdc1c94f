// Clocks of rounds, shifts in words, and the pages of the big screen.

import { expect, it } from 'vitest';
import { bracketPages } from '../src/hall/bracket_pages';
import { clockOf, secondsLeft, stageOf } from '../src/hall/round_clock.svelte';
import { addressOf, choiceOf, pagesOf, PANELS, SECONDS } from '../src/hall/screen_panels';
import { ranges, shiftNote, shiftWords } from '../src/hall/shifts';
import words from '../src/i18n/more/clock.json';
import { alsoSays } from '../src/i18n/t';
import type { BracketSlot, ClockInfo, StageInfo, ShiftInfo } from '../src/protocol';

alsoSays(words);

const clock: ClockInfo = { address: 's.1', stage: 'Open', round: 1, phase: 'running', seconds: 2700, ends: 10_000, left: 0 };

it('a clock counts down to its end and then stands at nothing', () => {
  expect([7300, 9699.5, 9700, 9999.2, 10_000, 12_000].map((now) => [secondsLeft(clock, now), stageOf(clock, now)])).toEqual([
    [2700, 'running'],
    [301, 'running'],
    [300, 'last'],
    [1, 'last'],
    [0, 'over'],
    [0, 'over'],
  ]);
});

it('a clock that is paused or ended does not run', () => {
  const paused = { ...clock, phase: 'paused', ends: 0, left: 120 } as const;
  expect([secondsLeft(paused, 99_999), stageOf(paused, 99_999)]).toEqual([120, 'paused']);
  expect(stageOf({ ...paused, phase: 'ended' }, 1)).toBe('ended');
});

it('the clock of a fixture or of a sheet is that of its round', () => {
  expect(['s.1.4', 's-1-4', 's.1.4.2', 's.11.4', 's.2.1', 'x.1.1'].map((each) => clockOf([clock], each)?.address)).toEqual(['s.1', 's.1', 's.1', undefined, undefined, undefined]);
});

const shift: ShiftInfo = { number: 2, begins: '2026-11-21 10:50', estimated: true, tables: [], fixtures: ['s.1.13', 's.1.14'], over: false };

it('a shift is one line with its time and its tables, or how many matches it has', () => {
  expect(shiftWords(shift)).toBe('Shift 2: about 10:50, 2 matches');
  expect(shiftWords({ ...shift, number: 1, begins: '2026-11-21 10:00', estimated: false, tables: [1, 2], fixtures: ['s.1.1', 's.1.2'] })).toBe('Shift 1: 10:00, tables 1–2');
  expect(shiftWords({ ...shift, begins: '' })).toBe('Shift 2: 2 matches');
  expect([shiftNote([shift], 's.1.14'), shiftNote([shift], 's.1.1')]).toEqual(['shift 2, about 10:50', '']);
  expect(ranges([1, 2, 3, 5, 7, 8])).toBe('1–3, 5, 7–8');
});

it('an address chooses panels and seconds, and what it does not know is left out', () => {
  expect(choiceOf('')).toEqual({ panels: PANELS, seconds: SECONDS.usual });
  expect(choiceOf('?panels=standings,clock,nonsense&seconds=15')).toEqual({ panels: ['clock', 'standings'], seconds: 15 });
  expect(['?seconds=1', '?seconds=9999', '?seconds=soon'].map((query) => choiceOf(query).seconds)).toEqual([SECONDS.least, SECONDS.most, SECONDS.usual]);
  for (const choice of [choiceOf('?panels=calls'), choiceOf('?seconds=20'), choiceOf('')]) expect(choiceOf(addressOf(choice).replace('/screen', ''))).toEqual(choice);
});

it('pages are as equal as they can be and leave nothing out', () => {
  expect(pagesOf([1, 2, 3, 4, 5, 6, 7], 3)).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  expect(pagesOf([1, 2, 3, 4], 3)).toEqual([[1, 2], [3, 4]]);
  expect(pagesOf([], 3)).toEqual([[]]);
});

const slot = (winner = 0): BracketSlot => ({ names: ['a', 'b'], refs: ['', ''], points: ['', ''], winner, bye: false, third: false });
const cup = (size: number, winner = 0): StageInfo => {
  const rounds = Array.from({ length: Math.log2(size) }, (_, i) => Array.from({ length: size / 2 ** (i + 1) }, () => slot(winner)));
  return { id: 'c', title: 'Cup', system: 'knockout', tables: [], rounds: [], due: 0, bracket: rounds, order: [], places: [] };
};

it('a bracket of 64 is shown in four parts and its last eight, and in one when the first rounds are decided', () => {
  const shape = (size: number, winner = 0) => bracketPages(cup(size, winner), 8).map(({ stage }) => stage.bracket.map((round) => round.length));
  expect(shape(16)).toEqual([[8, 4, 2, 1]]);
  expect(shape(64)).toEqual([...Array.from({ length: 4 }, () => [8, 4, 2]), [8, 4, 2, 1]]);
  expect(shape(64, 1)).toEqual([[8, 4, 2, 1]]);
});
