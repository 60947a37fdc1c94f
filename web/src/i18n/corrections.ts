// Better sentences for a translation, kept in this browser until they are saved as a file.

/** A key with its English and what the translation says. */
export type Sentence = readonly [key: string, english: string, says: string];
export type Corrections = Readonly<Record<string, string>>;

const KEPT = 'carrom.corrections.';

/** The better sentences that somebody wrote here for a language. */
export function corrections(language: string): Corrections {
  try {
    return JSON.parse(localStorage.getItem(KEPT + language) ?? '{}') as Corrections;
  } catch {
    return {};
  }
}

/** Keep them. */
export function keepCorrections(language: string, kept: Corrections): void {
  try {
    localStorage.setItem(KEPT + language, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing keeps them while the page is open.
  }
}

/** The corrections with one more; a sentence that is empty or as it was is none. */
export function corrected(kept: Corrections, [key, , says]: Sentence, better: string): Corrections {
  const { [key]: _, ...others } = kept;
  const text = better.trim();
  return text === '' || text === says ? others : { ...others, [key]: text };
}

/** The names in braces that a better sentence has lost. */
export function lost([, , says]: Sentence, better: string): readonly string[] {
  if (!better.trim()) return [];
  return [...new Set(says.match(/\{\w+\}/g) ?? [])].filter((name) => !better.includes(name));
}

/** The sentences in which every word stands, in the language or in English. */
export function sentencesWith(all: readonly Sentence[], wanted: string): readonly Sentence[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  return all.filter((sentence) => words.every((word) => sentence.join(' ').toLowerCase().includes(word)));
}

/** Save them as a file, as `python -m carrom.translation_check` takes it. */
export function saveCorrections(language: string, kept: Corrections): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([`${JSON.stringify(kept, null, 2)}\n`], { type: 'application/json' }));
  link.download = `${language}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
