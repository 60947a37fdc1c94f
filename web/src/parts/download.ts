// The record of a game as a file: the player's to keep.

import type { Store } from '../state/store.svelte';
import { t } from '../texts/t';

/** Save the record of the game that the page is at; says why if it cannot be had. */
export async function download(store: Store): Promise<void> {
  const { session } = store.state;
  if (!session) return;
  try {
    const word = session.key ?? session.watch;
    const answer = await fetch(`/games/${session.game}.carrom`, word === null ? {} : { headers: { Authorization: `Bearer ${word}` } });
    if (!answer.ok) throw new Error((await answer.text()) || answer.statusText);
    const link = document.createElement('a');
    link.href = URL.createObjectURL(await answer.blob());
    link.download = `${session.game}.carrom`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch (error) {
    const reason = t('download.failed', { reason: error instanceof Error ? error.message : String(error) });
    store.send({ type: 'refused', nonce: null, code: 'broken', reason });
  }
}
