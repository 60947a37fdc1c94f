// The bundled letters of a language (languages.css): fetched before its words are shown, so that nothing jumps and no
// empty box stands anywhere, however plain the machine.

/** A family for each language that has letters of its own, with one of them. */
const FAMILIES: Readonly<Record<string, readonly [string, string]>> = {
  hi: ['Carrom Devanagari', 'क'],
  ta: ['Carrom Tamil', 'த'],
  bn: ['Carrom Bengali', 'ব'],
  ur: ['Carrom Naskh', 'ا'],
  si: ['Carrom Sinhala', 'ස'],
};
/** How long words wait for their letters, ms. */
const PATIENCE = 3000;

/** The letters of these languages, as soon as they are here; words do not wait for them for ever. */
export async function lettersOf(tags: readonly string[]): Promise<void> {
  if (typeof document === 'undefined' || !('fonts' in document)) return;
  const wanted = tags.flatMap((tag) => {
    const [family, letter] = FAMILIES[tag] ?? [];
    return family ? [document.fonts.load(`1em '${family}'`, letter)] : [];
  });
  if (!wanted.length) return;
  await Promise.race([Promise.allSettled(wanted), new Promise((late) => setTimeout(late, PATIENCE))]);
}

/** Draw every text anew when letters come late (a name in another script): Chromium keeps some of their empty boxes. */
export function drawLettersAnew(): void {
  if (!('fonts' in document)) return;
  document.fonts.addEventListener('loadingdone', () => {
    const { dataset } = document.documentElement;
    dataset.letters = dataset.letters === 'odd' ? 'even' : 'odd';
  });
}
