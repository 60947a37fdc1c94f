// What this browser keeps of its games: the way back into each, and what it last saw of it. One entry a game, so that
// two tabs never write over each other.

import type { Seat, Sitter } from '../protocol';
import { sitterNow } from './seating';
import type { AppState, Session } from './state';

const PREFIX = 'carrom.game.';
/** Where version 0.1.0 kept the one game it knew. */
const BEFORE = 'carrom.game';

/** A game as this browser last saw it. */
export interface Kept extends Session {
  /** When it was last open here, ms since 1970. */
  readonly seen: number;
  readonly last: Glimpse | null;
}

/** The little that is shown of a game without opening it. */
export interface Glimpse {
  readonly ruleset: string;
  readonly sitters: readonly Sitter[];
  readonly sides: readonly { readonly seats: readonly Seat[]; readonly score: number }[];
  readonly board: number;
  /** Whose turn it is; null when it waits for nobody in particular. */
  readonly turn: Seat | null;
  readonly over: boolean;
  /** The first seat of the side that won; null for a draw, and while it goes on. */
  readonly winner: Seat | null;
}

/** What there is to be seen of the game now; null before it is known. */
export function glimpse(state: Pick<AppState, 'card' | 'shown'>): Glimpse | null {
  const { card, shown } = state;
  if (!card || !shown) return null;
  return {
    ruleset: card.ruleset,
    sitters: card.sitters,
    sides: shown.sides.map(({ seats, score }) => ({ seats: seats.map((seat) => sitterNow(state, seat)), score })),
    board: shown.board,
    turn: shown.turn && sitterNow(state, shown.turn),
    over: shown.phase === 'game-over',
    winner: shown.result?.winner ?? null,
  };
}

/** The way back into a game; null if this browser has none. */
export function kept(game: string): Kept | null {
  return read(PREFIX + game) ?? before(game);
}

/** The way back that a kept game holds. */
export function sessionOf({ game, key, yours, invite, watch }: Kept): Session {
  return { game, key, yours, invite, watch };
}

/** Every game that somebody plays in this browser, the one seen last first. */
export function allKept(): readonly Kept[] {
  const keys = names().filter((key) => key.startsWith(PREFIX));
  const games = keys.flatMap((key) => read(key) ?? []).filter(({ yours }) => yours.length > 0);
  const old = read(BEFORE);
  if (old && !games.some(({ game }) => game === old.game)) games.push(old);
  return games.sort((one, other) => other.seen - one.seen);
}

/** Keep a game, or what was seen of it. */
export function keep(game: Kept): void {
  try {
    localStorage.setItem(PREFIX + game.game, JSON.stringify(game));
  } catch {
    // A browser that stores nothing can still play; it only cannot find its game again after a reload.
  }
}

/** Keep a game no longer. */
export function forget(game: string): void {
  try {
    localStorage.removeItem(PREFIX + game);
    if (read(BEFORE)?.game === game) localStorage.removeItem(BEFORE);
  } catch {
    // Nothing was kept.
  }
}

function before(game: string): Kept | null {
  const old = read(BEFORE);
  return old?.game === game ? old : null;
}

function read(key: string): Kept | null {
  try {
    const value = JSON.parse(localStorage.getItem(key) ?? 'null') as (Partial<Kept> & { readonly token?: string }) | null;
    const word = value?.key ?? value?.token ?? null;
    if (typeof value?.game !== 'string' || !Array.isArray(value.yours)) return null;
    const { game, yours, invite, watch } = value;
    return { game, key: word, yours, invite: invite ?? null, watch: watch ?? null, seen: value.seen ?? 0, last: value.last ?? null };
  } catch {
    return null;
  }
}

function names(): readonly string[] {
  try {
    return Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '');
  } catch {
    return [];
  }
}
