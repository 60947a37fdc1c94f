// Texts of game terms: rule books, lengths, clocks, levels and player names.

import type { ClockPlan, LevelInfo, RulesetInfo, Seat, Sitter, Terms } from '../protocol';
import type { Usual } from '../store/terms';
import { durationOf } from './durations';
import { t } from './t';

/** Return the name of a rule book: the page's translation, otherwise the book's own title. */
export function titleOf(info: RulesetInfo): string {
  const known = t(`ruleset.${info.name}`);
  return known.startsWith('ruleset.') ? info.title : known;
}

/** Describe in one sentence what distinguishes a rule book. */
export function aboutOf(info: RulesetInfo): string {
  const known = t(`ruleset.${info.name}.about`);
  return known.startsWith('ruleset.') ? info.about : known;
}

/** Return the length of a contest, short. */
export function lengthOf(length: Terms['length'], info: RulesetInfo): string {
  return length === 'match' ? t('length.match', { games: info.games_of_match }) : t(`length.${length ?? 'game'}`);
}

/** Return the clock, short. */
export function clockOf(clock: ClockPlan | null | undefined): string {
  return clock ? t('clock.running', { stroke: durationOf(clock.stroke) }) : t('clock.none');
}

/** Describe a game in one line: rules, length, clock, and what happens when a player stays away. */
export function lineOf({ terms, custom }: Usual, info: RulesetInfo): string {
  const title = custom ? t('ruleset.own', { title: custom.title }) : titleOf(info);
  return [title, lengthOf(terms.length, info), clockOf(terms.clock), ...awayOf(terms)].join(' · ');
}

/** Describe what happens when a player stays away, unless the game simply stays open. */
function awayOf({ forfeit_after: seconds }: Terms): readonly string[] {
  const known = seconds ? t(`sheet.away.${seconds}`) : '';
  return known && !known.startsWith('sheet.') ? [`${t('sheet.away')}: ${known}`] : [];
}

/** Return the name a person gave; null if they gave none (the server then sends the seat in English). */
function givenName({ name, seat }: Pick<Sitter, 'name' | 'seat'>): string | null {
  return name && name.toLowerCase() !== seat ? name : null;
}

/**
 * Return a player's display name, by their seat at the start: the name they gave, otherwise "You" for this page's
 * only player, "Computer", "Opponent" with two players, "Player 2" with more.
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

/**
 * Return a badge for each player, by name: the first letter, or as many as tell the names apart; the number of a player
 * who gave no name.
 */
export function badgesOf(names: readonly string[]): readonly string[] {
  const letters = names.map((name, i) => (name === t('player-at', { number: i + 1 }) ? [String(i + 1)] : [...new Intl.Segmenter().segment(name.trim())].map(({ segment }) => segment)));
  return letters.map((own, i) => {
    const badge = (count: number): string => own.slice(0, count).join('');
    const differs = (count: number): boolean => letters.every((other, j) => j === i || other.slice(0, count).join('') !== badge(count));
    return badge([1, 2].find(differs) ?? 1);
  });
}

/** Return the display name of a level. */
export function levelName(name: string): string {
  const known = t(`level.${name}`);
  return known.startsWith('level.') ? name.replaceAll('-', ' ') : known;
}

/** Return the accuracy of a level in numbers; empty before the server has sent them. */
export function handOf({ aim, power }: LevelInfo): string {
  return aim ? t('level.hand.about', { aim, power }) : '';
}

/** Return the display name of a rule book. */
export function nameOfRules(name: string, rulesets: readonly RulesetInfo[]): string {
  const known = t(`ruleset.${name}`);
  return known.startsWith('ruleset.') ? (rulesets.find((one) => one.name === name)?.title ?? name) : known;
}
