// Storage of games in the memory of the worker, for a window in which the browser stores nothing.

import type { Storage } from './storage';

export class MemoryStorage implements Storage {
  private readonly games = new Map<string, { row: string; readonly events: unknown[] }>();
  private readonly nonces = new Map<string, string>();

  async madeWith(nonce: string): Promise<string | null> {
    return this.nonces.get(nonce) ?? null;
  }

  async load(game: string): Promise<string | null> {
    const found = this.games.get(game);
    return found ? `{"row":${found.row},"events":${JSON.stringify(found.events)}}` : null;
  }

  async write(game: string, nonce: string, row: string, events: string): Promise<void> {
    const found = this.games.get(game);
    const added = JSON.parse(events) as unknown[];
    this.games.set(game, { row, events: [...(found?.events ?? []), ...added] });
    if (nonce) this.nonces.set(nonce, game);
  }

  async remove(game: string): Promise<void> {
    this.games.delete(game);
  }

  async own(): Promise<boolean> {
    return true; // no other page sees these games
  }

  disown(): void {
    // There is nothing to release.
  }
}
