// Ranking of open seeks for a user: sorted by how well they match; none is filtered out.

import type { OpenSeek, PoolRating } from '../protocol';

/** Assumed rating of a player without one, as in quick pairing. */
const UNKNOWN = 1500;

export interface Reader {
  readonly account: boolean;
  readonly standings: readonly PoolRating[];
  /** The id of the user's own seek. */
  readonly mine: string | null;
}

/** Return all seeks: the user's own, then those they may accept, by nearest rating and then by age. */
export function ranked(seeks: Iterable<OpenSeek>, reader: Reader): readonly OpenSeek[] {
  const places = [...seeks].map((seek) => ({ seek, place: placeOf(seek, reader) }));
  places.sort((one, other) => one.place[0] - other.place[0] || one.place[1] - other.place[1] || one.seek.since - other.seek.since || (one.seek.id < other.seek.id ? -1 : 1));
  return places.map(({ seek }) => seek);
}

function placeOf(seek: OpenSeek, reader: Reader): readonly [number, number] {
  if (seek.id === reader.mine) return [0, 0];
  const bots = seek.sitters.some(({ bot }) => bot);
  const { ruleset = 'icf', length = 'game', players = 2, stake, low, high } = seek.terms;
  const rating = reader.standings.find(({ pool }) => pool.ruleset === ruleset && pool.length === length && pool.players === players && pool.bots === bots)?.rating.rating;
  const theirs = seek.sitters.map((sitter) => sitter.rating?.rating ?? UNKNOWN);
  const off = Math.abs(theirs.reduce((sum, one) => sum + one, 0) / Math.max(1, theirs.length) - (rating ?? UNKNOWN));
  const banded = low != null || high != null;
  const fits = !banded || (rating !== undefined && rating >= (low ?? 0) && rating <= (high ?? Infinity));
  return [fits && (stake !== 'rated' || reader.account) ? 1 : 2, off];
}
