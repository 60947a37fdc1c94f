// What happened in a try at a puzzle, as the key of one plain sentence.

import type { PuzzleRead, TriedStroke } from '../protocol';

export function happened({ solved }: Pick<PuzzleRead, 'solved'>, { pocketed, ruling }: Pick<TriedStroke, 'pocketed' | 'ruling'>): string {
  if (solved) return 'try.solved';
  if (pocketed.includes('S')) return 'try.striker';
  if (!pocketed.length) return 'try.nothing';
  return ruling?.turn === 'continue' ? 'try.lucky' : 'try.passed';
}
