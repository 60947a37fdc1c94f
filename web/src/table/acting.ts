// Sending what a player does, and asking for what is done by consent.

import type { Choice, Hand, Length, OfferKind, Seat } from '../protocol';
import { nonce } from '../net/nonce';
import { mineNow } from '../store/seating';
import type { Handed } from '../store/store.svelte';

/** What is done by a seat of the board at this moment. */
export type Deed =
  | { readonly type: 'pass' | 'waive' | 'next' | 'abort' | OfferKind }
  | { readonly type: 'demand'; readonly points: number }
  | { readonly type: 'guess'; readonly hand: Hand }
  | { readonly type: 'choose'; readonly what: Choice }
  | { readonly type: 'sit'; readonly swap: boolean }
  | { readonly type: 'resign'; readonly what: Length }
  | { readonly type: 'decline'; readonly what: OfferKind };

/** Do something as the player at `seat`; left out: as whoever of this page is to move, else its first. */
export function act(store: Handed, deed: Deed, seat?: Seat): void {
  const { version, shown } = store.state;
  const mine = mineNow(store.state);
  const turn = shown?.turn;
  const by = seat ?? (turn && mine.includes(turn) ? turn : mine[0]);
  if (version === null || by === undefined) return;
  store.send({ type: 'command', command: { ...deed, nonce: nonce(), version, seat: by } });
}
