// Sending player actions and offers to the server.

import type { Choice, Hand, Length, OfferKind, Seat } from '../protocol';
import { nonce } from '../net/nonce';
import { mineNow } from '../store/seating';
import type { Handed } from '../store/store.svelte';

/** Actions from a seat of the board. */
export type Deed =
  | { readonly type: 'pass' | 'waive' | 'next' | 'abort' | OfferKind }
  | { readonly type: 'demand'; readonly points: number }
  | { readonly type: 'guess'; readonly hand: Hand }
  | { readonly type: 'choose'; readonly what: Choice }
  | { readonly type: 'sit'; readonly swap: boolean }
  | { readonly type: 'resign'; readonly what: Length }
  | { readonly type: 'decline'; readonly what: OfferKind };

/** Perform an action as the player at `seat`; by default as this page's player to move, otherwise its first seat. */
export function act(store: Handed, deed: Deed, seat?: Seat): void {
  const { version, shown } = store.state;
  const mine = mineNow(store.state);
  const turn = shown?.turn;
  const by = seat ?? (turn && mine.includes(turn) ? turn : mine[0]);
  if (version === null || by === undefined) return;
  store.send({ type: 'command', command: { ...deed, nonce: nonce(), version, seat: by } });
}
