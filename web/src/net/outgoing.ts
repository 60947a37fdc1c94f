// Messages on their way to the server: kept in the state until they are answered.

import type { AppState, Outgoing } from '../store/state';

/** The state with a message to be sent. */
export function queued(state: AppState, message: Outgoing['message']): AppState {
  return { ...state, outgoing: [...state.outgoing, { message, sent: false }] };
}

/** The state without the message that has been answered. */
export function without(state: AppState, nonce: string): AppState {
  return { ...state, outgoing: state.outgoing.filter((out) => out.message.nonce !== nonce) };
}
