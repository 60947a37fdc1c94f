// Refresh of this browser's unfinished games and team matches: loads what happened while they were not open.

import { request } from '$connect';
import type { Snapshot, TieSnapshot } from '../protocol';
import { glimpseOf, keepTie, keptTie, type KeptTie } from '../team_match/storage';
import { glimpse, keep, kept, type Kept } from './saved_games';
import { who } from './account.svelte';

/** Load the state of each from the server, one after the other, and store it; returns whether any has changed. */
export async function caughtUp(open: readonly (Kept | KeptTie)[]): Promise<boolean> {
  let changed = false;
  for (const one of open) changed = (await ('tie' in one ? tieNow(one) : gameNow(one))) || changed;
  return changed;
}

async function gameNow({ game, key, watch }: Kept): Promise<boolean> {
  const found = await told<Snapshot>(`/games/${game}.json`, key ?? watch);
  const before = kept(game);
  const last = found && glimpse({ card: found.card, shown: found.state });
  if (!before || !last || JSON.stringify(last) === JSON.stringify(before.last)) return false;
  keep({ ...before, last });
  return true;
}

async function tieNow({ tie, key, watch }: KeptTie): Promise<boolean> {
  const found = await told<TieSnapshot>(`/ties/${tie}.json`, key ?? watch);
  const before = keptTie(tie);
  const last = found && glimpseOf(found);
  if (!before || !last || JSON.stringify(last) === JSON.stringify(before.last)) return false;
  keepTie({ ...before, last });
  return true;
}

/** Return the JSON at an address, authorized by a token or the signed-in account; null if there is none. */
async function told<T>(address: string, word: string | null): Promise<T | null> {
  if (word === null && who.name === null) return null;
  try {
    const answer = await request(address, word === null ? {} : { headers: { Authorization: `Bearer ${word}` } });
    return answer.ok ? ((await answer.json()) as T) : null;
  } catch {
    return null; // Server unreachable: keep the last known state.
  }
}
