// Whether this browser has a copy of a game, with which the game can go on without a connection (`offline/away.ts`).

const KEY = 'carrom.offline';

export function hasCopies(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

export function rememberCopies(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Without storage there is no copy either.
  }
}
