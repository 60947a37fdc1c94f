// Stroke entry for the scoresheet: builds lines from taps, and formats lines as text. Knows the syntax of lines, but
// not their effect.

import { has, t } from '../i18n/t';
import type { SheetEntry, SheetState } from '../protocol';

/** Letters in a line for what can leave the board. */
export type Letter = 'w' | 'b' | 'q' | 's';

/** What the umpire has tapped so far, in order. */
export interface Taps {
  readonly fell: readonly (readonly [Letter, number])[];
  readonly jumped: readonly (readonly [Letter, number])[];
  readonly marks: readonly string[];
}

export const NOTHING: Taps = { fell: [], jumped: [], marks: [] };

/** Return the taps with this count of a kind of piece; the same count again removes it. */
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

/** Return how many of a kind have been tapped, pocketed or over the frame. */
export function counted(taps: Taps, letter: Letter): number {
  return [...taps.fell, ...taps.jumped].reduce((sum, [each, count]) => sum + (each === letter ? count : 0), 0);
}

/** Return the taps as a line in the syntax of `carrom umpire`. */
export function lineOf({ fell, jumped, marks }: Taps): string {
  const pieces = (some: Taps['fell']): string[] => some.map(([letter, count]) => (letter === 'w' || letter === 'b' ? `${letter}${count}` : letter));
  const words = [...pieces(fell), ...(jumped.length > 0 ? ['jump', ...pieces(jumped)] : []), ...marks];
  return words.join(' ') || '-';
}

/** Return a stroke or common action in the page's language; other lines unchanged. */
export function worded(line: string, brown = false): string {
  const words = line.split(' ');
  const first = words[0] ?? '';
  if (/^([wb][0-9]*|[qs]|-|miss|jump|improper|early|still|slip|one-line)$/.test(first)) return words.map((word) => piece(word, brown)).filter(Boolean).join(' · ');
  if (first === 'foul' && words[1]) return `${t('umpire.foul')}: ${has(`call.${words[1]}`) ? t(`call.${words[1]}`) : words.slice(1).join(' ')}`;
  return has(`umpire.said.${first}`) ? [t(`umpire.said.${first}`), ...rest(words)].join(' ') : line;
}

/** Return what an undo would take back: the player and their stroke; for a toss or a signature only who is named in it. */
export function undoWords({ player, line }: Pick<SheetEntry, 'player' | 'line'>, { players, head }: Pick<SheetState, 'players' | 'head'>): string {
  const [first = '', word] = line.split(' ');
  const named = players.find((each) => each.word === word)?.name;
  if (named && has(`umpire.said.${first}`)) return `${t(`umpire.said.${first}`)} ${named}`;
  return [player, worded(line, head.brown)].filter(Boolean).join(': ');
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
