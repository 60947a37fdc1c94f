// @vitest-environment jsdom
// Tests of the sentences about the state of a game.

import { expect, it } from 'vitest';
import type { GameResult, Seat, Sitter, State } from '../src/protocol';
import type { Message } from '../src/store/message';
import { beginning, type AppState } from '../src/store/state';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import { update } from '../src/store/update';
import { boardLabel, colourOf, passesSentence, resultSentence, turnSentence } from '../src/i18n/words';
import { badgesOf, playerName } from '../src/i18n/terms';
import umpireWords from '../src/i18n/more/umpire.json';
import { alsoSays } from '../src/i18n/t';
import type { SheetState } from '../src/protocol';
import { undoWords } from '../src/scoresheet/stroke';
import { namesHere, keepNames, usualOf, withCompany, withNames, withPlayers } from '../src/store/terms';
import { joined, place, snapshot, state, strike, SESSION } from './messages';

function shown(now: State, yours: readonly Seat[] = ['south']): AppState {
  const north = yours.length > 1 ? 'human' : 'program';
  const open: Message = { type: 'line', line: { kind: 'open' } };
  return [open, joined(yours), snapshot(now, 1, north)].reduce(update, beginning(SESSION, DEFAULT_SETTINGS));
}

const HOT: readonly Seat[] = ['south', 'north'];
const result = (winner: Seat | null, conceded = false): GameResult => ({ winner, score: winner === 'north' ? [7, 25] : [25, 7], conceded, games: [], forfeited: false, aborted: false });

it('against the program the page speaks to its player', () => {
  expect(turnSentence(shown(state([strike()])))).toBe('Your turn');
  expect(turnSentence(shown(state([strike('south', { attempt: 2 })])))).toBe('Your break, attempt 2 of 3');
  expect(turnSentence(shown(state([strike('north')])))).toBe('Computer is thinking…');
  expect(turnSentence(shown(state([place()])))).toBe('Place Computer’s black piece');
  expect(turnSentence(shown(state([{ type: 'demand', seat: 'south', up_to: 1 }])))).toBe('Claim your extra points?');
});

it('in hot-seat it speaks of both by name', () => {
  expect(turnSentence(shown(state([strike('north')]), HOT))).toBe('Player 2’s turn');
  expect(turnSentence(shown(state([place('north', { disc: 'W1' })]), HOT))).toBe('Place Player 1’s white piece');
});

it('tells how a board and a game ended', () => {
  const over = { phase: 'board-over' as const, boards: [{ winner: 'south' as const, points: 5, score: [5, 0], breaker: null, men: 5, queen: 0, demanded: 0, extra: false, clauses: [] }] };
  expect(resultSentence(shown(state([{ type: 'next', breaker: 'north' }], over)))).toBe('You win board 1: +5.');
  expect(resultSentence(shown(state([{ type: 'next', breaker: 'north' }], over), HOT))).toBe('Player 1 wins board 1: +5.');
  const ended = (winner: Seat | null, conceded = false) => state([], { phase: 'game-over', result: result(winner, conceded) });
  expect(resultSentence(shown(ended('south')))).toBe('You win the game, 25 – 7!');
  expect(resultSentence(shown(ended('north')))).toBe('Computer wins the game, 25 – 7.');
  expect(resultSentence(shown(ended('south', true)))).toBe('Computer resigned: you win!');
  expect(resultSentence(shown(ended(null)))).toBe('The game is a draw, 25 – 7.');
  const off = { ...result(null), score: [0, 0], aborted: true };
  expect(resultSentence(shown(state([], { phase: 'game-over', result: off })))).toBe('Game cancelled: nobody wins.');
  expect(resultSentence(shown(state([strike()])))).toBeNull();
});

it('where the light men are brown they are called so', () => {
  const browns = (now: State): AppState => {
    const told = shown(now);
    return { ...told, card: told.card && { ...told.card, white_is_brown: true } };
  };
  const lying = { placed: [{ disc: 'W1' as const, at: { x: 200_000, y: 200_000 } }, { disc: 'W2' as const, at: { x: 210_000, y: 240_000 } }] };
  const here = browns(state([place('north', { disc: 'W1' })], { position: lying }));
  expect(colourOf(here, 'W1')).toBe('brown');
  expect(colourOf(here, 'B1')).toBe('black');
  expect(boardLabel(here)).toBe('Carrom board. Brown: 2 on the board. Black: 0 on the board. The queen is on the board. Position: two browns in the north-east.');
});

it('passes in a row are said with what follows and its clause, and no longer once somebody strikes', () => {
  const passed = (passes: number): AppState => shown(state([strike('south', { may_pass: true, passes, most_passes: 6, passes_clause: 'Law 137' })]));
  expect(passesSentence(passed(2))).toBe('Passes in a row: 2 of 6 (Law 137).');
  expect(passesSentence(passed(0))).toBeNull();
});

const sitter = (seat: Seat, name: string, kind: Sitter['kind'] = 'human'): Sitter => ({ seat, name, kind, level: null, here: true, bot: false, account: false, rating: null });

it('a player is called by their own name, else "You", "Opponent" or a number, and never by a compass point', () => {
  const two = [sitter('south', 'South'), sitter('north', 'North')];
  expect([playerName(two, 'south', ['south']), playerName(two, 'north', ['south'])]).toEqual(['You', 'Opponent']);
  expect([playerName(two, 'south', []), playerName(two, 'north', [])]).toEqual(['Player 1', 'Player 2']);
  const named = [sitter('south', 'Asha'), sitter('north', 'Meena')];
  expect([playerName(named, 'south', ['south']), playerName(named, 'north', ['south'])]).toEqual(['Asha', 'Meena']);
  const four = [sitter('south', 'South'), sitter('east', '', 'program'), sitter('north', '', 'open'), sitter('west', '', 'program')];
  expect(four.map(({ seat }) => playerName(four, seat, ['south']))).toEqual(['You', 'Computer 1', 'Free seat', 'Computer 2']);
});

it('players have badges that tell them apart: a first letter, two where that is shared, a number without a name', () => {
  expect(badgesOf(['Asha', 'Bala', 'Chitra'])).toEqual(['A', 'B', 'C']);
  expect(badgesOf(['Asha', 'Anil', 'Player 3'])).toEqual(['As', 'An', '3']);
  expect(badgesOf(['Player 1', 'Player 2', 'Player 3'])).toEqual(['1', '2', '3']);
  expect(badgesOf(['கீதா', 'குமார்'])).toEqual(['கீ', 'கு']);
});

it('names of friends at one screen go to their seats, in playing order, and are known next time', () => {
  keepNames(['Asha', 'Bala', ' ', 'Dev']);
  expect(namesHere('Me')).toEqual(['Me', 'Bala', ' ', 'Dev']);
  const three = withNames(withCompany(withPlayers(usualOf('club').terms, 3, 'club'), 'here', ''), ['Asha', 'Bala', ' ']);
  expect(three.seats).toEqual([{ seat: 'south', who: 'me' }, { seat: 'east', who: 'here', name: 'Bala' }, { seat: 'north', who: 'here' }]);
});

it('an undo is named by what it takes back, with the names that people have', () => {
  alsoSays(umpireWords);
  const sheet = { players: [{ name: 'Asha', word: 'asha', seat: 'south', side: 0 }], head: { brown: false } } as unknown as SheetState;
  expect(undoWords({ player: 'Asha', line: 'toss asha' }, sheet)).toBe('Toss: Asha');
  expect(undoWords({ player: 'Asha', line: 'w2 s' }, sheet)).toBe('Asha: 2 white · Striker');
});
