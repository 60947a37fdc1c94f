// State of the page (AppState). `selectors.ts` derives from it what screens show.

import type { Aim } from '../board/aim';
import type { Gesture } from '../board/gesture';
import type {
  Acted,
  Card,
  Clock,
  GameCommand,
  Join,
  Motion,
  NewGame,
  Offered,
  PastStroke,
  Played,
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

/** State of the connection to the server. */
export type LineState =
  | { readonly kind: 'connecting' }
  /** `here`: the game goes on in this page, because the server cannot be reached. */
  | { readonly kind: 'open'; readonly here?: boolean }
  | { readonly kind: 'waiting'; readonly seconds: number; readonly cause: LineCause }
  /** There will be no connection; the reason is one sentence. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Why the connection is down: it was lost, no server answers, or the page loads but the websocket is refused. */
export type LineCause = 'lost' | 'silent' | 'refused';

/** An event with its film; for a missed stroke, how long ago (ms) it was played. */
export type Told = (Omit<Played, 'ruling'> | Acted) & { readonly late?: number };

/** A stroke that the page shows before the server has answered it. */
export interface Predicted {
  readonly nonce: string;
  readonly motion: Motion;
  /** The digest of its result. */
  readonly digest: string;
  /** Whether it has been shown to its end. */
  readonly ended: boolean;
}

/** A phrase sent by a player. */
export interface Saying {
  readonly phrase: Phrase;
  /** Sequence number in this game, so that repeating a phrase counts as a new one. */
  readonly number: number;
}

/** Keys and tokens with which this browser returns to a game. */
export interface Session {
  readonly game: string;
  /** The secret key to the seats; null for a spectator. */
  readonly key: string | null;
  /** This page's players, by their seats at the start. */
  readonly yours: readonly Seat[];
  /** The token that lets a friend take an open seat, if this page created the game. */
  readonly invite: string | null;
  /** The token that lets someone watch, if this page created the game. */
  readonly watch: string | null;
}

/** Requests to the server that are not commands in a game. */
export type Question = ReadRules | OpenDoor | Join;

/** A pending command: stored until the server has answered, so that a lost connection loses nothing. */
export interface Outgoing {
  readonly message: NewGame | GameCommand | Replay | Question;
  readonly sent: boolean;
}

/** A replay of past strokes. `at` is the position on the timeline in strokes: 2.5 is halfway through the third. */
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
  /** The game in the address is unknown to this browser or to the server. */
  readonly lost: boolean;
  readonly version: number | null;
  /** The game's version when this page last joined it: events up to here were missed. */
  readonly missed: number;
  /** An event between two received ones is missing: the game must be requested again. */
  readonly gap: boolean;
  readonly card: Card | null;
  /** Number of spectators. */
  readonly watchers: number;
  /** The clock of the player expected to act. */
  readonly clock: Clock | null;
  /** Server clock minus this machine's clock, ms. */
  readonly ahead: number;
  /** The last action other than a stroke since the last stroke. */
  readonly deed: Pick<Acted, 'act' | 'seat' | 'disc' | 'points'> | null;
  /** Open offers, and who made them. */
  readonly offers: readonly Offered[];
  /** Other players' aims, by the seats they play from. */
  readonly aimed: Readonly<Partial<Record<Seat, Stroke>>>;
  /** Each player's last phrase, by the seats they play from. */
  readonly spoken: Readonly<Partial<Record<Seat, Saying>>>;
  /** The next game, if all have agreed to a rematch. */
  readonly rematched: string | null;
  /** The server is about to restart. */
  readonly draining: boolean;
  /** The game as the screen shows it, which waits for the animation of a stroke to end. */
  readonly shown: GameState | null;
  readonly history: readonly PastStroke[];
  /** Events not shown yet; a stroke at the head is being animated. */
  readonly queue: readonly Told[];
  readonly outgoing: readonly Outgoing[];
  readonly refusal: string | null;
  /** The last rule book that the server parsed. */
  readonly read: RulesRead | null;
  readonly settings: Settings;
  /** The seat at the bottom edge of the screen. */
  readonly bottom: Seat;
  readonly aims: Readonly<Partial<Record<Seat, Aim>>>;
  readonly gesture: Gesture | null;
  /** The last gesture was a forward drag that set the direction: the player should now pull to strike. */
  readonly pointed: boolean;
  /** The striker's x and y at release, until the stroke is shown or refused. */
  readonly struck: { readonly seat: Seat; readonly x: number; readonly y?: number } | null;
  readonly predicted: Predicted | null;
  /** A stroke has just been shown: pause briefly before the next one, so that both can be followed. */
  readonly resting: boolean;
  /** The last stroke shown, for playing it again, and whether that is in progress. */
  readonly last: Motion | null;
  readonly again: 'asked' | 'shown' | null;
  /** The spot chosen for a due piece that is not placed yet. */
  readonly chosen: Point | null;
  readonly replay: ReplayState | null;
  readonly dialog: 'new-game' | 'resign' | 'pass' | 'keys' | 'share' | 'moment' | null;
  /**
   * The starting position of the next game, from a board set up by hand; null for the usual rack or the table
   * sheet's choice.
   */
  readonly start: string | null;
  /** The table being configured when the table sheet was opened; null for the last one played. */
  readonly table: Usual | null;
}

/** Initial power of every stroke: soft enough for an accidental stroke, strong enough to reach every pocket. */
export const FIRST_AIM: Aim = { x: 0, degrees: 0, power: 0.5 };

/** Return the state of a page that has just been opened. */
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
    predicted: null,
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
