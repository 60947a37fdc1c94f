// Proposals that enter the rows of a table: several rows in each, because a proposal has a greatest length.

import type { RowPreview } from '../protocol';

const MOST_LETTERS = 5800;

export interface RowsProposal {
  readonly text: string;
  readonly rows: readonly number[];
}

/** Return the proposals that enter all rows with lines, each as long as possible. */
export function proposals(lines: readonly string[]): readonly RowsProposal[] {
  const found: { text: string; rows: number[] }[] = [];
  lines.forEach((text, row) => {
    const last = found.at(-1);
    if (!text) return;
    if (last && last.text.length + text.length < MOST_LETTERS) {
      last.text += `\n${text}`;
      last.rows.push(row);
    } else found.push({ text, rows: [row] });
  });
  return found;
}

/** Return the rows that are entered once `done` are: those, and the rows of further players of their teams. */
export function entered(preview: readonly RowPreview[], done: ReadonlySet<number>): ReadonlySet<number> {
  const teams = new Set([...done].map((row) => preview[row]?.entry?.name.toLowerCase()));
  return new Set(preview.flatMap((each, row) => (done.has(row) || (each.joins && teams.has(each.joins.toLowerCase())) ? [row] : [])));
}
