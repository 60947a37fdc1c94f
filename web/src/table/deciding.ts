// Facts about a finished board in one sentence each: what decided it, and what went well for the player who lost.

import { kindOf } from '../board/spec';
import type { BoardResult, PastStroke, SideState } from '../protocol';
import { sideOfSitter } from '../store/seating';
import type { AppState } from '../store/state';
import { isOwn, nameOfSide } from '../i18n/words';
import { t } from '../i18n/t';

/** Whether a side is played by the reader alone. */
const isMine = (state: AppState, side: SideState): boolean => side.seats.some((seat) => isOwn(state, seat));

/** Return what decided a board, from how its points add up; null if it brought none. */
export function decisionOf(state: AppState, board: BoardResult | undefined): string | null {
  const sides = state.shown?.sides ?? [];
  const winner = board ? sideOfSitter(state, board.winner) : null;
  if (!board || !winner || board.points === 0) return null;
  const losers = sides.filter((side) => side !== winner);
  const loser = losers.length === 1 ? losers[0] : undefined;
  const parts: string[] = [];
  if (board.men > 0 && loser) {
    parts.push(t(isMine(state, loser) ? 'card.decided.men' : 'card.decided.men-of', { name: nameOfSide(state, loser), count: board.men }));
  }
  if (board.queen > 0) parts.push(t('card.decided.queen', { points: board.queen }));
  const [first, second] = parts.map((part, i) => (i === 0 ? part.slice(0, 1).toUpperCase() + part.slice(1) : part));
  if (!first) return null;
  return second ? t('card.decided.both', { first, second }) : t('card.decided.one', { first });
}

/** Return one thing that went well on a board for a side that lost it; null if there is nothing to say. */
export function wentWell(side: SideState, strokes: readonly PastStroke[], board: BoardResult | undefined): string | null {
  const own = strokes.filter(({ seat }) => side.seats.includes(seat));
  const taken = (past: PastStroke): number => past.pocketed.filter((disc) => kindOf(disc) === side.colour).length;
  const best = Math.max(0, ...own.map(taken));
  let run = 0;
  let longest = 0;
  for (const past of strokes) {
    if (!side.seats.includes(past.seat)) continue;
    run += taken(past);
    longest = Math.max(longest, run);
    if (past.turn !== 'continue') run = 0;
  }
  if (board && board.men > 0 && board.men <= 2) return t('card.went-well.close', { count: board.men });
  if (longest > best && longest > 1) return t('card.went-well.run', { count: longest });
  if (best > 1) return t('card.went-well.stroke', { count: best });
  if (own.some(({ pocketed }) => pocketed.includes('Q'))) return t('card.went-well.queen');
  const all = own.reduce((sum, past) => sum + taken(past), 0);
  return all > 0 ? t('card.went-well.pieces', { count: all }) : null;
}
