// Addresses of clauses, usable wherever a ruling is shown without loading the rule book code.

/** Return the anchor of a clause: its number in lower case with dashes. */
export function anchorOf(clause: string): string {
  return (clause.toLowerCase().match(/[a-z0-9]+/g) ?? []).join('-');
}

/** The part of a game that determines its rule book. */
export interface PlayedBy {
  readonly game: string;
  readonly ruleset: string;
  readonly terms?: { readonly rules?: string | null } | null;
}

/** Return the address of a clause for a player of this game; custom rules are published at the game's own address. */
export function clauseHrefIn(card: PlayedBy | null, clause: string): string {
  if (!card?.terms?.rules) return clauseHref(card?.ruleset ?? 'icf', clause);
  const anchor = anchorOf(clause);
  return `/game/${card.game}/rules${anchor && `#${anchor}`}`;
}

/** Return the address of a clause in its rule book, or of the book itself if no clause is given. */
export function clauseHref(ruleset: string, clause = ''): string {
  const anchor = anchorOf(clause);
  return `/rules/${encodeURIComponent(ruleset)}${anchor && `#${anchor}`}`;
}
