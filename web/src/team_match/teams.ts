// Helpers for teams of a team match: editing a team, and reading the score.

import type { PlayerPlan, TeamPlan, TieTerms, TieSnapshot, TieSide } from '../protocol';

/** Maximum number of players in a team (`TeamPlan.players`). */
export const MOST_PLAYERS = 8;

/** Return a team with this many unnamed players. */
export function unnamed(name: string, players: number): TeamPlan {
  return { name, players: Array.from({ length: players }, (): PlayerPlan => ({ name: '', who: 'here' })) };
}

/** Return a team ready to send: unnamed players are named by their number. */
export function written(team: TeamPlan, called: (number: number) => string): TeamPlan {
  const players = (team.players ?? []).map((player, i) => ({ ...player, name: player.name?.trim() || (player.who === 'program' ? '' : called(i + 1)) }));
  return { name: team.name.trim(), players };
}

/** Return the terms with one team replaced. */
export function withTeam(terms: TieTerms, index: number, team: TeamPlan): TieTerms {
  return { ...terms, teams: terms.teams.map((before, i) => (i === index ? team : before)) };
}

export const SIDES: readonly TieSide[] = ['A', 'B'];

/** Return the team of a place or side. */
export function teamOf({ teams }: TieSnapshot, place: string): TieSnapshot['teams'][number] | undefined {
  return teams[place.startsWith('A') ? 0 : 1];
}

/** Whether this page's user is the captain of a team. */
export const leads = ({ yours }: TieSnapshot, side: TieSide): boolean => yours.includes(side);

/** Return the side that has won more rubbers so far; null if level. */
export function leader({ score: [a = 0, b = 0] }: Pick<TieSnapshot, 'score'>): TieSide | null {
  return a === b ? null : a > b ? 'A' : 'B';
}

/** Return the rubbers won, leading side first. */
export function scoreOf(told: Pick<TieSnapshot, 'score'>): string {
  return (leader(told) === 'B' ? [...told.score].reverse() : told.score).join('–');
}
