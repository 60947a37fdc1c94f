// Translation catalogues: one per language. English is bundled; other languages are loaded when selected. The page's
// English texts are in `en.json` and those of rulings in the Python package's catalogue; other languages have both in
// one file.

import { lettersOf } from './letters';
import page from './en.json';
import rulings from '../../../src/carrom/i18n/en.json';

export type Params = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

/** A language: its tag and its own name for itself. */
export interface Language {
  readonly tag: string;
  readonly name: string;
  readonly english: string;
  readonly dir: 'ltr' | 'rtl';
}

/** The available languages. */
export const LANGUAGES: readonly Language[] = [
  { tag: 'en', name: 'English', english: 'English', dir: 'ltr' },
  { tag: 'hi', name: 'हिन्दी', english: 'Hindi', dir: 'ltr' },
  { tag: 'ta', name: 'தமிழ்', english: 'Tamil', dir: 'ltr' },
  { tag: 'bn', name: 'বাংলা', english: 'Bengali', dir: 'ltr' },
  { tag: 'ur', name: 'اردو', english: 'Urdu', dir: 'rtl' },
  { tag: 'si', name: 'සිංහල', english: 'Sinhala', dir: 'ltr' },
];

const ENGLISH: Record<string, string> = { ...rulings, ...page };
const files = import.meta.glob<Catalogue>('../../../src/carrom/i18n/{hi,ta,bn,ur,si}.json', { import: 'default' });
const KEPT = 'carrom.language';
/** Unicode isolates placed around text with its own direction. */
const FIRST_STRONG_ISOLATE = String.fromCharCode(0x2068);
const POP_ISOLATE = String.fromCharCode(0x2069);

/** A loaded language: its catalogue, plural rules and number format. */
interface Speech {
  readonly tag: string;
  readonly words: Catalogue;
  readonly plural: (count: number) => string;
  readonly number: (value: number) => string;
  readonly dir: 'ltr' | 'rtl';
}

function speech(tag: string, words: Catalogue): Speech {
  const known = LANGUAGES.find((each) => each.tag === tag);
  const { dir } = known ?? { dir: 'ltr' as const };
  const locale = known ? tag : 'en';
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  // Create the Intl objects only when needed: together they cost a slow phone a tenth of a second, and common numbers
  // need none of them. Latin digits everywhere, so that clauses, clocks and scores on one screen match.
  const plural = (count: number): string =>
    locale === 'en' ? (Math.abs(count) === 1 ? 'one' : 'other') : (plurals ??= new Intl.PluralRules(locale)).select(count);
  const number = (value: number): string => {
    if (value >= 0 && value < 1e12) return String(Math.round(value * 1000) / 1000);
    return (numbers ??= new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 3 })).format(value);
  };
  return { tag, words, plural, number, dir };
}

const english = speech('en', ENGLISH);
/** Texts shown since the page was loaded, by key; only if `carromTexts` was set before (docs/pictures/texts.py does so). */
const shown = (globalThis as { carromTexts?: Map<string, string> }).carromTexts;
let now: Speech = $state.raw(english);

/** Add the English texts of a lazily loaded page (`more/*.json`). */
export function alsoSays(sentences: Catalogue): void {
  Object.assign(ENGLISH, sentences);
}

/** Return the tag of the current language. */
export function language(): string {
  return now.tag;
}

/** Whether the current translation has not been reviewed. */
export function unchecked(): boolean {
  return now.words['@status'] === 'unchecked';
}

/** Return a text in the page's language; falls back to English, then to the key itself. */
export function t(key: string, params: Params = {}): string {
  return said(now, key, params);
}

/** Return the English text of a key; empty if only the server has it. */
export function englishOf(key: string): string {
  return ENGLISH[key] ?? '';
}

/** Whether a key has a text in the current language or in English. */
export function has(key: string): boolean {
  return find(now.words, key, key) !== undefined || find(ENGLISH, key, key) !== undefined;
}

/** Return a translator for one catalogue, independent of the page's language. */
export function translator(tag: string, words: Catalogue = ENGLISH): (key: string, params?: Params) => string {
  const speaks = speech(tag, words);
  return (key, params = {}) => said(speaks, key, params);
}

/** Switch the page's language and store the choice; false if it could not be loaded. */
export async function setLanguage(tag: string): Promise<boolean> {
  const done = await speak(tag);
  if (done) remember(tag);
  return done;
}

/** Load the initial language: the stored choice, otherwise the first of the browser's languages that is available. */
export async function startLanguage(): Promise<void> {
  await speak(firstLanguage());
}

async function speak(tag: string): Promise<boolean> {
  const load = files[`../../../src/carrom/i18n/${tag}.json`];
  if (tag !== 'en' && !load) return false;
  try {
    const [words] = await Promise.all([tag === 'en' || !load ? ENGLISH : load(), lettersOf([tag])]);
    now = tag === 'en' ? english : speech(tag, words);
  } catch {
    return false;
  }
  if (typeof document !== 'undefined') {
    document.documentElement.lang = now.tag;
    document.documentElement.dir = now.dir;
  }
  return true;
}

/** Return the tag of the initial language. */
export function firstLanguage(): string {
  const wanted = [recall(), ...(typeof navigator === 'undefined' ? [] : navigator.languages)];
  const tags = wanted.map((tag) => tag?.split('-')[0]?.toLowerCase());
  return tags.find((tag) => LANGUAGES.some((each) => each.tag === tag)) ?? 'en';
}

function said({ words, plural, number, dir }: Speech, key: string, params: Params): string {
  const { count } = params;
  const form = typeof count === 'number' ? `${key}.${plural(count)}` : key;
  const sentence = find(words, form, key) ?? find(ENGLISH, form, key) ?? key;
  const text = sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return number(value);
    return dir === 'rtl' ? apart(value) : value;
  });
  shown?.set(form in ENGLISH ? form : key, text);
  return text;
}

/** Isolate a name for use in a sentence, so that Latin letters keep their direction in right-to-left text. */
export function isolated(name: string): string {
  return now.dir === 'rtl' ? apart(name) : name;
}

function apart(name: string): string {
  return /[A-Za-z0-9]/.test(name) ? FIRST_STRONG_ISOLATE + name + POP_ISOLATE : name;
}

function find(words: Catalogue, form: string, key: string): string | undefined {
  return words[form] ?? words[`${key}.other`] ?? words[key];
}

function recall(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function remember(tag: string): void {
  try {
    localStorage.setItem(KEPT, tag);
  } catch {
    // Without storage, the browser's language applies after a reload.
  }
}
