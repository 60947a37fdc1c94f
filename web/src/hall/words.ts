// Storage of this browser's tournament access tokens (one per link), most recently used first.

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

/** Use a token from now on. */
export function useWord(word: string): void {
  put([word, ...words().filter((each) => each !== word)].slice(0, 12));
}

/** Forget a token that is no longer valid. */
export function dropWord(word: string): void {
  put(words().filter((each) => each !== word));
}

/** Return the role and the name that a token contains. */
export function roleOf(word: string): string {
  const [role = '', name = ''] = word.split('.');
  return name ? `${role}:${name}` : role;
}

function put(kept: readonly string[]): void {
  passing = kept;
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // Without storage, the tokens last as long as this page is open.
  }
}
