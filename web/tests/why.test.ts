// "Why?": the address that explains a ruling, and what the rule book reads from it.

import { expect, it } from 'vitest';
import type { Disc } from '../src/protocol';
import { ruled } from '../src/i18n/ruled';
import { anchorOf } from '../src/rules/url';
import { decisive, whyHref, whyIn } from '../src/rules/why';
import known from './rulings.json';

interface Known {
  readonly said: readonly { key: string; values: [string, string | number][]; clause: string }[];
}
const rulings = (known as unknown as { rulings?: Known[] }).rulings ?? (known as unknown as Known[]);
const at = (disc: Disc, x: number) => ({ disc, at: { x, y: 0 } });
const motion = { before: { placed: [at('W1', 0), at('B1', 90_000), at('S', 200_000)] }, rest: { placed: [at('B1', 90_000)] } };
const reader = { player: { name: '', you: true }, mover: { name: '', you: true }, other: { name: 'Asha' } };

const search = (href: string): string => href.slice(href.indexOf('?'), href.includes('#') ? href.indexOf('#') : undefined);

it('every known ruling is read from its address as it was written, with the same sentence', () => {
  expect(rulings.length).toBeGreaterThan(20);
  for (const { said } of rulings) {
    const why = whyIn(search(whyHref('/rules/icf', { seat: 'south', said }, motion, { name: '', other: 'Asha' })));
    expect(why?.said).toEqual(said);
    expect(ruled(why?.said ?? [], reader)).toBe(ruled(said, reader));
  }
});

it('the address has the board before the stroke and what fell in it', () => {
  const said = [{ key: 'said.pass', values: [] as [string, string][], clause: 'Law 72a' }];
  const href = whyHref('/rules/icf', { seat: 'north', said }, motion, { name: 'Asha', other: '' });
  expect(href.endsWith('#law-72a')).toBe(true);
  expect(whyIn(search(href))).toEqual({ position: 'c1_W1.0.0_B1.90000.0_S.200000.0', falls: ['W1', 'S'], seat: 'north', name: 'Asha', other: '', said });
});

it('a ruling without a stroke has no board', () => {
  const said = [{ key: 'said.pass', values: [] as [string, string][], clause: 'Law 137' }];
  expect(whyIn(search(whyHref('/rules/icf', { seat: 'south', said }, null, { name: '', other: '' })))?.position).toBe('');
});

it('the clause that decides is the first of the consequences', () => {
  const said = [{ key: 'fell.nothing', values: [] as [string, string][], clause: '' }, { key: 'said.pass', values: [] as [string, string][], clause: 'Law 50' }];
  expect(anchorOf(decisive({ seat: 'south', said }))).toBe('law-50');
  expect(decisive({ seat: 'south', said: [], findings: [{ clause: '§9.1', sentence: '', key: '', values: [] }] })).toBe('§9.1');
});

it('an address that was tampered with explains nothing', () => {
  for (const spoilt of ['', '?said=', '?said={', '?said=[]', '?said=[1]', '?said=[[1,[],""]]', '?said=null']) expect(whyIn(spoilt)).toBeNull();
  expect(whyIn('?said=[["said.pass",[],""]]&p=nonsense&seat=moon&falls=X.W1')).toMatchObject({ position: '', seat: 'south', falls: ['W1'] });
});
