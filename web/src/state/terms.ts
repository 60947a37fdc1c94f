// Beginning a game: the terms it is played by, and the secret words that this page makes for it.

import type { NewGame, Seat, Terms } from '../protocol';
import { nonce } from './nonce';

/** A secret that nobody guesses: 32 random bytes in base 64 for URLs. */
export function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The message that begins a game by these terms. */
export function newGame(terms: Terms): NewGame {
  return { type: 'new-game', nonce: nonce(), key: secret(), invite: secret(), watch: secret(), terms };
}

/** Two players at this screen, or one against the program at a level. */
export function forTwo(level: string | null, breaker: 'south' | 'north' | 'toss'): Terms {
  const first: Seat = breaker === 'toss' ? (Math.random() < 0.5 ? 'south' : 'north') : breaker;
  const north = level === null ? ({ seat: 'north', who: 'here' } as const) : ({ seat: 'north', who: 'program', level } as const);
  return { seats: [{ seat: 'south', who: 'me' }, north], first_break: first };
}
