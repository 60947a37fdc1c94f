// Sentences about the state of a game: turn, dues, results, rulings and clock, in the page's language.

import type { Disc, Expected, Finding, TranslatableText, Seat, SideState } from '../protocol';
import { paintOf } from '../board/browns';
import { kindOf } from '../board/spec';
import { openSeats, sideOfSitter } from '../store/seating';
import { runningMotion, sizesNow, stateShown } from '../store/selectors';
import { isHotSeat, mineNow, sitterAt } from '../store/seating';
import type { AppState } from '../store/state';
import { cited, ruled, told, type Person, type Reader, type Telling } from './ruled';
import { positionSpoken, secondsLeft } from './spoken';
import { t } from './t';
import { playerName } from './terms';

/** Return the display name of the player at a seat of the board. */
export function nameOf(state: AppState, seat: Seat): string {
  return called(state, sitterAt(state, seat)?.seat ?? seat);
}

/** Return the display name of a player, by their seat at the start. */
export function called(state: AppState, first: Seat): string {
  return playerName(state.card?.sitters ?? [], first, state.session?.yours ?? []);
}

/** Whether this page's only player sits there, so that a sentence addresses them directly. */
export function isOwn(state: AppState, seat: Seat): boolean {
  return !isHotSeat(state) && mineNow(state).includes(seat);
}

/** Return the names of all players of a side. */
export function nameOfSide(state: AppState, side: SideState): string {
  return side.seats.map((seat) => nameOf(state, seat)).join(' · ');
}

/** Length from which a name is shortened where there is one line for a whole sentence. */
const LONG = 12;

/** Return a state in which long names are shortened, for sentences in one line. */
export function withShortNames(state: AppState): AppState {
  if (!state.card?.sitters.some(({ name }) => name.length > LONG)) return state;
  const sitters = state.card.sitters.map((sitter) => ({ ...sitter, name: shortName(sitter.name) }));
  return { ...state, card: { ...state.card, sitters } };
}

/** Return the first word of a long name, or its first letters. */
export function shortName(name: string): string {
  const letters = (text: string): string[] => (Intl.Segmenter ? [...new Intl.Segmenter().segment(text)].map(({ segment }) => segment) : [...text]);
  if (letters(name).length <= LONG) return name;
  const first = name.split(/\s/)[0] ?? '';
  return first !== '' && letters(first).length <= LONG ? first : `${letters(name).slice(0, LONG - 1).join('')}…`;
}

/** Whether the light pieces are called brown at this table. */
export const browns = (state: AppState): boolean => state.card?.white_is_brown ?? false;

/** Return the colour of a piece, as a word. */
export function colourOf(state: AppState, disc: Disc): string {
  const kind = paintOf(kindOf(disc), browns(state));
  return kind === 'queen' || kind === 'striker' ? t('turn.man') : t(`colour.${kind}`);
}

/** Return whose turn it is and what is expected, in one sentence. */
export function turnSentence(state: AppState): string {
  const { shown, card, line, draining } = state;
  if (line.kind !== 'open' && card) return t(draining ? 'turn.draining' : 'turn.away');
  if (!shown) return card ? t('turn.open', { count: openSeats(state).length }) : t('turn.none');
  if (runningMotion(state)) return t('turn.moving');
  if (shown.phase === 'game-over') return t('turn.game-over');
  if (state.clock?.paused != null) return t('turn.paused');
  const asked = shown.expected.find(({ type }) => type !== 'next');
  return asked ? askedSentence(state, asked) : t('turn.board-over');
}

/** Return what one player is expected to do. */
function askedSentence(state: AppState, asked: Expected): string {
  if (asked.type === 'next') return t('turn.board-over');
  const { seat } = asked;
  const own = isOwn(state, seat);
  const name = nameOf(state, seat);
  switch (asked.type) {
    case 'demand':
    case 'guess':
    case 'choose':
    case 'sit':
      return t(`turn.${asked.type}${own ? '-you' : ''}`, { name });
    case 'place':
      return placeSentence(state, asked.disc, seat, own);
    case 'strike':
      if (sitterAt(state, seat)?.kind === 'program') return t('turn.thinking', { name });
      return strikeSentence(own ? 'yours' : 'named', name, asked.attempt, asked.attempts);
  }
}

function strikeSentence(who: string, name: string, attempt: number | null, attempts: number): string {
  if (attempt === null) return t(`turn.${who}`, { name });
  return t(`turn.${who}-break${attempt > 1 ? '-again' : ''}`, { name, attempt, attempts });
}

function placeSentence(state: AppState, disc: Disc, seat: Seat, own: boolean): string {
  if (!own && !mineNow(state).includes(seat)) return t('turn.place-wait', { name: nameOf(state, seat) });
  const owner = state.shown?.sides.find((side) => side.colour === kindOf(disc));
  if (!owner || owner.seats.includes(seat)) return t('turn.place-own', { colour: colourOf(state, disc) });
  return t('turn.place', { colour: colourOf(state, disc), name: nameOfSide(state, owner) });
}

/** Return the number of consecutive passes and what follows from more; null if there were none. */
export function passesSentence(state: AppState): string | null {
  const asked = state.shown?.expected.find((each) => each.type === 'strike');
  if (!asked || !asked.passes || runningMotion(state)) return null;
  const { passes, most_passes: most, passes_clause: clause } = asked;
  return t('passes', { number: passes, most, clause: cited(clause) });
}

/** Describe the last action other than a stroke, if it is worth mentioning. */
export function deedSentence(state: AppState): string | null {
  const { deed } = state;
  // During the toss, the turn line says who won it.
  if (deed && (deed.act === 'tossed' || deed.act === 'chosen') && state.shown?.expected.some(({ type }) => type === 'choose' || type === 'sit')) return null;
  if (!deed || deed.act === 'racked') return state.shown?.changed_seats ? t('deed.seats') : null;
  const { act, seat, disc, points } = deed;
  const own = seat !== null && isOwn(state, seat);
  const name = seat === null ? '' : nameOf(state, seat);
  return t(`deed.${act}${own ? '-you' : ''}`, { name, colour: disc ? colourOf(state, disc) : '', points: points ?? 0 });
}

/** Return how the board, the game or the match ended, if it has. */
export function resultSentence(state: AppState): string | null {
  const { shown } = state;
  if (!shown) return null;
  const own = (side: SideState): boolean => side.seats.some((seat) => isOwn(state, seat));
  if (shown.result) {
    const { winner, score, conceded, forfeited, games, aborted } = shown.result;
    if (aborted) return t('result.aborted');
    const side = sideOfSitter(state, winner);
    // List the winner's points first.
    const won = side ? shown.sides.indexOf(side) : 0;
    const counted = games.length ? games : score;
    const points = [counted[won], ...counted.filter((_, i) => i !== won)].join(' – ');
    if (!side) return t('result.game.drawn', { score: points });
    const name = nameOfSide(state, side);
    const other = shown.sides.filter((candidate) => candidate !== side).map((candidate) => nameOfSide(state, candidate));
    const how = forfeited ? 'forfeited' : conceded ? 'conceded' : games.length ? 'match' : 'game';
    return t(`result.${how}${own(side) ? '-you' : ''}`, { name, other: other.join(' · '), score: points, count: side.seats.length });
  }
  if (shown.phase !== 'board-over') return null;
  const last = shown.boards.at(-1);
  if (!last) return null;
  const side = sideOfSitter(state, last.winner);
  const number = shown.boards.length;
  if (!side || last.points === 0) return t('result.board.none', { number });
  const name = nameOfSide(state, side);
  return t(`result.board${own(side) ? '-you' : ''}`, { number, name, points: last.points, count: side.seats.length });
}

/** Return the people in a ruling from the reader's point of view: only their own side is "you". */
export function readerOf(state: AppState, seat: Seat): Reader {
  const sides = stateShown(state)?.sides ?? [];
  const mover = sides.find((side) => side.seats.includes(seat));
  const others = sides.filter((side) => side !== mover).flatMap((side) => side.seats);
  const each = sides.map((side) => person(state, side.seats));
  return { player: person(state, [seat]), mover: person(state, mover?.seats ?? [seat]), other: person(state, others), sides: each };
}

function person(state: AppState, seats: readonly Seat[]): Person {
  const names = seats.map((seat) => nameOf(state, seat));
  const name = names.slice(1).reduce((list, item) => t('list.last', { list, item }), names[0] ?? t('side.other'));
  return { name, several: seats.length > 1, you: seats.some((seat) => isOwn(state, seat)) };
}

/** Return a ruling, or a line of the history, addressed to the reader. */
export function rulingSentence(state: AppState, ruling: Ruled, telling: Telling = {}): string {
  if (!ruling.said.length) return ruling.why;
  const laws = Object.fromEntries((ruling.findings ?? []).map(({ key, sentence }) => [key, sentence]));
  return ruled(ruling.said, readerOf(state, ruling.seat), { laws, ...telling });
}

/** What is ruled on a stroke: a verdict or a line of the history. */
export interface Ruled {
  readonly seat: Seat;
  readonly why: string;
  readonly said: readonly TranslatableText[];
  readonly findings?: readonly Finding[];
}

/** Return the text of a clause, translated if the page's language has that law. */
export function lawSentence({ key, values, sentence }: Finding): string {
  return key ? told({ key, values }, {}, sentence) : sentence;
}

/** Describe the position on the board for screen readers. */
export function boardLabel(state: AppState): string {
  const shown = stateShown(state);
  if (!shown) return t('board.label', { position: t('board.empty') });
  const count = (kind: string): number => shown.position.placed.filter(({ disc }) => kindOf(disc) === kind).length;
  const queen = t(`queen.${shown.queen.where}`);
  const men = t(browns(state) ? 'board.men-brown' : 'board.men', { white: count('white'), black: count('black'), queen });
  return t('board.label', { position: `${men} ${positionSpoken(shown.position.placed, sizesNow(state), browns(state))}`.trim() });
}

/** Return the dues of both sides; empty if there are none. */
export function duesSentence(state: AppState): string {
  const owing = (stateShown(state)?.sides ?? []).filter(({ due }) => due > 0);
  const said = owing.map(({ seats, due, colour }) => {
    const mover = person(state, seats);
    return told({ key: 'said.owe', values: [['who', 'mover'], ['men', `${colour ? 'man' : 'counter'}:${due}`]] }, { mover });
  });
  return said.map((each) => `${each.slice(0, 1).toUpperCase()}${each.slice(1)}.`).join(' ');
}

/** Return the time left on a running clock at a server time (ms). */
export function clockSentence(state: AppState, now: number): string {
  const { clock } = state;
  if (!clock) return '';
  const count = secondsLeft(clock, now);
  return isOwn(state, clock.seat) ? t('spoken.left-you', { count }) : t('spoken.left-of', { name: nameOf(state, clock.seat), count });
}
