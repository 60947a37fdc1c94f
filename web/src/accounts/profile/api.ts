// HTTP API client for public profiles.

import { request } from '$connect';
import type { RatingHistory, Sitter, PublicProfile } from '../../protocol';

/** A game in a person's list: one line of `GET /api/users/NAME/games`. */
export interface GameLine {
  readonly game: string;
  readonly ruleset: string;
  readonly length: 'board' | 'game' | 'match';
  readonly sitters: readonly Sitter[];
  /** The seats of the person whose list it is. */
  readonly yours: readonly string[];
  readonly begun: number;
  readonly ended: number | null;
  readonly last: number;
  readonly rated: boolean;
  /** The result; null while the game is in progress. */
  readonly result: {
    readonly how: 'played' | 'conceded' | 'forfeited' | 'aborted';
    readonly sides: readonly (readonly string[])[];
    readonly winners: readonly number[];
    readonly score: readonly number[];
  } | null;
}

/** A person's profile, rating history and latest games. */
export interface Person {
  readonly user: PublicProfile;
  readonly history: RatingHistory;
  readonly games: readonly GameLine[];
}

const MOST = 20;

/** Return everything shown on a person's page; null if nobody has this name. Throws if the server does not answer. */
export async function personCalled(name: string): Promise<Person | null> {
  const address = `/api/users/${encodeURIComponent(name)}`;
  const answers = await Promise.all([address, `${address}/rating-history`, `${address}/games?max=${MOST}`].map(asked));
  if (answers.some(({ status }) => status === 404)) return null;
  const refused = answers.find(({ ok }) => !ok);
  if (refused) throw new Error(`${refused.status}`);
  const [user = '', history = '', games = ''] = answers.map(({ text }) => text);
  const lines = games.split('\n').filter(Boolean);
  return { user: JSON.parse(user) as PublicProfile, history: JSON.parse(history) as RatingHistory, games: lines.map((line) => JSON.parse(line) as GameLine) };
}

/** Fetch an address and read the response to the end; an unread response would keep its connection open. */
async function asked(address: string): Promise<{ ok: boolean; status: number; text: string }> {
  const answer = await request(address, { cache: 'no-store' });
  return { ok: answer.ok, status: answer.status, text: await answer.text() };
}
