// Corrections to a translation, stored in this browser until they are saved as a file.

/** A key with its English text and its translation. */
export type Sentence = readonly [key: string, english: string, says: string];
export type Corrections = Readonly<Record<string, string>>;

const KEPT = 'carrom.corrections.';

/** Return the stored corrections for a language. */
export function corrections(language: string): Corrections {
  try {
    return JSON.parse(localStorage.getItem(KEPT + language) ?? '{}') as Corrections;
  } catch {
    return {};
  }
}

/** Store the corrections. */
export function keepCorrections(language: string, kept: Corrections): void {
  try {
    localStorage.setItem(KEPT + language, JSON.stringify(kept));
  } catch {
    // Without storage, they last as long as the page is open.
  }
}

/** Return the corrections with one added; an empty or unchanged text removes it. */
export function corrected(kept: Corrections, [key, , says]: Sentence, better: string): Corrections {
  const { [key]: _, ...others } = kept;
  const text = better.trim();
  return text === '' || text === says ? others : { ...others, [key]: text };
}

/** Return the placeholders in braces that a correction has lost. */
export function lost([, , says]: Sentence, better: string): readonly string[] {
  if (!better.trim()) return [];
  return [...new Set(says.match(/\{\w+\}/g) ?? [])].filter((name) => !better.includes(name));
}

/** Return the entries that contain every search term in the translation or in English. */
export function sentencesWith(all: readonly Sentence[], wanted: string): readonly Sentence[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((sentence) => words.every((word) => sentence.join(' ').toLowerCase().includes(word)));
}

/** Save the corrections as a file for `python -m carrom.translation_check`. */
export function saveCorrections(language: string, kept: Corrections): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(kept, null, 2)}\n`], { type: 'application/json' }));
  link.download = `${language}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
