// Player input: reducers for aiming, striking and placing a due piece, active only while the server expects them.

import * as aiming from '../board/aim';
import * as gesture from '../board/gesture';
import { distance, quartersOf, turned } from '../board/geometry';
import type { Point, Seat } from '../protocol';
import type { LocalMessage } from './message';
import { queued } from '../net/outgoing';
import { aimOf, askedPlace, askedStrike, intervalsOf, sizesNow } from './selectors';
import type { AppState } from './state';

/** Maximum distance (µm) between a click and the legal spot it selects. */
const SPOT_REACH = 30_000;
export type HandMessage = Extract<LocalMessage, { type: 'press' | 'move' | 'release' | 'aim-key' | 'aim' | 'strike' | 'cancel' | 'loosen' }>;

/** Return the state after the player aimed, struck or cancelled. */
export function hand(state: AppState, message: HandMessage): AppState {
  const expected = askedStrike(state);
  if (!expected) return state.gesture || state.pointed ? { ...state, gesture: null, pointed: false } : state;
  const { seat } = expected;
  const intervals = intervalsOf(expected);
  const aim = standing(aimOf(state, seat), intervals);
  const now: gesture.Hand = { aim, gesture: state.gesture };
  const striker = { x: aim.x, y: (aim.y ?? 0) - sizesNow(state).baseline * 1000 };
  const held = (next: gesture.Hand): AppState => ({ ...state, gesture: next.gesture, aims: { ...state.aims, [seat]: next.aim } });
  switch (message.type) {
    case 'press':
      return { ...held(gesture.pressed(now, striker, message.at, message.time, message.reach, message.finger)), refusal: null, pointed: false };
    case 'move':
      return held(gesture.moved(now, message.at, message.time, intervals, { fine: message.fine === true, ratio: state.settings.fineRatio }));
    case 'release': {
      const next = gesture.released(now, striker, message.time, state.settings.twoStep);
      const lifted = { ...held(next), pointed: gesture.isPointing(state.gesture) };
      return next.strike ? struck(lifted, seat, message.nonce) : lifted;
    }
    case 'cancel':
      return held(gesture.cancelled(now));
    case 'loosen':
      return held(gesture.loosened(now));
    case 'strike':
      return state.gesture ? state : struck(held(now), seat, message.nonce);
    case 'aim': {
      const changed = { ...aim, ...message.change, ...(message.change.degrees === undefined ? {} : { chosen: true }) };
      return held({ aim: standing(changed, intervals), gesture: null });
    }
    case 'aim-key': {
      const act = aiming.keyed(aim, message.key, message.shift, intervals, message.mirrored);
      if (act === null) return state;
      if (act === 'cancel') return held(gesture.cancelled(now));
      if (act === 'strike') return state.gesture ? state : struck(held(now), seat, message.nonce);
      return held({ aim: act.aim, gesture: null });
    }
  }
}

/** Return an aim whose striker is at a position that the server allows. */
export function standing(aim: aiming.Aim, intervals: readonly aiming.Interval[]): aiming.Aim {
  return aiming.placedAt(aim, aiming.nearestLegal(aim.x, intervals), intervals);
}

function struck(state: AppState, seat: Seat, nonce: string): AppState {
  if (state.version === null) return state;
  const stroke = aiming.strokeOf(aimOf(state, seat));
  const { x, y } = stroke;
  const standing = { seat, x, ...(y === undefined ? {} : { y }) };
  return queued({ ...state, refusal: null, gesture: null, pointed: false, struck: standing, resting: false }, { type: 'strike', nonce, version: state.version, seat, stroke, meant: stroke });
}

// ---------------------------------------------------------------- placing

export type PlaceMessage = Extract<LocalMessage, { type: 'choose' | 'choose-by-key' | 'put-down' }>;

/** Return the state after the player chose a spot or placed the piece. */
export function placing(state: AppState, message: PlaceMessage): AppState {
  const expected = askedPlace(state);
  if (!expected) return state.chosen ? { ...state, chosen: null } : state;
  switch (message.type) {
    case 'choose':
      return { ...state, chosen: message.spot && nearestSpot(message.spot, expected.spots) };
    case 'choose-by-key': {
      const step = turned(message.step, quartersOf(state.bottom));
      const from = state.chosen ?? nearestSpot({ x: 0, y: 0 }, expected.spots, Infinity);
      if (!from) return state;
      let to = from;
      if (state.chosen) for (let left = message.steps ?? 1; left > 0; left -= 1) to = neighbour(to, step, expected.spots);
      return { ...state, chosen: to };
    }
    case 'put-down': {
      if (!state.chosen || state.version === null) return state;
      const { seat, disc } = expected;
      const { nonce } = message;
      return queued({ ...state, refusal: null }, { type: 'place', nonce, version: state.version, seat, disc, at: state.chosen });
    }
  }
}

/** Return the legal spot nearest to a position, if it is within reach. */
export function nearestSpot(at: Point, spots: readonly Point[], reach = SPOT_REACH): Point | null {
  let best: Point | null = null;
  let off = reach;
  for (const spot of spots) {
    const away = distance(spot, at);
    if (away < off) [best, off] = [spot, away];
  }
  return best;
}

/** Return the next legal spot in a direction: near, and not far to the side. */
function neighbour(from: Point, step: Point, spots: readonly Point[]): Point {
  let best = from;
  let cost = Infinity;
  for (const spot of spots) {
    const ahead = (spot.x - from.x) * step.x + (spot.y - from.y) * step.y;
    if (ahead <= 0) continue;
    const aside = Math.abs((spot.x - from.x) * step.y - (spot.y - from.y) * step.x);
    if (ahead + 2 * aside < cost) [best, cost] = [spot, ahead + 2 * aside];
  }
  return best;
}
