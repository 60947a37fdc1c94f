// The messages with which a new game begins, for the page to show before its tables have started. They are recorded
// from the tables (tests/offline/make.py), with the players and terms of the game put in.

import type { Card, NewGame, Seat, ServerMessage, Sitter, State, Terms, Welcome } from '../protocol';
import recorded from './first_messages.json';

/** The first message of the tables. */
export const WELCOME = recorded.welcome as unknown as Welcome;

const GAMES = recorded.games as unknown as Readonly<Record<string, { readonly version: number; readonly card: Card; readonly state: number }>>;
const STATES = recorded.states as unknown as readonly State[];
const SEATS: readonly Seat[] = ['south', 'east', 'north', 'west'];

/** Return the answer to a command that starts a game; null if only the tables know it, as for a toss. */
export function opened({ nonce, terms }: NewGame): readonly ServerMessage[] | null {
  const first = GAMES[`${terms.ruleset ?? 'icf'} ${terms.seats.length} ${terms.length ?? 'game'}`];
  if (!first || !isUsual(terms)) return null;
  const sitters = first.card.sitters.map(({ seat }) => sitterAt(seat, terms));
  if (!sitters.every((sitter) => sitter !== null)) return null;
  const people = sitters.filter(({ kind }) => kind === 'human').map(({ seat }) => seat);
  const yours = SEATS.filter((seat) => people.includes(seat));
  return [
    { type: 'joined', nonce, game: nonce, yours, version: first.version },
    { type: 'snapshot', version: first.version, card: cardOf(first.card, nonce, sitters, terms), state: STATES[first.state] ?? null, history: [], clock: null, offers: [] },
    { type: 'seats', sitters, watchers: 0 },
  ];
}

/** Whether the game starts with the rack and the break of the player at the bottom, without a clock. */
function isUsual({ rules, first_break, clock, handicap, position, seats }: Terms): boolean {
  return !rules && first_break === 'south' && !clock && !handicap?.length && !position && seats.every(({ who }) => who !== 'link');
}

function sitterAt(seat: Seat, { seats }: Terms): Sitter | null {
  const plan = seats.find((one) => one.seat === seat);
  if (!plan) return null;
  const rest = { here: true, bot: false, account: false, rating: null };
  if (plan.who === 'program') return { seat, name: 'Program', kind: 'program', level: plan.level ?? null, ...rest };
  return { seat, name: plan.name?.trim() || `${seat.charAt(0).toUpperCase()}${seat.slice(1)}`, kind: 'human', level: null, ...rest };
}

function cardOf(card: Card, game: string, sitters: readonly Sitter[], terms: Terms): Card {
  const { guide = 'long', surface = 'club' } = terms;
  const seats = terms.seats.map((plan) => ({ name: '', level: null, ...plan }));
  return { ...card, game, sitters, guide, surface, terms: { ...card.terms, ...terms, seats } };
}
