// A stroke as it is put together by taps, and lines in words. How a line is written is known here; what it leads to is not.

import { has, t } from '../i18n/t';

/** The letters of what can leave the board, in a line. */
export type Letter = 'w' | 'b' | 'q' | 's';

/** What the umpire has tapped so far: in the order in which it was tapped. */
export interface Taps {
  readonly fell: readonly (readonly [Letter, number])[];
  readonly jumped: readonly (readonly [Letter, number])[];
  readonly marks: readonly string[];
}

export const NOTHING: Taps = { fell: [], jumped: [], marks: [] };

/** The taps with so many of a piece; the same number again takes it back. */
export function tapped(taps: Taps, where: 'fell' | 'jumped', letter: Letter, count: number): Taps {
  const before = taps[where].find(([each]) => each === letter);
  const others = taps[where].filter(([each]) => each !== letter);
  if (before?.[1] === count) return { ...taps, [where]: others };
  const at = before ? taps[where].indexOf(before) : others.length;
  return { ...taps, [where]: [...others.slice(0, at), [letter, count] as const, ...others.slice(at)] };
}

export function marked(taps: Taps, mark: string): Taps {
  const marks = taps.marks.includes(mark) ? taps.marks.filter((each) => each !== mark) : [...taps.marks, mark];
  return { ...taps, marks };
}

/** How many of a piece have been tapped, on either way off the board. */
export function counted(taps: Taps, letter: Letter): number {
  return [...taps.fell, ...taps.jumped].reduce((sum, [each, count]) => sum + (each === letter ? count : 0), 0);
}

/** The line of the taps, as `carrom umpire` is typed to. */
export function lineOf({ fell, jumped, marks }: Taps): string {
  const pieces = (some: Taps['fell']): string[] => some.map(([letter, count]) => (letter === 'w' || letter === 'b' ? `${letter}${count}` : letter));
  const words = [...pieces(fell), ...(jumped.length > 0 ? ['jump', ...pieces(jumped)] : []), ...marks];
  return words.join(' ') || '-';
}

/** A line in the words of the page's language, as far as it is a stroke or a common act; else as it was typed. */
export function worded(line: string, brown = false): string {
  const words = line.split(' ');
  const first = words[0] ?? '';
  if (/^([wb][0-9]*|[qs]|-|miss|jump|improper|early|still|slip|one-line)$/.test(first)) return words.map((word) => piece(word, brown)).filter(Boolean).join(' · ');
  if (first === 'foul' && words[1]) return `${t('umpire.foul')}: ${has(`call.${words[1]}`) ? t(`call.${words[1]}`) : words.slice(1).join(' ')}`;
  return has(`umpire.said.${first}`) ? [t(`umpire.said.${first}`), ...rest(words)].join(' ') : line;
}

function rest(words: readonly string[]): readonly string[] {
  return ['sign', 'toss', 'trial', 'board', 'warn', 'note', 'appeal', 'protest', 'rule'].includes(words[0] ?? '') ? words.slice(1) : [];
}

function piece(word: string, brown: boolean): string {
  const man = /^([wb])([0-9]*)$/.exec(word);
  if (man) return t(man[1] === 'b' ? 'umpire.black' : brown ? 'umpire.brown' : 'umpire.white', { count: Number(man[2] || 1) });
  if (word === 'q') return t('umpire.queen');
  if (word === 's') return t('umpire.striker');
  if (word === '-') return t('umpire.nothing');
  return has(`umpire.mark.${word}`) ? t(`umpire.mark.${word}`) : '';
}
