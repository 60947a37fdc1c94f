// Tests of the wording of rulings for different readers.

import { afterEach, expect, it } from 'vitest';
import type { TranslatableText } from '../src/protocol';
import { cited, ruled, type Reader } from '../src/i18n/ruled';
import { setLanguage } from '../src/i18n/t';
import rulings from './rulings.json';

const others: Reader = {
  player: { name: 'Asha' },
  mover: { name: 'Asha and Bala', several: true },
  other: { name: 'Chitra' },
  sides: [{ name: 'Asha' }, { name: 'Bala' }, { name: 'Chitra' }],
};
const mover: Reader = {
  player: { name: '', you: true },
  mover: { name: '', you: true },
  other: { name: 'the other side' },
  sides: [{ name: 'the first' }, { name: 'the second' }, { name: 'the third' }],
};

afterEach(() => setLanguage('en'));

it.each(rulings)('the page says what a terminal prints: $you', ({ said, laws, you, named }) => {
  const wire = said as unknown as readonly TranslatableText[];
  expect(ruled(wire, mover, { laws: laws as Record<string, string> })).toBe(you);
  expect(ruled(wire, others, { laws: laws as Record<string, string> })).toBe(named);
});

const lost: readonly TranslatableText[] = [
  { key: 'fell.men', values: [['men', 'white:1']], clause: '' },
  { key: 'fact.last-before-the-queen', values: [['who', 'mover']], clause: 'Law 107a' },
  { key: 'said.win', values: [['who', 'other'], ['points', 'point:6']], clause: 'Law 107a' },
];

it('who wins by the stroke of another reads that he wins, and why', () => {
  const winner: Reader = { ...others, mover: { name: 'Program' }, other: { name: '', you: true } };
  const words = 'One white: Program’s last piece was pocketed while the queen was still on the board, and you win the board with 6 points';
  expect(ruled(lost, winner)).toBe(`${words} (Law 107a).`);
  expect(ruled(lost, winner, { cited: false })).toBe(`${words}.`);
});

it('who watches reads names only', () => {
  expect(ruled(lost, others)).not.toMatch(/\byou\b/i);
});

it('cites a clause as the language does, and what is no law as it is', () => {
  expect([cited('Law 72c'), cited('§9.1'), cited('House 1')]).toEqual(['Law 72c', '§9.1', 'House 1']);
});
