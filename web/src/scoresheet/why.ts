// Short explanations of why a key of the scoresheet is unavailable.

import type { SheetKey, SheetState } from '../protocol';
import { language, t } from '../i18n/t';

export function whyOf({ name, why, line, told: sentence }: SheetKey, told: SheetState): string {
  if (why === null) return '';
  if (name === 'undo' && (why === 'not-now' || why === 'said')) return t('umpire.why.no-undo');
  if (why === 'few') return t('umpire.why.few', { count: leftOf(line, told) });
  // The law's explanation of a line is available only in English.
  if (why === 'said') return language() === 'en' ? sentence : t('umpire.why.not-now');
  return t(`umpire.why.${why}`);
}

/** Return how many of the pieces named in a line are on the board. */
function leftOf(line: string, { pad }: SheetState): number {
  const [white, black, queen] = pad.most;
  if (line.startsWith('q') && queen === 0) return 0;
  const letter = /[wb]/.exec(line)?.[0];
  return (letter === 'w' ? white : letter === 'b' ? black : queen) ?? 0;
}
