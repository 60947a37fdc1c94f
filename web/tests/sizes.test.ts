// Font sizes and radii come from ui/tokens.css.

import { expect, it } from 'vitest';

const sources: Readonly<Record<string, string>> = import.meta.glob(['../src/**/*.{svelte,css}', '!../src/ui/tokens.css'], { query: '?raw', import: 'default', eager: true });

const RAW = /(?:font-size|font|border-radius):\s*([^;{}]+);/g;
/** What needs no token: inherited values, circles, corners of a drawing in percent, and lengths computed from the layout. */
const FREE = /var\(--(text|font|r)-|^(inherit|0|50%|[\d.]+%)$|^0 |calc\(|cqw|cqh|em\b(?<!rem)|pt$/;

const found = new Map(
  Object.entries(sources).map(([path, text]) => {
    const css = path.endsWith('.css') ? text : (text.split('<style>')[1] ?? '');
    return [path.replace('../src/', ''), [...css.matchAll(RAW)].map(([, value]) => (value as string).trim()).filter((value) => !FREE.test(value))] as const;
  }),
);

it('no file writes a font size or a radius that is not a token', () => {
  const over = [...found].filter(([, values]) => values.length > 0);
  expect(Object.fromEntries(over)).toEqual({});
});

it('only the wordmark and the rule books are set in serif', () => {
  const SERIF = /^(ui\/Masthead|pages\/(Rules|RuleBook|Game|Practice|Analysis)|rules\/\w+)\.svelte$|^ui\/tokens\.css$/;
  const over = Object.entries(sources).filter(([, text]) => text.includes('var(--serif)'));
  expect(over.map(([path]) => path.replace('../src/', '')).filter((path) => !SERIF.test(path))).toEqual([]);
});
