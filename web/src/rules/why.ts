// "Why?": the address of a clause together with the ruling that cites it. The address has all that the rule book shows,
// so that it opens in a new tab, from a bookmark, or for somebody else.

import type { Disc, Finding, Motion, Seat, TranslatableText } from '../protocol';
import { DISCS } from '../board/spec';
import { readPosition, writePosition } from '../board/notation';
import { anchorOf } from './url';

/** A ruling as the rule book explains it. */
export interface Why {
  /** The position before the stroke, in notation; empty if there is none to show. */
  readonly position: string;
  /** The discs that fell in the stroke. */
  readonly falls: readonly Disc[];
  /** The seat that played. */
  readonly seat: Seat;
  /** The player's name; empty for the reader. */
  readonly name: string;
  /** The opponents' name; empty for the reader. */
  readonly other: string;
  readonly said: readonly TranslatableText[];
}

/** A ruling with the clauses it cites. */
export interface RulingMade {
  readonly seat: Seat;
  readonly said: readonly TranslatableText[];
  readonly findings?: readonly Finding[];
}

/** The names in a ruling; empty for the reader. */
export interface Parties {
  readonly name: string;
  readonly other: string;
}

/** Return the clause that decided a ruling: the first one of its consequences. */
export function decisive({ said, findings = [] }: RulingMade): string {
  return said.find(({ key, clause }) => key.startsWith('said.') && clause)?.clause ?? findings[0]?.clause ?? '';
}

/**
 * Return the address that explains a ruling: `book` is the address of the rule book (`clauseHrefIn(card, '')`), `motion`
 * the stroke, if there was one.
 */
export function whyHref(book: string, ruling: RulingMade, motion: Pick<Motion, 'before' | 'rest'> | null, { name, other }: Parties, clause = decisive(ruling)): string {
  const words = new URLSearchParams({ seat: ruling.seat, said: JSON.stringify(ruling.said.map(({ key, values, clause: cited }) => [key, values, cited])) });
  if (motion) {
    words.set('p', writePosition(motion.before.placed));
    const fell = motion.before.placed.filter(({ disc }) => !motion.rest.placed.some((each) => each.disc === disc));
    if (fell.length) words.set('falls', fell.map(({ disc }) => disc).join('.'));
  }
  if (name) words.set('by', name);
  if (other) words.set('other', other);
  const anchor = anchorOf(clause);
  return `${book}?${words.toString()}${anchor && `#${anchor}`}`;
}

const SEATS: readonly string[] = ['south', 'east', 'north', 'west'];

/** Return the ruling in an address; null if there is none or it cannot be read. */
export function whyIn(search: string): Why | null {
  const words = new URLSearchParams(search);
  try {
    const said = (JSON.parse(words.get('said') ?? 'null') as [string, [string, string | number][], string][] | null)?.map(textOf);
    if (!said?.length) return null;
    const position = words.get('p') ?? '';
    const seat = words.get('seat') ?? '';
    return {
      said,
      position: readPosition(position) ? position : '',
      falls: (words.get('falls') ?? '').split('.').filter((word): word is Disc => (DISCS as readonly string[]).includes(word)),
      seat: (SEATS.includes(seat) ? seat : 'south') as Seat,
      name: (words.get('by') ?? '').slice(0, 60),
      other: (words.get('other') ?? '').slice(0, 60),
    };
  } catch {
    return null;
  }
}

function textOf([key, values, clause]: [string, [string, string | number][], string]): TranslatableText {
  if (typeof key !== 'string' || !Array.isArray(values)) throw new TypeError('not a ruling');
  return { key, values: values.map(([name, value]) => [String(name), typeof value === 'number' ? value : String(value)] as const), clause: String(clause ?? '') };
}
