// Svelte context: whether the light pieces are painted brown, as in some points games. Read by every disc component
// below the one that sets it.

import { getContext, setContext } from 'svelte';
import type { Kind } from './spec';

/** How a disc is painted. */
export type Paint = Kind | 'brown';

const KEY = Symbol('browns');

/** Paint the light pieces brown in this component's subtree while `browns` returns true. */
export function paintBrowns(browns: () => boolean): void {
  setContext(KEY, browns);
}

/** Return whether the light pieces are painted brown here. */
export function brownsHere(): () => boolean {
  return getContext<(() => boolean) | undefined>(KEY) ?? ((): boolean => false);
}

export function paintOf(kind: Kind, browns: boolean): Paint {
  return browns && kind === 'white' ? 'brown' : kind;
}
