// Web fonts for languages with their own scripts (languages.css), loaded before their texts are shown, so that the
// layout does not jump and no glyph is missing, whatever fonts the machine has.

/** The font family of each language with its own script, and a sample letter. */
const FAMILIES: Readonly<Record<string, readonly [string, string]>> = {
  hi: ['Carrom Devanagari', 'क'],
  ta: ['Carrom Tamil', 'த'],
  bn: ['Carrom Bengali', 'ব'],
  ur: ['Carrom Naskh', 'ا'],
  si: ['Carrom Sinhala', 'ස'],
};
/** Maximum time in ms to wait for a font. */
const PATIENCE = 3000;

/** Load the fonts of these languages; waits for them for a limited time. */
export async function lettersOf(tags: readonly string[]): Promise<void> {
  if (typeof document === 'undefined' || !('fonts' in document)) return;
  const wanted = tags.flatMap((tag) => {
    const [family, letter] = FAMILIES[tag] ?? [];
    return family ? [document.fonts.load(`1em '${family}'`, letter)] : [];
  });
  if (!wanted.length) return;
  await Promise.race([Promise.allSettled(wanted), new Promise((late) => setTimeout(late, PATIENCE))]);
}

/**
 * Redraw all text when a font arrives late (a name in another script), because Chromium retains some missing-glyph
 * boxes.
 */
export function drawLettersAnew(): void {
  if (!('fonts' in document)) return;
  document.fonts.addEventListener('loadingdone', () => {
    const { dataset } = document.documentElement;
    dataset.letters = dataset.letters === 'odd' ? 'even' : 'odd';
  });
}
