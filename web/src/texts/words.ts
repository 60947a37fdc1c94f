// The game's state in words, from the one catalogue.

import type { Disc, Seat, SideState } from '../protocol';
import { kindOf } from '../board/spec';
import { isHotSeat, runningMotion, sitterAt, type AppState } from '../state/state';
import { t } from './t';

/** How a seat's player is called on this page. */
export function nameOf(state: AppState, seat: Seat): string {
  const mine = state.session?.yours ?? [];
  if (!isHotSeat(state) && mine.includes(seat)) return t('you');
  const sitter = sitterAt(state, seat);
  if (sitter?.kind === 'program') return t('program');
  return sitter?.name || t(`seat.${seat}`);
}

/** How a side is called: by all who play for it. */
export function nameOfSide(state: AppState, side: SideState): string {
  return side.seats.map((seat) => nameOf(state, seat)).join(' · ');
}

/** The colour of a man, as a word. */
export function colourOf(disc: Disc): string {
  const kind = kindOf(disc);
  return kind === 'white' || kind === 'black' ? t(`colour.${kind}`) : t('turn.man');
}

/** Whose turn it is and for what, in one sentence. */
export function turnSentence(state: AppState): string {
  const { shown } = state;
  if (!shown) return t('turn.none');
  if (runningMotion(state)) return t('turn.moving');
  if (shown.phase === 'game-over') return t('turn.game-over');
  const mine = state.session?.yours ?? [];
  const own = (seat: Seat): boolean => !isHotSeat(state) && mine.includes(seat);
  for (const expected of shown.expected) {
    if (expected.type !== 'strike' && expected.type !== 'place' && expected.type !== 'demand') continue;
    const { seat } = expected;
    const name = nameOf(state, seat);
    if (expected.type === 'demand') return t(`turn.demand${own(seat) ? '-you' : ''}`, { name });
    if (expected.type === 'place') return placeSentence(state, expected.disc, seat, own(seat));
    if (sitterAt(state, seat)?.kind === 'program') return t('turn.thinking', { name });
    return strikeSentence(own(seat) ? 'yours' : 'named', name, expected.attempt, expected.attempts);
  }
  return t('turn.board-over');
}

function strikeSentence(who: string, name: string, attempt: number | null, attempts: number): string {
  if (attempt === null) return t(`turn.${who}`, { name });
  return t(`turn.${who}-break${attempt > 1 ? '-again' : ''}`, { name, attempt, attempts });
}

function placeSentence(state: AppState, disc: Disc, seat: Seat, own: boolean): string {
  if (!own && sitterAt(state, seat)?.kind === 'program') return t('turn.place-wait', { name: nameOf(state, seat) });
  const owner = state.shown?.sides.find((side) => side.colour === kindOf(disc));
  if (!owner || owner.seats.includes(seat)) return t('turn.place-own', { colour: colourOf(disc) });
  return t('turn.place', { colour: colourOf(disc), name: nameOfSide(state, owner) });
}

/** How the board or the game ended, when it has. */
export function resultSentence(state: AppState): string | null {
  const { shown } = state;
  if (!shown) return null;
  const sideOf = (seat: Seat): SideState | undefined => shown.sides.find((side) => side.seats.includes(seat));
  if (shown.result) {
    const { winner, score, conceded } = shown.result;
    const points = score.join(' – ');
    const side = winner && sideOf(winner);
    if (!side) return t('result.game.drawn', { score: points });
    const other = shown.sides.find((candidate) => candidate !== side);
    const names = { name: nameOfSide(state, side), other: other ? nameOfSide(state, other) : '', score: points };
    const you = names.name === t('you') ? '-you' : '';
    return t(`result.${conceded ? 'conceded' : 'game'}${you}`, names);
  }
  if (shown.phase !== 'board-over') return null;
  const last = shown.boards.at(-1);
  if (!last) return null;
  const side = last.winner && sideOf(last.winner);
  const number = shown.boards.length;
  if (!side || last.points === 0) return t('result.board.none', { number });
  const name = nameOfSide(state, side);
  return t(`result.board${name === t('you') ? '-you' : ''}`, { number, name, points: last.points });
}

/** What lies on the board, for those who hear it. */
export function boardLabel(state: AppState): string {
  const { shown } = state;
  if (!shown) return t('board.label', { position: t('board.empty') });
  const count = (kind: string): number => shown.position.placed.filter(({ disc }) => kindOf(disc) === kind).length;
  const queen = t(`queen.${shown.queen.where}`);
  return t('board.label', { position: t('board.men', { white: count('white'), black: count('black'), queen }) });
}
