// Names of strokes as players use them, and formatting of probabilities.

import type { Corner, StrokeKind, Wrong } from '../protocol';
import words from './more/strokes.json';
import { alsoSays, has, t } from './t';

alsoSays(words);

/** Keep a number and its sign on one line. */
const inOneLine = (value: number | string): string => t('percent', { value }).replaceAll(' ', '\u00a0');

/** Format a fraction as a percentage. */
export function percent(part: number): string {
  return inOneLine(Math.round(part * 100));
}

/** Format a change of a fraction with its sign: `+4 %`, `−12 %`. */
export function change(part: number, digits = 0): string {
  const value = Number((part * 100).toFixed(digits));
  const sign = value > 0 ? '+' : value < 0 ? '−' : '±';
  return inOneLine(`${sign}${Math.abs(value).toFixed(digits)}`);
}

/** Return the players' name for a stroke and its target pocket. */
export function strokeName(name: StrokeKind, corner: Corner | null): string {
  const called = t(`stroke.${name}`);
  return corner ? t('stroke.at', { name: called, corner: t(`corner.${corner}`) }) : called;
}

/** Describe one way in which a stroke fails. */
export function causeOf({ cause, disc }: Pick<Wrong, 'cause' | 'disc'>): string {
  return disc && has(`cause.${cause}.disc`) ? t(`cause.${cause}.disc`, { disc }) : t(`cause.${cause}`);
}
