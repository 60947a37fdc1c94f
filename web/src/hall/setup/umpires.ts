// The list of umpires of a tournament that is being set up: one a line, a name and perhaps a club after a comma.

import type { SetupDraft } from '../../protocol';
import { shortName } from '../model.svelte';

export type Umpires = SetupDraft['umpires'];
/** The server takes this many at most. */
export const MOST_UMPIRES = 500;

/** Return the list as text. */
export const writeUmpires = (umpires: Umpires): string => umpires.map((each) => (each.club ? `${each.name}, ${each.club}` : each.name)).join('\n');

/** Return the umpires of a text, and the names that are in it twice; an umpire with the same name keeps the id. */
export function readUmpires(text: string, before: Umpires): { readonly umpires: Umpires; readonly twice: readonly string[] } {
  const umpires: Umpires[number][] = [];
  const twice: string[] = [];
  const lines = text.split('\n').map((line) => /^([^,;\t]*)[,;\t]?(.*)$/.exec(line) ?? []);
  const typed = lines.map(([, name = '', club = '']) => ({ name: plain(name), club: plain(club) })).filter(({ name }) => name !== '');
  const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
  const kept = before.filter((each) => typed.some(({ name }) => same(name, each.name)));
  for (const { name, club } of typed) {
    if (umpires.some((each) => same(each.name, name))) {
      twice.push(name);
      continue;
    }
    const id = kept.find((each) => same(each.name, name))?.id ?? shortName(name, [...kept, ...umpires].map((each) => each.id), 'umpire');
    umpires.push({ id, name, club });
  }
  return { umpires, twice };
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();
