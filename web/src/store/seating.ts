// Seating: who sits where. Players are identified by their seats at the start ("sitters"); in a match they change ends,
// and the server's requests name the current seat at the board.

import type { Seat, SideState, Sitter } from '../protocol';
import type { AppState } from './state';

/** Return the player at a seat of the board now, by their seat at the start. */
export function sitterNow(state: Pick<AppState, 'shown'>, seat: Seat): Seat {
  return state.shown?.seated.find((one) => one.seat === seat)?.sitter ?? seat;
}

/** Return the current seat of a player. */
export function seatNow(state: AppState, sitter: Seat): Seat {
  return state.shown?.seated.find((one) => one.sitter === sitter)?.seat ?? sitter;
}

/** Return the current seats of this page's players. */
export function mineNow(state: AppState): readonly Seat[] {
  return (state.session?.yours ?? []).map((sitter) => seatNow(state, sitter));
}

/** Return the player at a seat of the board now, if there is one. */
export function sitterAt(state: AppState, seat: Seat | null): Sitter | null {
  return seat === null ? null : sitterOf(state, sitterNow(state, seat));
}

/** Return a player by their seat at the start. */
export function sitterOf(state: AppState, sitter: Seat | null): Sitter | null {
  return state.card?.sitters.find((one) => one.seat === sitter) ?? null;
}

/** Return the side of a player, by their seat at the start. */
export function sideOfSitter(state: AppState, sitter: Seat | null): SideState | null {
  return sitter === null ? null : sideOf(state, seatNow(state, sitter));
}

/** Return the side for which a seat of the board currently plays. */
export function sideOf(state: AppState, seat: Seat): SideState | null {
  return state.shown?.sides.find((side) => side.seats.includes(seat)) ?? null;
}

/** Whether this page acts for several players. */
export const isHotSeat = (state: AppState): boolean => (state.session?.yours.length ?? 0) > 1;

/** Whether this page is only a spectator. */
export const looksOn = (state: AppState): boolean => state.session !== null && state.card !== null && state.session.yours.length === 0;

/** Return the places that no player has taken yet. */
export function openSeats(state: AppState): readonly Sitter[] {
  return state.card?.sitters.filter((sitter) => sitter.kind === 'open') ?? [];
}

/** Return the player who created the table; null if unknown, as at a rubber of a team match. */
export function hostOf({ card }: Pick<AppState, 'card'>): Sitter | null {
  const seat = card?.terms?.seats.find(({ who }) => who === 'me')?.seat;
  return card?.sitters.find((sitter) => sitter.seat === seat) ?? null;
}

/** Whether this page's player created the table. */
export function isHost(state: AppState): boolean {
  const host = hostOf(state);
  return host !== null && (state.session?.yours ?? []).includes(host.seat);
}

/** Return the people at the table who do not play from this page. */
export function othersHere(state: AppState): readonly Sitter[] {
  const mine = state.session?.yours ?? [];
  return state.card?.sitters.filter((sitter) => sitter.kind === 'human' && !mine.includes(sitter.seat)) ?? [];
}
