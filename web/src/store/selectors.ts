// What screens show, derived from the state of the page.

import type { Aim, Interval } from '../board/aim';
import { sizesOf, type Sizes } from '../board/spec';
import type {
  Disc,
  Equipment,
  ExpectChoose,
  ExpectDemand,
  ExpectGuess,
  ExpectNext,
  ExpectPlace,
  ExpectSit,
  ExpectStrike,
  Motion,
  Lying,
  Replayed,
  Seat,
  SideState,
  State as GameState,
  Verdict,
} from '../protocol';
import { STANDARD } from '../protocol';
import { mineNow } from './seating';
import { type AppState, FIRST_AIM } from './state';

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
