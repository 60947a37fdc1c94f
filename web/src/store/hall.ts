// Id of the championship if this page is served by a tournament server; null on a server for online games.

export function hallOf(): string | null {
  return document.documentElement.dataset['hall'] ?? null;
}
