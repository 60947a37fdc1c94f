// Tests of the translation catalogues and plural forms.

import { expect, it } from 'vitest';
import en from '../src/i18n/en.json';
import rulings from '../../src/carrom/i18n/en.json';
import { PLACES, TABS, TOOLS } from '../src/router/routes';
import { LANGUAGES, t, translator } from '../src/i18n/t';

const more: Readonly<Record<string, Readonly<Record<string, string>>>> = import.meta.glob('../src/i18n/more/*.json', { import: 'default', eager: true });
const catalogue: Readonly<Record<string, string>> = Object.assign({ ...en }, ...Object.values(more));
const known: Readonly<Record<string, string>> = { ...rulings, ...catalogue };

const sources: Readonly<Record<string, string>> = import.meta.glob('../src/**/*.{ts,svelte}', { query: '?raw', import: 'default', eager: true });

it('fills in what is named, and leaves what is not given', () => {
  expect(t('turn.named', { name: 'Asha' })).toBe('Asha to strike');
  expect(t('turn.named')).toBe('{name} to strike');
});

it('counts by the language’s plural rules', () => {
  expect([t('left', { count: 1 }), t('left', { count: 3 })]).toEqual(['1 man left', '3 men left']);
});

it('numbers are written as the browser’s own rules write them, whichever way is quicker', () => {
  for (const { tag } of LANGUAGES) {
    const own = new Intl.NumberFormat(tag, { numberingSystem: 'latn', useGrouping: false, maximumFractionDigits: 3 });
    const plural = new Intl.PluralRules(tag);
    const speak = translator(tag, { n: '{value}', ...Object.fromEntries(['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`c.${form}`, form])) });
    for (const value of [0, 1, 2, 7, 11, 29, 1000, 123456, 0.5, 6.1, 0.1234, 59.9996, -1, -2, -6.25]) {
      expect([tag, value, speak('n', { value })]).toEqual([tag, value, own.format(value)]);
      expect([tag, value, speak('c', { count: value })]).toEqual([tag, value, plural.select(value)]);
    }
  }
});

it('a language that is missing speaks English, a key that is missing shows itself', () => {
  expect(translator('xx', {})('strike')).toBe('Strike');
  expect(t('no.such.key')).toBe('no.such.key');
  expect(LANGUAGES.map(({ tag }) => tag)).toContain('en');
});

it('every place, tab and tool of the map has its texts', () => {
  const words = [...PLACES.map(({ title }) => title), ...TABS.map((tab) => `tab.${tab}`), ...TOOLS.map(({ path }) => `tool.${path.slice(1)}`)];
  expect(words.filter((word) => !(word in known))).toEqual([]);
});

it('every text that the sources ask for by name is in the catalogue', () => {
  const missing = Object.entries(sources).flatMap(([path, text]) =>
    [...text.matchAll(/\bt\('([^'$]+)'|<EnglishIn key="([^"]+)"/g)]
      .map((match) => (match[1] ?? match[2]) as string)
      .filter((key) => !(key in known) && !(`${key}.other` in known))
      .map((key) => `${key} in ${path}`),
  );
  expect(missing).toEqual([]);
});

it('every text of the catalogue is used', () => {
  const all = Object.values(sources).join('\n');
  const stems = [...all.matchAll(/t\(\s*`([^`$]+)\$\{/g)].map((match) => match[1] as string);
  const quoted = new Set([...all.matchAll(/'([\w.-]+)'|<EnglishIn key="([\w.-]+)"/g)].map((match) => match[1] ?? match[2]));
  const used = (key: string): boolean => {
    const plain = key.replace(/\.(one|other)$/, '');
    return quoted.has(key) || quoted.has(plain) || stems.some((stem) => key.startsWith(stem));
  };
  expect(Object.keys(catalogue).filter((key) => !used(key))).toEqual([]);
});
