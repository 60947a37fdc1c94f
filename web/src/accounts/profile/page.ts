// The address of a person's page.

/** Where everybody sees somebody who has an account. */
export function pageOf(name: string): string {
  return `/@/${encodeURIComponent(name)}`;
}

/** The page of who sits somewhere; none for guests, for the server's own programs, and for who reads. */
export function pageAt(sitter: { readonly name: string; readonly account?: boolean } | null | undefined, own = false): string | undefined {
  return sitter?.account && !own ? pageOf(sitter.name) : undefined;
}
