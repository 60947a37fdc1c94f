// What this browser remembers of tournaments: which of its games belong to one, and the link for a partner.

const GAMES = 'carrom.tournament-games';
const PARTNER = 'carrom.tournament-partner.';
/** The number of games remembered. */
const MOST = 100;

type Pairs = readonly (readonly [string, string])[];

function pairs(): Pairs {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(GAMES) ?? '[]');
    return Array.isArray(found) ? (found as Pairs) : [];
  } catch {
    return [];
  }
}

/** Remember that a game belongs to a tournament, so that it leads back there. */
export function belongs(game: string, tournament: string): void {
  const rest = pairs().filter(([each]) => each !== game);
  write(GAMES, JSON.stringify([[game, tournament], ...rest].slice(0, MOST)));
}

/** Return the tournament of a game that was opened from it; null for other games. */
export function tournamentOf(game: string): string | null {
  return pairs().find(([each]) => each === game)?.[1] ?? null;
}

/** Remember the secret that a partner needs. */
export const keepPartner = (tournament: string, secret: string): void => write(PARTNER + tournament, secret);

/** Return the secret that this browser's partner needs; null if there is none. */
export function partnerOf(tournament: string): string | null {
  try {
    return localStorage.getItem(PARTNER + tournament);
  } catch {
    return null;
  }
}

function write(key: string, text: string): void {
  try {
    localStorage.setItem(key, text);
  } catch {
    // Without storage the page works; it only forgets.
  }
}
