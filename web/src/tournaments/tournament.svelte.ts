// Client of one online tournament: reads its stream, and reconnects by itself. A player who reads the stream is present.

import { request } from '$connect';
import { answered } from '../lobby/lobby.svelte';
import { pause } from '../net/pause';
import type { TournamentOwn, TournamentState } from '../protocol';
import { guest, streamOf } from './api';

/** Maximum silence of the stream, ms: the server sends something every seven seconds. */
const SILENCE = 20_000;
const AGAIN = 1200;

export class Tournament {
  state: TournamentState | null = $state.raw(null);
  yours: TournamentOwn | null = $state.raw(null);
  /** Whether the stream is connected. */
  open = $state(false);
  /** Why the tournament cannot be read; empty while it can. */
  missing = $state('');
  /** The server's clock minus this device's, ms. */
  private ahead = 0;

  constructor(readonly id: string) {}

  /** The server's time now, ms since 1970. */
  now(): number {
    return Date.now() + this.ahead;
  }

  /** Read the stream until the signal aborts; after a break it is opened again. */
  async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.once(signal);
      } catch {
        // The connection broke or never opened.
      }
      this.open = false;
      if (signal.aborted || this.missing) return;
      await pause(AGAIN * (0.7 + 0.6 * Math.random()));
    }
  }

  hear(line: TournamentState | TournamentOwn): void {
    if (line.type === 'yours') this.yours = line;
    else {
      this.state = line;
      this.ahead = line.now - Date.now();
    }
  }

  private async once(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const end = (): void => silence.abort();
    signal.addEventListener('abort', end, { once: true });
    // A phone that loses its network notices at once, and not only when the stream has been silent for long.
    addEventListener('offline', end, { once: true });
    let timer = setTimeout(end, SILENCE);
    try {
      const answer = await request(streamOf(this.id), { headers: guest(), cache: 'no-store', signal: silence.signal });
      if (answer.status === 404 || answer.status === 400) await answered(answer).catch((why: Error) => (this.missing = why.message));
      if (!answer.ok || !answer.body) return;
      this.open = true;
      const reader = answer.body.getReader();
      const letters = new TextDecoder();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(end, SILENCE);
        const lines = (text + letters.decode(value, { stream: true })).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line) this.hear(JSON.parse(line) as TournamentState | TournamentOwn);
      }
    } finally {
      clearTimeout(timer);
      end();
      signal.removeEventListener('abort', end);
      removeEventListener('offline', end);
    }
  }
}
