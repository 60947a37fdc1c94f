// What lies on a practice board and what is asked of it: one state for the board, its panels and its address.

import { readPosition, writePosition } from '../board/notation';
import type { Disc, Lying, SetupPosition, Seat, Stroke, TriedStroke } from '../protocol';
import { nonce, type Store } from '../store/store.svelte';
import { t } from '../i18n/t';
import { address, type Asked } from './url';
import { Bench } from './session.svelte';
import { copyText } from '../ui/copying';

export type Mode = 'arrange' | 'play' | 'law';
export const MODES: readonly Mode[] = ['arrange', 'play', 'law'];

/** What another place than the practice room wishes of a desk. */
export interface How {
  /** Every board is one of a game: what is said of it has to be true together. */
  readonly lawful?: boolean;
  /** Told what a stroke has led to. */
  readonly heard?: (answer: TriedStroke) => void;
}

export class Desk {
  what: Asked = $state.raw({} as Asked);
  mode: Mode = $state('arrange');
  placed: readonly Lying[] = $state.raw([]);
  /** Discs that cannot lie so, and why the board cannot be so. */
  faulty: readonly Disc[] = $state.raw([]);
  fault: string | null = $state(null);
  surface = $state('club');
  /** Whose hand plays a stroke; none: exactly as it was meant. */
  level = $state('');
  legal = $state(true);
  judged = $state(false);
  answer: TriedStroke | null = $state.raw(null);
  /** The position as it stands in its field. */
  text = $state('');
  /** What has been copied: a key of the texts, or `not` where it could not be. */
  said = $state('');
  /** What an umpire can call on this board; the server says so. */
  calls: readonly string[] = $state.raw([]);
  /** What becomes of a disc that is picked. */
  picking: 'falls' | 'jumped' = $state('falls');
  /** Where the sides of this rule set sit; the server says so. */
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

  /** Open a board as an address asks for it. */
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

  /** Ask whether the discs can lie so: one question at a time, the last one wins. */
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

  /** Let the discs lie so; what is read of the board or begun from it is this at once, whether the server has looked or not. */
  lay(next: readonly Lying[]): void {
    this.placed = next;
    this.answer = null;
    this.what = { ...this.what, moment: this.momentNow() };
    this.text = this.what.moment.position;
  }

  /** Change what the law has to know besides where the discs lie. */
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

  /** Play from the board as it is laid. */
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

  /** Say of a disc what is being picked. */
  pick(disc: Disc): void {
    this.put(disc, this.picking);
  }

  /** Let a disc fall, or leave the board over the frame; or no more. It cannot do both. */
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

  /** Go on from where the law has left the board. */
  async goOn(): Promise<void> {
    if (!this.answer) return;
    const { moment } = this.answer;
    this.what = { ...this.what, moment, falls: [], jumped: [] };
    this.placed = readPosition(moment.position) ?? [];
    this.answer = null;
    await this.check();
  }

  /** Take the board as it lies after strokes back to the hand that lays. */
  takeOver(): void {
    this.placed = (this.bench.state.shown?.position.placed ?? this.placed).filter(({ disc }) => disc !== 'S');
    this.what = { ...this.what, moment: { ...this.what.moment, attempt: null, kept: '' } };
    void this.turnTo('arrange');
  }

  async copy(text: string, key: string): Promise<void> {
    this.said = (await copyText(text)) ? key : 'not';
  }

  /** The moment with the discs as they lie now. */
  private momentNow(): SetupPosition {
    const { moment } = this.what;
    const lies = this.placed.some(({ disc }) => disc === 'Q');
    const queen = lies ? 'board' : moment.queen === 'board' ? 'mover' : (moment.queen ?? 'mover');
    return { ...moment, position: writePosition(this.placed), queen, kept: '' };
  }
}
