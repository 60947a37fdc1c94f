// Download action for the record of the game on the page.

import { saveRecord } from '../net/download';
import type { Store } from '../store/store.svelte';
import { t } from '../i18n/t';

/** Save the record of the game on the page; show the reason if that fails. */
export async function download(store: Store): Promise<void> {
  const { session } = store.state;
  const why = session && (await saveRecord(session));
  if (why !== null) store.send({ type: 'refused', nonce: null, code: 'broken', reason: t('download.failed', { reason: why }) });
}
