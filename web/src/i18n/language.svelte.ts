// One catalogue a language. English comes with the page; another language is loaded when it is chosen. What the page says
// in English stands in `en.json`, what rulings say in the package's catalogue; another language has both in one file.

import { lettersOf } from './letters';
import page from './en.json';
import rulings from '../../../src/carrom/i18n/en.json';

export type Params = Readonly<Record<string, string | number>>;
export type Catalogue = Readonly<Record<string, string>>;

/** A language, by its tag, with its own name for itself. */
export interface Language {
  readonly tag: string;
  readonly name: string;
  readonly english: string;
  readonly dir: 'ltr' | 'rtl';
}

/** The languages there are. */
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
/** What stands around a text whose direction is its own. */
const FIRST_STRONG_ISOLATE = String.fromCharCode(0x2068);
const POP_ISOLATE = String.fromCharCode(0x2069);

/** How a language says things: its words, its plural forms, its numbers. */
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
  // The browser's own rules are made when they are first needed: together they cost a slow phone a tenth of a second, and
  // the usual numbers need none of them. Latin digits everywhere: a clause, a clock and a score on one screen look alike.
  const plural = (count: number): string =>
    locale === 'en' ? (Math.abs(count) === 1 ? 'one' : 'other') : (plurals ??= new Intl.PluralRules(locale)).select(count);
  const number = (value: number): string => {
    if (value >= 0 && value < 1e12) return String(Math.round(value * 1000) / 1000);
    return (numbers ??= new Intl.NumberFormat(locale, { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 3 })).format(value);
  };
  return { tag, words, plural, number, dir };
}

const english = speech('en', ENGLISH);
let now: Speech = $state.raw(english);

/** Know the English sentences of a place that comes when it is asked for (`more/*.json`), from then on. */
export function alsoSays(sentences: Catalogue): void {
  Object.assign(ENGLISH, sentences);
}

/** The tag of the language that is spoken. */
export function language(): string {
  return now.tag;
}

/** Whether nobody has checked the translation that is shown. */
export function unchecked(): boolean {
  return now.words['@status'] === 'unchecked';
}

/** The text of this page's language; what it lacks is said in English, what English lacks shows its key. */
export function t(key: string, params: Params = {}): string {
  return said(now, key, params);
}

/** What a key says in English; nothing where only the server knows. */
export function englishOf(key: string): string {
  return ENGLISH[key] ?? '';
}

/** Whether a key has a sentence, in the language of the moment or in English. */
export function has(key: string): boolean {
  return find(now.words, key, key) !== undefined || find(ENGLISH, key, key) !== undefined;
}

/** A translator for one catalogue, for whoever speaks beside the page's own language. */
export function translator(tag: string, words: Catalogue = ENGLISH): (key: string, params?: Params) => string {
  const speaks = speech(tag, words);
  return (key, params = {}) => said(speaks, key, params);
}

/** Speak another language from now on, everywhere at once, and in this browser always; false if it could not be loaded. */
export async function setLanguage(tag: string): Promise<boolean> {
  const done = await speak(tag);
  if (done) remember(tag);
  return done;
}

/** Speak the language to begin with: the one chosen here before, else the browser's first of those there are. */
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

/** The tag of the language to begin with. */
export function firstLanguage(): string {
  const wanted = [recall(), ...(typeof navigator === 'undefined' ? [] : navigator.languages)];
  const tags = wanted.map((tag) => tag?.split('-')[0]?.toLowerCase());
  return tags.find((tag) => LANGUAGES.some((each) => each.tag === tag)) ?? 'en';
}

function said({ words, plural, number, dir }: Speech, key: string, params: Params): string {
  const { count } = params;
  const form = typeof count === 'number' ? `${key}.${plural(count)}` : key;
  const sentence = find(words, form, key) ?? find(ENGLISH, form, key) ?? key;
  return sentence.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = params[name];
    if (value === undefined) return whole;
    if (typeof value === 'number') return number(value);
    return dir === 'rtl' ? apart(value) : value;
  });
}

/** A name as it stands in a sentence: in Latin letters it keeps its own direction where the sentence runs from the right. */
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
    // A browser that stores nothing speaks its own language again after a reload.
  }
}
