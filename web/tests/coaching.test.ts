// Tests of the coach's comments on strokes.

import { expect, test } from 'vitest';
import habitWords from '../src/i18n/more/habits.json';
import { lessonOf } from '../src/habits/lesson';
import type { StrokeFacts, StrokeReviewed } from '../src/protocol';
import words from '../src/i18n/more/coach.json';
import { alsoSays } from '../src/i18n/t';
import { saidOf } from '../src/training/coaching';

alsoSays(words);

const line = (more: Partial<StrokeFacts>): StrokeFacts => ({
  name: 'cut', disc: 'W3', pocket: 1, corner: 'north-east', stroke: { x: 0, vx: 0, vy: 1 }, success: 0.62, error: 0.01, foul: 0, win: 0.5,
  win_error: 0, points: 0, points_error: 0, samples: 512, window: null, wrong: [], clouds: [], next: [], ...more,
});
const reviewed = (more: Partial<StrokeReviewed>): StrokeReviewed => ({
  type: 'stroke-reviewed', number: 1, event: 2, board: 1, player: 0, seat: 'south', moment: null, played: { x: 0, vx: 0, vy: 1 }, meant: line({}), is_known: true, best: line({}),
  after: 0.5, said: 0, rolled: null, pending: false, loss: 0, luck: 0, accuracy: 100, grade: 'best', first: 0.5, stakes: null, wider: null, why: '', ...more,
});

test('a good decision is called one, and what luck took is said', () => {
  expect(saidOf(reviewed({ luck: -0.2 }), null)).toBe('You tried: W3 cut, north-east, 62%. That was the best stroke. Luck: −20%.');
});

test('a costly decision has its better one, and its cost to the board, the game and the match', () => {
  const best = line({ name: 'straight', disc: 'W5', success: 0.81 });
  expect(saidOf(reviewed({ best, loss: 0.1 }), 'Asha')).toBe('Asha tried: W3 cut, north-east, 62%. Better: W5 straight, north-east, 81%. That choice lowered the chance to win the board by 10%. It went as expected.');
  const game = { won: 0.7, lost: 0.4 };
  expect(saidOf(reviewed({ best, loss: 0.1, stakes: { game, match: null } }), null)).toContain('That choice lowered the chance to win the board by 10%, the game by 3%.');
  expect(saidOf(reviewed({ best, loss: 0.1, stakes: { game, match: { won: 0.6, lost: 0.5 } } }), null)).toContain('the board by 10%, the game by 3%, the match by 1%.');
});

test('where nobody knows what was meant, what was played is told', () => {
  expect(saidOf(reviewed({ is_known: false }), 'Asha')).toMatch(/^Asha played: /);
});

test('of a break it is said how often the best one keeps the turn', () => {
  const [meant, best] = [line({ name: 'break', disc: null, corner: null, success: 0.01 }), line({ name: 'break', disc: null, corner: null, success: 0.79 })];
  expect(saidOf(reviewed({ meant, best }), null)).toContain('You tried: break, 1%. The best break keeps the turn 79% of the time.');
});

test('of a stroke that is often a foul, the fouls are told', () => {
  expect(saidOf(reviewed({ meant: line({ foul: 0.4 }) }), null)).toContain('62%. Foul risk: 40%. That was the best stroke.');
  expect(saidOf(reviewed({ meant: line({ foul: 0.1 }) }), null)).not.toContain('foul');
});

test('the lesson of a game is the own decision that cost most, or a kind word if none did', () => {
  alsoSays(habitWords);
  const best = line({ disc: 'W5', name: 'straight', success: 0.81 });
  const strokes = [reviewed({ number: 3, loss: 0.05, best }), reviewed({ number: 7, loss: 0.3, best }), reviewed({ number: 8, loss: 0.6, player: 1, best })];
  expect(lessonOf(strokes, 0)).toBe('Stroke 7: better was W5 straight, north-east, which works 81% of the time.');
  expect(lessonOf([reviewed({ loss: 0.005 })], 0)).toBe('No mistakes: you chose well on every stroke.');
  expect(lessonOf(strokes, 2)).toBe('');
});
