// The daily puzzle: what the server knows of it, the first try, and the text to share.

import type { DailyCount, DailyPuzzle, Stroke } from '../protocol';
import { told } from '../training/api_types';
import { nonce } from '../net/nonce';
import { t } from '../i18n/t';
import { dayOf } from '../i18n/dates';
import { streakOf, weekOf, type Days } from './today';

const TOKEN = 'carrom.daily-token';

export const today = (): Promise<DailyPuzzle> => told('/api/puzzles/today');

/** Have a first try judged and counted; returns the statistics. */
export async function count(day: string, stroke: Stroke): Promise<DailyCount> {
  return told(`/api/puzzles/days/${day}/try`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stroke, token: tokenOf(day) }),
  });
}

/** Return this browser's random token of a day. Each day has its own, so that days cannot be linked to each other. */
function tokenOf(day: string): string {
  try {
    const [stored, word] = (localStorage.getItem(TOKEN) ?? '').split(' ');
    if (stored === day && word) return word;
    const made = nonce();
    localStorage.setItem(TOKEN, `${day} ${made}`);
    return made;
  } catch {
    return nonce();
  }
}

/** Return a day in UTC as a date in the page's language. */
export const dateOf = (day: string): string => dayOf(Date.parse(`${day}T12:00Z`));

/** Return the share of first tries that solved the puzzle in percent; null if nobody has tried it. */
export const solvedShare = ({ tried, solved }: Pick<DailyCount, 'tried' | 'solved'>): number | null =>
  tried > 0 ? Math.round((100 * solved) / tried) : null;

const SQUARES = { true: '🟢', false: '🟠', null: '⚪' } as const;

/** Return the text to share, which says nothing about the position: the result, the week so far and the address. */
export function shareText(days: Days, day: string, now: number, origin: string): string {
  const week = weekOf(days, now);
  const until = week.findIndex(({ isToday }) => isToday);
  const dots = week.slice(0, until + 1).map(({ state }) => SQUARES[`${state}`]);
  const row = streakOf(days, now);
  const result = t(days[day] ? 'daily.share.solved' : 'daily.share.tried', { day: dateOf(day) });
  return [result, `${dots.join('')}${row > 1 ? ` ${t('daily.row', { count: row })}` : ''}`, `${origin}/puzzles/today`].join('\n');
}
