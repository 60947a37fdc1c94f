// Board dimensions for drawing and dragging, in millimetres, from the equipment named by the server's rule card.
// Legality is never derived from these.

import type { Disc, Equipment } from '../protocol';

/** Dimensions of what is drawn, in mm; lines and centres are measured from the centre of the board. */
export interface Sizes {
  readonly half: number;
  readonly pocketRadius: number;
  readonly pocketCentre: number;
  readonly manRadius: number;
  readonly strikerRadius: number;
  /** The two baselines: the edge nearest the frame and the far edge. */
  readonly lowerLine: number;
  readonly upperLine: number;
  readonly baseline: number;
  readonly baseCircleRadius: number;
  readonly baseDiscRadius: number;
  readonly baseCircleOffset: number;
  readonly arrowLength: number;
  readonly arrowTip: number;
  readonly arrowWidth: number;
  readonly centreCircleRadius: number;
  readonly outerCircleRadius: number;
}

const made = new WeakMap<Equipment, Sizes>();

/** Return the dimensions of a board; cached by equipment. */
export function sizesOf(equipment: Equipment): Sizes {
  const known = made.get(equipment) ?? measured(equipment);
  made.set(equipment, known);
  return known;
}

function measured(equipment: Equipment): Sizes {
  const half = equipment.surface / 2000;
  const pocketRadius = equipment.pocket_diameter / 2000;
  const lowerLine = half - equipment.lower_line / 1000;
  const upperLine = half - equipment.upper_line / 1000;
  return {
    half,
    pocketRadius,
    pocketCentre: half - pocketRadius,
    manRadius: equipment.man_diameter / 2000,
    strikerRadius: equipment.striker_diameter / 2000,
    lowerLine,
    upperLine,
    baseline: (lowerLine + upperLine) / 2,
    baseCircleRadius: equipment.base_circle_diameter / 2000,
    baseDiscRadius: equipment.base_circle_disc / 2000,
    baseCircleOffset: equipment.base_circle_offset / 1000,
    arrowLength: equipment.arrow_length / 1000,
    arrowTip: equipment.arrow_tip / 1000,
    arrowWidth: equipment.arrow_width / 1000,
    centreCircleRadius: equipment.centre_circle / 2000,
    outerCircleRadius: equipment.outer_circle / 2000,
  };
}

export type Kind = 'striker' | 'queen' | 'white' | 'black';

/** Every disc by name: the striker, the queen, nine white pieces, nine black pieces. */
export const DISCS: readonly Disc[] = [
  ...(['S', 'Q'] as const),
  ...(['W1', 'W2', 'W3', 'W4', 'W5', 'W6', 'W7', 'W8', 'W9'] as const),
  ...(['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8', 'B9'] as const),
];

/** Return the kind of the disc with this name. */
export function kindOf(disc: Disc): Kind {
  const first = disc.charAt(0);
  return first === 'S' ? 'striker' : first === 'Q' ? 'queen' : first === 'W' ? 'white' : 'black';
}

/** Return the disc's radius in millimetres. */
export function radiusOf(disc: Disc, sizes: Sizes): number {
  return disc === 'S' ? sizes.strikerRadius : sizes.manRadius;
}
