// Durations in words: clocks, time limits and countdowns.

import { t } from './t';

/** Format whole seconds in minutes and seconds, `4:05`, and from an hour on with hours, `1:00:00`. */
export function minutesOf(seconds: number): string {
  const parts = seconds < 3600 ? [seconds / 60, seconds % 60] : [seconds / 3600, (seconds / 60) % 60, seconds % 60];
  return parts.map((part, i) => String(Math.floor(part)).padStart(i && 2, '0')).join(':');
}

/** Format whole seconds: `45 s` up to a minute, and longer times in minutes, `4:05`. */
export function durationOf(seconds: number): string {
  return seconds > 60 ? minutesOf(seconds) : t('time.left', { seconds });
}
