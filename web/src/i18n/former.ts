// Former names of the program's levels, still used in stored data and old games.

export const FORMER: Readonly<Record<string, string>> = { master: 'national', world: 'champion' };

/** Return the current name of a level. */
export function current(level: string): string {
  return FORMER[level] ?? level;
}
