// Days as the page's language writes them, and hours of the day; in figures alone where the browser does not know how the language does.

import { language } from './t';

/** Return a day, given in ms since 1970: `22 Nov 2026` in the words of the language, or `2026-11-22`. */
export function dayOf(time: number, tag: string = language()): string {
  const day = new Date(time);
  if (Intl.DateTimeFormat.supportedLocalesOf(tag).length) return day.toLocaleDateString(tag, { dateStyle: 'medium' });
  const figures = [day.getFullYear(), day.getMonth() + 1, day.getDate()];
  return figures.map((figure) => String(figure).padStart(2, '0')).join('-');
}

/** Return the hour of a time given in s since 1970, as the clocks of a hall tell it: `16:05`. */
export function hourOf(time: number): string {
  const then = new Date(time * 1000);
  return [then.getHours(), then.getMinutes()].map((figure) => String(figure).padStart(2, '0')).join(':');
}
