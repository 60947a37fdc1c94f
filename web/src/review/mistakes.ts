// The confirmed mistakes of a reviewed game as positions to solve, and the verdict on a stroke that was tried.

import type { ReviewBegun, Seat, SetupPosition, StrokeFacts, StrokeReviewed } from '../protocol';
import { DEAD_BAND } from '../training/coaching';

/** Whether a review blames the player for a stroke: rollouts have confirmed its loss. */
export const isCalled = ({ grade }: Pick<StrokeReviewed, 'grade'>): boolean => grade !== 'best' && grade !== 'good';
/** Whether there was no time to play a possible loss out, so that the choice is neither good nor a mistake. */
export const isUnchecked = ({ rolled, pending, said }: Pick<StrokeReviewed, 'rolled' | 'pending' | 'said'>): boolean =>
  rolled === null && !pending && said > DEAD_BAND;

/** A mistake whose position can be set up. */
export type Mistake = StrokeReviewed & { readonly moment: SetupPosition };

/** Return the players whose mistakes are shown: those in the viewer's seats, otherwise everyone. */
export function playersShown(begun: ReviewBegun | null, yours: readonly Seat[]): readonly number[] {
  const players = begun?.players ?? [];
  const own = players.flatMap(({ seat }, index) => (yours.includes(seat) ? [index] : []));
  return own.length ? own : players.map((_, index) => index);
}

/** Return the mistakes of these players, in the order of the game. */
export function mistakesOf(strokes: ReadonlyMap<number, StrokeReviewed>, players: readonly number[]): readonly Mistake[] {
  return [...strokes.values()]
    .filter((each): each is Mistake => isCalled(each) && each.moment !== null && players.includes(each.player))
    .sort((one, other) => one.number - other.number);
}

/** Verdict on a stroke that was tried in place of a mistake. */
export type Verdict = 'found' | 'same' | 'worse';

/**
 * Return the verdict on a stroke. Every stroke within the value's error (`band`) of the best one is a solution, as
 * there is no telling them apart; `same` is the mistake once more.
 */
export function verdictOn(line: StrokeFacts, { best, meant }: StrokeReviewed, band: number): Verdict {
  if (line.win >= best.win - band) return 'found';
  return line.disc === meant.disc && line.corner === meant.corner && line.name === meant.name ? 'same' : 'worse';
}
