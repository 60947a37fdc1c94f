// Why a key is grey, in a few words.

import type { SheetKey, SheetState } from '../protocol';
import { language, t } from '../i18n/t';

export function whyOf({ why, line, told: sentence }: SheetKey, told: SheetState): string {
  if (why === null) return '';
  if (why === 'few') return t('umpire.why.few', { count: leftOf(line, told) });
  // What the law says to a line it says in English so far.
  if (why === 'said') return language() === 'en' ? sentence : t('umpire.why.not-now');
  return t(`umpire.why.${why}`);
}

/** How many of what a line names lie on the board. */
function leftOf(line: string, { pad }: SheetState): number {
  const [white, black, queen] = pad.most;
  if (line.startsWith('q') && queen === 0) return 0;
  const letter = /[wb]/.exec(line)?.[0];
  return (letter === 'w' ? white : letter === 'b' ? black : queen) ?? 0;
}
