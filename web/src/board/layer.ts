// What a place draws on the board besides: under the discs, or over them.

import type { Snippet } from 'svelte';
import type { Seat } from '../protocol';
import type { Sizes } from './spec';

/** Drawn in the view's millimetres, with `bottom` at the lower edge. */
export type Layer = Snippet<[{ readonly bottom: Seat; readonly sizes: Sizes }]>;
