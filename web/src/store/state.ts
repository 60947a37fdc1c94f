// The one state of the client, and the questions that screens ask of it.

import type { Aim, Interval } from '../board/aim';
import type { Gesture } from '../board/gesture';
import type {
  Acted,
  Card,
  Clock,
  Disc,
  Equipment,
  ExpectChoose,
  ExpectDemand,
  ExpectGuess,
  ExpectNext,
  ExpectPlace,
  ExpectSit,
  ExpectStrike,
  GameCommand,
  GameEvent,
  Join,
  Motion,
  NewGame,
  Offered,
  PastStroke,
  Phrase,
  Lying,
  Point,
  Replayed,
  OpenDoor,
  ReadRules,
  Replay,
  RulesRead,
  Seat,
  SideState,
  State as GameState,
  Stroke,
  Verdict,
  Welcome,
} from '../protocol';
import { STANDARD } from '../protocol';
import { sizesOf, type Sizes } from '../board/spec';
import { mineNow } from './seating';
import type { Usual } from './terms';

export { isHotSeat, looksOn, mineNow, sideOf, sitterAt } from './seating';

/** How the line to the server stands. */
export type LineState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'open' }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly cause: LineCause };

/** Why the line is down: it broke, no server answers, or the page is served but the websocket is refused. */
export type LineCause = 'lost' | 'silent' | 'refused';

/** An event as it was heard: of a stroke that was missed, how long ago (ms) it was played. */
export type Told = GameEvent & { readonly late?: number };

/** Something said across the table. */
export interface Saying {
  readonly phrase: Phrase;
  /** How many have been said before in this game, so that the same phrase twice is two. */
  readonly number: number;
}

/** The way back into a game. */
export interface Session {
  readonly game: string;
  /** The secret that opens the seats; null where this page only looks on. */
  readonly key: string | null;
  /** The players this page acts for, by their seats at the beginning. */
  readonly yours: readonly Seat[];
  /** The word that lets a friend take an open seat, where this page has begun the game. */
  readonly invite: string | null;
  /** The word that lets somebody look on, likewise. */
  readonly watch: string | null;
}

/** What a person has chosen for this browser. */
export interface Settings {
  readonly muted: boolean;
  /** At a shared screen the board turns for each player. */
  readonly turnBoard: boolean;
  /** How the page looks: as the system says, or one of its own. */
  readonly theme: 'system' | 'light' | 'dark' | 'contrast';
  /** The language's tag; empty for the browser's own. */
  readonly language: string;
  /** Loudness of the board, 0 … 1. */
  readonly volume: number;
  /** How fast films of strokes run; 1 is as they were played. */
  readonly filmSpeed: number;
  /** Aim first, then strike by the button. */
  readonly twoStep: boolean;
  /** The next stroke starts with the power of the last one. */
  readonly keepPower: boolean;
  /** How many times finer than the finger the aim turns far out. */
  readonly fineRatio: number;
  /** How long the guide line is at tables that this person sets. */
  readonly guide: 'long' | 'short' | 'none';
  /** The others do not see the aim as it moves. */
  readonly hideAim: boolean;
  /** What others call this person; empty for no name yet. */
  readonly name: string;
  /** What others say across the table is not shown. */
  readonly quiet: boolean;
  /** A coach says a line after each stroke, in games where he may. */
  readonly coach: boolean;
}

/** What holds until somebody chooses otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  muted: false,
  turnBoard: true,
  theme: 'system',
  language: '',
  volume: 0.7,
  filmSpeed: 1,
  twoStep: false,
  keepPower: false,
  fineRatio: 4,
  guide: 'long',
  hideAim: false,
  name: '',
  quiet: false,
  coach: false,
};

/** Settings as they were stored, however old: what is missing or of another kind takes its default. */
export function settingsFrom(stored: unknown): Settings {
  const found = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_SETTINGS).map(([key, otherwise]) => [key, typeof found[key] === typeof otherwise ? found[key] : otherwise]);
  return Object.fromEntries(known) as Settings;
}

/** What is asked of the server beside a game. */
export type Question = ReadRules | OpenDoor | Join;

/** A command on its way: kept until the server has answered, so that a broken line loses nothing. */
export interface Outgoing {
  readonly message: NewGame | GameCommand | Replay | Question;
  readonly sent: boolean;
}

/** Past strokes shown again. `at` is where on the timeline, in strokes: 2.5 is halfway through the third. */
export interface ReplayState {
  readonly at: number;
  readonly playing: boolean;
  readonly speed: number;
  readonly loaded: ReadonlyMap<number, Replayed>;
}

export interface AppState {
  readonly line: LineState;
  readonly welcome: Welcome | null;
  readonly outdated: boolean;
  readonly session: Session | null;
  /** The game of the address cannot be had: this browser or the server does not know it. */
  readonly lost: boolean;
  readonly version: number | null;
  /** The game's version when this page last joined it: events up to here were missed, not waited for. */
  readonly missed: number;
  /** An event is missing between two that came: the game is to be asked for again. */
  readonly gap: boolean;
  readonly card: Card | null;
  /** How many look on. */
  readonly watchers: number;
  /** The time of who is asked to act. */
  readonly clock: Clock | null;
  /** How far the server's clock is before this machine's, ms. */
  readonly ahead: number;
  /** What was done last without a stroke, since the last stroke. */
  readonly deed: Pick<Acted, 'act' | 'seat' | 'disc' | 'points'> | null;
  /** What is offered, and by whom. */
  readonly offers: readonly Offered[];
  /** Where others aim, by the seats they play from. */
  readonly aimed: Readonly<Partial<Record<Seat, Stroke>>>;
  /** What each player said last, by the seats they play from. */
  readonly spoken: Readonly<Partial<Record<Seat, Saying>>>;
  /** The game that all have agreed to play next. */
  readonly rematched: string | null;
  /** The server is about to stop, and comes back. */
  readonly draining: boolean;
  /** The game as the screen shows it: it waits for a stroke's film to end. */
  readonly shown: GameState | null;
  readonly history: readonly PastStroke[];
  /** Events not yet shown; a stroke at the head is being shown. */
  readonly queue: readonly Told[];
  readonly outgoing: readonly Outgoing[];
  readonly refusal: string | null;
  /** The rule book that the server read last. */
  readonly read: RulesRead | null;
  readonly settings: Settings;
  /** The seat at the lower edge of the screen. */
  readonly bottom: Seat;
  readonly aims: Readonly<Partial<Record<Seat, Aim>>>;
  readonly gesture: Gesture | null;
  /** The hand last showed a direction by a drag forward: the stroke is to be pulled now. */
  readonly pointed: boolean;
  /** Where the striker was let go, until its stroke is seen (or refused): a stroke's x and y. */
  readonly struck: { readonly seat: Seat; readonly x: number; readonly y?: number } | null;
  /** A stroke has just been shown: the next one waits a beat, so that both can be followed. */
  readonly resting: boolean;
  /** The last stroke that was shown, to be seen again; and whether it is. */
  readonly last: Motion | null;
  readonly again: 'asked' | 'shown' | null;
  /** The spot chosen for a due man, not yet put down. */
  readonly chosen: Point | null;
  readonly replay: ReplayState | null;
  readonly dialog: 'new-game' | 'resign' | 'keys' | 'share' | null;
  /** The position that the next game is to begin from, as a board was laid; null: the rack, or what the sheet says. */
  readonly start: string | null;
  /** The table that was being chosen when the table sheet was opened; null: the one played last. */
  readonly table: Usual | null;
}

/** Where every stroke's power starts: soft enough for a stroke by mistake, hard enough to reach every pocket. */
export const FIRST_AIM: Aim = { x: 0, degrees: 0, power: 0.5 };

/** The state of a page that has just been opened. */
export function beginning(session: Session | null, settings: Settings): AppState {
  return {
    line: { kind: 'connecting' },
    welcome: null,
    outdated: false,
    session,
    lost: false,
    version: null,
    missed: 0,
    gap: false,
    card: null,
    watchers: 0,
    clock: null,
    ahead: 0,
    deed: null,
    offers: [],
    aimed: {},
    spoken: {},
    rematched: null,
    draining: false,
    shown: null,
    history: [],
    queue: [],
    outgoing: [],
    refusal: null,
    read: null,
    settings,
    bottom: session?.yours[0] ?? 'south',
    aims: {},
    gesture: null,
    pointed: false,
    struck: null,
    resting: false,
    last: null,
    again: null,
    chosen: null,
    replay: null,
    dialog: null,
    start: null,
    table: null,
  };
}

// ---------------------------------------------------------------- questions

/** The game as its cards show it: that of the moment a replay shows, else as it stands. */
export function stateShown(state: AppState): GameState | null {
  const { replay, shown } = state;
  if (!replay) return shown;
  const past = replayed(state);
  if (!past) return shown;
  return replay.at >= past.past.number ? past.state : past.before;
}

/** The motion that the screen shows now, if a stroke is running (not in a replay). */
export function runningMotion(state: AppState): Motion | null {
  if (state.replay) return null;
  if (state.again === 'shown') return state.last;
  const head = state.queue[0];
  return head?.type === 'played' && !state.resting ? head.motion : null;
}

/** Whether this page may act now: everything is shown, nothing is on its way, and the line is open. */
export function isFree(state: AppState): boolean {
  return state.line.kind === 'open' && !state.replay && state.queue.length === 0 && state.outgoing.length === 0 && !state.again;
}

type Kinds = {
  strike: ExpectStrike;
  place: ExpectPlace;
  demand: ExpectDemand;
  guess: ExpectGuess;
  choose: ExpectChoose;
  sit: ExpectSit;
};

function asked<K extends keyof Kinds>(state: AppState, type: K): Kinds[K] | null {
  if (!isFree(state)) return null;
  const mine = mineNow(state);
  const found = state.shown?.expected.find((expected) => expected.type === type && mine.includes(expected.seat));
  return (found as Kinds[K] | undefined) ?? null;
}

/** The stroke this page is asked for, if it is. */
export const askedStrike = (state: AppState): ExpectStrike | null => asked(state, 'strike');
/** The due man this page is asked to place. */
export const askedPlace = (state: AppState): ExpectPlace | null => asked(state, 'place');
/** The extra points this page may demand. */
export const askedDemand = (state: AppState): ExpectDemand | null => asked(state, 'demand');

/** The toss this page is asked to answer: which hand, which choice, which seats. */
export const askedToss = (state: AppState): ExpectGuess | ExpectChoose | ExpectSit | null =>
  asked(state, 'guess') ?? asked(state, 'choose') ?? asked(state, 'sit');

/** The next board, when it waits to be racked and somebody sits here who may. */
export function askedNext(state: AppState): ExpectNext | null {
  if (!isFree(state) || mineNow(state).length === 0) return null;
  return state.shown?.expected.find((expected) => expected.type === 'next') ?? null;
}

/** The aim of a seat, as it was left. */
export function aimOf(state: AppState, seat: Seat): Aim {
  return state.aims[seat] ?? FIRST_AIM;
}

/** The server's intervals, each with the y it needs. */
export function intervalsOf(expected: ExpectStrike): readonly Interval[] {
  return expected.intervals.map(({ lo, hi, y }) => [lo, hi, y] as const);
}

/** The number, from 1, of the past stroke that this place on the timeline lies in. */
export function replayStroke(at: number, strokes: number): number {
  return Math.min(strokes, Math.floor(at) + 1);
}

/** What a replay shows at this moment, once it is loaded. */
export function replayed(state: AppState): Replayed | null {
  if (!state.replay) return null;
  return state.replay.loaded.get(replayStroke(state.replay.at, state.history.length)) ?? null;
}

/** The ruling to be read: the replay's, or the last of the game. */
export function rulingShown(state: AppState): Verdict | null {
  return state.replay ? (replayed(state)?.ruling ?? null) : (state.shown?.ruling ?? null);
}

/** Where the discs rest on the screen. */
export function placedNow(state: AppState): readonly Lying[] {
  return state.shown?.position.placed ?? [];
}

/** The men of a side that lie in the pockets of this board. */
export const downOf = (side: SideState): readonly Disc[] => side.pocketed;

/** The sizes of the board in play; of the standard one until a card names it. */
export function sizesNow(state: AppState): Sizes {
  return sizesOf(equipmentNow(state));
}

/** The equipment in play; the standard one until a card names it. */
export function equipmentNow(state: AppState): Equipment {
  return state.card?.equipment ?? STANDARD;
}
