// Parser and serializer of the text notation for positions and strokes (docs/reference/notation.md):
// `c1_Q.0.0_W1.-4.-31824`, `x12000.vx150000.vy3500000`. Validation is the server's task.

import type { Disc, Lying, Stroke } from '../protocol';

const WORD = /^([SQ]|[WB][1-9])\.(-?\d{1,9})\.(-?\d{1,9})$/;

/** Parse a position into its discs, in order; null if the text is not a position. */
export function readPosition(text: string): readonly Lying[] | null {
  const [version, ...words] = text.trim().split('_');
  if (version !== 'c1') return null;
  const placed: Lying[] = [];
  for (const word of words) {
    const match = WORD.exec(word);
    if (!match || placed.some(({ disc }) => disc === match[1])) return null;
    placed.push({ disc: match[1] as Disc, at: { x: Number(match[2]), y: Number(match[3]) } });
  }
  return placed;
}

/** Serialize discs as a position. */
export function writePosition(placed: readonly Lying[]): string {
  return ['c1', ...placed.map(({ disc, at }) => `${disc}.${at.x}.${at.y}`)].join('_');
}

const STROKE = /^x(-?\d{1,9})\.vx(-?\d{1,9})\.vy(-?\d{1,9})(?:\.y(-?\d{1,9}))?(?:\.spin(-?\d{1,9}))?$/;

/** Parse a stroke; null if the text is not a stroke. */
export function readStroke(text: string): Stroke | null {
  const match = STROKE.exec(text.trim());
  if (!match) return null;
  const [x = 0, vx = 0, vy = 0, y = 0, spin = 0] = match.slice(1).map((word) => Number(word ?? 0));
  return { x, vx, vy, y, spin };
}

/** Serialize a stroke. */
export function writeStroke({ x, vx, vy, y = 0, spin = 0 }: Stroke): string {
  return `x${x}.vx${vx}.vy${vy}${y ? `.y${y}` : ''}${spin ? `.spin${spin}` : ''}`;
}
