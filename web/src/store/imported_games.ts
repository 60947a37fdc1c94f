// Import of game records: the tables read and verify a record and store its game, which then is among this browser's games.

import { request } from '$connect';
import type { Snapshot } from '../protocol';
import { glimpse, keep } from './saved_games';

/** A game stored from a record. */
export interface Imported {
  readonly game: string;
  readonly key: string;
  readonly strokes: number;
  /** The first difference between the record and the simulation; null if the record verifies. */
  readonly difference: string | null;
}

/** Length of the longest record that is sent, in bytes, as on a server. */
export const LONGEST = 2_000_000;

/** Import a record; throws an error with the reason if it cannot be read. */
export async function importRecord(record: Blob): Promise<Imported> {
  const answer = await request('/api/games/import', { method: 'POST', headers: { 'content-type': 'text/plain' }, body: record });
  const made = (await answer.json()) as Imported & { readonly detail?: string };
  if (!answer.ok) throw new Error(made.detail ?? answer.statusText);
  const { game, key } = made;
  const shown = (await (await request(`/games/${game}.json`, { headers: { Authorization: `Bearer ${key}` } })).json()) as Snapshot;
  const yours = shown.card.sitters.map(({ seat }) => seat);
  keep({ game, key, yours, invite: null, watch: null, seen: Date.now(), last: glimpse({ card: shown.card, shown: shown.state }) });
  return made;
}
