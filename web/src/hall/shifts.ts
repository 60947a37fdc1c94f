// Shifts in words: "Shift 1: 10:00, tables 1–12", "Shift 2: about 10:50, 4 matches".

import type { ShiftInfo } from '../protocol';
import { t } from '../i18n/t';
import { hourShown } from './zone';

/** Return numbers as ranges: `1–4, 7`. */
export function ranges(numbers: readonly number[]): string {
  const found: [number, number][] = [];
  for (const number of numbers) {
    const last = found.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else found.push([number, number]);
  }
  return found.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(', ');
}

/** Return when a shift begins: `10:00`, `about 10:50`, or an empty text. */
export function shiftTime(shift: ShiftInfo, zone = ''): string {
  const hour = hourShown(shift.begins, zone);
  return hour && shift.estimated ? t('shift.about', { time: hour }) : hour;
}

export function shiftWords(shift: ShiftInfo, zone = ''): string {
  const all = shift.tables.length === shift.fixtures.length;
  const where = all && shift.tables.length > 0 ? t('shift.tables', { tables: ranges(shift.tables) }) : t('shift.matches', { count: shift.fixtures.length });
  return t('shift.line', { number: shift.number, rest: [shiftTime(shift, zone), where].filter(Boolean).join(', ') });
}

/** Return the shift of a fixture, if its round is played in shifts. */
export function shiftOf(shifts: readonly ShiftInfo[], fixture: string): ShiftInfo | undefined {
  return shifts.find((each) => each.fixtures.includes(fixture));
}

/** Return what a waiting player needs to know: `shift 2, about 10:50`. */
export function shiftNote(shifts: readonly ShiftInfo[], fixture: string, zone = ''): string {
  const shift = shiftOf(shifts, fixture);
  if (!shift) return '';
  const time = shiftTime(shift, zone);
  return [t('shift.number', { number: shift.number }), time].filter(Boolean).join(', ');
}
