// Who sits where. Players are named by the seats they have at the beginning ("sitters"); in a match they change places,
// and what the game asks for names the seat at the board.

import type { Seat, SideState, Sitter } from '../protocol';
import type { AppState } from './state';

/** Who sits at a seat of the board now, by his seat at the beginning. */
export function sitterNow(state: Pick<AppState, 'shown'>, seat: Seat): Seat {
  return state.shown?.seated.find((one) => one.seat === seat)?.sitter ?? seat;
}

/** Where a player sits now. */
export function seatNow(state: AppState, sitter: Seat): Seat {
  return state.shown?.seated.find((one) => one.sitter === sitter)?.seat ?? sitter;
}

/** The seats of the board, now, that this page acts for. */
export function mineNow(state: AppState): readonly Seat[] {
  return (state.session?.yours ?? []).map((sitter) => seatNow(state, sitter));
}

/** The player who sits at a seat of the board now, if anybody does. */
export function sitterAt(state: AppState, seat: Seat | null): Sitter | null {
  return seat === null ? null : sitterOf(state, sitterNow(state, seat));
}

/** A player, by his seat at the beginning. */
export function sitterOf(state: AppState, sitter: Seat | null): Sitter | null {
  return state.card?.sitters.find((one) => one.seat === sitter) ?? null;
}

/** The side of a player, by his seat at the beginning. */
export function sideOfSitter(state: AppState, sitter: Seat | null): SideState | null {
  return sitter === null ? null : sideOf(state, seatNow(state, sitter));
}

/** The side that a seat of the board plays for now. */
export function sideOf(state: AppState, seat: Seat): SideState | null {
  return state.shown?.sides.find((side) => side.seats.includes(seat)) ?? null;
}

/** Whether one page acts for several players. */
export const isHotSeat = (state: AppState): boolean => (state.session?.yours.length ?? 0) > 1;

/** Whether this page only looks on. */
export const looksOn = (state: AppState): boolean => state.session !== null && state.card !== null && state.session.yours.length === 0;

/** The players of whom nobody has come yet. */
export function openSeats(state: AppState): readonly Sitter[] {
  return state.card?.sitters.filter((sitter) => sitter.kind === 'open') ?? [];
}

/** The player who set the table; null where nobody of it is known, as at a rubber. */
export function hostOf({ card }: Pick<AppState, 'card'>): Sitter | null {
  const seat = card?.terms?.seats.find(({ who }) => who === 'me')?.seat;
  return card?.sitters.find((sitter) => sitter.seat === seat) ?? null;
}

/** Whether this page's player set the table. */
export function isHost(state: AppState): boolean {
  const host = hostOf(state);
  return host !== null && (state.session?.yours ?? []).includes(host.seat);
}

/** The people at the table for whom this page does not act. */
export function othersHere(state: AppState): readonly Sitter[] {
  const mine = state.session?.yours ?? [];
  return state.card?.sitters.filter((sitter) => sitter.kind === 'human' && !mine.includes(sitter.seat)) ?? [];
}
