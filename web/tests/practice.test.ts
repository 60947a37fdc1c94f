// @vitest-environment jsdom
// Tests of the practice board: position notation, addresses and the board editor.

import { expect, it } from 'vitest';
import { readPosition, writePosition } from '../src/board/notation';
import { address, asked, BOARDS } from '../src/practice/url';
import { Desk } from '../src/practice/model.svelte';
import type { Store } from '../src/store/store.svelte';
import { freePlace, inTray, isOff, put, taken } from '../src/practice/arranging';
import { countDone, coursesOf, isDone, learned, resumeAt, withDone, type Lesson } from '../src/practice/learning';
import { anchorOf, clauseHref, matches, parted } from '../src/rules/book';

it('a position is read and written as the same text', () => {
  for (const text of Object.values(BOARDS)) {
    if (text === 'c1') continue;
    expect(writePosition(readPosition(text) ?? [])).toBe(text);
  }
  expect(readPosition('c1_W1.0.0_W1.5.5')).toBeNull();
  expect(readPosition('c2_W1.0.0')).toBeNull();
  expect(readPosition('c1_W0.0.0')).toBeNull();
});

it('an address opens what was asked', () => {
  const what = asked('?p=c1_W1.0.0&rules=club&turn=north&white=north&queen=pending&due=1&theirs=2&score=3&falls=W1.S.X&improper=1&attempt=2');
  expect(what.moment).toMatchObject({ rules: 'club', turn: 'north', white: 'north', queen: 'pending', due: [1, 2], score: [3, 0], attempt: 2 });
  expect(what.falls).toEqual(['W1', 'S']);
  expect(what.improper && what.law && !what.direct).toBe(true);
  expect(asked(new URL(address(what), 'http://here').search)).toEqual(what);
});

it('an address opens a pass, a call and what left the board, too', () => {
  for (const words of ['happened=pass&passes=5', 'happened=call&call=touched-man&by=opponent&after=1', 'jumped=Q.S&lines=none&early=1']) {
    const what = asked(`?p=c1_Q.0.0_W1.0.90000&rules=icf&${words}`);
    for (const word of words.split('&')) expect(address(what)).toContain(word);
    expect(asked(new URL(address(what), 'http://here').search)).toEqual(what);
  }
  expect(asked('?happened=sleep&by=me&lines=all')).toMatchObject({ happened: 'stroke', by: 'mover', lines: 'both' });
});

it('without the law an address is the position and nothing else', () => {
  expect(address({ ...asked('?p=c1_W1.0.0'), law: false })).toBe('/practice?p=c1_W1.0.0');
});

it('discs are put, taken and kept in their order', () => {
  const laid = put(put([], 'B1', { x: 0.4, y: 0.6 }), 'W1', { x: 1, y: 1 });
  expect(laid.map(({ disc }) => disc)).toEqual(['W1', 'B1']);
  expect(laid[1]?.at).toEqual({ x: 0, y: 1 });
  expect(inTray(laid)).toHaveLength(17);
  expect(taken(laid, 'W1').map(({ disc }) => disc)).toEqual(['B1']);
  expect(isOff({ x: 0, y: 441_000 }) && !isOff({ x: 0, y: 439_000 })).toBe(true);
});

it('a disc that is added lies on no other', () => {
  let laid = put([], 'Q', { x: 0, y: 0 });
  for (const disc of inTray(laid)) {
    const at = freePlace(laid);
    for (const other of laid) expect(Math.hypot(other.at.x - at.x, other.at.y - at.y)).toBeGreaterThanOrEqual(31_800);
    laid = put(laid, disc, at);
  }
});

it('clauses have addresses: their numbers in small letters with dashes', () => {
  expect([anchorOf('Law 72a'), anchorOf('§3.2'), anchorOf('House 1')]).toEqual(['law-72a', '3-2', 'house-1']);
  expect(clauseHref('icf', 'Law 72a')).toBe('/rules/icf#law-72a');
  expect(clauseHref('icf')).toBe('/rules/icf');
});

it('what is looked for is found in any order, and marked', () => {
  expect(matches('striker queen', 'Queen and striker')).toBe(true);
  expect(matches('striker thumb', 'Queen and striker')).toBe(false);
  expect(parted('Queen (a)', '(a) queen')).toEqual([['Queen', true], [' ', false], ['(a)', true]]);
  expect(parted('as it is', ' ')).toEqual([['as it is', false]]);
});

const step = (key: string) => ({ key, moment: { position: 'c1' }, rows: [], solution: [], goes_on: false, success: 0 });
const lesson = (name: string, course = 'strokes'): Lesson => ({ name, course, minutes: 5, level: 'club', steps: ['1', '2', 'a'].map(step) });

it('a step is done once', () => {
  const fresh = { rules: 'icf', done: [] };
  const once = withDone(withDone(fresh, 'banks', '1'), 'banks', '1');
  expect(once.done).toEqual(['banks.1']);
  expect(countDone(once, lesson('banks'))).toBe(1);
});

it('a lesson resumes at its first step that is not done, and begins again once it is complete', () => {
  let what = withDone({ rules: 'icf', done: [] }, 'banks', '1');
  expect(resumeAt(what, lesson('banks'))).toBe(1);
  what = withDone(withDone(what, 'banks', 'a'), 'banks', '2');
  expect(isDone(what, lesson('banks'))).toBe(true);
  expect(resumeAt(what, lesson('banks'))).toBe(0);
});

it('lessons are grouped by course in their order', () => {
  const found = coursesOf([lesson('one', 'x'), lesson('two', 'x'), lesson('three', 'y')]);
  expect(found.map(({ name, lessons }) => [name, lessons.length])).toEqual([['x', 2], ['y', 1]]);
});

it('lessons follow the rules of the usual game until others are chosen', () => {
  localStorage.clear();
  expect(learned().rules).toBe('icf');
  localStorage.setItem('carrom.usual', JSON.stringify({ terms: { ruleset: 'club', length: 'game', seats: [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'here' }], first_break: 'south' }, custom: null }));
  expect(learned().rules).toBe('club');
  localStorage.setItem('carrom.usual', JSON.stringify({ terms: { ruleset: 'house', length: 'game', seats: [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'here' }], first_break: 'south' }, custom: { name: 'house' } }));
  expect(learned().rules).toBe('icf');
  localStorage.setItem('carrom.learn', JSON.stringify({ rules: 'points', done: ['banks.1', 7] }));
  expect(learned()).toEqual({ rules: 'points', done: ['banks.1'] });
  localStorage.clear();
});

it('what is begun from a board is what lies there, while the server still looks at it', () => {
  const silent = { state: { settings: {}, welcome: null }, ask: () => new Promise(() => undefined) } as unknown as Store;
  const desk = new Desk(silent, asked('?p=c1_W1.0.0'), () => undefined);
  void desk.open(asked('?p=c1_W1.0.0'));
  desk.lay(put(desk.placed, 'W1', { x: 10_000, y: 0 }));
  void desk.check();
  expect(desk.what.moment.position).toBe('c1_W1.10000.0');
  expect(desk.text).toBe('c1_W1.10000.0');
});
