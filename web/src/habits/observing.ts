// What a game adds to the habits, from two successive states of the page. Pure: `observe.svelte.ts` applies it.

import type { PastStroke } from '../protocol';
import { mineNow, sideOf, sideOfSitter, sitterOf } from '../store/seating';
import type { AppState } from '../store/state';
import { behindBy, inBoard, inStroke, inWonBoard, type AchievementName } from './achievements';
import type { DiaryEntry } from './habits';

/** What is known of the game so far. */
export interface Watched {
  readonly game: string;
  /** Number of strokes already looked at. */
  readonly strokes: number;
  /** Number of finished boards already looked at. */
  readonly boards: number;
  /** By how many pieces the player was behind at most in the current board. */
  readonly behind: number;
}

export interface Seen {
  readonly watched: Watched;
  readonly achievements: readonly AchievementName[];
  /** The finished game; null while it goes on. */
  readonly entry: DiaryEntry | null;
  /** The level that was beaten; empty if none. */
  readonly beaten: string;
}

type Looked = Pick<AppState, 'card' | 'shown' | 'history' | 'last' | 'session'>;

/** Look at a state; null if it is not a game of exactly one player of this browser. */
export function seen(state: Looked, before: Watched | null, now: number): Seen | null {
  const { card, shown, history, session } = state;
  const [mine] = mineNow(state as AppState);
  if (!card || !shown || !session || session.yours.length !== 1 || mine === undefined || card.game !== session.game) return null;
  const side = sideOf(state as AppState, mine);
  if (!side || shown.sides.length < 2) return null;
  const known = before?.game === card.game ? before : null;
  const found: AchievementName[] = [];
  const last = history.at(-1);
  // The first stroke of a game counts even if it is the first thing seen.
  const isNew = history.length === (known?.strokes ?? 0) + 1;
  if (last && isNew && last.seat === mine) {
    const { last: motion } = state;
    if (motion?.seat === last.seat) found.push(...inStroke(motion, last, side));
    found.push(...inBoard(history, shown, side));
  }
  const finished = shown.boards.length;
  const worst = Math.max(known?.boards === finished ? known.behind : 0, behindBy(shown.sides, side));
  if (known && finished > known.boards && last) {
    const result = shown.boards.at(-1);
    const board = history.filter(({ board: number }) => number === last.board);
    const winner = result?.winner ?? null;
    if (winner !== null && sideOfSitter(state as AppState, winner) === side) found.push(...inWonBoard(board, side, known.behind));
  }
  const watched = { game: card.game, strokes: history.length, boards: finished, behind: finished > (known?.boards ?? finished) ? 0 : worst };
  const entry = entryOf(state, now);
  if (entry?.result === 'won') found.push('first-win');
  const beaten = entry?.result === 'won' && entry.level && !card.handicap.length ? entry.level : '';
  return { watched, achievements: found, entry, beaten };
}

/** Return the diary entry of a finished game of two; null while it goes on, and for a game that does not count. */
function entryOf(state: Looked, now: number): DiaryEntry | null {
  const { card, shown, session } = state;
  const own = session?.yours[0];
  if (!card || !shown?.result || shown.result.aborted || own === undefined || !played(state.history)) return null;
  const index = shown.sides.findIndex((side) => side === sideOfSitter(state as AppState, own));
  const other = shown.sides.findIndex((_, at) => at !== index);
  const opponent = sitterOf(state as AppState, card.sitters.find(({ seat }) => sideOfSitter(state as AppState, seat) === shown.sides[other])?.seat ?? null);
  const { winner, score } = shown.result;
  const result = winner === null ? 'drawn' : sideOfSitter(state as AppState, winner) === shown.sides[index] ? 'won' : 'lost';
  const points = (at: number): number => Math.max(0, Math.round(score[at] ?? 0));
  return { game: card.game, at: now, name: opponent?.level ? '' : (opponent?.name ?? ''), level: opponent?.level ?? '', result, score: [points(index), points(other)], lesson: '' };
}

const played = (history: readonly PastStroke[]): boolean => history.length > 0;
