// Search in a rule book: filters its parts by the search terms.

import { matches, type Book, type BookChapter, type ClauseGroup, type BookReading } from './book';

/** The parts of a book that match the search; all of them if the search is empty. */
export interface Looked {
  readonly taught: readonly BookChapter[];
  readonly chapters: readonly ClauseGroup[];
  readonly readings: readonly BookReading[];
  /** Number of matching passages. */
  readonly hits: number;
}

export function lookedFor(book: Book, wanted: string): Looked {
  const looked = wanted ? narrowed(book, wanted) : book;
  const { taught, chapters, readings } = looked;
  const hits = sum(chapters.map(({ clauses }) => clauses.length)) + sum(taught.map(({ points }) => points.length)) + readings.length;
  return { taught, chapters, readings, hits };
}

function narrowed({ taught, chapters, readings }: Book, wanted: string): Omit<Looked, 'hits'> {
  return {
    taught: taught
      .map((chapter) => ({ ...chapter, points: chapter.points.filter(({ says, source }) => matches(wanted, says, source)) }))
      .filter(({ title, points }) => points.length > 0 || matches(wanted, title)),
    chapters: chapters
      .map((chapter) => ({ ...chapter, clauses: chapter.clauses.filter(({ number, says, source }) => matches(wanted, number, says, source, chapter.title)) }))
      .filter(({ clauses }) => clauses.length > 0),
    readings: readings.filter(({ number, problem, reading, where }) => matches(wanted, number, problem, reading, where)),
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
