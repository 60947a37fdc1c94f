// Text of the coach about a stroke: what was intended, what was better, and whether decision or luck mattered.

import type { StrokeFacts, StrokeReviewed } from '../protocol';
import { percent, strokeName } from '../i18n/strokes';
import { t } from '../i18n/t';

/** Minimum confirmed cost of a decision (in probability to win the board) worth mentioning, and minimum effect of luck. */
export const WORTH_SAYING = 0.01;
/** Win probability within which the engine's value cannot tell two strokes apart (`DEAD_BAND` of the analysis). */
export const DEAD_BAND = 0.05;
const LUCK = 0.05;
/** Foul probability from which it is mentioned. */
export const FOULS = 0.15;
/** How much more often the best break must keep the turn to be mentioned. */
const OPENS = 0.1;

/** Return the name of a stroke and the piece it plays. */
export function inWords({ name, disc, corner }: StrokeFacts): string {
  return [corner ? disc : null, strokeName(name, corner)].filter(Boolean).join(' ');
}

/** Return how often a stroke is a foul. */
export const foulsOf = ({ foul }: StrokeFacts): string => t('coach.foul', { share: percent(foul) });

/** Return the comment on a stroke of a game; `name` is the player's name, or null for the user. */
export function saidOf(stroke: StrokeReviewed, name: string | null): string {
  const { meant, best, loss, luck } = stroke;
  const told = { stroke: inWords(meant), share: percent(meant.success), name: name ?? '' };
  const said = [t(`coach.${stroke.is_known ? 'meant' : 'played'}.${name === null ? 'you' : 'other'}`, told)];
  if (meant.foul >= FOULS) said.push(foulsOf(meant));
  if (stroke.pending) said.push(t('coach.checking'));
  else if (loss > WORTH_SAYING) said.push(t('coach.instead', { stroke: inWords(best), share: percent(best.success) }), costOf(stroke));
  else if (best.name === 'break' && best.success > meant.success + OPENS) said.push(t('coach.break', { share: percent(best.success) }));
  else said.push(t(stroke.grade === 'best' ? 'coach.best' : 'coach.good'));
  if (Math.abs(luck) < LUCK) said.push(t('coach.as-promised'));
  else said.push(t(luck > 0 ? 'coach.luck.good' : 'coach.luck.bad', { part: percent(Math.abs(luck)) }));
  return said.join(' ');
}

/** Return the cost of a decision for the board and, if it matters there, for the game and the match. */
function costOf({ loss, stakes }: StrokeReviewed): string {
  const part = ({ won, lost }: { won: number; lost: number }): string => percent(loss * (won - lost));
  const wider = { board: percent(loss), game: stakes ? part(stakes.game) : '', match: stakes?.match ? part(stakes.match) : '' };
  return t(`coach.cost.${stakes?.match ? 'match' : stakes ? 'game' : 'board'}`, wider);
}
