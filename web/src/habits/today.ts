// What the home page needs of the habits: this week's dots, the number of days in a row, and the last opponent. Small,
// because it is in the main bundle; `habits.ts` has the rest.

/** The key of the habits in local storage. */
export const KEY = 'carrom.habits';

const DAY = 86_400_000;

/** Daily puzzles tried, by day in UTC (`2026-11-23`): whether the first try solved it. */
export type Days = Readonly<Record<string, boolean>>;

export interface Opponent {
  readonly name: string;
  /** The level of a computer; empty for a person. */
  readonly level: string;
}

/** Return the day of a moment in UTC. */
export const dayAt = (moment: number): string => new Date(moment).toISOString().slice(0, 10);

/** Return the days of this week, Monday first: solved, tried, still to come, or null for a day without a try. */
export function weekOf(days: Days, now: number): readonly { readonly day: string; readonly state: boolean | null; readonly isToday: boolean }[] {
  const today = dayAt(now);
  const monday = now - ((new Date(now).getUTCDay() + 6) % 7) * DAY;
  return Array.from({ length: 7 }, (_, index) => {
    const day = dayAt(monday + index * DAY);
    return { day, state: days[day] ?? null, isToday: day === today };
  });
}

/** Return the number of days in a row with a try. A single day off does not end the row, and today may still come. */
export function streakOf(days: Days, now: number): number {
  let count = 0;
  for (let ago = 0, missed = 0; missed < 2; ago += 1) {
    if (dayAt(now - ago * DAY) in days) [count, missed] = [count + 1, 0];
    else if (ago > 0) missed += 1;
  }
  return count;
}

/** Return the stored days and the opponent of the last game. Unreadable data count as none. */
export function glance(): { readonly days: Days; readonly last: Opponent | null } {
  try {
    const { days, diary } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const last = diary?.[0];
    return { days: Object(days), last: typeof last?.name === 'string' ? { name: last.name, level: `${last.level ?? ''}` } : null };
  } catch {
    return { days: {}, last: null };
  }
}
