// Long messages deflated, where the browser can inflate them: the server packs a film once for all who see it.

/** What the line's address ends with; a server that does not know it says everything as text. */
export const asksForPacked = (): string => {
  try {
    new DecompressionStream('deflate-raw');
    return '?films=deflated';
  } catch {
    return '';
  }
};

/** Return the text that was deflated. */
export function unpacked(data: ArrayBuffer): Promise<string> {
  const inflated = new Response(data).body?.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated ?? null).text();
}
