// Client model of a scoresheet: the last state received, and an outbox of unacknowledged taps. Each tap is stored
// before it is sent, retried until it is answered, and applied once; only the server decides its effect.

import { boardFinished } from '../store/durability';
import type { SheetState } from '../protocol';
import { t } from '../i18n/t';
import { saveFile } from '../net/download';
import { nonce } from '../net/nonce';
import { device, keepSheet, type KeptSheet, type Waiting } from './storage';
import { Wire } from './api';

/** Time without an answer, in ms, after which the page switches to offline mode. */
const PATIENCE = 1500;
const AGAIN = 1200;

/** Whether a state is older than the one shown: an answer and the stream may arrive out of order. */
function isOlder(state: SheetState, shown: SheetState): boolean {
  if (state.sheet !== shown.sheet) return false;
  return state.version < shown.version || (state.version === shown.version && (state.events ?? 0) < (shown.events ?? 0));
}

export class SheetDesk {
  told = $state.raw<SheetState | null>(null);
  /** Taps that the server has not answered yet. */
  outbox = $state.raw<readonly Waiting[]>([]);
  /** Whether the connection is down. */
  away = $state(false);
  /** Whether the first pending tap has waited too long. */
  slow = $state(false);
  refusal = $state<string | null>(null);
  /** Why the sheet cannot be followed now; empty if it can. */
  blocked = $state('');
  /** Complete lines to choose from when a line was ambiguous. */
  options = $state.raw<readonly string[]>([]);
  /** Whether the taps after a refused one wait for the umpire's decision. */
  stopped = $state(false);
  /** Whether this browser's key does not open the sheet. */
  lost = $state(false);
  confirmed = $state('');
  cardOnly = $state(false);
  /** When the last tap was made, ms since 1970; the clocks count from it. */
  tapped = $state(Date.now());

  readonly device = device();
  wire: Wire;
  private sending = false;
  private readonly ends = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(public kept: KeptSheet) {
    this.told = kept.told;
    this.outbox = kept.outbox;
    this.confirmed = kept.confirmed;
    this.cardOnly = kept.cardOnly;
    this.wire = new Wire(kept.sheet, kept.key, this.device);
    addEventListener('online', this.hurry);
    void this.listen();
    void this.pump();
  }

  /**
   * Whether taps are accepted without waiting for earlier answers; strokes are then entered by colour, because the
   * turn is unknown.
   */
  get alone(): boolean {
    return this.outbox.length > 0 && (this.away || this.slow || this.stopped);
  }

  /** Whether a tap awaits its answer. */
  get busy(): boolean {
    return this.outbox.length > 0 && !this.alone;
  }

  /** Enter a line. */
  type(line: string, ink: string | null = null): void {
    const version = this.outbox.length === 0 ? (this.told?.version ?? null) : null;
    this.refusal = null;
    this.options = [];
    this.tapped = Date.now();
    this.outbox = [...this.outbox, { nonce: nonce(), line, version, ink }];
    this.keep();
    void this.pump();
  }

  /** Undo the last unsent tap; false if it may already have been sent. */
  unsay(): boolean {
    if (this.outbox.length < 2 && !this.stopped) return false;
    this.outbox = this.outbox.slice(0, -1);
    if (this.outbox.length === 0) this.stopped = false;
    this.keep();
    return true;
  }

  /** Discard the taps that wait behind a refused one. */
  drop(): void {
    this.outbox = [];
    this.stopped = false;
    this.refusal = null;
    this.keep();
  }

  /** Send the waiting taps anyway, based on the latest state. */
  again(): void {
    const version = this.told?.version ?? 0;
    this.outbox = this.outbox.map((each, i) => (i === 0 ? { ...each, version } : each));
    this.stopped = false;
    this.refusal = null;
    this.keep();
    void this.pump();
  }

  confirm(end: string): void {
    this.confirmed = end;
    this.keep();
  }

  setCardOnly(on: boolean): void {
    this.cardOnly = on;
    this.keep();
  }

  async take(): Promise<void> {
    try {
      const answer = await this.wire.take({ type: 'take-sheet', device: this.device });
      if (answer.type === 'sheet') this.hear(answer);
      else this.refusal = answer.reason;
    } catch {
      this.away = true;
    }
  }

  /** Go on with the referee's key, on the same device. */
  async actAsReferee(): Promise<void> {
    if (this.kept.referee === null) return;
    this.kept = { ...this.kept, key: this.kept.referee };
    this.wire = new Wire(this.kept.sheet, this.kept.key, this.device);
    this.keep();
    await this.look();
  }

  /** Save the record as a file; a failure is shown. */
  async download(): Promise<void> {
    const { sheet, key } = this.kept;
    const why = await saveFile(`/sheets/${sheet}/record`, `${sheet}.carrom`, key);
    if (why !== null) this.refusal = t('download.failed', { reason: why });
  }

  close(): void {
    this.ends.abort();
    this.wire.leave();
    clearTimeout(this.timer);
    removeEventListener('online', this.hurry);
  }

  private readonly hurry = (): void => void this.pump();

  private hear(told: SheetState): void {
    if (this.told && isOlder(told, this.told)) return;
    if (this.told?.version !== told.version && this.outbox.length === 0) this.tapped = Math.max(this.tapped, Date.now() - 1000 * Math.max(0, told.clocks.now - (told.clocks.since ?? told.clocks.now)));
    this.told = told;
    this.lost = false;
    this.blocked = '';
    if (told.boards.length || told.ended) boardFinished();
    this.keep();
  }

  private keep(): void {
    const { told, outbox, confirmed, cardOnly } = this;
    void keepSheet({ ...this.kept, seen: Date.now(), told, outbox, confirmed, cardOnly });
  }

  /** Send the outbox, one line after the other. */
  private async pump(): Promise<void> {
    if (this.sending) return;
    this.sending = true;
    clearTimeout(this.timer);
    const slow = setTimeout(() => (this.slow = true), PATIENCE);
    try {
      while (this.outbox.length > 0 && !this.stopped) await this.send(this.outbox[0] as Waiting);
      this.away = false;
    } catch {
      this.away = true;
      if (!this.ends.signal.aborted) this.timer = setTimeout(this.hurry, AGAIN);
    } finally {
      clearTimeout(slow);
      this.slow = false;
      this.sending = false;
    }
  }

  private async send(first: Waiting): Promise<void> {
    const version = first.version ?? this.told?.version ?? 0;
    const { nonce: name, line, ink } = first;
    const answer = await this.wire.type({ type: 'type-line', nonce: name, device: this.device, version, line, ink });
    this.away = false;
    if (answer.type === 'line-heard') {
      this.outbox = this.outbox.slice(1).map((each, i) => (i === 0 ? { ...each, version: answer.version } : each));
      this.hear(answer.told);
      this.keep();
      return;
    }
    this.refusal = answer.reason;
    this.options = answer.options;
    if (answer.code === 'unknown') this.lost = true;
    // Drop a line that the laws refuse; the taps after it assumed that it was valid, so stop there.
    if (answer.code === 'not-so' || answer.code === 'closed') this.outbox = this.outbox.slice(1);
    this.stopped = this.outbox.length > 0;
    this.keep();
    await this.look();
  }

  private async look(): Promise<void> {
    const told = await this.wire.told();
    if (told.type === 'sheet') this.hear(told);
  }

  /** Read the event stream until this page leaves the sheet. */
  private async listen(): Promise<void> {
    while (!this.ends.signal.aborted) {
      try {
        await this.wire.listen(this.ends.signal, (message) => {
          this.away = false;
          if (message.type === 'sheet') this.hear(message);
          else if (message.code === 'unknown') this.lost = true;
          else this.blocked = message.reason;
          if (this.outbox.length > 0) this.hurry();
        });
      } catch {
        // The connection broke; it is retried below.
      }
      if (this.ends.signal.aborted) return;
      if (!(await this.reaches())) this.away = true;
      await new Promise((resume) => setTimeout(resume, AGAIN));
    }
  }

  /** Whether the server is reachable, as opposed to a stream that ended normally. */
  private async reaches(): Promise<boolean> {
    try {
      await this.look();
      return true;
    } catch {
      return false;
    }
  }
}
