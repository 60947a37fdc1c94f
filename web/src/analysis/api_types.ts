// What the server tells line by line while it thinks (docs/how-to/analysis.md). Whoever stops reading ends the thinking.

import type { Failed } from '../protocol';

/** The sentence of a refusal (RFC 9457). */
async function sentence(answer: Response): Promise<string> {
  const told = (await answer.json().catch(() => null)) as { detail?: string } | null;
  return told?.detail ?? answer.statusText;
}

/** Read an address, object for object; throws with the server's sentence where it refuses or fails. */
export async function* told<T extends { readonly type: string }>(address: string, signal: AbortSignal, word: string | null = null): AsyncGenerator<Exclude<T, Failed>> {
  const answer = await fetch(address, { signal, cache: 'no-store', ...(word !== null && { headers: { Authorization: `Bearer ${word}` } }) });
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
    // Nobody reads on: the line is given up, and with it the thinking.
    await reader.cancel().catch(() => undefined);
  }
}
