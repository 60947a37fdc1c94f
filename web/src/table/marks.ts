// Marks on the board for what a ruling says: a foul at the pocket where it happened, a piece at the place to which it
// returned, the queen at its pocket. Computed from the stroke and the position after it.

import { kindOf, type Sizes } from '../board/spec';
import type { Disc, Lying, Motion, Point, Verdict } from '../protocol';

/** How long marks are shown, ms. */
export const SHOWN = 2500;

export interface Mark {
  readonly kind: 'foul' | 'returned' | 'queen' | 'covered';
  /** Position on the board, µm. */
  readonly at: Point;
  readonly disc: Disc;
}

/** Return the centre and radius (mm, as the board is viewed) of the ring of a mark: around its piece, or around its pocket. */
export function ringOf({ kind }: Mark, { x, y }: Point, { pocketCentre, pocketRadius, strikerRadius }: Sizes): Point & { readonly r: number } {
  const isPocket = kind !== 'returned' && Math.min(Math.abs(x), Math.abs(y)) > pocketCentre - 2 * pocketRadius;
  return isPocket ? { x: Math.sign(x) * pocketCentre, y: Math.sign(y) * pocketCentre, r: pocketRadius + 6 } : { x, y, r: strikerRadius + 8 };
}

/** Return the marks for a stroke, from its motion, its ruling and the pieces on the board after it. */
export function marksOf(motion: Motion, ruling: Pick<Verdict, 'said'>, after: readonly Lying[]): readonly Mark[] {
  const places = new Map(after.map(({ disc, at }) => [disc, at]));
  const said = new Set(ruling.said.map(({ key }) => key));
  const falls = motion.contacts.filter(({ kind }) => kind === 'pocket').flatMap(({ discs, at }) => (discs[0] ? [{ disc: discs[0], at }] : []));
  const own = falls.filter(({ disc }) => kindOf(disc) !== 'striker' && kindOf(disc) !== 'queen' && !places.has(disc)).at(-1);
  const marks: Mark[] = [];
  for (const { disc, at } of falls) {
    const back = places.get(disc);
    if (disc === 'S') marks.push({ kind: 'foul', at, disc });
    else if (back) marks.push({ kind: 'returned', at: back, disc });
    else if (disc === 'Q' && (said.has('said.queen-waits') || said.has('said.queen-aside'))) marks.push({ kind: 'queen', at, disc });
  }
  // Pieces pocketed earlier, which are placed now as dues, or the queen that was not covered.
  const before = new Set(motion.before.placed.map(({ disc }) => disc));
  for (const { disc, at } of after) if (disc !== 'S' && !before.has(disc)) marks.push({ kind: 'returned', at, disc });
  if (said.has('said.queen-covered')) marks.push({ kind: 'covered', at: (falls.find(({ disc }) => disc === 'Q') ?? own ?? { at: { x: 0, y: 0 } }).at, disc: 'Q' });
  return marks;
}
