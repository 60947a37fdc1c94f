// A record, as a file of its player's.

import type { Session } from '../store/state';

/** Save the record of a game; null when that is done, else why not. */
export function saveRecord({ game, key, watch }: Session): Promise<string | null> {
  return saveFile(`/games/${game}.carrom`, `${game}.carrom`, key ?? watch);
}

/** Save what lies at an address that a word opens, under a name; null when that is done, else why not. */
export async function saveFile(address: string, name: string, word: string | null): Promise<string | null> {
  try {
    const answer = await fetch(address, word === null ? {} : { headers: { Authorization: `Bearer ${word}` } });
    if (!answer.ok) return (await answer.text()).trim() || answer.statusText;
    saveBlob(await answer.blob(), name);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Save what the page has made, under a name. */
export function saveBlob(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
