// What the page asks of the server about a person, whoever asks.

import type { RatingHistory, Sitter, PublicProfile } from '../../protocol';

/** A game in a person's list, as `GET /api/users/NAME/games` tells it line by line. */
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
  /** How it ended; null while it goes on. */
  readonly result: {
    readonly how: 'played' | 'conceded' | 'forfeited' | 'aborted';
    readonly sides: readonly (readonly string[])[];
    readonly winners: readonly number[];
    readonly score: readonly number[];
  } | null;
}

/** Who somebody is, how his ratings went, and his last games. */
export interface Person {
  readonly user: PublicProfile;
  readonly history: RatingHistory;
  readonly games: readonly GameLine[];
}

const MOST = 20;

/** Everything that the page shows of a person; null where nobody has this name. Throws where the server does not answer. */
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

/** What the server answers, read to its end: an answer that nobody reads keeps its line. */
async function asked(address: string): Promise<{ ok: boolean; status: number; text: string }> {
  const answer = await fetch(address, { cache: 'no-store' });
  return { ok: answer.ok, status: answer.status, text: await answer.text() };
}
