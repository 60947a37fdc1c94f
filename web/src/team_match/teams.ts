// Teams while they are being written down.

import type { PlayerPlan, TeamPlan, TieTerms, TieSnapshot, TieSide } from '../protocol';

/** As many players as a team may have (`TeamPlan.players`). */
export const MOST_PLAYERS = 8;

/** A team of so many players without names. */
export function unnamed(name: string, players: number): TeamPlan {
  return { name, players: Array.from({ length: players }, (): PlayerPlan => ({ name: '', who: 'here' })) };
}

/** A team as it is sent: players without a name are called by their number. */
export function written(team: TeamPlan, called: (number: number) => string): TeamPlan {
  const players = (team.players ?? []).map((player, i) => ({ ...player, name: player.name?.trim() || (player.who === 'program' ? '' : called(i + 1)) }));
  return { name: team.name.trim(), players };
}

/** The terms with one team changed. */
export function withTeam(terms: TieTerms, index: number, team: TeamPlan): TieTerms {
  return { ...terms, teams: terms.teams.map((before, i) => (i === index ? team : before)) };
}

export const SIDES: readonly TieSide[] = ['A', 'B'];

/** The team of a place or side. */
export function teamOf({ teams }: TieSnapshot, place: string): TieSnapshot['teams'][number] | undefined {
  return teams[place.startsWith('A') ? 0 : 1];
}

/** Whether this page leads a team. */
export const leads = ({ yours }: TieSnapshot, side: TieSide): boolean => yours.includes(side);

/** Who has won more rubbers so far; null while both have won as many. */
export function leader({ score: [a = 0, b = 0] }: Pick<TieSnapshot, 'score'>): TieSide | null {
  return a === b ? null : a > b ? 'A' : 'B';
}

/** Rubbers won, those of who leads first. */
export function scoreOf(told: Pick<TieSnapshot, 'score'>): string {
  return (leader(told) === 'B' ? [...told.score].reverse() : told.score).join('–');
}
