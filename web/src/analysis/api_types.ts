// Streaming API client of the analysis engine (docs/how-to/analysis.md). Ending the stream stops the engine.

import { request } from '$connect';
import type { Failed } from '../protocol';

/** Return the reason for a refusal (RFC 9457). */
async function sentence(answer: Response): Promise<string> {
  const told = (await answer.json().catch(() => null)) as { detail?: string } | null;
  return told?.detail ?? answer.statusText;
}

/** Stream an address, one object at a time; throws with the server's reason if it refuses or fails. */
export async function* told<T extends { readonly type: string }>(address: string, signal: AbortSignal, word: string | null = null): AsyncGenerator<Exclude<T, Failed>> {
  const answer = await request(address, { signal, cache: 'no-store', ...(word !== null && { headers: { Authorization: `Bearer ${word}` } }) });
  if (!answer.ok || !answer.body) throw new Error(await sentence(answer));
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value ?? '')).split('\n');
      rest = done ? '' : (lines.pop() ?? '');
      for (const line of lines) {
        if (!line.trim()) continue;
        const said = JSON.parse(line) as T | Failed;
        if (said.type === 'failed') throw new Error((said as Failed).reason);
        yield said as Exclude<T, Failed>;
      }
      if (done) return;
    }
  } finally {
    // Cancel the request, which stops the engine.
    await reader.cancel().catch(() => undefined);
  }
}
