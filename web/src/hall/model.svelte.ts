// Client model of a tournament for a holder of an access link: the last state received, and an outbox of proposed
// lines. A proposal is stored before it is sent, retried until it is answered, and applied once; only the server
// decides its effect.

import type { HallAnswer, HallState } from '../protocol';
import { t } from '../i18n/t';
import { nonce } from '../net/nonce';
import { listen } from './stream';
import { hall, say } from './api_types';

interface Proposal {
  readonly nonce: string;
  readonly line: string;
}

type Written = Extract<HallAnswer, { type: 'said' }>;

const AGAIN = 1200;

export class HallDesk {
  told = $state.raw<HallState | null>(null);
  /** Proposals that the server has not acknowledged. */
  outbox = $state.raw<readonly Proposal[]>([]);
  refusal = $state<string | null>(null);
  /** The lines recorded last, the results they report, and draws based on standings that have since changed. */
  written = $state.raw<Written | null>(null);
  /** Reason why the link is no longer valid; null while it is. */
  void = $state<string | null>(null);
  away = $state(false);
  /** Server clock minus browser clock, s. */
  private ahead = 0;
  private readonly ends = new AbortController();
  private sending = false;
  private readonly answered = new Map<string, (refusal: string) => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(readonly word: string) {
    this.outbox = recall(word);
    void this.look();
    void this.pump();
    void listen('/api/stream', this.ends.signal, {
      told: (message) => message.type === 'changed' && void this.look(),
      line: (open) => {
        this.away = !open;
        if (open) void this.look();
      },
    });
  }

  /** Return the server's time, seconds since 1970. */
  now(): number {
    return Math.floor(Date.now() / 1000) + this.ahead;
  }

  get busy(): boolean {
    return this.outbox.length > 0;
  }

  /** Propose a line; resolves to the reason if it is refused, or to an empty string once it is recorded. */
  say(line: string): Promise<string> {
    const proposal = { nonce: nonce(), line };
    this.refusal = null;
    this.written = null;
    this.outbox = [...this.outbox, proposal];
    remember(this.word, this.outbox);
    void this.pump();
    return new Promise((answered) => this.answered.set(proposal.nonce, answered));
  }

  close(): void {
    this.ends.abort();
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const told = await hall(this.word);
      if (told.type === 'hall') {
        this.told = told;
        this.ahead = told.now - Math.floor(Date.now() / 1000);
      } else if (told.void) this.void = told.reason;
      this.away = false;
    } catch {
      this.away = true;
    }
  }

  /** Send the outbox, one proposal after the other. */
  private async pump(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    try {
      for (let first = this.outbox[0]; first; first = this.outbox[0]) {
        const answer = await say(this.word, { type: 'propose', ...first });
        if (answer.type === 'said') this.written = answer;
        else if (answer.type === 'refused') {
          this.refusal = answer.reason;
          if (answer.void) this.void = answer.reason;
        }
        this.outbox = this.outbox.slice(1);
        remember(this.word, this.outbox);
        this.answered.get(first.nonce)?.(answer.type === 'refused' ? answer.reason : '');
        this.answered.delete(first.nonce);
        await this.look();
      }
      this.away = false;
    } catch {
      this.away = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.pump(), AGAIN);
    } finally {
      this.sending = false;
    }
  }
}

const KEPT = 'carrom.hall.outbox.';

function recall(word: string): readonly Proposal[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT + word) ?? '[]') as readonly Proposal[];
  } catch {
    return [];
  }
}

function remember(word: string, outbox: readonly Proposal[]): void {
  try {
    if (outbox.length) localStorage.setItem(KEPT + word, JSON.stringify(outbox));
    else localStorage.removeItem(KEPT + word);
  } catch {
    // Without storage, the outbox lasts as long as this page is open.
  }
}

/** Quote a text as in a line of the event log. */
export function quoted(text: string): string {
  return JSON.stringify(text.replace(/\s+/g, ' ').trim()).replaceAll('#', '\\u0023');
}

/** Return rounds such as `s.2` in words. */
export function roundNames(told: HallState, rounds: readonly string[]): string {
  const named = rounds.map((each) => {
    const [id = '', round = ''] = each.split('.');
    return t('clock.round', { stage: told.stages.find((stage) => stage.id === id)?.title ?? id, round });
  });
  return named.join('; ');
}

/** Latin letters that Unicode does not take apart into a plain letter and an accent. */
const LATIN: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', å: 'a', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ħ: 'h', ı: 'i' };

/** Return a short unique name that lines can refer to. */
export function shortName(name: string, taken: readonly string[], otherwise = 'entrant'): string {
  const plain = name.toLowerCase().replace(/[ßæœøåđðþłħı]/g, (letter) => LATIN[letter] ?? '').normalize('NFD').replace(/[\u0300-\u036f]/g, '').replace(/[^a-z0-9]+/g, '_').replace(/^[^a-z]+|_+$/g, '').slice(0, 28);
  const base = plain || otherwise;
  let found = base;
  for (let i = 2; taken.includes(found); i += 1) found = `${base}_${i}`;
  return found;
}
