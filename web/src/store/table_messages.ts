// Reducer for table messages from the server: presence, clock, offers, other players' aims and phrases.

import type { Offered, ServerMessage } from '../protocol';
import { without } from '../net/outgoing';
import { mineNow } from './seating';
import type { AppState } from './state';

/** Server messages about the table and the server, not about the game itself. */
export type TableMessage = Extract<
  ServerMessage,
  { type: 'seats' | 'clock' | 'offered' | 'aimed' | 'spoken' | 'rematched' | 'reach' | 'draining' | 'rules-read' | 'pong' | 'kernel' }
>;

/** Return the state after a table message. */
export function toldOfTable(state: AppState, message: TableMessage): AppState {
  switch (message.type) {
    case 'seats':
      return { ...state, card: state.card && { ...state.card, sitters: message.sitters }, watchers: message.watchers };
    case 'clock':
      return { ...state, clock: message.clock, offers: state.offers.filter(({ what }) => what !== 'pause') };
    case 'offered':
      return { ...state, offers: offered(state.offers, message) };
    case 'aimed': {
      const { [message.seat]: _, ...others } = state.aimed;
      return { ...state, aimed: message.stroke ? { ...others, [message.seat]: message.stroke } : others };
    }
    case 'spoken': {
      const number = 1 + Object.values(state.spoken).reduce((most, said) => Math.max(most, said.number), 0);
      if (state.settings.quiet && !mineNow(state).includes(message.seat)) return state;
      return { ...state, spoken: { ...state.spoken, [message.seat]: { phrase: message.phrase, number } } };
    }
    case 'rematched':
      return { ...state, rematched: message.game, offers: [] };
    case 'reach': {
      const answered = message.nonce === null ? state : without(state, message.nonce);
      return answered.welcome ? { ...answered, welcome: { ...answered.welcome, reach: message.reach } } : answered;
    }
    case 'kernel':
      return state.welcome ? { ...state, welcome: { ...state.welcome, kernel: message.kernel } } : state;
    case 'draining':
      return { ...state, draining: true };
    case 'rules-read':
      return { ...without(state, message.nonce), read: message };
    case 'pong':
      return state;
  }
}

/** Return the offers with one added or updated; an offer that nobody makes any more is removed. */
function offered(before: readonly Offered[], offer: Offered): readonly Offered[] {
  const others = before.filter(({ what }) => what !== offer.what);
  return offer.by.length || offer.declined ? [...others, offer] : others;
}
