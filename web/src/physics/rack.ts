// The gaps of a rack, drawn as `carrom.board.rack` draws them. Only a table in this browser lets the page know them.

import type { Lying, Position } from '../protocol';
import { crc32 } from './digest';
import { DISCS } from './strokes';

/** Maximum offset of each coordinate, µm. */
const JITTER = 5;
const WORD = (1n << 64n) - 1n;

/** Return a rack with the gaps that follow from the nonce of the break. */
export function withGaps(nominal: Position, nonce: string): Position {
  const draw = numbers(crc32(nonce));
  const placed = DISCS.slice(1).flatMap((disc): Lying[] => {
    const [across, up] = [draw(), draw()];
    const at = nominal.placed.find((one) => one.disc === disc)?.at;
    return at ? [{ disc, at: { x: at.x + across, y: at.y + up } }] : [];
  });
  return { placed };
}

/** Return a generator of offsets: SplitMix64 (`carrom.board.arithmetic`). */
function numbers(seed: number): () => number {
  let state = BigInt(seed >>> 0);
  return () => {
    state = (state + 0x9e3779b97f4a7c15n) & WORD;
    let mixed = ((state ^ (state >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & WORD;
    mixed ^= mixed >> 31n;
    return Number((mixed * BigInt(2 * JITTER + 1)) >> 64n) - JITTER;
  };
}
