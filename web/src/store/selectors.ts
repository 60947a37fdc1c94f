// Selectors: values for the screen, derived from the state.

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

/** Return the game state shown on the cards: that of the replay's current stroke, or the current one. */
export function stateShown(state: AppState): GameState | null {
  const { replay, shown } = state;
  if (!replay) return shown;
  const past = replayed(state);
  if (!past) return shown;
  return replay.at >= past.past.number ? past.state : past.before;
}

/** Return the motion being animated, if a stroke is running (not in a replay). */
export function runningMotion(state: AppState): Motion | null {
  if (state.replay) return null;
  if (state.again === 'shown') return state.last;
  if (state.predicted) return state.predicted.motion;
  const head = state.queue[0];
  return head?.type === 'played' && !state.resting ? head.motion : null;
}

/** Whether this page may act now: everything has been shown, nothing is being sent, and the connection is open. */
export function isFree(state: AppState): boolean {
  return state.line.kind === 'open' && !state.replay && state.queue.length === 0 && state.outgoing.length === 0 && !state.again && !state.predicted;
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

/** Return the stroke expected from this page, if any. */
export const askedStrike = (state: AppState): ExpectStrike | null => asked(state, 'strike');
/** Return the due piece that this page must place, if any. */
export const askedPlace = (state: AppState): ExpectPlace | null => asked(state, 'place');
/** Return the extra points that this page may demand, if any. */
export const askedDemand = (state: AppState): ExpectDemand | null => asked(state, 'demand');

/** Return the toss decision expected from this page: which hand, which choice, or which seats. */
export const askedToss = (state: AppState): ExpectGuess | ExpectChoose | ExpectSit | null =>
  asked(state, 'guess') ?? asked(state, 'choose') ?? asked(state, 'sit');

/** Return the next board if it waits to be racked and a player of this page may do so. */
export function askedNext(state: AppState): ExpectNext | null {
  if (!isFree(state) || mineNow(state).length === 0) return null;
  return state.shown?.expected.find((expected) => expected.type === 'next') ?? null;
}

/** Return the last aim of a seat. */
export function aimOf(state: AppState, seat: Seat): Aim {
  return state.aims[seat] ?? FIRST_AIM;
}

/** Return the server's intervals, each with the y offset it needs. */
export function intervalsOf(expected: ExpectStrike): readonly Interval[] {
  return expected.intervals.map(({ lo, hi, y }) => [lo, hi, y] as const);
}

/** Return the number (from 1) of the past stroke at this point of the timeline. */
export function replayStroke(at: number, strokes: number): number {
  return Math.min(strokes, Math.floor(at) + 1);
}

/** Return what the replay shows now, once it is loaded. */
export function replayed(state: AppState): Replayed | null {
  if (!state.replay) return null;
  return state.replay.loaded.get(replayStroke(state.replay.at, state.history.length)) ?? null;
}

/** Return the ruling to show: that of the replay, or the last one of the game. */
export function rulingShown(state: AppState): Verdict | null {
  return state.replay ? (replayed(state)?.ruling ?? null) : (state.shown?.ruling ?? null);
}

/** Return the resting positions of the discs on the screen. */
export function placedNow(state: AppState): readonly Lying[] {
  return state.shown?.position.placed ?? [];
}

/** Return a side's pieces pocketed on this board. */
export const downOf = (side: SideState): readonly Disc[] => side.pocketed;

/** Return the dimensions of the board in play; the standard ones until a card names the equipment. */
export function sizesNow(state: AppState): Sizes {
  return sizesOf(equipmentNow(state));
}

/** Return the equipment in play; the standard one until a card names it. */
export function equipmentNow(state: AppState): Equipment {
  return state.card?.equipment ?? STANDARD;
}
