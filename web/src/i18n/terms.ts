// What is agreed before a game, in words.

import type { ClockPlan, LevelInfo, RulesetInfo, Seat, Sitter, Terms } from '../protocol';
import type { Usual } from '../store/terms';
import { current } from './former';
import { t } from './t';

/** The name of a rule book: this page's words where it has some, else the book's own title. */
export function titleOf(info: RulesetInfo): string {
  const known = t(`ruleset.${info.name}`);
  return known.startsWith('ruleset.') ? info.title : known;
}

/** What is different in a rule book, in a sentence. */
export function aboutOf(info: RulesetInfo): string {
  const known = t(`ruleset.${info.name}.about`);
  return known.startsWith('ruleset.') ? info.about : known;
}

/** The length of a contest, short. */
export function lengthOf(length: Terms['length'], info: RulesetInfo): string {
  return length === 'match' ? t('length.match', { games: info.games_of_match }) : t(`length.${length ?? 'game'}`);
}

/** The clock, short. */
export function clockOf(clock: ClockPlan | null | undefined): string {
  return clock ? t('clock.running', { stroke: clock.stroke, place: clock.place }) : t('clock.none');
}

/** A game in a line: its rules, its length, its clock, and what becomes of who stays away. */
export function lineOf({ terms, custom }: Usual, info: RulesetInfo): string {
  const title = custom ? t('ruleset.own', { title: custom.title }) : titleOf(info);
  return [title, lengthOf(terms.length, info), clockOf(terms.clock), ...awayOf(terms)].join(' · ');
}

/** What becomes of who stays away, where that is not that the game stays open. */
function awayOf({ forfeit_after: seconds }: Terms): readonly string[] {
  const known = seconds ? t(`sheet.away.${seconds}`) : '';
  return known && !known.startsWith('sheet.') ? [`${t('sheet.away')}: ${known}`] : [];
}

/** The name that a person gave; null if they gave none, for which the server sends the seat in English. */
function givenName({ name, seat }: Pick<Sitter, 'name' | 'seat'>): string | null {
  return name && name.toLowerCase() !== seat ? name : null;
}

/**
 * What a player is called everywhere on the page, by their seat at the beginning: the name they gave, else "You" for the
 * only player of this page, "Computer", "Opponent" across a table for two, "Player 2" elsewhere.
 */
export function playerName(sitters: readonly Sitter[], seat: Seat, yours: readonly Seat[]): string {
  const index = sitters.findIndex((each) => each.seat === seat);
  const sitter = sitters[index];
  if (!sitter) return t(`seat.${seat}`);
  if (sitter.kind === 'open') return t('seat.open');
  if (sitter.kind === 'program') {
    const programs = sitters.filter(({ kind }) => kind === 'program');
    return programs.length > 1 ? t('program-at', { number: programs.indexOf(sitter) + 1 }) : t('program');
  }
  const given = givenName(sitter);
  if (given) return given;
  if (yours.length === 1 && yours[0] === seat) return t('you');
  return yours.length === 1 && sitters.length === 2 ? t('opponent') : t('player-at', { number: index + 1 });
}

/** How a level is called. */
export function levelName(name: string): string {
  const known = t(`level.${current(name)}`);
  return known.startsWith('level.') ? name.replaceAll('-', ' ') : known;
}

/** The hand of a level in numbers; nothing before the server has told them. */
export function handOf({ aim, power }: LevelInfo): string {
  return aim ? t('level.hand.about', { aim, power }) : '';
}

/** How the rules of a game are called, by their name. */
export function nameOfRules(name: string, rulesets: readonly RulesetInfo[]): string {
  const known = t(`ruleset.${name}`);
  return known.startsWith('ruleset.') ? (rulesets.find((one) => one.name === name)?.title ?? name) : known;
}
