// Test helpers that build server messages.

import type {
  Acted,
  Card,
  Disc,
  Expected,
  ExpectPlace,
  ExpectStrike,
  Joined,
  Motion,
  PastStroke,
  Played,
  Point,
  Position,
  Seat,
  SideState,
  Snapshot,
  State,
  Verdict,
  Welcome,
} from '../src/protocol';
import { PROTOCOL, STANDARD } from '../src/protocol';
import type { Session } from '../src/store/state';

export const INTERVALS = [
  { lo: -222_335, hi: -214_350, y: 0 },
  { lo: -182_550, hi: 182_550, y: 0 },
  { lo: 214_350, hi: 222_335, y: 0 },
];

export function position(places: Partial<Record<Disc, Point>>): Position {
  return { placed: Object.entries(places).map(([disc, at]) => ({ disc: disc as Disc, at })) };
}

export const SOME = position({ Q: { x: 0, y: 0 }, W1: { x: 60_000, y: 20_000 }, B1: { x: -60_000, y: 40_000 } });

export function strike(seat: Seat = 'south', more: Partial<ExpectStrike> = {}): ExpectStrike {
  return { type: 'strike', seat, attempt: null, attempts: 3, intervals: INTERVALS, may_pass: false, passes: 0, most_passes: 0, passes_clause: '', ...more };
}

export function place(seat: Seat = 'south', more: Partial<ExpectPlace> = {}): ExpectPlace {
  const spots = [-40_000, 0, 40_000].flatMap((x) => [-40_000, 40_000].map((y) => ({ x, y })));
  return { type: 'place', seat, disc: 'B2', spots, may_waive: true, ...more };
}

function side(seat: Seat, colour: 'white' | 'black'): SideState {
  return { seats: [seat], colour, score: 0, on_board: 9, pocketed: [], due: 0, games: 0 };
}

export function state(expected: readonly Expected[], more: Partial<State> = {}): State {
  const first = expected[0];
  return {
    position: SOME,
    phase: 'play',
    turn: first && first.type !== 'next' ? first.seat : null,
    expected,
    board: 1,
    breaker: 'south',
    sides: [side('south', 'white'), side('north', 'black')],
    queen: { where: 'board', seat: null },
    boards: [],
    ruling: null,
    result: null,
    can_undo: true,
    can_resign: true,
    can_abort: false,
    strokes: 0,
    seated: [],
    game: 1,
    changed_seats: false,
    last_game: [],
    ...more,
  };
}

export function card(north: 'human' | 'program' = 'program'): Card {
  return {
    game: 'game-0000',
    sitters: [
      { seat: 'south', name: 'South', kind: 'human', level: null, here: true, bot: false, account: false, rating: null },
      { seat: 'north', name: 'North', kind: north, level: north === 'program' ? 'club' : null, here: true, bot: false, account: false, rating: null },
    ],
    ruleset: 'icf',
    title: 'The official Laws',
    edition: '2023',
    length: 'game',
    games_to_win: 1,
    target: 25,
    board_limit: 8,
    tie: null,
    coach: north === 'program',
    offline: false,
    rated: false,
    imported: false,
    colours_owned: true,
    white_is_brown: false,    concede: 'Law 139',
    clock: null,
    guide: 'long',
    handicap: [],
    terms: null,
    surface: 'club',
    physics: '2',
    equipment: STANDARD,
    max_speed: 12_000_000,
  };
}

export const welcome: Welcome = {
  type: 'welcome',
  protocol: PROTOCOL,
  program: '0',
  levels: [
    { name: 'easy', aim: 3, power: 20, outside: false },
    { name: 'club', aim: 1.2, power: 11, outside: false },
  ],
  engines: [],
  rulesets: [],
  surfaces: ['club'],
  reach: { addresses: [], may_open: false },
  kernel: 'compiled',
  accounts: false,
  you: null,
  films_optional: true,
  open_racks: false,
  offline: false,
};

/** The session for the game of these messages. */
export const SESSION: Session = { game: 'game-0000', key: 'key-0000', yours: ['south'], invite: null, watch: null };

export function joined(yours: readonly Seat[] = ['south'], nonce: string | null = null): Joined {
  return { type: 'joined', nonce, game: 'game-0000', yours, version: 0 };
}

export function snapshot(now: State, version = 1, north: 'human' | 'program' = 'program', history: readonly PastStroke[] = []): Snapshot {
  return { type: 'snapshot', version, card: card(north), state: now, history, clock: null, offers: [] };
}

export function ruling(why = 'The striker fell: one man is due.'): Verdict {
  return { seat: 'south', turn: 'pass', why, said: [], findings: [{ clause: 'Law 72a', sentence: why, key: '', values: [] }] };
}

export function past(number: number): PastStroke {
  return { number, board: 1, seat: 'south', pocketed: [], turn: 'pass', why: 'Nothing fell.', said: [] };
}

/** Return a motion of one second in which the striker moves 0.2 m ahead and the white piece W1 falls halfway. */
export function motion(): Motion {
  const still = { ax: 0, ay: 0, angle: 0, spin: 0, spin_rate: 0 };
  return {
    seat: 'south',
    stroke: { x: 0, vx: 0, vy: 400_000 },
    before: position({ S: { x: 0, y: -252_600 }, W1: { x: 340_000, y: 330_000 }, Q: { x: 0, y: 0 } }),
    keyframes: [
      { ...still, disc: 'S', time: 0, x: 0, y: -252_600, vx: 0, vy: 400_000, ay: -400_000, angle: 0, spin: 1000 },
      { ...still, disc: 'S', time: 1_000_000, x: 0, y: -52_600, vx: 0, vy: 0, angle: 1000 },
      { ...still, disc: 'W1', time: 400_000, x: 340_000, y: 330_000, vx: 0, vy: 20_000 },
      { ...still, disc: 'W1', time: 500_000, x: 340_000, y: 332_000, vx: 0, vy: 20_000 },
    ],
    contacts: [
      { time: 500_000, kind: 'pocket', discs: ['W1'], at: { x: 340_000, y: 332_000 }, speed: 20_000, impulse: 0 },
      { time: 200_000, kind: 'frame', discs: ['S'], at: { x: 0, y: 0 }, speed: 1, impulse: 15_000 },
    ],
    duration: 1_000_000,
    rest: position({ S: { x: 0, y: -52_600 }, Q: { x: 0, y: 0 } }),
  };
}

export function played(version: number, number: number, after: State): Played {
  return { type: 'played', version, after: version - 1, at: 0, clock: null, motion: motion(), past: past(number), ruling: ruling(), state: after };
}

export function acted(version: number, act: Acted['act'], after: State): Acted {
  return { type: 'acted', version, after: version - 1, clock: null, act, seat: 'south', disc: null, points: null, state: after };
}
