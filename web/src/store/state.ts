// The state of the page. `selectors.ts` derives from it what screens show.

import type { Aim } from '../board/aim';
import type { Gesture } from '../board/gesture';
import type {
  Acted,
  Card,
  Clock,
  GameCommand,
  GameEvent,
  Join,
  Motion,
  NewGame,
  Offered,
  PastStroke,
  Phrase,
  Point,
  Replayed,
  OpenDoor,
  ReadRules,
  Replay,
  RulesRead,
  Seat,
  State as GameState,
  Stroke,
  Welcome,
} from '../protocol';
import type { Settings } from './settings';
import type { Usual } from './terms';

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
