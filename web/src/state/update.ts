// update(state, message): the only way the state changes. Pure: clocks and nonces come in with the message.

import * as aiming from '../board/aim';
import { distance, turned, quartersOf } from '../board/geometry';
import type { Disc, GameCommand, GameEvent, NewGame, Point, Seat, ServerMessage, Snapshot } from '../protocol';
import { PROTOCOL } from '../protocol';
import {
  aimOf,
  askedPlace,
  askedStrike,
  intervalsOf,
  isHotSeat,
  replayStroke,
  type AppState,
  type LineState,
  type Outgoing,
  type Settings,
} from './state';

/** What happens in the page itself. Points are in the striking seat's frame (µm), times in ms. */
export type LocalMessage =
  | { readonly type: 'line'; readonly line: LineState }
  | { readonly type: 'sent'; readonly nonces: readonly string[] }
  | { readonly type: 'film-ended' }
  | { readonly type: 'begin'; readonly game: NewGame }
  | { readonly type: 'command'; readonly command: GameCommand }
  | { readonly type: 'press'; readonly at: Point; readonly time: number; readonly reach: number; readonly finger: boolean }
  | { readonly type: 'move'; readonly at: Point; readonly time: number }
  | { readonly type: 'release'; readonly time: number; readonly nonce: string }
  | { readonly type: 'aim-key'; readonly key: string; readonly shift: boolean; readonly mirrored: boolean; readonly nonce: string }
  | { readonly type: 'aim'; readonly change: Partial<aiming.Aim> }
  | { readonly type: 'strike'; readonly nonce: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'choose'; readonly spot: Point | null }
  | { readonly type: 'choose-by-key'; readonly step: Point; readonly steps?: number }
  | { readonly type: 'put-down'; readonly nonce: string }
  | { readonly type: 'settings'; readonly change: Partial<Settings> }
  | { readonly type: 'dialog'; readonly dialog: AppState['dialog'] }
  | { readonly type: 'dismiss' }
  | { readonly type: 'replay-open' }
  | { readonly type: 'replay-close' }
  | { readonly type: 'replay-seek'; readonly at: number; readonly playing?: boolean }
  | { readonly type: 'replay-set'; readonly playing?: boolean; readonly speed?: number }
  | { readonly type: 'replay-fetch'; readonly stroke: number; readonly nonce: string };

export type Message = ServerMessage | LocalMessage;

/** How near (µm) a click must be to a legal spot to mean it. */
const SPOT_REACH = 30_000;
/** After a long absence the page does not show every missed stroke: only this many of the last. */
const MISSED_SHOWN = 2;

/** The state after a message. */
export function update(state: AppState, message: Message): AppState {
  switch (message.type) {
    case 'welcome':
      return { ...state, welcome: message, outdated: message.protocol !== PROTOCOL };
    case 'kernel':
      return state.welcome ? { ...state, welcome: { ...state.welcome, kernel: message.kernel } } : state;
    case 'joined': {
      const { game, token, yours } = message;
      const fresh = state.session?.game !== game;
      const answered = message.nonce === null ? state : without(state, message.nonce);
      return { ...answered, session: { game, token, yours }, missed: message.version, ...(fresh ? { version: null } : {}), dialog: null };
    }
    case 'snapshot':
      return snapshot(state, message);
    case 'played':
    case 'acted':
      return received(state, message);
    case 'accepted':
      return without(state, message.nonce);
    case 'refused':
      return refused(state, message.nonce, message.code, message.reason);
    case 'replayed': {
      const answered = without(state, message.nonce);
      if (!answered.replay) return answered;
      const loaded = new Map(answered.replay.loaded).set(message.past.number, message);
      return { ...answered, replay: { ...answered.replay, loaded } };
    }
    case 'pong':
      return state;
    default:
      return local(state, message);
  }
}

function local(state: AppState, message: LocalMessage): AppState {
  switch (message.type) {
    case 'line':
      return line(state, message.line);
    case 'sent':
      return { ...state, outgoing: state.outgoing.map((out) => (message.nonces.includes(out.message.nonce) ? { ...out, sent: true } : out)) };
    case 'film-ended':
      return settled(state, 1);
    case 'begin':
      return queued({ ...state, refusal: null }, message.game);
    case 'command':
      return queued({ ...state, refusal: null, dialog: null }, message.command);
    case 'dismiss':
      return { ...state, refusal: null };
    case 'settings':
      return facing({ ...state, settings: { ...state.settings, ...message.change } });
    case 'dialog':
      return { ...state, dialog: message.dialog, gesture: null };
    case 'choose':
    case 'choose-by-key':
    case 'put-down':
      return placing(state, message);
    case 'replay-open':
    case 'replay-close':
    case 'replay-seek':
    case 'replay-set':
    case 'replay-fetch':
      return replaying(state, message);
    default:
      return hand(state, message);
  }
}

// ---------------------------------------------------------------- the line and the queue

function line(state: AppState, now: LineState): AppState {
  if (now.kind === 'open') return { ...state, line: now };
  // Whatever was on its way may be lost: it is sent again, with the same nonce, once the line is back.
  const outgoing = state.outgoing.map((out) => ({ ...out, sent: false }));
  return { ...state, line: now, outgoing, gesture: null };
}

function queued(state: AppState, message: Outgoing['message']): AppState {
  return { ...state, outgoing: [...state.outgoing, { message, sent: false }] };
}

function without(state: AppState, nonce: string): AppState {
  return { ...state, outgoing: state.outgoing.filter((out) => out.message.nonce !== nonce) };
}

function refused(state: AppState, nonce: string | null, code: string, reason: string): AppState {
  const answered = nonce === null ? state : without(state, nonce);
  if (code !== 'unknown-game') return { ...answered, refusal: reason };
  return { ...answered, refusal: reason, session: null, version: null, card: null, shown: null, history: [], queue: [], outgoing: [], dialog: 'new-game' };
}

function snapshot(state: AppState, message: Snapshot): AppState {
  const { version, card, history } = message;
  const fresh = { ...state, version, card, shown: message.state, history, queue: [], chosen: null, gesture: null };
  return facing(state.card?.game === card.game ? fresh : { ...fresh, aims: {}, replay: null });
}

/** An event of the game: shown at once if nothing runs, otherwise in its turn. */
function received(state: AppState, event: GameEvent): AppState {
  if (state.version !== null && event.version <= state.version) return state;
  const next = { ...state, version: event.version, queue: [...state.queue, event], gesture: null, refusal: null };
  if (event.version > state.missed) return settled(next, 0);
  const films = next.queue.filter((waiting) => waiting.type === 'played').length;
  return settled(next, Math.max(0, films - MISSED_SHOWN));
}

/** Let `films` strokes be over, and everything up to the next stroke happen. */
function settled(state: AppState, films: number): AppState {
  let { shown, history, aims } = state;
  let rest = state.queue;
  let left = films;
  for (let head = rest[0]; head && (head.type === 'acted' || left > 0); head = rest[0]) {
    if (head.type === 'played') {
      left -= 1;
      history = [...history.slice(0, head.past.number - 1), head.past];
      // The next stroke begins straight ahead, from where this one stood.
      const { seat } = head.past;
      aims = { ...aims, [seat]: { ...aimOf({ ...state, aims }, seat), degrees: 0 } };
    }
    shown = head.state;
    history = history.slice(0, shown.strokes);
    rest = rest.slice(1);
  }
  return facing({ ...state, shown, history, aims, queue: rest, chosen: null });
}

/** Turn the board for the player to move, if it is to be turned. */
function facing(state: AppState): AppState {
  const mine = state.session?.yours ?? [];
  const turn = state.shown?.turn ?? null;
  const own = mine[0] ?? 'south';
  if (!isHotSeat(state) || !state.settings.turnBoard) return { ...state, bottom: own };
  return { ...state, bottom: turn && mine.includes(turn) ? turn : state.bottom };
}

// ---------------------------------------------------------------- the hand

type HandMessage = Extract<LocalMessage, { type: 'press' | 'move' | 'release' | 'aim-key' | 'aim' | 'strike' | 'cancel' }>;

function hand(state: AppState, message: HandMessage): AppState {
  const expected = askedStrike(state);
  if (!expected) return state.gesture ? { ...state, gesture: null } : state;
  const { seat } = expected;
  const intervals = intervalsOf(expected);
  const aim = standing(aimOf(state, seat), intervals);
  const now: aiming.Hand = { aim, gesture: state.gesture };
  const striker = { x: aim.x, y: -BASELINE };
  const held = (next: aiming.Hand): AppState => ({ ...state, gesture: next.gesture, aims: { ...state.aims, [seat]: next.aim } });
  switch (message.type) {
    case 'press':
      return { ...held(aiming.pressed(now, striker, message.at, message.time, message.reach, message.finger)), refusal: null };
    case 'move':
      return held(aiming.moved(now, message.at, message.time, intervals));
    case 'release': {
      const next = aiming.released(now, striker, message.time);
      return next.strike ? struck(held(next), seat, message.nonce) : held(next);
    }
    case 'cancel':
      return held(aiming.cancelled(now));
    case 'strike':
      return state.gesture ? state : struck(held(now), seat, message.nonce);
    case 'aim': {
      const changed = { ...aim, ...message.change };
      return held({ aim: standing(changed, intervals), gesture: null });
    }
    case 'aim-key': {
      const act = aiming.keyed(aim, message.key, message.shift, intervals, message.mirrored);
      if (act === null) return state;
      if (act === 'cancel') return held(aiming.cancelled(now));
      if (act === 'strike') return state.gesture ? state : struck(held(now), seat, message.nonce);
      return held({ aim: act.aim, gesture: null });
    }
  }
}

/** Half-way between a baseline's two lines, from the board's middle (µm): where a striker with y = 0 stands. */
export const BASELINE = 252_600;

/** An aim whose striker stands where the server says it may. */
export function standing(aim: aiming.Aim, intervals: readonly aiming.Interval[]): aiming.Aim {
  return { ...aim, x: aiming.nearestLegal(aim.x, intervals) };
}

function struck(state: AppState, seat: Seat, nonce: string): AppState {
  if (state.version === null) return state;
  const stroke = aiming.strokeOf(aimOf(state, seat));
  return queued({ ...state, refusal: null, gesture: null }, { type: 'strike', nonce, version: state.version, seat, stroke });
}

// ---------------------------------------------------------------- placing

type PlaceMessage = Extract<LocalMessage, { type: 'choose' | 'choose-by-key' | 'put-down' }>;

function placing(state: AppState, message: PlaceMessage): AppState {
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
      return queued({ ...state, refusal: null }, placeCommand(message.nonce, state.version, seat, disc, state.chosen));
    }
  }
}

function placeCommand(nonce: string, version: number, seat: Seat, disc: Disc, at: Point): GameCommand {
  return { type: 'place', nonce, version, seat, disc, at };
}

/** The legal spot nearest to a place, if one is near enough. */
export function nearestSpot(at: Point, spots: readonly Point[], reach = SPOT_REACH): Point | null {
  let best: Point | null = null;
  let off = reach;
  for (const spot of spots) {
    const away = distance(spot, at);
    if (away < off) [best, off] = [spot, away];
  }
  return best;
}

/** The next legal spot in a direction: near, and not far to the side. */
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

// ---------------------------------------------------------------- replay

type ReplayMessage = Extract<LocalMessage, { type: `replay-${string}` }>;

function replaying(state: AppState, message: ReplayMessage): AppState {
  const strokes = state.history.length;
  if (message.type === 'replay-open') {
    if (strokes === 0) return state;
    return { ...state, gesture: null, replay: { at: strokes - 1, playing: true, speed: 1, loaded: new Map() } };
  }
  const { replay } = state;
  if (!replay) return state;
  switch (message.type) {
    case 'replay-close':
      return { ...state, replay: null, outgoing: state.outgoing.filter((out) => out.message.type !== 'replay') };
    case 'replay-seek': {
      const at = Math.min(strokes, Math.max(0, message.at));
      return { ...state, replay: { ...replay, at, playing: message.playing ?? (replay.playing && at < strokes) } };
    }
    case 'replay-set': {
      const playing = message.playing ?? replay.playing;
      const at = playing && replay.at >= strokes ? 0 : replay.at;
      return { ...state, replay: { ...replay, at, playing, speed: message.speed ?? replay.speed } };
    }
    case 'replay-fetch':
      return queued(state, { type: 'replay', nonce: message.nonce, stroke: message.stroke });
  }
}

/** The past stroke that the replay needs and has not asked for yet: the one shown, then the one after it. */
export function replayNeeds(state: AppState): number | null {
  const { replay, history } = state;
  if (!replay || state.outgoing.some((out) => out.message.type === 'replay')) return null;
  const current = replayStroke(replay.at, history.length);
  return [current, current + 1].find((stroke) => stroke <= history.length && !replay.loaded.has(stroke)) ?? null;
}
