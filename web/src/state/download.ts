// A game's record, as a file of its player's.

import type { Session } from './state';

/** Save the record of a game; null when that is done, else why not. */
export async function saveRecord({ game, key, watch }: Session): Promise<string | null> {
  try {
    const word = key ?? watch;
    const answer = await fetch(`/games/${game}.carrom`, word === null ? {} : { headers: { Authorization: `Bearer ${word}` } });
    if (!answer.ok) return (await answer.text()).trim() || answer.statusText;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${game}.carrom`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
