// Model of a practice board: the position and the question about it, shared by the board, its panels and the address.

import { readPosition, writePosition } from '../board/notation';
import type { Disc, Lying, SetupPosition, Seat, Stroke, TriedStroke } from '../protocol';
import { nonce, type Store } from '../store/store.svelte';
import { t } from '../i18n/t';
import { address, type Asked } from './url';
import { Bench } from './session.svelte';
import { copyText } from '../ui/copying';

export type Mode = 'arrange' | 'play' | 'law';
export const MODES: readonly Mode[] = ['arrange', 'play', 'law'];

/** Options for other pages that use a practice board. */
export interface How {
  /** Whether the setup must be consistent as a position from a real game. */
  readonly lawful?: boolean;
  /** Called with the result of a stroke. */
  readonly heard?: (answer: TriedStroke) => void;
}

export class Desk {
  what: Asked = $state.raw({} as Asked);
  mode: Mode = $state('arrange');
  placed: readonly Lying[] = $state.raw([]);
  /** Discs in impossible positions, and why the board is invalid. */
  faulty: readonly Disc[] = $state.raw([]);
  fault: string | null = $state(null);
  surface = $state('club');
  /** Level whose accuracy is applied to strokes; empty to play them exactly. */
  level = $state('');
  legal = $state(true);
  judged = $state(false);
  answer: TriedStroke | null = $state.raw(null);
  /** The position as shown in its text field. */
  text = $state('');
  /** What was copied: a translation key, or `not` if copying failed. */
  said = $state('');
  /** Umpire's calls available on this board, from the server. */
  calls: readonly string[] = $state.raw([]);
  /** What selecting a disc means. */
  picking: 'falls' | 'jumped' = $state('falls');
  /** Seats of the sides under these rules, from the server. */
  seats: readonly Seat[] = $state.raw(['south', 'north']);
  readonly bench: Bench;
  private checking = false;
  private again = false;

  constructor(
    store: Store,
    wanted: Asked,
    private readonly moved: (address: string) => void,
    private readonly how: How = {},
  ) {
    this.what = wanted;
    this.mode = wanted.law && !how.lawful ? 'law' : 'arrange';
    this.judged = wanted.law || how.lawful === true;
    this.bench = new Bench(store, (stroke: Stroke, moment: SetupPosition) => ({
      type: 'try', nonce: nonce(), moment, stroke, surface: this.surface, level: this.level || null, legal: this.legal, judged: this.judged,
    }), how.heard);
  }

  /** Open the board of an address. */
  async open(wanted: Asked): Promise<void> {
    const found = readPosition(wanted.moment.position);
    if (!found) {
      this.fault = t('practice.no-position');
      this.text = wanted.moment.position;
      this.what = { ...wanted, moment: { ...wanted.moment, position: 'c1' } };
      this.placed = [];
      return;
    }
    this.what = wanted;
    this.placed = found.filter(({ disc }) => disc !== 'S');
    await this.check();
    if (wanted.falls.length || wanted.jumped.length || (wanted.law && (wanted.untouched || wanted.happened !== 'stroke'))) await this.askLaw();
  }

  /** Validate the position: one request at a time, and repeat if it changed meanwhile. */
  async check(): Promise<void> {
    if (this.checking) {
      this.again = true;
      return;
    }
    this.checking = true;
    do {
      this.again = false;
      const there = (discs: readonly Disc[]): readonly Disc[] => discs.filter((disc) => disc === 'S' || this.placed.some((each) => each.disc === disc));
      this.what = { ...this.what, moment: this.momentNow(), falls: there(this.what.falls), jumped: there(this.what.jumped) };
      this.text = this.what.moment.position;
      const found = await this.bench.ask({ type: 'arrange', nonce: nonce(), moment: this.what.moment, legal: this.legal, judged: this.mode === 'law' || this.how.lawful === true });
      this.fault = this.bench.fault ?? (found?.type === 'arranged' ? (found.fault ?? null) : null);
      this.faulty = found?.type === 'arranged' ? found.discs : [];
      const sides = found?.type === 'arranged' ? (found.state?.sides ?? []) : [];
      if (found?.type === 'arranged' && found.calls?.length) this.calls = found.calls;
      if (sides.length) this.seats = sides.flatMap((side) => side.seats);
    } while (this.again);
    this.checking = false;
    this.moved(address(this.what));
  }

  /** Set the positions of the discs; takes effect at once, before the server has validated it. */
  lay(next: readonly Lying[]): void {
    this.placed = next;
    this.answer = null;
    this.what = { ...this.what, moment: this.momentNow() };
    this.text = this.what.moment.position;
  }

  /** Change the state that the laws need besides the positions. */
  facts(change: Partial<SetupPosition>): void {
    this.what = { ...this.what, moment: { ...this.what.moment, ...change } };
    this.answer = null;
    void this.check();
  }

  async turnTo(next: Mode): Promise<void> {
    this.mode = next;
    this.answer = null;
    this.what = { ...this.what, law: next === 'law' || (next === 'play' && this.judged) };
    await this.check();
    if (next === 'play') await this.begin();
  }

  /** Start playing from the board as set up. */
  async begin(): Promise<void> {
    const laid = await this.bench.lay(this.momentNow(), { legal: this.legal, judged: this.judged });
    this.fault = laid ? null : this.bench.fault;
  }

  async askLaw(): Promise<void> {
    this.mode = 'law';
    const { falls, untouched, direct, improper, happened, jumped, lines, early, passes, by, after } = this.what;
    const call = this.calls.includes(this.what.call) ? this.what.call : (this.calls[0] ?? '');
    const found = await this.bench.ask({
      type: 'what-if', nonce: nonce(), moment: this.momentNow(),
      facts: { happened, falls, touched: !untouched, direct, improper, before_play: early, jumped, lines, passes, call, by, after_stroke: after },
    });
    this.fault = this.bench.fault;
    this.answer = found?.type === 'tried' ? found : null;
    this.moved(address({ ...this.what, law: true }));
  }

  /** Select a disc, with the meaning currently chosen. */
  pick(disc: Disc): void {
    this.put(disc, this.picking);
  }

  /** Toggle whether a disc falls into a pocket or leaves the board over the frame; it cannot do both. */
  put(disc: Disc, how: 'falls' | 'jumped'): void {
    const { falls, jumped } = this.what;
    const without = (discs: readonly Disc[]): readonly Disc[] => discs.filter((each) => each !== disc);
    const was = this.what[how].includes(disc);
    const next = { falls: without(falls), jumped: without(jumped) };
    this.say(was ? next : { ...next, [how]: [...next[how], disc] });
  }

  say(change: Partial<Asked>): void {
    this.what = { ...this.what, ...change };
    this.answer = null;
  }

  /** Continue from the board that the ruling leaves. */
  async goOn(): Promise<void> {
    if (!this.answer) return;
    const { moment } = this.answer;
    this.what = { ...this.what, moment, falls: [], jumped: [] };
    this.placed = readPosition(moment.position) ?? [];
    this.answer = null;
    await this.check();
  }

  /** Return to setup with the board as it is after the strokes. */
  takeOver(): void {
    this.placed = (this.bench.state.shown?.position.placed ?? this.placed).filter(({ disc }) => disc !== 'S');
    this.what = { ...this.what, moment: { ...this.what.moment, attempt: null, kept: '' } };
    void this.turnTo('arrange');
  }

  async copy(text: string, key: string): Promise<void> {
    this.said = (await copyText(text)) ? key : 'not';
  }

  /** Return the setup with the current disc positions. */
  private momentNow(): SetupPosition {
    const { moment } = this.what;
    const lies = this.placed.some(({ disc }) => disc === 'Q');
    const queen = lies ? 'board' : moment.queen === 'board' ? 'mover' : (moment.queen ?? 'mover');
    return { ...moment, position: writePosition(this.placed), queen, kept: '' };
  }
}
