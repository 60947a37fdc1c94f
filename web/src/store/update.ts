// Reducer: `update(state, message)` is the only way to change the state. Pure: times and nonces come in with the
// message.

import { PROTOCOL, type Joined, type Snapshot } from '../protocol';
import { hand, placing } from './input';
import type { LocalMessage, Message } from './message';
import { queued, without } from '../net/outgoing';
import { replaying } from './replaying';
import { isHotSeat, mineNow } from './seating';
import { aimOf, isFree } from './selectors';
import { beginning, FIRST_AIM, type AppState, type LineState, type Session, type Told } from './state';
import { toldOfTable } from './table_messages';

/** Return the state after a message. */
export function update(state: AppState, message: Message): AppState {
  switch (message.type) {
    case 'welcome':
      return { ...state, welcome: message, outdated: message.protocol !== PROTOCOL, draining: false };
    case 'joined':
      return joined(state, message);
    case 'snapshot':
      return snapshot(state, message);
    case 'played':
    case 'acted':
      return received(state, message);
    // A stroke that this page cannot play, or plays differently: ask for the events again.
    case 'stroke':
      return state.version !== null && message.version <= state.version ? state : { ...state, gap: true };
    case 'accepted':
      return without(state, message.nonce);
    case 'refused':
      return refused(state, message.nonce, message.code, message.reason);
    case 'replayed': {
      const answered = without(state, message.nonce);
      if (answered.again === 'asked') return { ...answered, last: message.motion, again: 'shown' };
      if (!answered.replay) return answered;
      const loaded = new Map(answered.replay.loaded).set(message.past.number, message);
      return { ...answered, replay: { ...answered.replay, loaded } };
    }
    case 'seats':
    case 'clock':
    case 'offered':
    case 'aimed':
    case 'spoken':
    case 'rematched':
    case 'reach':
    case 'kernel':
    case 'draining':
    case 'rules-read':
    case 'pong':
      return toldOfTable(state, message);
    // Answers about boards set up by hand and team match messages are handled by their own models.
    case 'arranged':
    case 'tried':
    case 'tie':
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
    case 'at':
      return at(state, message.game, message.session);
    case 'heard':
      return { ...state, ahead: message.ahead };
    case 'predicted': {
      const { type: _, ...predicted } = message;
      return state.outgoing.some((out) => out.message.nonce === message.nonce) ? { ...state, predicted: { ...predicted, ended: false } } : state;
    }
    case 'film-ended':
      if (state.again) return { ...state, again: null };
      if (state.predicted) return putBack({ ...state, predicted: { ...state.predicted, ended: true } });
      return { ...settled(state, 1), resting: true };
    case 'rested':
      return { ...state, resting: false };
    case 'again':
      return seenAgain(state, message.nonce);
    case 'begin':
      return queued({ ...state, refusal: null }, message.game);
    case 'ask':
      return queued({ ...state, refusal: null }, message.question);
    case 'command':
      return queued({ ...state, refusal: null, dialog: null }, message.command);
    case 'dismiss':
      return { ...state, refusal: null };
    case 'settings':
      return facing({ ...state, settings: { ...state.settings, ...message.change } });
    case 'dialog':
      return { ...state, dialog: message.dialog, start: message.start ?? null, table: message.table ?? null, gesture: null };
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

// ---------------------------------------------------------------- connection and event queue

function line(state: AppState, now: LineState): AppState {
  if (now.kind === 'open') return { ...state, line: now };
  if (now.kind === 'failed') return { ...state, line: now, outgoing: [], gesture: null, struck: null, predicted: null, refusal: now.reason };
  // Messages being sent may be lost: send them again, with the same nonces, after reconnecting.
  const outgoing = state.outgoing.map((out) => ({ ...out, sent: false }));
  return putBack({ ...state, line: now, outgoing, gesture: null });
}

/** Put the board back if a stroke has been shown to its end and there is no connection that could confirm it. */
function putBack(state: AppState): AppState {
  return state.predicted?.ended && state.line.kind !== 'open' ? { ...state, predicted: null } : state;
}

/** Switch to another game, or to none, and discard the state of the previous one. */
function at(state: AppState, game: string | null, session: Session | null): AppState {
  const { line, welcome, outdated, settings, refusal, ahead, draining } = state;
  const outgoing = state.outgoing.filter((out) => out.message.type === 'new-game' || out.message.type === 'join');
  return { ...beginning(session, settings), line, welcome, outdated, ahead, draining, outgoing, refusal: game === null ? refusal : null, lost: game !== null && session === null };
}

/** The page has joined a game: created it, taken a seat, or returned. */
function joined(state: AppState, { game, yours, nonce, version }: Joined): AppState {
  const asked = state.outgoing.find((out) => out.message.nonce === nonce)?.message;
  const words = asked?.type === 'new-game' || asked?.type === 'join' ? asked : state.session;
  const { key = null, invite = null } = words ?? {};
  // A player who takes a seat keeps the watch token of their link, so that others can watch with it.
  const before = state.session?.game === game ? state.session.watch : null;
  const watch = words && 'watch' in words ? words.watch : before;
  const fresh = state.session?.game !== game || state.card === null;
  const answered = nonce === null ? state : without(state, nonce);
  const session = { game, key, yours, invite, watch };
  return { ...answered, session, missed: version, gap: false, dialog: null, ...(fresh ? { version: null } : {}) };
}

function refused(state: AppState, nonce: string | null, code: string, reason: string): AppState {
  const own = nonce === null || nonce === state.predicted?.nonce;
  const answered = { ...(nonce === null ? state : without(state, nonce)), struck: null, ...(own ? { predicted: null } : {}) };
  if (code !== 'unknown-game') return { ...answered, refusal: reason };
  return { ...answered, refusal: reason, session: null, version: null, card: null, shown: null, history: [], queue: [], outgoing: [], lost: true };
}

function snapshot(state: AppState, message: Snapshot): AppState {
  const { version, card, history, clock, offers } = message;
  const fresh = { ...state, version, card, clock, offers, shown: message.state, history, queue: [], chosen: null, gesture: null, struck: null, predicted: null, resting: false, again: null, aimed: {}, deed: null, gap: false };
  return facing(state.card?.game === card.game ? fresh : { ...fresh, aims: {}, last: null, spoken: {}, rematched: null, watchers: 0, replay: null });
}

/** Queue an event of the game; it is shown at once if nothing is being animated. */
function received(state: AppState, event: Told): AppState {
  if (state.version !== null && event.version <= state.version) return state;
  if (state.version !== null && event.after > state.version) return { ...state, gap: true };
  const { version, clock } = event;
  const next = { ...state, version, clock, queue: [...state.queue, event], offers: [], gesture: null, pointed: false, struck: null, predicted: null, refusal: null, aimed: {} };
  // The page is showing this stroke already, or has shown it.
  if (state.predicted && event.type === 'played' && event.motion === state.predicted.motion) {
    return state.predicted.ended ? { ...settled(next, 1), resting: true } : next;
  }
  if (version > state.missed) return settled(next, 0);
  // Events missed while this page was away are applied at once, except a stroke that is still running.
  const films = next.queue.filter((waiting) => waiting.type === 'played');
  return settled(next, films.length - films.filter(stillRuns).length);
}

/** Whether a missed stroke has not come to rest yet. */
function stillRuns(event: Told): boolean {
  return event.type === 'played' && (event.late ?? 0) * 1000 < event.motion.duration;
}

/** Finish `films` stroke animations and apply everything up to the next stroke. */
function settled(state: AppState, films: number): AppState {
  let { shown, history, aims, last, deed } = state;
  let rest = state.queue;
  let left = films;
  for (let head = rest[0]; head && (head.type === 'acted' || left > 0); head = rest[0]) {
    if (head.type === 'played') {
      left -= 1;
      last = head.motion;
      deed = null;
      history = [...history.slice(0, head.past.number - 1), head.past];
      // The seat's next stroke starts at this position, straight ahead and at medium power.
      const { seat } = head.past;
      const aim = aimOf({ ...state, aims }, seat);
      aims = { ...aims, [seat]: { ...aim, degrees: 0, chosen: false, power: state.settings.keepPower ? aim.power : FIRST_AIM.power } };
    }
    if (head.type === 'acted' && head.act === 'undone') last = null;
    if (head.type === 'acted') deed = { act: head.act, seat: head.seat, disc: head.disc, points: head.points };
    shown = head.state;
    history = history.slice(0, shown.strokes);
    rest = rest.slice(1);
  }
  return facing({ ...state, shown, history, aims, last, deed, queue: rest, chosen: null });
}

/** Show the last stroke again, requesting it from the server if this page has not shown it. */
function seenAgain(state: AppState, nonce: string): AppState {
  if (!isFree(state) || state.history.length === 0) return state;
  const still = { ...state, gesture: null };
  if (state.last) return { ...still, again: 'shown' };
  return queued({ ...still, again: 'asked' }, { type: 'replay', nonce, stroke: state.history.length });
}

/** Turn the board for the player to move, if that setting is on. */
function facing(state: AppState): AppState {
  const mine = mineNow(state);
  const turn = state.shown?.turn ?? null;
  const own = mine[0] ?? 'south';
  if (!isHotSeat(state) || !state.settings.turnBoard) return { ...state, bottom: own };
  return { ...state, bottom: turn && mine.includes(turn) ? turn : state.bottom };
}
