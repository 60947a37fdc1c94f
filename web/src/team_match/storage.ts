// What this browser keeps of its ties: the way back into each, and what it last saw of it. One entry a tie.

import type { TieTerms, TieSnapshot } from '../protocol';
import { current } from '../i18n/former';

const PREFIX = 'carrom.tie.';
const USUAL = 'carrom.usual-tie';

/** The words that open a tie. */
export interface TieWords {
  readonly tie: string;
  /** The secret that opens the places of this browser; null where it only looks on. */
  readonly key: string | null;
  /** The word that lets somebody take an open place, where this browser knows it. */
  readonly invite: string | null;
  /** The word that lets somebody look on, likewise. */
  readonly watch: string | null;
}

/** A tie as this browser last saw it. */
export interface KeptTie extends TieWords {
  /** When it was last open here, ms since 1970. */
  readonly seen: number;
  readonly last: { readonly teams: readonly string[]; readonly score: readonly number[]; readonly over: boolean } | null;
}

/** The little that is shown of a tie without opening it. */
export function glimpseOf({ teams, score, over }: TieSnapshot): NonNullable<KeptTie['last']> {
  return { teams: teams.map(({ name }) => name), score, over };
}

/** The way back into a tie; null if this browser has none. */
export function keptTie(tie: string): KeptTie | null {
  return read(PREFIX + tie);
}

/** Every tie of this browser, the one seen last first. */
export function allTies(): readonly KeptTie[] {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => read(key) ?? []).sort((one, other) => other.seen - one.seen);
  } catch {
    return [];
  }
}

/** Keep a tie, or what was seen of it. */
export function keepTie(tie: KeptTie): void {
  store(PREFIX + tie.tie, tie);
}

/** Keep a tie no longer. */
export function forgetTie(tie: string): void {
  try {
    localStorage.removeItem(PREFIX + tie);
  } catch {
    // Nothing was kept.
  }
}

/** What was agreed for the last tie; null if there was none. */
export function usualTie(): TieTerms | null {
  try {
    const found = JSON.parse(localStorage.getItem(USUAL) ?? 'null') as TieTerms | null;
    if (found?.teams?.length !== 2 || !found.teams.every(({ players }) => Array.isArray(players))) return null;
    return today(found);
  } catch {
    return null;
  }
}

/** The same with its levels called as they are today. */
function today(terms: TieTerms): TieTerms {
  const named = <Of extends { readonly level?: string | null }>(plan: Of): Of => (plan.level ? { ...plan, level: current(plan.level) } : plan);
  const [first, second] = terms.teams.map((team) => ({ ...team, players: team.players?.map(named) }));
  return first && second ? named({ ...terms, teams: [first, second] }) : terms;
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
    // A browser that stores nothing can still play; it only cannot find its way back after a reload.
  }
}
