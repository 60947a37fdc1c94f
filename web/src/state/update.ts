// update(state, message): the only way the state changes. Pure: clocks and nonces come in with the message.

import { PROTOCOL, type GameEvent, type Snapshot } from '../protocol';
import { hand, placing } from './hand';
import type { LocalMessage, Message } from './message';
import { queued, without } from './outgoing';
import { replaying } from './replaying';
import { aimOf, beginning, isHotSeat, type AppState, type LineState, type Session } from './state';

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
      const { game, yours, nonce } = message;
      const fresh = state.session?.game !== game;
      const begun = state.outgoing.find((out) => out.message.type === 'new-game' && out.message.nonce === nonce)?.message;
      const words = begun?.type === 'new-game' ? begun : state.session;
      if (!words) return state;
      const { key, invite, watch } = words;
      const answered = nonce === null ? state : without(state, nonce);
      return { ...answered, session: { game, key, yours, invite, watch }, missed: message.version, ...(fresh ? { version: null } : {}), dialog: null };
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
    case 'seats':
      return state.card ? { ...state, card: { ...state.card, sitters: message.sitters } } : state;
    case 'pong':
    case 'reach':
    case 'rules-read':
    case 'draining':
    case 'clock':
    case 'offered':
    case 'aimed':
    case 'spoken':
    case 'rematched':
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

/** The page has gone to another game, or to none: nothing of the one before stays. */
function at(state: AppState, game: string | null, session: Session | null): AppState {
  const { line, welcome, outdated, settings, refusal } = state;
  const outgoing = state.outgoing.filter((out) => out.message.type === 'new-game');
  return { ...beginning(session, settings), line, welcome, outdated, outgoing, refusal: game === null ? refusal : null, lost: game !== null && session === null };
}

function refused(state: AppState, nonce: string | null, code: string, reason: string): AppState {
  const answered = { ...(nonce === null ? state : without(state, nonce)), struck: null };
  if (code !== 'unknown-game') return { ...answered, refusal: reason };
  return { ...answered, refusal: reason, session: null, version: null, card: null, shown: null, history: [], queue: [], outgoing: [], lost: true };
}

function snapshot(state: AppState, message: Snapshot): AppState {
  const { version, card, history } = message;
  const fresh = { ...state, version, card, shown: message.state, history, queue: [], chosen: null, gesture: null, struck: null };
  return facing(state.card?.game === card.game ? fresh : { ...fresh, aims: {}, replay: null });
}

/** An event of the game: shown at once if nothing runs, otherwise in its turn. */
function received(state: AppState, event: GameEvent): AppState {
  if (state.version !== null && event.version <= state.version) return state;
  const next = { ...state, version: event.version, queue: [...state.queue, event], gesture: null, struck: null, refusal: null };
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
