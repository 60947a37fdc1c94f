// Addresses of clauses: known wherever a ruling is read, without the rest of the rule books.

/** The anchor of a clause: its number in small letters with dashes. */
export function anchorOf(clause: string): string {
  return (clause.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

/** A game, as far as its rule book is concerned. */
export interface PlayedBy {
  readonly game: string;
  readonly ruleset: string;
  readonly terms?: { readonly rules?: string | null } | null;
}

/** The address of a clause for who plays a game: somebody's own rules are told at the game's address. */
export function clauseHrefIn(card: PlayedBy | null, clause: string): string {
  if (!card?.terms?.rules) return clauseHref(card?.ruleset ?? 'icf', clause);
  const anchor = anchorOf(clause);
  return `/game/${card.game}/rules${anchor && `#${anchor}`}`;
}

/** The address of a clause in its rule book; the book's own where no clause is named. */
export function clauseHref(ruleset: string, clause = ''): string {
  const anchor = anchorOf(clause);
  return `/rules/${encodeURIComponent(ruleset)}${anchor && `#${anchor}`}`;
}
