// Websocket message compression: deflated messages, where the browser can inflate them. The server compresses an
// animation once for all clients.

/**
 * Query string that asks the server for compressed messages; a server that does not know it sends everything as
 * text.
 */
export const asksForPacked = (): string => {
  try {
    new DecompressionStream('deflate-raw');
    return '?films=deflated';
  } catch {
    return '';
  }
};

/** Inflate a deflated text. */
export function unpacked(data: ArrayBuffer): Promise<string> {
  const inflated = new Response(data).body?.pipeThrough(new DecompressionStream('deflate-raw'));
  return new Response(inflated ?? null).text();
}
