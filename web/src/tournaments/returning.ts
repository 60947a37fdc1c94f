// What this browser remembers of tournaments: which of its games belong to one, and the link for a partner.

const GAMES = 'carrom.tournament-games';
const FOLLOWED = 'carrom.tournament-followed';
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
export const partnerOf = (tournament: string): string | null => stored(PARTNER + tournament);

/** Remember a tournament whose games are announced on other pages too. */
export const follow = (tournament: string): void => write(FOLLOWED, tournament);

/** Stop announcing the games of a tournament. */
export function unfollow(tournament: string): void {
  if (followed() === tournament) write(FOLLOWED, '');
}

/** Return the tournament whose games are announced; null for none. */
export const followed = (): string | null => stored(FOLLOWED) || null;

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
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
