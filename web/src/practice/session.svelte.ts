// Session on a board set up by hand, with the same controls as a game: it has its own state, sends strokes to the
// server as questions, and applies the answers as if they were events of a game.

import { STANDARD, type Card, type Disc, type SetupPosition, type Point, type Question, type Seat, type Sitter, type State as GameState, type Stroke, type TriedStroke } from '../protocol';
import type { Message } from '../store/message';
import { without } from '../net/outgoing';
import { beginning, type AppState } from '../store/state';
import { nonce, type Handed, type Store } from '../store/store.svelte';
import { update } from '../store/update';

const SEATS: readonly Seat[] = ['south', 'east', 'north', 'west'];

/** Builds the question for a stroke; lessons ask differently from practice. */
export type Asking = (stroke: Stroke, moment: SetupPosition) => Question;

/** A piece that the player is to place, and where it may lie. */
export interface ToPlace {
  readonly disc: Disc;
  readonly spots: readonly Point[];
}

/** What a board set up for training asks for, besides a stroke from anywhere. */
export interface Task {
  readonly place?: ToPlace | null;
  /** The range of the baseline from which the stroke is to be played, µm. */
  readonly stands?: readonly [number, number] | null;
}

/** A previous board to go back to. */
interface Left {
  readonly moment: SetupPosition;
  readonly shown: GameState;
  readonly stroke: Stroke | null;
}

export class Bench implements Handed {
  state: AppState = $state.raw(beginning(null, {} as AppState['settings']));
  /** The current setup, from which play continues. */
  moment: SetupPosition = $state.raw({ position: 'c1' });
  /** The answer to the last question; null before the first. */
  last: TriedStroke | null = $state.raw(null);
  /** Why the board is invalid or the stroke cannot be played. */
  fault: string | null = $state(null);
  private left: readonly Left[] = $state.raw([]);
  private task: Task = {};
  private version = 0;
  private readonly placing: ((at: Point) => Question) | undefined;

  constructor(
    private readonly store: Store,
    private readonly asking: Asking,
    private readonly heard: (answer: TriedStroke) => void = () => undefined,
    { yours = SEATS, sitters = [], placing }: { yours?: readonly Seat[]; sitters?: readonly Sitter[]; /** Builds the question for a placed piece. */ placing?: (at: Point) => Question } = {},
  ) {
    this.placing = placing;
    const session = { game: 'practice', key: null, yours, invite: null, watch: null };
    const { settings, welcome } = store.state;
    this.state = { ...beginning(session, { ...settings, turnBoard: false }), line: { kind: 'open' }, welcome, card: { ...CARD, sitters }, version: 0, bottom: 'south' };
  }

  /** Whether there is a board to go back to. */
  get canGoBack(): boolean {
    return this.left.length > 0 && !this.busy;
  }

  /** Whether a stroke is being animated or an answer is pending. */
  get busy(): boolean {
    return this.state.queue.length > 0 || this.state.outgoing.length > 0;
  }

  /** The last stroke, for playing it again. */
  get lastStroke(): Stroke | null {
    return this.left.at(-1)?.stroke ?? null;
  }

  /** The setup before the last stroke; null before the first. */
  get before(): SetupPosition | null {
    return this.left.at(-1)?.moment ?? null;
  }

  /** Copy the settings and the connection state from the page's store. */
  follow(): void {
    const { settings, line, welcome } = this.store.state;
    const own = { ...settings, turnBoard: false };
    if (this.state.line === line && this.state.welcome === welcome && same(this.state.settings, own)) return;
    this.state = { ...this.state, settings: own, line, welcome };
  }

  send(message: Message): void {
    if (message.type === 'settings') this.store.send(message);
    const before = this.state.outgoing;
    this.state = update(this.state, message);
    const out = this.state.outgoing.find((each) => !before.includes(each) && !each.sent);
    if (!out) return;
    const { message: said } = out;
    if (said.type === 'strike') void this.play(said.stroke, said.nonce);
    else if (said.type === 'place' && this.placing) void this.put(said.at, said.nonce);
    else this.state = without(this.state, said.nonce);
  }

  /** Set up a board; returns false if it is invalid, with the reason in `fault`. */
  async lay(moment: SetupPosition, { legal = true, judged = false, place = null, stands = null }: { legal?: boolean; judged?: boolean } & Task = {}): Promise<boolean> {
    const answer = await this.ask({ type: 'arrange', nonce: nonce(), moment, legal, judged });
    if (answer === null) return false;
    if (answer.type !== 'arranged' || !answer.state) {
      this.fault = answer.type === 'arranged' ? (answer.fault ?? null) : null;
      return false;
    }
    this.left = [];
    this.last = null;
    this.task = { place, stands };
    this.show(moment, this.asked(answer.state));
    return true;
  }

  /** Play a stroke from the current board, or send whatever `asking` makes of it. */
  async play(stroke: Stroke, name = nonce()): Promise<void> {
    const moment = this.moment;
    const answer = await this.ask({ ...this.asking(stroke, moment), nonce: name } as Question);
    if (answer?.type === 'tried') this.take(answer, stroke, name);
    else this.state = { ...without(this.state, name), struck: null };
  }

  /** Ask about a piece that was placed. */
  private async put(at: Point, name: string): Promise<void> {
    const answer = this.placing && (await this.ask({ ...this.placing(at), nonce: name } as Question));
    this.state = { ...without(this.state, name), chosen: null };
    if (answer?.type === 'tried') this.take(answer, null, name);
  }

  /** Return a state that expects what the task asks for. */
  private asked(state: GameState): GameState {
    const { place, stands } = this.task;
    if (place) return { ...state, turn: 'south', expected: [{ type: 'place', seat: 'south', disc: place.disc, spots: place.spots, may_waive: false }] };
    if (!stands) return state;
    const [low, high] = stands;
    return {
      ...state,
      expected: state.expected.map((each) =>
        each.type === 'strike'
          ? { ...each, intervals: each.intervals.map(({ lo, hi, ...rest }) => ({ ...rest, lo: Math.max(lo, low), hi: Math.min(hi, high) })).filter(({ lo, hi }) => lo <= hi) }
          : each),
    };
  }

  /** Apply an answer as if the stroke had been played at a table. */
  take(answer: TriedStroke, stroke: Stroke | null, name = ''): void {
    if (this.state.shown) this.left = [...this.left, { moment: this.moment, shown: this.state.shown, stroke }];
    this.moment = answer.moment;
    this.last = answer;
    this.fault = null;
    const { motion } = answer;
    // Once a lesson step is over, nothing more is expected.
    const over = answer.reached === true || answer.reached === false;
    const state: GameState = over ? { ...answer.state, expected: [], turn: null } : answer.state;
    if (motion === null) {
      this.show(answer.moment, state);
      this.heard(answer);
      return;
    }
    const after = this.version;
    this.version += 1;
    const verdict = answer.ruling ?? { seat: motion.seat, turn: 'continue' as const, why: '', said: [], findings: [] };
    const past = { number: this.left.length, board: 1, seat: motion.seat, pocketed: answer.pocketed, turn: verdict.turn, why: verdict.why, said: verdict.said };
    this.state = update(without(this.state, name), {
      type: 'played', version: this.version, after, at: 0, motion, past, clock: null, state: { ...state, strokes: this.left.length },
    });
    this.heard(answer);
  }

  /** Show a board that the server has already sent. */
  stand(moment: SetupPosition, shown: GameState): void {
    this.left = [];
    this.last = null;
    this.show(moment, shown);
  }

  /** Undo the last stroke. */
  back(): void {
    const board = this.left.at(-1);
    if (!board || this.busy) return;
    this.left = this.left.slice(0, -1);
    this.last = null;
    this.show(board.moment, board.shown);
  }

  /** Play the last stroke again from where it was played. */
  async again(): Promise<void> {
    const stroke = this.lastStroke;
    if (!stroke || this.busy) return;
    this.back();
    await this.play(stroke);
  }

  /** Ask the server; returns null if it refuses, with the reason in `fault`. */
  async ask(question: Question) {
    try {
      const answer = await this.store.ask(question);
      this.fault = null;
      return answer;
    } catch (refusal) {
      this.fault = (refusal as Error).message;
      return null;
    }
  }

  private show(moment: SetupPosition, shown: GameState): void {
    this.moment = moment;
    const history = this.state.history.slice(0, this.left.length);
    this.state = { ...this.state, shown: { ...shown, strokes: this.left.length }, history, queue: [], outgoing: [], gesture: null, struck: null, refusal: null };
  }
}

/** Constant card of a practice session: the standard board and placeholder players. */
const CARD: Card = {
  game: 'practice0',
  sitters: [],
  ruleset: 'icf',
  title: '',
  edition: '',
  length: 'board',
  games_to_win: 1,
  target: null,
  board_limit: null,
  colours_owned: true,
  white_is_brown: false,
  concede: '',
  clock: null,
  guide: 'long',
  handicap: [],
  terms: null,
  max_speed: 12_000_000,
  surface: 'club',
  physics: '2',
  equipment: STANDARD,
  tie: null,
  coach: false,
  offline: false,
  rated: false,
  imported: false,
};

function same(one: object, other: object): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Round a position to whole micrometres. */
export const whole = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) });
