// Days and hours of play as form rows, and as the text in a tournament's file: `2026-11-21 09:30-13:00 14:00-18:30; …`.

export interface Session {
  readonly day: string;
  readonly from: string;
  readonly to: string;
}

const isWhole = ({ day, from, to }: Session): boolean => /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d$/.test(from) && /^\d\d:\d\d$/.test(to);

export function readSessions(text: string): readonly Session[] {
  return text.split(';').flatMap((part) => {
    const [day = '', ...hours] = part.trim().split(/\s+/);
    return day ? hours.map((each) => ({ day, from: each.split('-')[0] ?? '', to: each.split('-')[1] ?? '' })) : [];
  });
}

/** Write the rows that are complete. */
export function writeSessions(sessions: readonly Session[]): string {
  const days = new Map<string, string[]>();
  for (const each of sessions.filter(isWhole)) days.set(each.day, [...(days.get(each.day) ?? []), `${each.from}-${each.to}`]);
  return [...days].sort(([one], [other]) => one.localeCompare(other)).map(([day, hours]) => `${day} ${hours.sort().join(' ')}`).join('; ');
}
