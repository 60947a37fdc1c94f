// The record of the game that the page is at, as a file.

import { saveRecord } from '../net/download';
import type { Store } from '../store/store.svelte';
import { t } from '../i18n/t';

/** Save the record of the game that the page is at; says why if it cannot be had. */
export async function download(store: Store): Promise<void> {
  const { session } = store.state;
  const why = session && (await saveRecord(session));
  if (why !== null) store.send({ type: 'refused', nonce: null, code: 'broken', reason: t('download.failed', { reason: why }) });
}
