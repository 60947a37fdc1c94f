// Whose hall this page is served by: the championship's name in addresses; null where games are served.

export function hallOf(): string | null {
  return document.documentElement.dataset['hall'] ?? null;
}
