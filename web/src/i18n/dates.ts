// Date and time formatting in the page's language; numeric where the browser does not support the language.

import { language } from './t';

/** Format a day, given in ms since 1970: `22 Nov 2026` in the page's language, or `2026-11-22`. */
export function dayOf(time: number, tag: string = language()): string {
  const day = new Date(time);
  if (Intl.DateTimeFormat.supportedLocalesOf(tag).length) return day.toLocaleDateString(tag, { dateStyle: 'medium' });
  const figures = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-');
}

/** Format a time of day, given in s since 1970, as on tournament clocks: `16:05`. */
export function hourOf(time: number): string {
  const then = new Date(time * 1000);
  return [then.getHours(), then.getMinutes()].map((figure) => String(figure).padStart(2, '0')).join(':');
}

/** Format a time given in s since 1970: the time of day, preceded by the day unless it is today. */
export function momentOf(time: number): string {
  const day = dayOf(time * 1000);
  return day === dayOf(Date.now()) ? hourOf(time) : `${day}, ${hourOf(time)}`;
}
