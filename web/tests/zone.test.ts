import { describe, expect, it } from 'vitest';
import { hourShown, viewerSessions, viewerTime } from '../src/hall/zone';

describe('times of a tournament for a viewer elsewhere', () => {
  it('are the same in the same zone, and without a zone', () => {
    expect(viewerTime('2026-11-21 10:50', 'Asia/Kolkata', 'Asia/Colombo')).toBe('');
    expect(viewerTime('2026-11-21 10:50', '', 'Europe/London')).toBe('');
    expect(viewerTime('2026-11-21 10:50', 'Mars/Base', 'Europe/London')).toBe('');
    expect(hourShown('2026-11-21 10:50', 'Asia/Kolkata', 'Asia/Kolkata')).toBe('10:50');
  });
  it('are shown beside the local time, with the day if it is another one', () => {
    expect(viewerTime('2026-11-21 10:50', 'Asia/Kolkata', 'Europe/London')).toBe('2026-11-21 05:20');
    expect(viewerTime('2026-07-21 10:50', 'Asia/Kolkata', 'Europe/London')).toBe('2026-07-21 06:20');
    expect(viewerTime('2026-11-21 09:30', 'Asia/Kolkata', 'America/New_York')).toBe('2026-11-20 23:00');
    expect(hourShown('2026-11-21 10:50', 'Asia/Kolkata', 'Europe/London')).toContain('05:20');
    expect(hourShown('2026-11-21 09:30', 'Asia/Kolkata', 'America/New_York')).toContain('2026-11-20 23:00');
  });
  it('are right on the days on which clocks change', () => {
    expect(viewerTime('2026-03-29 03:30', 'Europe/Berlin', 'UTC')).toBe('2026-03-29 01:30');
    expect(viewerTime('2026-03-29 01:30', 'Europe/Berlin', 'UTC')).toBe('2026-03-29 00:30');
    expect(viewerTime('2026-10-25 03:30', 'Europe/Berlin', 'UTC')).toBe('2026-10-25 02:30');
  });
  it('are given for days and hours of play', () => {
    expect(viewerSessions('2026-11-21 09:30-13:00 14:00-18:30; 2026-11-22 09:30-13:00', 'Asia/Kolkata', 'Europe/London')).toBe(
      '2026-11-21 04:00–07:30, 2026-11-21 08:30–13:00; 2026-11-22 04:00–07:30',
    );
    expect(viewerSessions('2026-11-21 09:30-13:00', 'Asia/Kolkata', 'Asia/Kolkata')).toBe('');
  });
});
