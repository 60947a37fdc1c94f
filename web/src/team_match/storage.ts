// Local storage of this browser's team matches: the keys to return to each, and the last state seen. One entry per team
// match.

import type { TieTerms, TieSnapshot } from '../protocol';

const PREFIX = 'carrom.tie.';
const USUAL = 'carrom.usual-tie';

/** The tokens that open a team match. */
export interface TieWords {
  readonly tie: string;
  /** The secret key to this browser's places; null for a spectator. */
  readonly key: string | null;
  /** The invitation token for an open place, if this browser has it. */
  readonly invite: string | null;
  /** The token for spectators, if this browser has it. */
  readonly watch: string | null;
}

/** A team match as this browser last saw it. */
export interface KeptTie extends TieWords {
  /** When it was last open here, ms since 1970. */
  readonly seen: number;
  readonly last: { readonly teams: readonly string[]; readonly score: readonly number[]; readonly over: boolean } | null;
}

/** Return the summary shown without opening the team match. */
export function glimpseOf({ teams, score, over }: TieSnapshot): NonNullable<KeptTie['last']> {
  return { teams: teams.map(({ name }) => name), score, over };
}

/** Return the stored entry of a team match; null if there is none. */
export function keptTie(tie: string): KeptTie | null {
  return read(PREFIX + tie);
}

/** Return every team match of this browser, most recently seen first. */
export function allTies(): readonly KeptTie[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => read(key) ?? []).sort((one, other) => other.seen - one.seen);
  } catch {
    return [];
  }
}

/** Store a team match or an update of what was seen. */
export function keepTie(tie: KeptTie): void {
  store(PREFIX + tie.tie, tie);
}

/** Delete a team match from storage. */
export function forgetTie(tie: string): void {
  try {
    localStorage.removeItem(PREFIX + tie);
  } catch {
    // Nothing was stored.
  }
}

/** Return the terms of the last team match; null if there was none. */
export function usualTie(): TieTerms | null {
  try {
    const found = JSON.parse(localStorage.getItem(USUAL) ?? 'null') as TieTerms | null;
    if (found?.teams?.length !== 2 || !found.teams.every(({ players }) => Array.isArray(players))) return null;
    return found;
  } catch {
    return null;
  }
}

export function keepUsualTie(terms: TieTerms): void {
  store(USUAL, terms);
}

function read(key: string): KeptTie | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<KeptTie> | null;
    if (typeof value?.tie !== 'string') return null;
    return { tie: value.tie, key: value.key ?? null, invite: value.invite ?? null, watch: value.watch ?? null, seen: value.seen ?? 0, last: value.last ?? null };
  } catch {
    return null;
  }
}

function store(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage, playing works, but the team match cannot be found again after a reload.
  }
}
