// @vitest-environment jsdom
// Tests of number fields: digits of every script, bounds, and the mouse wheel, which changes nothing.

import { mount, unmount, flushSync } from 'svelte';
import { afterEach, describe, expect, it } from 'vitest';
import { latinDigits, wholeNumber } from '../src/i18n/digits';
import NumberField from '../src/ui/NumberField.svelte';
import { winningScore } from '../src/hall/setup/stages';

const SCRIPTS = { Arabic: '٠١٢٣٤٥٦٧٨٩', Urdu: '۰۱۲۳۴۵۶۷۸۹', Devanagari: '०१२३४५६७८९', Bengali: '০১২৩৪৫৬৭৮৯', Tamil: '௦௧௨௩௪௫௬௭௮௯', Sinhala: '෦෧෨෩෪෫෬෭෮෯', 'full width': '０１２３４５６７８９' };

describe('digits', () => {
  it.each(Object.entries(SCRIPTS))('of %s are read as 0 to 9', (_, digits) => {
    expect(latinDigits(digits)).toBe('0123456789');
    expect(wholeNumber([...digits].slice(1, 3).join(''), 0, 99)).toBe(12);
  });

  it('change nothing else: letters and fractions stay, and marks of direction count for nothing', () => {
    expect(latinDigits('வ் अ ع A1½²')).toBe('வ் अ ع A1½²');
    expect(wholeNumber('\u200f١٢\u200f ', 0, 99)).toBe(12);
  });

  it('in a score of a bye count too', () => expect(winningScore('٢٥–٠')).toBe('25-0'));
});

describe('a whole number', () => {
  it('is empty, within its bounds, or none', () => {
    expect(['', ' ', '7', '007'].map((text) => wholeNumber(text, 0, 99))).toEqual([null, null, 7, 7]);
    for (const text of ['-1', '1.5', '1e3', '100', 'x', '1 2', '½']) expect(wholeNumber(text, 0, 99)).toBeNaN();
  });
});

describe('a number field', () => {
  let shown: ReturnType<typeof mount> | null = null;
  afterEach(() => {
    if (shown) void unmount(shown);
    document.body.innerHTML = '';
  });

  function field(value: number | null): { input: HTMLInputElement; heard: (number | null)[]; type: (text: string) => void } {
    const heard: (number | null)[] = [];
    shown = mount(NumberField, { target: document.body, props: { value, least: 0, most: 99, testid: 'n', change: (number: number | null) => heard.push(number) } });
    flushSync();
    const input = document.querySelector('input')!;
    const type = (text: string): void => {
      input.focus();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true }));
      flushSync();
    };
    return { input, heard, type };
  }

  it('is not changed by the mouse wheel, because it is a text field', () => {
    const { input, heard } = field(12);
    input.focus();
    expect(input.type).toBe('text');
    input.dispatchEvent(new WheelEvent('wheel', { deltaY: 100, bubbles: true }));
    expect([input.value, heard]).toEqual(['12', []]);
  });

  it('keeps digits of another script while they are typed, hears their number, and shows it afterwards', () => {
    const { input, heard, type } = field(null);
    type('१२');
    expect([input.value, heard]).toEqual(['१२', [12]]);
    input.blur();
    flushSync();
    expect(input.value).toBe('12');
  });

  it('says what it expects of a number that does not fit, keeps it, and keeps its form from being sent', () => {
    const { input, heard, type } = field(5);
    type('120');
    expect(document.querySelector('[role=alert]')?.textContent).toBe('Enter a whole number from 0 to 99.');
    expect([input.value, input.checkValidity(), heard]).toEqual(['120', false, [NaN]]);
    input.blur();
    flushSync();
    expect(input.value).toBe('120');
    type('12');
    expect([document.querySelector('[role=alert]'), input.checkValidity(), heard.at(-1)]).toEqual([null, true, 12]);
  });
});

it('every number field of the page is this one', () => {
  const sources = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true });
  const numeric = Object.entries(sources).filter(([, text]) => /type="number"|inputmode="numeric"/.test(text.replace(/<!--[^]*?-->/g, '')));
  // A seed is typed beside its handle, with the digits of every script, and moves its row.
  expect(numeric.map(([name]) => name).sort()).toEqual(['../src/hall/setup/Seeds.svelte', '../src/ui/NumberField.svelte']);
});
