// Event stream of a tournament server with automatic reconnect: board changes, and new lines in the championship's
// event log.

import { request } from '$connect';
import { pause } from '../net/pause';
import type { EventAnswer } from '../protocol';
import { currentWord } from './words';

/** Maximum silence of a stream, ms: the server sends something every ten seconds. */
const SILENCE = 25_000;
const AGAIN = 1500;

export interface Listening {
  readonly told: (message: EventAnswer) => void;
  /** Called when the connection opens or breaks. */
  readonly line: (open: boolean) => void;
}

/** Read the stream until the signal aborts; reconnects after a break. */
export async function listen(address: string, signal: AbortSignal, hears: Listening): Promise<void> {
  while (!signal.aborted) {
    try {
      await once(address, signal, hears);
    } catch {
      // The connection broke or never opened.
    }
    if (signal.aborted) return;
    hears.line(false);
    await pause(AGAIN * (0.7 + 0.6 * Math.random()));
  }
}

async function once(address: string, signal: AbortSignal, hears: Listening): Promise<void> {
  const silence = new AbortController();
  const end = (): void => silence.abort();
  signal.addEventListener('abort', end, { once: true });
  // A phone that loses its network notices at once, and not only when the stream has been silent for long.
  addEventListener('offline', end, { once: true });
  let timer = setTimeout(end, SILENCE);
  try {
    const word = currentWord();
    const headers: Record<string, string> = word ? { authorization: `Bearer ${word}` } : {};
    const answer = await request(address, { headers, cache: 'no-store', signal: silence.signal });
    if (!answer.ok || !answer.body) return;
    hears.line(true);
    const reader = answer.body.getReader();
    const letters = new TextDecoder();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE);
      const parts = (text + letters.decode(value, { stream: true })).split('\n\n');
      text = parts.pop() ?? '';
      for (const part of parts) if (part.startsWith('data: ')) hears.told(JSON.parse(part.slice(6)) as EventAnswer);
    }
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    removeEventListener('offline', end);
  }
}
