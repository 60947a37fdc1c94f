// Opening the game of a tournament: this browser then has its seat, and the game leads back to the tournament.

import { lobbyKey } from '../lobby/lobby.svelte';
import type { TournamentOwn } from '../protocol';
import { keep, kept } from '../store/saved_games';
import { belongs } from './returning';

/** Take the seat in one's current game; returns the game's address, or null if there is none. */
export function opened({ game, seat }: TournamentOwn, tournament: string): string | null {
  if (game === null || seat === null) return null;
  belongs(game, tournament);
  if (!kept(game)) keep({ game, key: lobbyKey(), yours: [seat], invite: null, watch: null, seen: Date.now(), last: null });
  return `/game/${game}`;
}
