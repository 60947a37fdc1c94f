// Contrast ratios of the text pairs in ui/tokens.css, computed as WCAG 2.2 defines them.

import { describe, expect, it } from 'vitest';
import tokens from '../src/ui/tokens.css?raw';

type Mode = 'light' | 'dark';
type Values = ReadonlyMap<string, string>;

const css = tokens.replace(/\/\*.*?\*\//gs, '');

/** Return the custom properties of one rule. */
function values(selector: string): Values {
  const start = css.indexOf(`${selector} {`);
  const body = css.slice(start, css.indexOf('}', start));
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name as string, value as string]));
}

const usual = values(':root');
const contrast = new Map([...usual, ...values(":root[data-theme='contrast']")]);

function colour(theme: Values, mode: Mode, name: string): string {
  const written = theme.get(name) ?? '';
  const alias = /^var\((--[\w-]+)\)$/.exec(written)?.[1];
  if (alias) return colour(theme, mode, alias);
  const pair = /^light-dark\((#\w+), (#\w+)\)$/.exec(written);
  return pair ? (pair[mode === 'light' ? 1 : 2] as string) : written;
}

function luminance(hex: string): number {
  const digits = hex.length === 4 ? [...hex.slice(1)].map((digit) => digit + digit) : (hex.slice(1).match(/../g) ?? []);
  const [r = 0, g = 0, b = 0] = digits.map((part) => {
    const share = parseInt(part, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const SURFACES = ['--paper', '--surface', '--raised'];
const TEXTS = ['--ink', '--ink-2', '--accent', '--brass', '--good', '--warn'];
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...SURFACES.flatMap((ground) => TEXTS.map((text) => [text, ground, 4.5] as const)),
  ['--ink', '--paper-2', 4.5],
  ['--ink-2', '--paper-2', 4.5],
  ['--primary-ink', '--primary', 4.5],
  ['--primary-ink', '--primary-press', 4.5],
  ['--good-ink', '--good', 4.5],
  ['--paper', '--ink', 4.5],
  ...SURFACES.map((ground) => ['--focus', ground, 3] as const),
];

describe.each([
  ['usual', 'light', usual],
  ['usual', 'dark', usual],
  ['high contrast', 'light', contrast],
  ['high contrast', 'dark', contrast],
] as const)('%s theme, %s', (name, mode, theme) => {
  it.each(PAIRS)('%s on %s has a contrast of at least %d', (text, ground, least) => {
    const [one, other] = [colour(theme, mode, text), colour(theme, mode, ground)];
    expect(one, text).toMatch(/^#/);
    expect(ratio(one, other), `${text} ${one} on ${ground} ${other}`).toBeGreaterThanOrEqual(name === 'usual' ? least : Math.min(7, least * 1.5));
  });
});
