// Rule book API: types and requests (`carrom.books.values`), addresses of clauses, and search highlighting.

import { request } from '$connect';
import { kept } from '../store/saved_games';
import { who } from '../store/account.svelte';
import { language, t } from '../i18n/t';

export interface Spine {
  readonly name: string;
  readonly title: string;
  readonly edition: string;
  readonly players: readonly number[];
  readonly won_with: string;
  /** One sentence on what distinguishes the book. */
  readonly different: string;
}

export interface Told {
  readonly title: string;
  readonly text: string;
}

export interface Picture {
  readonly name: string;
  readonly title: string;
  readonly width: number;
  readonly height: number;
}

export interface PointTold {
  readonly says: string;
  readonly source: string;
  readonly reading: string;
}

export interface BookChapter {
  readonly anchor: string;
  readonly title: string;
  readonly intro: string;
  readonly pictures: readonly Picture[];
  readonly measures: readonly { what: string; here: string; allowed: string; clause: string }[];
  readonly points: readonly PointTold[];
  readonly techniques: readonly Told[];
}

export interface BookClause {
  readonly number: string;
  /** Empty if an earlier passage has the same number. */
  readonly anchor: string;
  readonly says: string;
  /** Whether the text is English because there is no translation into the page's language. */
  readonly is_english: boolean;
  readonly source: string;
  readonly readings: readonly string[];
  readonly cases: readonly string[];
  /** Name of the lesson that teaches what the clause decides. */
  readonly lesson: string;
}

export interface ClauseGroup {
  readonly anchor: string;
  readonly title: string;
  readonly intro: string;
  readonly clauses: readonly BookClause[];
}

export interface BookReading {
  readonly number: string;
  readonly anchor: string;
  readonly where: string;
  readonly problem: string;
  readonly reading: string;
  readonly reason: string;
}

export interface Book {
  readonly name: string;
  readonly title: string;
  readonly edition: string;
  readonly different: string;
  readonly intro: string;
  /** Whether the introduction is English because there is no translation into the page's language. */
  readonly is_intro_english: boolean;
  readonly glance: readonly { name: string; value: string }[];
  readonly lesson: readonly Told[];
  readonly set_up: Picture;
  readonly taught: readonly BookChapter[];
  readonly how_to_read: string;
  readonly chapters: readonly ClauseGroup[];
  readonly readings: readonly BookReading[];
  /** What a house rule book changes in the book on which it is based. */
  readonly house: Comparison | null;
  readonly laws: readonly { laws: string; title: string; anchor: string }[];
  readonly left_out: readonly { laws: string; about: string; why: string }[];
}

export interface WorkedCase {
  readonly id: string;
  readonly told: string;
  readonly decision: string;
  /** Whether the decision is in English; the description of what happened always is. */
  readonly is_english: boolean;
  readonly clauses: readonly string[];
  readonly readings: readonly string[];
  readonly note: string;
  readonly position: string;
  readonly falls: readonly string[];
  readonly asks: string;
}

export interface Answer {
  readonly number: string;
  readonly anchor: string;
  readonly says: string;
  readonly is_english: boolean;
}

export interface Comparison {
  readonly one: string;
  readonly other: string;
  readonly titles: readonly [string, string];
  readonly shared: number;
  readonly glance: readonly { name: string; one: string; other: string }[];
  readonly topics: readonly {
    readonly title: string;
    readonly anchor: string;
    readonly questions: readonly { asked: string; one: readonly Answer[]; other: readonly Answer[] }[];
  }[];
}

export { anchorOf, clauseHref } from './url';

/** Return the address of a drawing. */
export const pictureHref = (name: string): string => `/api/rules/pictures/${name}.svg`;

/** HTML attributes for English text on a page in another language. */
export const ENGLISH = { lang: 'en', dir: 'ltr' } as const;

/** Return the HTML attributes for a text that the server marks as English or not. */
export const marksOf = (isEnglish: boolean): Partial<typeof ENGLISH> => (isEnglish ? ENGLISH : {});

const known = new Map<string, Promise<unknown>>();

/** Return the resource at a path below `/api/rules` in the page's language; cached, except after a failure. */
export function told<T>(path: string): Promise<T> {
  const address = `/api/rules${path}?language=${language()}`;
  const found = known.get(address);
  if (found) return found as Promise<T>;
  const asked = request(address).then(async (answer) => {
    const said = (await answer.json()) as T & { detail?: string };
    if (!answer.ok) throw new Error(said.detail ?? answer.statusText);
    return said as T;
  });
  asked.catch(() => known.delete(address));
  known.set(address, asked);
  return asked;
}

export const shelf = (): Promise<readonly Spine[]> => told('');
export const bookOf = (name: string): Promise<Book> => told(`/${encodeURIComponent(name)}`);
/** Return the rule book of a game; requires its seat key, its watch token, or being signed in as one of its players. */
export async function bookOfGame(game: string): Promise<Book> {
  const word = kept(game)?.key ?? kept(game)?.watch;
  if (!word && who.name === null) throw new Error(t('lost.about'));
  const answer = await request(`/games/${game}/rules?language=${language()}`, word ? { headers: { Authorization: `Bearer ${word}` } } : {});
  if (!answer.ok) throw new Error((await answer.text()).trim() || answer.statusText);
  return (await answer.json()) as Book;
}

export const casesOf = (name: string): Promise<readonly WorkedCase[]> => told(`/${encodeURIComponent(name)}/cases`);
export const comparisonOf = (one: string, other: string): Promise<Comparison> =>
  told(`/${encodeURIComponent(one)}/compare/${encodeURIComponent(other)}`);

// ---------------------------------------------------------------- search

/** A part of a text, and whether it matched the search. */
export type Part = readonly [text: string, found: boolean];

/** Whether the texts together contain every search term. */
export function matches(wanted: string, ...texts: readonly string[]): boolean {
  const whole = texts.join(' ').toLowerCase();
  return words(wanted).every((word) => whole.includes(word));
}

/** Split a text at the search terms. */
export function parted(text: string, wanted: string): readonly Part[] {
  const looked = words(wanted).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (!looked.length) return [[text, false]];
  return text.split(new RegExp(`(${looked.join('|')})`, 'gi')).map((part, index) => [part, index % 2 === 1] as const).filter(([part]) => part !== '');
}

function words(wanted: string): readonly string[] {
  return wanted.toLowerCase().split(/\s+/).filter((word) => word.length > 0);
}
