// One catalogue a language: keys to sentences. `{name}` is filled in; a sentence that counts has one key a plural form
// (`key.one`, `key.other`), chosen by the language's own rules.

import en from './en.json';

export type Params = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

const catalogues: Readonly<Record<string, Catalogue>> = { en };

/** The languages there are, by their tags. */
export const LANGUAGES = Object.keys(catalogues);

/** A translator for one language; what it lacks is said in English, what English lacks shows its key. */
export function translator(language: string): (key: string, params?: Params) => string {
  const catalogue = catalogues[language] ?? en;
  const rules = new Intl.PluralRules(catalogue === en ? 'en' : language);
  return (key, params = {}) => {
    const { count } = params;
    const counted = typeof count === 'number' ? `${key}.${rules.select(count)}` : key;
    const sentence = find(catalogue, counted, key) ?? find(en, counted, key) ?? key;
    return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
  };
}

function find(catalogue: Catalogue, counted: string, key: string): string | undefined {
  return catalogue[counted] ?? catalogue[`${key}.other`] ?? catalogue[key];
}

/** The text of this page's language. */
export const t = translator(typeof document === 'undefined' ? 'en' : document.documentElement.lang || 'en');
