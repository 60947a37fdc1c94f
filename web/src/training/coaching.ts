// What a coach says of a stroke, in words: what was meant, what else there was, decision or luck.

import type { StrokeFacts, StrokeReviewed } from '../protocol';
import { percent, strokeName } from '../i18n/strokes';
import { t } from '../i18n/t';

/** What a decision costs at least, in chance to win the board, to be spoken of; and what luck brings or takes. */
export const WORTH_SAYING = 0.01;
const LUCK = 0.05;
/** A share of fouls that is spoken of. */
export const FOULS = 0.15;
/** By how much oftener the best break keeps the turn, to be spoken of. */
const OPENS = 0.1;

/** A stroke under its name, with the man it is for. */
export function inWords({ name, disc, corner }: StrokeFacts): string {
  return [corner ? disc : null, strokeName(name, corner)].filter(Boolean).join(' ');
}

/** How often a stroke is a foul. */
export const foulsOf = ({ foul }: StrokeFacts): string => t('coach.foul', { share: percent(foul) });

/** What is said of a stroke of a game; `name` is who struck, null for the reader himself. */
export function saidOf(stroke: StrokeReviewed, name: string | null): string {
  const { meant, best, loss, luck } = stroke;
  const told = { stroke: inWords(meant), share: percent(meant.success), name: name ?? '' };
  const said = [t(`coach.${stroke.is_known ? 'meant' : 'played'}.${name === null ? 'you' : 'other'}`, told)];
  if (meant.foul >= FOULS) said.push(foulsOf(meant));
  if (loss > WORTH_SAYING) said.push(t('coach.instead', { stroke: inWords(best), share: percent(best.success) }), costOf(stroke));
  else if (best.name === 'break' && best.success > meant.success + OPENS) said.push(t('coach.break', { share: percent(best.success) }));
  else said.push(t('coach.best'));
  if (Math.abs(luck) < LUCK) said.push(t('coach.as-promised'));
  else said.push(t(luck > 0 ? 'coach.luck.good' : 'coach.luck.bad', { part: percent(Math.abs(luck)) }));
  return said.join(' ');
}

/** What a decision cost: of the board, and where more hangs on it of the game and the match. */
function costOf({ loss, stakes }: StrokeReviewed): string {
  const part = ({ won, lost }: { won: number; lost: number }): string => percent(loss * (won - lost));
  const wider = { board: percent(loss), game: stakes ? part(stakes.game) : '', match: stakes?.match ? part(stakes.match) : '' };
  return t(`coach.cost.${stakes?.match ? 'match' : stakes ? 'game' : 'board'}`, wider);
}
