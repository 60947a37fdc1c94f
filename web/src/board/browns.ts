// Whether the light men are brown at this table, as some points games have them: known to every disc drawn within a place.

import { getContext, setContext } from 'svelte';
import type { Kind } from './spec';

/** What a disc is painted as. */
export type Paint = Kind | 'brown';

const KEY = Symbol('browns');

/** Paint the light men of this place brown while `browns` says so. */
export function paintBrowns(browns: () => boolean): void {
  setContext(KEY, browns);
}

/** Whether the light men are painted brown here. */
export function brownsHere(): () => boolean {
  return getContext<(() => boolean) | undefined>(KEY) ?? ((): boolean => false);
}

export function paintOf(kind: Kind, browns: boolean): Paint {
  return browns && kind === 'white' ? 'brown' : kind;
}
