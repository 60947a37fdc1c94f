// Tests of durations in words.

import { afterAll, describe, expect, it } from 'vitest';
import { durationOf, minutesOf } from '../src/i18n/durations';
import { LANGUAGES, setLanguage, t } from '../src/i18n/t';
import { clockOf } from '../src/i18n/terms';

describe('a duration', () => {
  it('is in minutes and seconds, and from an hour on in hours', () => {
    expect([0, 1, 60, 62, 180, 2950, 3599, 3600, 7261].map(minutesOf)).toEqual(['0:00', '0:01', '1:00', '1:02', '3:00', '49:10', '59:59', '1:00:00', '2:01:01']);
  });

  it('is in seconds up to a minute', () => {
    expect([0, 15, 60, 61, 2950].map(durationOf)).toEqual(['0 s', '15 s', '60 s', '1:01', '49:10']);
  });
});

describe.each(LANGUAGES)('a clock in $english', ({ tag }) => {
  afterAll(() => setLanguage('en'));

  it('of more than a minute never reads as a number of seconds', async () => {
    expect(await setLanguage(tag)).toBe(true);
    expect(durationOf(9)).toMatch(/9/);
    expect(durationOf(9)).not.toBe('9');
    expect(durationOf(2950)).toBe('49:10');
    const long = [clockOf({ stroke: 3600, place: 3600 }), t('time.paused', { time: durationOf(3600) })];
    for (const text of long) {
      expect(text).toContain('1:00:00');
      expect(text).not.toContain('3600');
    }
    expect(clockOf({ stroke: 15, place: 15 })).toContain(durationOf(15));
  });
});
