// Formatter for rulings: turns the keys and values sent by the server into the same sentences as `carrom.rules.wording`
// on terminals, addressed to the reader. The server decides the ruling; this is only its wording.

import type { TranslatableText } from '../protocol';
import { has, isolated, t } from './t';

/** How a person is referred to in a sentence. */
export interface Person {
  readonly name: string;
  /** Whether the name stands for several people. */
  readonly several?: boolean;
  /** Whether this person is the reader. */
  readonly you?: boolean;
}

/** The people in a ruling, from the reader's point of view. */
export interface Reader {
  readonly player: Person;
  readonly mover: Person;
  readonly other: Person;
  /** Every side by its index, if there are more than two. */
  readonly sides?: readonly Person[];
}

export interface Telling {
  /** English law texts by key, for languages without a translation. */
  readonly laws?: Readonly<Record<string, string>>;
  /** Whether clauses are cited in brackets. */
  readonly cited?: boolean;
  /** Whether explanatory laws are added after the consequences. */
  readonly remarks?: boolean;
}

/** Return the whole ruling in the page's language, addressed to this reader. */
export function ruled(said: readonly TranslatableText[], reader: Reader, { laws = {}, cited: citing = true, remarks = true }: Telling = {}): string {
  const seen = toldSeen(said, reader);
  const follows = listed(citedOnce(said, reader, citing), 'list.follows');
  const sentence = capital(frame(seen ? 'frame.ruling' : 'frame.follows', { seen, follows }));
  const rest = remarks ? said.filter(({ key }) => /^(law|remark)\./.test(key)) : [];
  return [sentence, ...rest.map((each) => remarked(each, reader, laws, citing))].join(' ');
}

/** Return one sentence from its key and values; `otherwise` if no catalogue has it. */
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

/** Return the person for a value `who`: `player`, `mover`, `other`, or `side-1` for one of several sides. */
function personIn(reader: Partial<Reader>, who: string): Person | undefined {
  const [, side] = /^side-(\d+)$/.exec(who) ?? [];
  return side === undefined ? reader[who as 'player' | 'mover' | 'other'] : (reader.sides?.[Number(side)] ?? reader.other);
}

/** Return a clause as cited in the page's language. */
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

/** Return a sentence composed of other sentences. */
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

/** Return a value as text: a number with its noun (`man:2`), a word from the catalogue, or the value itself. */
function word(value: string, given: ReadonlyMap<string, string | number>): string {
  const [, unit, figure] = /^([a-z-]+):(\d+)$/.exec(value) ?? [];
  if (unit !== undefined && figure !== undefined) {
    const text = raw(`unit.${unit}`, Number(figure)) ?? `${figure} ${unit}`;
    return text.replace('{n}', figure).replace('{word}', raw(`number.${figure}`) ?? figure);
  }
  const text = raw(`word.${value}`);
  return text === undefined ? value : filled(text, given);
}

/** Return the catalogue's text with its placeholders; undefined if there is none. */
function raw(key: string, count?: number): string | undefined {
  if (!has(key)) return undefined;
  return count === undefined ? t(key) : t(key, { count });
}

/** Return a text with its first letter in upper case. */
export function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
