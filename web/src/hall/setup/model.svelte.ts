// Client model of a tournament that is being set up. Edits are shown at once and stored on the server a moment later;
// until the server has answered, an edit is repeated. The server computes problems, previews and lots.

import type { SetupDraft, SetupRequest, SetupState } from '../../protocol';
import { ask, setup } from './api';

const PAUSE = 400;
const AGAIN = 1500;

/** A request about the draft as it is stored; the model adds its id and version. */
export type DraftRequest = Extract<SetupRequest, { readonly id: string; readonly version: number }>;
type Unversioned<R> = R extends unknown ? Omit<R, 'id' | 'version'> : never;

export class SetupModel {
  /** The last answer of the server; null until it has been loaded. */
  state = $state.raw<SetupState | null>(null);
  /** The draft as the organiser sees it. */
  draft = $state.raw<SetupDraft | null>(null);
  refusal = $state<string | null>(null);
  /** Whether a change is not on the server yet. */
  unsaved = $state(false);
  away = $state(false);
  busy = $state(false);
  /** Whether another page has changed the draft: this one has to load it again. */
  conflict = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private saving: Promise<void> | null = null;
  /** Changes made while a request about the draft is under way; null while there is none. */
  private late: Partial<SetupDraft> | null = null;
  private closed = false;

  constructor(
    readonly word: string,
    readonly id: string,
  ) {
    void this.load();
  }

  /** Load the draft, discarding changes that are not stored. */
  async load(): Promise<void> {
    try {
      const answer = await setup(this.word, this.id);
      this.away = false;
      if (answer.type === 'refused') {
        this.refusal = answer.reason;
        return;
      }
      this.unsaved = this.conflict = false;
      this.refusal = null;
      this.take(answer as SetupState);
    } catch {
      this.away = true;
      if (!this.closed) this.timer = setTimeout(() => void this.load(), AGAIN);
    }
  }

  /** Change fields of the draft. */
  edit(change: Partial<SetupDraft>): void {
    if (!this.draft) return;
    this.draft = { ...this.draft, ...change };
    this.unsaved = true;
    this.refusal = null;
    if (this.late) this.late = { ...this.late, ...change };
    else this.saveSoon();
  }

  private saveSoon(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.save(), PAUSE);
  }

  /** Store all changes now; resolves once they are on the server, or refused. */
  async save(): Promise<void> {
    clearTimeout(this.timer);
    if (this.late) return; // stored once the request under way is answered: its version would refuse this one
    if (this.saving) {
      await this.saving;
      if (!this.unsaved || this.conflict || this.away) return;
    }
    this.saving = this.store();
    await this.saving;
    this.saving = null;
  }

  private async store(): Promise<void> {
    while (this.unsaved && this.draft && this.state && !this.conflict) {
      const sent = this.draft;
      try {
        const answer = await ask(this.word, { type: 'setup-save', version: this.state.version, draft: sent });
        this.away = false;
        if (answer.type === 'refused') {
          this.refusal = answer.reason;
          this.conflict = answer.reason.includes('another page');
          return;
        }
        if (answer.type !== 'setup') return;
        this.unsaved = this.draft !== sent;
        if (this.unsaved) this.state = answer;
        else this.take(answer);
      } catch {
        this.away = true;
        if (!this.closed) this.timer = setTimeout(() => void this.save(), AGAIN);
        return;
      }
    }
  }

  /** Store all changes, then make a request about the draft; returns the answer, or null if it is refused. */
  async ask<R extends DraftRequest>(message: Unversioned<R>): Promise<SetupState | { type: 'event-opened'; id: string; word: string } | null> {
    if (this.busy) return null;
    this.busy = true;
    this.refusal = null;
    try {
      await this.save();
      const before = this.draft;
      if (this.unsaved || !this.state || !before) return null;
      this.late = {};
      const answer = await ask(this.word, { ...message, id: this.id, version: this.state.version } as unknown as SetupRequest);
      this.away = false;
      if (answer.type === 'setup') this.take({ ...answer, draft: merged(before, answer.draft, this.late) });
      if (answer.type === 'refused') {
        this.refusal = answer.reason;
        return null;
      }
      return answer.type === 'setup' || answer.type === 'event-opened' ? answer : null;
    } catch {
      this.away = true;
      return null;
    } finally {
      this.busy = false;
      this.late = null;
      if (this.unsaved && this.closed) void this.save();
      else if (this.unsaved && !this.conflict) this.saveSoon();
    }
  }

  /** Reasons why a part of the draft cannot be used: `details`, `stage:2`, `entry:5`, `entries`. */
  problems(where: string): readonly string[] {
    return (this.state?.problems ?? []).filter((each) => each.where === where || each.where.startsWith(`${where}:`)).map((each) => each.reason);
  }

  close(): void {
    this.closed = true;
    if (this.unsaved) void this.save();
    clearTimeout(this.timer);
  }

  private take(state: SetupState): void {
    this.state = state;
    this.draft = state.draft;
  }
}

/** Return an answered draft with the changes made meanwhile to fields that the request did not change. */
function merged(before: SetupDraft, answered: SetupDraft, late: Partial<SetupDraft>): SetupDraft {
  const same = (name: string) => JSON.stringify(before[name as keyof SetupDraft]) === JSON.stringify(answered[name as keyof SetupDraft]);
  return { ...answered, ...Object.fromEntries(Object.entries(late).filter(([name]) => same(name))) };
}
