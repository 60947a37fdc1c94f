// HTTP API client for scoresheets: sends lines and reads the event stream. It knows no laws and stores no state.

import { HAS_SERVER, request } from '$connect';
import type { BeginSheet, LineHeard, SheetBegun, SheetLog, SheetRefused, SheetState, TakeSheet, TypeLine } from '../protocol';
import { language } from '../i18n/t';

/** Maximum silence of the stream, ms: the server sends something every ten seconds. */
const SILENCE = 25_000;
/** Request timeout, ms. */
const PATIENCE = 10_000;

export type Answer<T> = T | SheetRefused;

export class Wire {
  constructor(
    private readonly sheet: string,
    private readonly key: string,
    private readonly device: string,
  ) {}

  told(): Promise<Answer<SheetState>> {
    return this.ask(`?${this.asked}`);
  }

  log(): Promise<Answer<SheetLog>> {
    return this.ask(`/log?${this.asked}`);
  }

  type(message: TypeLine): Promise<Answer<LineHeard>> {
    return this.ask(`/lines?${this.asked}`, message);
  }

  take(message: TakeSheet): Promise<Answer<SheetState>> {
    return this.ask(`/writer?${this.asked}`, message);
  }

  /** Read the event stream until it breaks or the signal aborts; calls `told` for each message. */
  async listen(signal: AbortSignal, told: (message: SheetState | SheetRefused) => void): Promise<void> {
    const silence = new AbortController();
    const both = AbortSignal.any ? AbortSignal.any([signal, silence.signal]) : signal;
    let timer = setTimeout(() => silence.abort(), SILENCE);
    try {
      const answer = await request(`/sheets/${this.sheet}/stream?${this.asked}`, { headers: this.headers, cache: 'no-store', signal: both });
      if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
        told((await answer.json()) as SheetState | SheetRefused);
        // The tables of this page answer once: while it has the sheet open, nobody else changes it.
        if (answer.ok) await new Promise((left) => signal.addEventListener('abort', left, { once: true }));
        return;
      }
      const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream()).getReader();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => silence.abort(), SILENCE);
        const parts = (text + value).split('\n\n');
        text = parts.pop() ?? '';
        for (const part of parts) if (part.startsWith('data: ')) told(JSON.parse(part.slice(6)) as SheetState);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  /** Let another tab of this browser open the sheet, where that needs saying. */
  leave(): void {
    if (!HAS_SERVER) void request(`/sheets/${this.sheet}/stream`, { method: 'DELETE', headers: this.headers }).catch(() => undefined);
  }

  private get asked(): string {
    return new URLSearchParams({ device: this.device, language: language() }).toString();
  }

  private get headers(): Record<string, string> {
    return { authorization: `Bearer ${this.key}` };
  }

  private ask<T>(at: string, message?: TypeLine | TakeSheet): Promise<Answer<T>> {
    return asked(`/sheets/${this.sheet}${at}`, this.headers, message);
  }
}

export function beginSheet(message: BeginSheet): Promise<Answer<SheetBegun>> {
  return asked('/sheets', {}, message);
}

/** Send a request and return the answer; throws if there is none. */
async function asked<T>(at: string, headers: Record<string, string>, message?: object): Promise<Answer<T>> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const body = message && JSON.stringify(message);
    const how: RequestInit = { headers, cache: 'no-store', signal: patience.signal, ...(body ? { method: 'POST', body } : {}) };
    return (await (await request(at, how)).json()) as Answer<T>;
  } finally {
    clearTimeout(timer);
  }
}
