// Game terms: creating a game, the user's last terms, and the secret keys of a new game.

import type { NewGame, RulesetInfo, Seat, SeatPlan, Terms, Who } from '../protocol';
import { nonce } from '../net/nonce';
import type { Settings } from './settings';

const USUAL_KEY = 'carrom.usual';
const NAMES_KEY = 'carrom.names';
const LEVEL_KEY = 'carrom.level';

/** Return a secret: 32 random bytes in URL-safe base64. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Return the message that creates a game with these terms. */
export function newGame(terms: Terms): NewGame {
  return { type: 'new-game', nonce: nonce(), key: secret(), invite: secret(), watch: secret(), terms };
}

/** A user's usual game: its terms, and its rules if they are custom. */
export interface Usual {
  readonly terms: Terms;
  readonly custom: RulesetInfo | null;
}

/** Who the other players are: the program, friends at this screen, or friends by link. */
export type Company = Exclude<Who, 'me'>;
export const COMPANY: readonly Company[] = ['program', 'here', 'link'];

/** Seats for each number of players, in order of play (`Terms.seats`). */
export const PLACES_OF: Readonly<Record<number, readonly Seat[]>> = {
  2: ['south', 'north'],
  3: ['south', 'east', 'north'],
  4: ['south', 'east', 'north', 'west'],
};

/** Return the default game: the official Laws, one game, against the program at this level. */
export function usualOf(level: string): Usual {
  const seats: SeatPlan[] = [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'program', level }];
  return { terms: { ruleset: 'icf', length: 'game', seats, first_break: 'south' }, custom: null };
}

/** Return the kind of all other players; null if they differ. */
export function companyOf({ seats }: Terms): Company | null {
  const kinds = new Set(seats.filter(({ who }) => who !== 'me').map(({ who }) => who as Company));
  return kinds.size === 1 ? ([...kinds][0] as Company) : null;
}

/** Return the level of the program at this table, if it plays. */
export function levelOf({ seats }: Terms): string | null {
  return seats.find(({ who }) => who === 'program')?.level ?? null;
}

/** Return the terms with one seat reassigned. */
export function seated(terms: Terms, seat: Seat, who: Who, level: string): Terms {
  const plan: SeatPlan = who === 'program' ? { seat, who, level } : { seat, who };
  return { ...terms, seats: terms.seats.map((before) => (before.seat === seat ? plan : before)) };
}

/** Return the terms with all other players of one kind. */
export function withCompany(terms: Terms, who: Company, level: string): Terms {
  return terms.seats.filter((plan) => plan.who !== 'me').reduce((changed, { seat }) => seated(changed, seat, who, level), terms);
}

/** Return the terms with these names for the friends at this screen, in order of play; the first is the player's own. */
export function withNames(terms: Terms, names: readonly string[]): Terms {
  const name = (i: number): string => names[i]?.trim() ?? '';
  return { ...terms, seats: terms.seats.map((plan, i) => (plan.who === 'here' && name(i) ? { ...plan, name: name(i) } : plan)) };
}

/** Return the names of the players who last shared this screen: four, in order of play, some perhaps empty. */
export function namesHere(own: string): string[] {
  let found: unknown = null;
  try {
    found = JSON.parse(localStorage.getItem(NAMES_KEY) ?? 'null');
  } catch {
    // Without storage, the fields are empty.
  }
  return [own, ...[1, 2, 3].map((i) => (Array.isArray(found) && typeof found[i] === 'string' ? found[i] : ''))];
}

/** Store the names of the players at this screen for next time. */
export function keepNames(names: readonly string[]): void {
  try {
    localStorage.setItem(NAMES_KEY, JSON.stringify(names));
  } catch {
    // Without storage, they are asked again.
  }
}

/** Return the terms for this many players; added players are of the same kind as the others. */
export function withPlayers(terms: Terms, players: number, level: string): Terms {
  const places = PLACES_OF[players] ?? [];
  if (places.length === terms.seats.length) return terms;
  const who = companyOf(terms) ?? 'program';
  const added = (seat: Seat): SeatPlan => (who === 'program' ? { seat, who, level } : { seat, who });
  const seats = places.map((seat) => terms.seats.find((plan) => plan.seat === seat) ?? added(seat));
  const first = terms.first_break && !places.includes(terms.first_break) ? 'south' : (terms.first_break ?? null);
  return { ...terms, seats, first_break: first, handicap: [] };
}

/** Return the terms under another rule book, with the number of players and length adjusted to what it allows. */
export function byRules({ terms }: Usual, info: RulesetInfo, rules: string | null, level: string): Usual {
  const players = info.players.includes(terms.seats.length) ? terms.seats.length : (info.players.find((number) => number > 1) ?? 2);
  const length = info.lengths.includes(terms.length ?? 'game') ? terms.length : info.lengths.at(-1);
  const changed = { ...withPlayers(terms, players, level), ruleset: rules === null ? info.name : 'icf', rules, length };
  return { terms: changed, custom: rules === null ? null : info };
}

/** Return the rule book of these terms, as described by the server. */
export function infoOf({ terms, custom }: Usual, rulesets: readonly RulesetInfo[]): RulesetInfo | null {
  return custom ?? rulesets.find(({ name }) => name === terms.ruleset) ?? null;
}

/** Return the terms to send: with the user's name, and unset options taken from their settings. */
export function signed(terms: Terms, { name, guide }: Pick<Settings, 'name' | 'guide'>): Terms {
  const seats = terms.seats.map((plan) => (plan.who === 'me' && name ? { ...plan, name } : plan));
  return { guide, ...terms, seats };
}

/** Return the user's last terms; null if there are none or they cannot be read. */
export function usual(): Usual | null {
  try {
    const found = JSON.parse(localStorage.getItem(USUAL_KEY) ?? 'null') as Usual | null;
    const seats = found?.terms?.seats;
    if (!found || !Array.isArray(seats) || !PLACES_OF[seats.length]?.every((seat) => seats.some((plan) => plan.seat === seat))) return null;
    return { terms: found.terms, custom: found.custom ?? null };
  } catch {
    return null;
  }
}

/** Store the terms for next time, without the starting position. */
export function keepUsual(played: Usual): void {
  try {
    localStorage.setItem(USUAL_KEY, JSON.stringify({ ...played, terms: { ...played.terms, position: null } }));
    const level = levelOf(played.terms);
    if (level) localStorage.setItem(LEVEL_KEY, level);
  } catch {
    // Without storage, the defaults apply.
  }
}

/** Return the computer level that was played last, also if the last game was with friends; null if there is none. */
export function lastLevel(): string | null {
  try {
    return localStorage.getItem(LEVEL_KEY);
  } catch {
    return null;
  }
}
