// One's own mistakes as a drill: positions of strokes that ended the turn, in solo runs and games, which come back after a
// day and after three days until they are made three times in a row. Pure functions; `storage.ts` stores the list.

import { writePosition } from '../board/notation';
import type { SetupPosition } from '../protocol';
import { mineNow, sideOf } from '../store/seating';
import type { AppState } from '../store/state';

export interface Mistake {
  /** When the stroke was missed, ms since 1970. */
  readonly at: number;
  readonly moment: SetupPosition;
  readonly from: 'solo' | 'game';
  /** Times in a row that it was made since. */
  readonly right: number;
  /** From when on it is to be repeated, ms since 1970. */
  readonly due: number;
}

/** Number of mistakes that are stored; the newest stay. */
export const MOST_MISTAKES = 60;
const DAY = 86_400_000;
/** Pause (ms) after the first and the second time it is made; after the third it leaves the list. */
const PAUSES: readonly number[] = [DAY, 3 * DAY];

/** Return the list with a new mistake; a position that is in it already begins anew. */
export function withMistake(list: readonly Mistake[], moment: SetupPosition, from: Mistake['from'], now: number): readonly Mistake[] {
  const others = list.filter((each) => each.moment.position !== moment.position);
  return [{ at: now, moment, from, right: 0, due: now }, ...others].slice(0, MOST_MISTAKES);
}

/** Return the list after a mistake was tried again. */
export function afterTry(list: readonly Mistake[], position: string, hit: boolean, now: number): readonly Mistake[] {
  return list.flatMap((each) => {
    if (each.moment.position !== position) return [each];
    if (!hit) return [{ ...each, right: 0, due: now }];
    const pause = PAUSES[each.right];
    return pause === undefined ? [] : [{ ...each, right: each.right + 1, due: now + pause }];
  });
}

/** Return the mistakes that are to be repeated now, the longest waiting first. */
export const dueNow = (list: readonly Mistake[], now: number): readonly Mistake[] =>
  list.filter(({ due }) => due <= now).sort((one, other) => one.due - other.due);

/** Return the mistakes in a JSON value; what is invalid is left out. */
export function mistakesOf(value: unknown): readonly Mistake[] {
  if (!Array.isArray(value)) return [];
  const sound = (each: Partial<Mistake> | null): each is Mistake =>
    typeof each?.moment?.position === 'string' && [each.at, each.right, each.due].every((one) => Number.isFinite(one)) && (each.from === 'solo' || each.from === 'game');
  return value.filter(sound).slice(0, MOST_MISTAKES);
}

type Looked = Pick<AppState, 'card' | 'shown' | 'history' | 'session'>;

/**
 * Return the position of this player's stroke that has just ended their turn, as it can be set up again; null if there is
 * none. `before` is the state before the stroke.
 */
export function missedIn(before: Looked, after: Looked): SetupPosition | null {
  const { shown, card, session } = before;
  const last = after.history.at(-1);
  const [mine] = mineNow(after as AppState);
  if (!shown || !card || card.game !== after.card?.game || session?.yours.length !== 1 || mine === undefined) return null;
  if (!last || after.history.length !== before.history.length + 1 || last.seat !== mine || last.turn !== 'pass') return null;
  const [expected] = shown.expected;
  if (shown.phase !== 'play' || expected?.type !== 'strike' || expected.seat !== mine || shown.sides.length !== 2) return null;
  const side = sideOf(before as AppState, mine);
  if (!side) return null;
  const { where, seat } = shown.queen;
  const queen = where === 'covered' ? (seat && side.seats.includes(seat) ? 'mover' : 'opponent') : where;
  const white = shown.sides.find(({ colour }) => colour === 'white')?.seats[0] ?? mine;
  return { rules: card.ruleset, position: writePosition(shown.position.placed.filter(({ disc }) => disc !== 'S')), turn: mine, white, queen };
}
