// Addresses of clauses: known wherever a ruling is read, without the rest of the rule books.

/** The anchor of a clause: its number in small letters with dashes. */
export function anchorOf(clause: string): string {
  return (clause.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

/** The address of a clause in its rule book; the book's own where no clause is named. */
export function clauseHref(ruleset: string, clause = ''): string {
  const anchor = anchorOf(clause);
  return `/rules/${encodeURIComponent(ruleset)}${anchor && `#${anchor}`}`;
}
