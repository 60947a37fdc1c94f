// Invitation links: `/game/<id>#join=…&watch=…`. The tokens are in the fragment, which is never sent to a server.

import type { Reach } from '../protocol';

/** Tokens that open a game for a guest. */
export interface Invitation {
  /** Token to take an open seat. */
  readonly join: string | null;
  /** Token to watch. */
  readonly watch: string | null;
}

const WORD = /^[A-Za-z0-9_-]{8,128}$/;

/** Return the invitation in a fragment, if there is one. */
export function invitationIn(fragment: string): Invitation | null {
  if (!/^(join|watch)=/.test(fragment)) return null;
  const said = new URLSearchParams(fragment);
  const word = (name: string): string | null => {
    const found = said.get(name);
    return found !== null && WORD.test(found) ? found : null;
  };
  return { join: word('join'), watch: word('watch') };
}

/** Return the invitation link for a game or a team match. */
export function addressOf(origin: string, game: string, { join, watch }: Invitation, place: 'game' | 'tie' = 'game'): string {
  const words = [join && `join=${join}`, watch && `watch=${watch}`].filter(Boolean).join('&');
  return new URL(`/${place}/${game}${words && `#${words}`}`, origin).href;
}

/**
 * Return the origin at which friends can reach this server: the page's own, unless that is a loopback address; null
 * if none.
 */
export function originFor({ host, origin }: Location, reach: Reach | undefined): string | null {
  return /^(localhost|127\.|\[::1\])/.test(host) ? (reach?.addresses[0] ?? null) : origin;
}
