// A ruling in sentences, from the keys and values that the server tells: the same sentences that `carrom.rules.wording`
// makes for terminals, told to whoever reads them. What follows from a stroke is the server's; here are words only.

import type { TranslatableText } from '../protocol';
import { has, isolated, t } from './t';

/** How somebody in a sentence is called. */
export interface Person {
  readonly name: string;
  /** Whether the name is that of several people. */
  readonly several?: boolean;
  /** Whether it is who reads. */
  readonly you?: boolean;
}

/** Who is who in a ruling, as this reader calls them. */
export interface Reader {
  readonly player: Person;
  readonly mover: Person;
  readonly other: Person;
  /** Every side by its index, where more than two play. */
  readonly sides?: readonly Person[];
}

export interface Telling {
  /** The English of laws by their keys, where the language has none. */
  readonly laws?: Readonly<Record<string, string>>;
  /** Whether clauses are cited in brackets. */
  readonly cited?: boolean;
  /** Whether laws that explain are told after what follows. */
  readonly remarks?: boolean;
}

/** All that a ruling says, in the page's language, to this reader. */
export function ruled(said: readonly TranslatableText[], reader: Reader, { laws = {}, cited: citing = true, remarks = true }: Telling = {}): string {
  const seen = toldSeen(said, reader);
  const follows = listed(citedOnce(said, reader, citing), 'list.follows');
  const sentence = capital(frame(seen ? 'frame.ruling' : 'frame.follows', { seen, follows }));
  const rest = remarks ? said.filter(({ key }) => /^(law|remark)\./.test(key)) : [];
  return [sentence, ...rest.map((each) => remarked(each, reader, laws, citing))].join(' ');
}

/** One sentence from its key and values; `otherwise` is said where no catalogue has it. */
export function told({ key, values }: Pick<TranslatableText, 'key' | 'values'>, reader: Partial<Reader> = {}, otherwise = ''): string {
  const given = new Map(values);
  let full = key;
  const who = personIn(reader, String(given.get('who')));
  if (who) {
    full += who.you ? '.you' : who.several ? '.other' : '.one';
    given.set('who', who.name);
  }
  const count = given.get('count');
  const text = raw(full, typeof count === 'number' ? count : undefined) ?? (otherwise || full);
  return filled(text, given).replace(/\s+/g, ' ').trim();
}

/** The person that a value `who` names: `player`, `mover`, `other`, or `side-1` for one side of several. */
function personIn(reader: Partial<Reader>, who: string): Person | undefined {
  const [, side] = /^side-(\d+)$/.exec(who) ?? [];
  return side === undefined ? reader[who as 'player' | 'mover' | 'other'] : (reader.sides?.[Number(side)] ?? reader.other);
}

/** A clause as the language cites it. */
export function cited(clause: string): string {
  const [, kind, number] = /^(Law|House) (\S+)$/.exec(clause) ?? [];
  return kind && number ? t(`clause.${kind.toLowerCase()}`, { number }) : clause;
}

function remarked(each: TranslatableText, reader: Reader, laws: Readonly<Record<string, string>>, citing: boolean): string {
  const text = told(each, reader, laws[each.key]).replace(/[.।۔]+$/, '');
  return citing ? frame('frame.remark', { text, clause: cited(each.clause) }) : frame('frame.follows', { follows: text });
}

function citedOnce(said: readonly TranslatableText[], reader: Reader, citing: boolean): string[] {
  const already = new Set(['']);
  return said
    .filter(({ key }) => /^(said|fact)\./.test(key))
    .map((each) => {
      const text = told(each, reader);
      if (!citing || each.key.startsWith('fact.') || already.has(each.clause)) return text;
      already.add(each.clause);
      return frame('frame.clause', { text, clause: cited(each.clause) });
    });
}

function toldSeen(said: readonly TranslatableText[], reader: Reader): string {
  const called = said.find(({ key }) => key.startsWith('call.'));
  if (called) return told(called, reader);
  let seen = listed(discs(said, 'fell.'), 'list.last');
  const off = discs(said, 'off.');
  if (off.length) seen = frame('frame.off', { seen, discs: listed(off, 'list.last') });
  return said.some(({ key }) => key === 'seen.improper') ? frame('frame.improper', { seen }) : seen;
}

function discs(said: readonly TranslatableText[], kind: string): string[] {
  return said.filter(({ key }) => key.startsWith(kind)).map(({ key, values }) => told({ key: key.replace(kind, 'disc.'), values }));
}

function listed(parts: readonly string[], last: string): string {
  return parts.slice(1).reduce((list, item, i) => frame(i === parts.length - 2 ? last : 'list.next', { list, item }), parts[0] ?? '');
}

/** A sentence whose parts are sentences already. */
function frame(key: string, parts: Readonly<Record<string, string>>): string {
  return (raw(key) ?? key).replace(/\{(\w+)\}/g, (whole, name: string) => parts[name] ?? whole);
}

function filled(text: string, given: ReadonlyMap<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = given.get(name);
    if (value === undefined) return whole;
    if (name === 'who') return isolated(String(value));
    return typeof value === 'number' ? String(value) : word(value, given);
  });
}

/** A value as it is said: a number with its noun (`man:2`), a word of the catalogue, or as it is. */
function word(value: string, given: ReadonlyMap<string, string | number>): string {
  const [, unit, figure] = /^([a-z-]+):(\d+)$/.exec(value) ?? [];
  if (unit !== undefined && figure !== undefined) {
    const text = raw(`unit.${unit}`, Number(figure)) ?? `${figure} ${unit}`;
    return text.replace('{n}', figure).replace('{word}', raw(`number.${figure}`) ?? figure);
  }
  const text = raw(`word.${value}`);
  return text === undefined ? value : filled(text, given);
}

/** A catalogue's text with its braces; undefined where there is none. */
function raw(key: string, count?: number): string | undefined {
  if (!has(key)) return undefined;
  return count === undefined ? t(key) : t(key, { count });
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
