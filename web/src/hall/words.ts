// The links that this browser holds: a word each, the one used last first.

const KEPT = 'carrom.hall.words';
let passing: readonly string[] = [];

export function words(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? kept.filter((each): each is string => typeof each === 'string') : [];
  } catch {
    return passing;
  }
}

export function currentWord(): string | null {
  return words()[0] ?? null;
}

/** Use a word from now on. */
export function useWord(word: string): void {
  put([word, ...words().filter((each) => each !== word)].slice(0, 12));
}

/** Forget a word that opens nothing. */
export function dropWord(word: string): void {
  put(words().filter((each) => each !== word));
}

/** The role that a word is of, and whose it is. */
export function roleOf(word: string): string {
  const [role = '', name = ''] = word.split('.');
  return name ? `${role}:${name}` : role;
}

function put(kept: readonly string[]): void {
  passing = kept;
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // They are kept as long as this page is open.
  }
}
