// Reactive media queries.

/** Return whether a media query matches, updated as it changes. */
export function matching(query: string): { readonly now: boolean } {
  const list = typeof matchMedia === 'undefined' ? null : matchMedia(query);
  let now = $state(list?.matches ?? false);
  list?.addEventListener('change', (event) => (now = event.matches));
  return {
    get now() {
      return now;
    },
  };
}

/** Return whether text is set to 150 % or more, as the page was loaded. Media queries do not tell: their rem is the browser's. */
export const hasLargeText = (): boolean => parseFloat(getComputedStyle(document.documentElement).fontSize) >= 24;

/** A portrait window too narrow for a column beside the board. */
export const UPRIGHT = '(max-width: 60rem) and (orientation: portrait)';
/** A screen played with fingers: the fine controls unfold from one button. */
export const PHONE = `${UPRIGHT}, (max-height: 30rem)`;
/** No room beside the board for rarely used parts: the panel opens over the page. */
export const CROWDED = `${UPRIGHT}, (max-height: 47rem), (max-width: 60rem)`;
/** No room for a row of links in every language. */
export const NARROW = '(max-width: 46rem)';
