// The words of an invitation, as an address carries them: `/game/<id>#join=…&watch=…`. A fragment is never sent to a server.

import type { Reach } from '../protocol';

/** What opens a game for a guest. */
export interface Invitation {
  /** Lets him take an open seat. */
  readonly join: string | null;
  /** Lets him look on. */
  readonly watch: string | null;
}

const WORD = /^[A-Za-z0-9_-]{8,128}$/;

/** The invitation in a fragment, if it is one. */
export function invitationIn(fragment: string): Invitation | null {
  if (!/^(join|watch)=/.test(fragment)) return null;
  const said = new URLSearchParams(fragment);
  const word = (name: string): string | null => {
    const found = said.get(name);
    return found !== null && WORD.test(found) ? found : null;
  };
  return { join: word('join'), watch: word('watch') };
}

/** The address that invites to a game, or to a tie. */
export function addressOf(origin: string, game: string, { join, watch }: Invitation, place: 'game' | 'tie' = 'game'): string {
  const words = [join && `join=${join}`, watch && `watch=${watch}`].filter(Boolean).join('&');
  return new URL(`/${place}/${game}${words && `#${words}`}`, origin).href;
}

/** Where friends find this server: where this page found it, unless that is this machine's own name for itself; null if nowhere. */
export function originFor({ host, origin }: Location, reach: Reach | undefined): string | null {
  return /^(localhost|127\.|\[::1\])/.test(host) ? (reach?.addresses[0] ?? null) : origin;
}
