// Lobby state on the client: applies a snapshot, then changes, each of which names the version it follows.

import type { LobbyChanged, LobbySnapshot, WatchableGame, OpenSeek } from '../protocol';

export interface View {
  /** Null until all parts of a snapshot have arrived. */
  readonly version: string | null;
  readonly seeks: ReadonlyMap<string, OpenSeek>;
  readonly playing: ReadonlyMap<string, WatchableGame>;
}

/** Return the view after applying a message; null if a change is missing, so that a new snapshot is needed. */
export function applied(view: View | null, line: LobbySnapshot | LobbyChanged): View | null {
  if (line.type === 'lobby') {
    return { version: line.version, seeks: new Map(line.seeks.map((seek) => [seek.id, seek])), playing: new Map(line.playing.map((game) => [game.game, game])) };
  }
  if (view === null || line.after !== view.version) return null;
  return {
    version: line.version,
    seeks: after(view.seeks, line.seeks, (seek) => seek.id),
    playing: after(view.playing, line.playing, (game) => game.game),
  };
}

/** Return the map with entries added, updated in some fields, or removed. */
function after<T extends object>(before: ReadonlyMap<string, T>, change: { readonly added: readonly T[]; readonly changed: readonly Partial<T>[]; readonly removed: readonly string[] }, id: (one: T) => string): ReadonlyMap<string, T> {
  if (!change.added.length && !change.changed.length && !change.removed.length) return before;
  const found = new Map(before);
  for (const one of change.added) found.set(id(one), one);
  for (const some of change.changed) {
    const old = found.get(id(some as T));
    if (old) found.set(id(old), { ...old, ...some });
  }
  for (const one of change.removed) found.delete(one);
  return found;
}
