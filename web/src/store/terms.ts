// Beginning a game: the terms it is played by, what this person last agreed to, and the secret words of the game.

import type { NewGame, RulesetInfo, Seat, SeatPlan, Terms, Who } from '../protocol';
import { current } from '../i18n/former';
import { nonce } from '../net/nonce';
import type { Settings } from './settings';

const USUAL_KEY = 'carrom.usual';

/** A secret that nobody guesses: 32 random bytes in base 64 for URLs. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The message that begins a game by these terms. */
export function newGame(terms: Terms): NewGame {
  return { type: 'new-game', nonce: nonce(), key: secret(), invite: secret(), watch: secret(), terms };
}

/** The game that a person plays: its terms, and what its rules are where they are his own. */
export interface Usual {
  readonly terms: Terms;
  readonly custom: RulesetInfo | null;
}

/** Who the others are: the program, friends at this screen, friends by link. */
export type Company = Exclude<Who, 'me'>;
export const COMPANY: readonly Company[] = ['program', 'here', 'link'];

/** Where so many sit, in the order of play (`Terms.seats`). */
export const PLACES_OF: Readonly<Record<number, readonly Seat[]>> = {
  2: ['south', 'north'],
  3: ['south', 'east', 'north'],
  4: ['south', 'east', 'north', 'west'],
};

/** What a person plays who has never chosen: the official Laws, one game, against the easiest program. */
export function usualOf(level: string): Usual {
  const seats: SeatPlan[] = [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'program', level }];
  return { terms: { ruleset: 'icf', length: 'game', seats, first_break: 'south' }, custom: null };
}

/** Who all the others are; null where they differ. */
export function companyOf({ seats }: Terms): Company | null {
  const kinds = new Set(seats.filter(({ who }) => who !== 'me').map(({ who }) => who as Company));
  return kinds.size === 1 ? ([...kinds][0] as Company) : null;
}

/** The level of the program at this table, if it plays. */
export function levelOf({ seats }: Terms): string | null {
  return seats.find(({ who }) => who === 'program')?.level ?? null;
}

/** The same with one seat taken by somebody else. */
export function seated(terms: Terms, seat: Seat, who: Who, level: string): Terms {
  const plan: SeatPlan = who === 'program' ? { seat, who, level } : { seat, who };
  return { ...terms, seats: terms.seats.map((before) => (before.seat === seat ? plan : before)) };
}

/** The same with all the others of one kind. */
export function withCompany(terms: Terms, who: Company, level: string): Terms {
  return terms.seats.filter((plan) => plan.who !== 'me').reduce((changed, { seat }) => seated(changed, seat, who, level), terms);
}

/** The same for so many players: whoever is added is of the kind of the others. */
export function withPlayers(terms: Terms, players: number, level: string): Terms {
  const places = PLACES_OF[players] ?? [];
  if (places.length === terms.seats.length) return terms;
  const who = companyOf(terms) ?? 'program';
  const added = (seat: Seat): SeatPlan => (who === 'program' ? { seat, who, level } : { seat, who });
  const seats = places.map((seat) => terms.seats.find((plan) => plan.seat === seat) ?? added(seat));
  const first = terms.first_break && !places.includes(terms.first_break) ? 'south' : (terms.first_break ?? null);
  return { ...terms, seats, first_break: first, handicap: [] };
}

/** The same by another rule book: so many players, and such a length, as it allows. */
export function byRules({ terms }: Usual, info: RulesetInfo, rules: string | null, level: string): Usual {
  const players = info.players.includes(terms.seats.length) ? terms.seats.length : (info.players.find((number) => number > 1) ?? 2);
  const length = info.lengths.includes(terms.length ?? 'game') ? terms.length : info.lengths.at(-1);
  const changed = { ...withPlayers(terms, players, level), ruleset: rules === null ? info.name : 'icf', rules, length };
  return { terms: changed, custom: rules === null ? null : info };
}

/** The rule book of these terms, as the server describes it. */
export function infoOf({ terms, custom }: Usual, rulesets: readonly RulesetInfo[]): RulesetInfo | null {
  return custom ?? rulesets.find(({ name }) => name === terms.ruleset) ?? null;
}

/** The terms as they are sent: who plays here is called by his name, and what was not said follows his settings. */
export function signed(terms: Terms, { name, guide }: Pick<Settings, 'name' | 'guide'>): Terms {
  const seats = terms.seats.map((plan) => (plan.who === 'me' && name ? { ...plan, name } : plan));
  return { guide, ...terms, seats };
}

/** What this person last played; null if he never chose, or if what was kept cannot be read. */
export function usual(): Usual | null {
  try {
    const found = JSON.parse(localStorage.getItem(USUAL_KEY) ?? 'null') as Usual | null;
    const seats = found?.terms?.seats;
    if (!found || !Array.isArray(seats) || !PLACES_OF[seats.length]?.every((seat) => seats.some((plan) => plan.seat === seat))) return null;
    const today = seats.map((plan) => (plan.level ? { ...plan, level: current(plan.level) } : plan));
    return { terms: { ...found.terms, seats: today }, custom: found.custom ?? null };
  } catch {
    return null;
  }
}

/** Keep what is played for the next time; where the discs lay is of this time alone. */
export function keepUsual(played: Usual): void {
  try {
    localStorage.setItem(USUAL_KEY, JSON.stringify({ ...played, terms: { ...played.terms, position: null } }));
  } catch {
    // A browser that stores nothing asks again.
  }
}
