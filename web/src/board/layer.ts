// Type of the extra layers that a page draws on the board, under or over the discs.

import type { Snippet } from 'svelte';
import type { Seat } from '../protocol';
import type { Sizes } from './spec';

/** Snippet drawn in view coordinates (mm), with `bottom` at the lower edge. */
export type Layer = Snippet<[{ readonly bottom: Seat; readonly sizes: Sizes }]>;
