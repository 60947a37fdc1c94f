// The lesson of a reviewed game: one sentence from the player's decision that cost most.

import type { StrokeReviewed } from '../protocol';
import { inWords, WORTH_SAYING } from '../training/coaching';
import { percent } from '../i18n/strokes';
import { t } from '../i18n/t';

/** Return the lesson for a player, by their index in the review. */
export function lessonOf(strokes: readonly StrokeReviewed[], player: number): string {
  const own = strokes.filter((stroke) => stroke.player === player);
  const [costly] = own.sort((one, other) => other.loss - one.loss);
  if (!costly) return '';
  if (costly.loss <= WORTH_SAYING) return t('lesson.best');
  return t('lesson.better', { number: costly.number, stroke: inWords(costly.best), share: percent(costly.best.success) });
}
