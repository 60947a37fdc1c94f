// Props that every page component receives.

import type { Store } from '../store/store.svelte';
import type { Router } from './router.svelte';

/** The props of a page. */
export interface PlaceProps {
  readonly store: Store;
  readonly router: Router;
  /** The parameters in the path: `/game/:game` has `game`. */
  readonly params: Readonly<Record<string, string>>;
}
