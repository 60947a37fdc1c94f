// Names that the program's levels had before: what a browser has kept, and old games, go by them still.

export const FORMER: Readonly<Record<string, string>> = { master: 'national', world: 'champion' };

/** What a level of that name is called today. */
export function current(level: string): string {
  return FORMER[level] ?? level;
}
