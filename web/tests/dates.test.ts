// Tests of date and time formatting.

import { expect, it } from 'vitest';
import { dayOf, hourOf } from '../src/i18n/dates';

const DAY = new Date(2026, 10, 2, 12).getTime();

it('a day is written as its language does', () => {
  expect(dayOf(DAY, 'en')).toBe('Nov 2, 2026');
});

it('a language whose days the browser does not know gets figures and no English', () => {
  expect(dayOf(DAY, 'qqq')).toBe('2026-11-02');
});

it('an hour is told as the clocks of a hall tell it, wherever the browser comes from', () => {
  expect(hourOf(new Date(2026, 10, 2, 16, 5).getTime() / 1000)).toBe('16:05');
});
