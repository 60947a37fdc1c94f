// URL format of a practice board, its setup and the question about it, so that a link opens the same board and
// question.

import type { Disc, Happened, LinesLeft, SetupPosition, Seat, Whose } from '../protocol';
import { DISCS } from '../board/spec';

/** A question: the board and what is said to have happened. */
export interface Asked {
  readonly moment: SetupPosition;
  readonly falls: readonly Disc[];
  readonly untouched: boolean;
  readonly direct: boolean;
  readonly improper: boolean;
  /** What happened; the fields for a pass or a call are ignored otherwise. */
  readonly happened: Happened;
  readonly jumped: readonly Disc[];
  readonly lines: LinesLeft;
  readonly early: boolean;
  readonly passes: number;
  readonly call: string;
  readonly by: Whose;
  readonly after: boolean;
  /** Whether the laws are asked. */
  readonly law: boolean;
}

const RACK = ((): string => {
  // The nominal rack: rings with neighbours 31.82 mm apart and a white arm towards the breaker.
  const pitch = 31_820;
  const at = (reach: number, degrees: number): string =>
    `${Math.round(reach * Math.cos((degrees * Math.PI) / 180))}.${Math.round(reach * Math.sin((degrees * Math.PI) / 180))}`;
  const words = ['Q.0.0'];
  for (let k = 0; k < 3; k += 1) words.push(`W${1 + k}.${at(pitch, 270 + 120 * k)}`);
  for (let k = 0; k < 6; k += 1) words.push(`W${4 + k}.${at(2 * pitch, 270 + 60 * k)}`);
  for (let k = 0; k < 3; k += 1) words.push(`B${1 + k}.${at(pitch, 330 + 120 * k)}`);
  for (let k = 0; k < 6; k += 1) words.push(`B${4 + k}.${at(Math.sqrt(3) * pitch, 300 + 60 * k)}`);
  return `c1_${words.join('_')}`;
})();

/** Starting positions by translation key. */
export const BOARDS: Readonly<Record<string, string>> = {
  rack: RACK,
  few: 'c1_Q.0.0_W1.250000.180000_W2.-150000.120000_W3.90000.-60000_B1.-60000.250000_B2.-230000.-120000_B3.160000.60000',
  cut: 'c1_W1.150000.200000_W2.-180000.210000_W3.-240000.60000',
  empty: 'c1',
};

/** Possible values, default first. */
export const HAPPENED = ['stroke', 'pass', 'call'] as const satisfies readonly Happened[];
export const LINES = ['both', 'one', 'none'] as const satisfies readonly LinesLeft[];
export const SIDES = ['mover', 'opponent', 'nobody'] as const satisfies readonly Whose[];

/** Default starting position of practice. */
export const FIRST = BOARDS['few'] as string;

/** Parse the setup from query parameters; missing ones take their defaults. */
export function momentIn(words: URLSearchParams): SetupPosition {
  const number = numbers(words);
  const seat = (key: string): Seat => (['south', 'east', 'north', 'west'].includes(words.get(key) ?? '') ? (words.get(key) as Seat) : 'south');
  return {
    rules: words.get('rules') ?? 'icf',
    position: words.get('p') ?? FIRST,
    turn: seat('turn'),
    white: seat('white'),
    queen: { 'off-until-turn-end': 'aside', covered: 'mover' }[words.get('queen') ?? ''] ?? words.get('queen') ?? 'board',
    due: [number('due'), number('theirs')],
    score: [number('score'), number('their-score')],
    attempt: number('attempt') || null,
    kept: '',
  };
}

/** Return the query parameters of a setup, without position and rules; defaults are empty. */
export function wordsOf(moment: SetupPosition): Readonly<Record<string, string | number>> {
  const [due = 0, theirs = 0] = moment.due ?? [];
  const [score = 0, other = 0] = moment.score ?? [];
  return {
    turn: moment.turn === 'south' ? '' : (moment.turn ?? ''),
    white: moment.white === 'south' ? '' : (moment.white ?? ''),
    queen: moment.queen === 'board' ? '' : (moment.queen ?? ''),
    due: due || '', theirs: theirs || '', score: score || '', 'their-score': other || '',
    attempt: moment.attempt ?? '',
  };
}

const numbers = (words: URLSearchParams) => (key: string): number => Math.max(0, Number.parseInt(words.get(key) ?? '', 10) || 0);

/** Parse pasted text, either a position or a link to a board, into query parameters; null if it is neither. */
export function pasted(text: string): URLSearchParams | null {
  const found = text.trim();
  if (/^c1(_|$)/.test(found)) return new URLSearchParams({ p: found });
  const words = new URLSearchParams(found.includes('?') ? found.slice(found.indexOf('?') + 1).split('#')[0] : '');
  return words.has('p') ? words : null;
}

/** Parse query parameters; missing ones take their defaults. */
export function asked(search: string): Asked {
  const words = new URLSearchParams(search);
  const number = numbers(words);
  const discs = (key: string): readonly Disc[] => (words.get(key) ?? '').split('.').filter((word): word is Disc => (DISCS as readonly string[]).includes(word));
  const one = <T extends string>(key: string, known: readonly [T, ...T[]]): T => known.find((each) => each === words.get(key)) ?? known[0];
  return {
    moment: momentIn(words),
    falls: discs('falls'),
    untouched: words.get('untouched') === '1',
    direct: words.get('direct') === '1',
    improper: words.get('improper') === '1',
    happened: one('happened', HAPPENED),
    jumped: discs('jumped'),
    lines: one('lines', LINES),
    early: words.get('early') === '1',
    passes: Math.min(99, number('passes')),
    call: (words.get('call') ?? '').slice(0, 40),
    by: one('by', SIDES),
    after: words.get('after') === '1',
    law: words.has('rules'),
  };
}

/** Return the address; parameters with default values are omitted. */
export function address({ moment, falls, untouched, direct, improper, law, ...more }: Asked): string {
  const words = new URLSearchParams();
  words.set('p', moment.position);
  if (law) {
    words.set('rules', moment.rules ?? 'icf');
    const rest = {
      ...wordsOf(moment),
      falls: falls.join('.'),
      untouched: untouched ? 1 : '', direct: direct ? 1 : '', improper: improper ? 1 : '',
      ...(more.happened === 'stroke' && { jumped: more.jumped.join('.'), lines: more.lines === 'both' ? '' : more.lines, early: more.early ? 1 : '' }),
      ...(more.happened === 'pass' && { happened: 'pass', passes: more.passes || '' }),
      ...(more.happened === 'call' && { happened: 'call', call: more.call, by: more.by === 'mover' ? '' : more.by, after: more.after ? 1 : '' }),
    };
    for (const [key, value] of Object.entries(rest)) if (value !== '' && value !== undefined) words.set(key, String(value));
  }
  return `/practice?${words.toString()}`;
}
