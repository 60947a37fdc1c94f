// The wood of the board and the set of pieces that this browser shows: one choice for every board on the page. The
// equipment rules ask for a board of polished wood with red circles (clause A) and for nine white and nine black
// pieces of wood and one red queen (clause B); they name no kind of wood and no shade, so the choices differ in those only.

import type { Paint } from './browns';

/** Woods of the board: surface and frame. */
export const WOODS = ['birch', 'maple', 'teak'] as const;
/** Sets of pieces: turned wood in its own shades, or lacquered. */
export const SETS = ['turned', 'lacquered'] as const;
export type WoodName = (typeof WOODS)[number];
export type SetName = (typeof SETS)[number];

/** A paint as drawn: those of the lacquered set have their own. */
export type Appearance = Paint | 'ivory' | 'jet';

export const looks: { wood: WoodName; set: SetName } = $state({ wood: 'birch', set: 'turned' });

/** Show this wood and set; unknown names, as in settings of another version, change nothing. */
export function showLooks(wood: string, set: string): void {
  looks.wood = WOODS.find((name) => name === wood) ?? looks.wood;
  looks.set = SETS.find((name) => name === set) ?? looks.set;
}

/** Return how a paint is drawn with a set of pieces. */
export function appearanceOf(paint: Paint, set: SetName = looks.set): Appearance {
  if (set === 'turned') return paint;
  return paint === 'white' ? 'ivory' : paint === 'black' ? 'jet' : paint;
}
