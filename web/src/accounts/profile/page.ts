// Addresses of profile pages.

/** Return the address of an account's public profile page. */
export function pageOf(name: string): string {
  return `/@/${encodeURIComponent(name)}`;
}

/**
 * Return the profile address of the player at a seat; undefined for guests, the server's own programs, and the
 * user.
 */
export function pageAt(sitter: { readonly name: string; readonly account?: boolean } | null | undefined, own = false): string | undefined {
  return sitter?.account && !own ? pageOf(sitter.name) : undefined;
}
