// Local storage of this browser's games: the keys to return to each, and the last state seen. One entry per game, so
// that two tabs never overwrite each other.

import type { Seat, Sitter } from '../protocol';
import { sitterNow } from './seating';
import type { AppState, Session } from './state';

const PREFIX = 'carrom.game.';

/** A game as this browser last saw it. */
export interface Kept extends Session {
  /** When it was last open here, ms since 1970. */
  readonly seen: number;
  readonly last: Glimpse | null;
}

/** Summary of a game for lists, shown without opening it. */
export interface Glimpse {
  readonly ruleset: string;
  readonly sitters: readonly Sitter[];
  readonly sides: readonly { readonly seats: readonly Seat[]; readonly score: number }[];
  readonly board: number;
  /** The seat to move; null if no particular player is expected to act. */
  readonly turn: Seat | null;
  readonly over: boolean;
  /** The first seat of the winning side; null for a draw and while the game is in progress. */
  readonly winner: Seat | null;
}

/** Return the summary of the current game; null before it is known. */
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

/** Return the stored entry of a game; null if there is none. */
export function kept(game: string): Kept | null {
  return read(PREFIX + game);
}

/** Return the session of a stored game. */
export function sessionOf({ game, key, yours, invite, watch }: Kept): Session {
  return { game, key, yours, invite, watch };
}

/** Return every game played in this browser, most recently seen first. */
export function allKept(): readonly Kept[] {
  const keys = names().filter((key) => key.startsWith(PREFIX));
  const games = keys.flatMap((key) => read(key) ?? []).filter(({ yours }) => yours.length > 0);
  return games.sort((one, other) => other.seen - one.seen);
}

/** Store a game or an update of what was seen. */
export function keep(game: Kept): void {
  try {
    localStorage.setItem(PREFIX + game.game, JSON.stringify(game));
  } catch {
    // Without storage, playing works, but the game cannot be found again after a reload.
  }
}

/** Delete a game from storage. */
export function forget(game: string): void {
  try {
    localStorage.removeItem(PREFIX + game);
  } catch {
    // Nothing was stored.
  }
}

function read(name: string): Kept | null {
  try {
    const value = JSON.parse(localStorage.getItem(name) ?? 'null') as Partial<Kept> | null;
    if (typeof value?.game !== 'string' || !Array.isArray(value.yours)) return null;
    const { game, key, yours, invite, watch } = value;
    return { game, key: key ?? null, yours, invite: invite ?? null, watch: watch ?? null, seen: value.seen ?? 0, last: value.last ?? null };
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
