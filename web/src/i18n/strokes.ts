// Strokes by the names that players have for them, and what is said of their chances.

import type { Corner, StrokeKind, Wrong } from '../protocol';
import { has, t } from './t';

/** A figure and its sign stand in one line. */
const inOneLine = (value: number | string): string => t('percent', { value }).replaceAll(' ', '\u00a0');

/** A part of one as a person reads it. */
export function percent(part: number): string {
  return inOneLine(Math.round(part * 100));
}

/** A change of a part of one, with its sign: `+4 %`, `−12 %`. */
export function change(part: number, digits = 0): string {
  const value = Number((part * 100).toFixed(digits));
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return inOneLine(`${sign}${Math.abs(value).toFixed(digits)}`);
}

/** What players call a stroke, and the pocket that it plays at. */
export function strokeName(name: StrokeKind, corner: Corner | null): string {
  const called = t(`stroke.${name}`);
  return corner ? t('stroke.at', { name: called, corner: t(`corner.${corner}`) }) : called;
}

/** One way in which a stroke goes wrong. */
export function causeOf({ cause, disc }: Pick<Wrong, 'cause' | 'disc'>): string {
  return disc && has(`cause.${cause}.disc`) ? t(`cause.${cause}.disc`, { disc }) : t(`cause.${cause}`);
}
