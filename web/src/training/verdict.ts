// What happened in a try at a puzzle, as the key of one plain sentence.

import type { PuzzleRead, TriedStroke } from '../protocol';
import type { PuzzleGoal } from './api_types';

export function happened({ solved }: Pick<PuzzleRead, 'solved'>, { pocketed, ruling }: Pick<TriedStroke, 'pocketed' | 'ruling'>, goal: PuzzleGoal = 'turn'): string {
  if (goal === 'due') return solved ? 'try.placed' : 'try.badly-placed';
  if (!solved && pocketed.includes('S')) return 'try.striker';
  if (goal === 'defence') return solved ? 'try.defended' : 'try.undefended';
  if (solved) return 'try.solved';
  if (!pocketed.length) return 'try.nothing';
  return ruling?.turn === 'continue' ? 'try.lucky' : 'try.passed';
}
