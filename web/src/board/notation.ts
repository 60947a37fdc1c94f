// Positions as text (docs/notation.md): `c1_Q.0.0_W1.-4.-31824`, whole micrometres. The server checks; this only reads.

import type { Disc, Lying } from '../protocol';

const WORD = /^([SQ]|[WB][1-9])\.(-?\d{1,9})\.(-?\d{1,9})$/;

/** The discs of a text, in its order; null when it is no position. */
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

/** The text of discs. */
export function writePosition(placed: readonly Lying[]): string {
  return ['c1', ...placed.map(({ disc, at }) => `${disc}.${at.x}.${at.y}`)].join('_');
}
