// The board's dimensions for drawing and dragging, in millimetres. Source: equipment clauses A and B of the
// official laws, the same canonical values as `carrom.board.spec`. What is legal is never worked out from these.

import type { Disc } from '../protocol';

export const HALF = 370;
export const FRAME = 70;
export const POCKET_RADIUS = 22.25;
export const POCKET_CENTRE = HALF - POCKET_RADIUS;
export const MAN_RADIUS = 15.9;
export const STRIKER_RADIUS = 20.65;
/** The two base lines, measured from the board's middle: the face on the frame's side and the far face. */
export const LOWER_LINE = HALF - 101.5;
export const UPPER_LINE = HALF - 133.3;
export const LOWER_LINE_WIDTH = 5.75;
export const BASELINE = (LOWER_LINE + UPPER_LINE) / 2;
export const BASE_CIRCLE_RADIUS = 15.9;
export const BASE_DISC_RADIUS = 12.7;
export const BASE_CIRCLE_OFFSET = 219.1;
export const ARROW_LENGTH = 267;
export const ARROW_TIP = 72.25;
export const ARROW_WIDTH = 1.5;
export const ARROW_ARC = 63.5;
export const CENTRE_CIRCLE_RADIUS = 15.9;
export const OUTER_CIRCLE_RADIUS = 85;

export type Kind = 'striker' | 'queen' | 'white' | 'black';

/** Every disc by name: the striker, the queen, nine white men, nine black men. */
export const DISCS: readonly Disc[] = [
  ...(['S', 'Q'] as const),
  ...(['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9'] as const),
  ...(['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9'] as const),
];

/** Which kind of disc bears this name. */
export function kindOf(disc: Disc): Kind {
  const first = disc.charAt(0);
  return first === 'S' ? 'striker' : first === 'Q' ? 'queen' : first === 'W' ? 'white' : 'black';
}

/** The disc's radius in millimetres. */
export function radiusOf(disc: Disc): number {
  return disc === 'S' ? STRIKER_RADIUS : MAN_RADIUS;
}
