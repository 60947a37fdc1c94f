// Queue of outgoing messages: stored in the state until the server answers them.

import type { AppState, Outgoing } from '../store/state';

/** Return the state with a message added to the queue. */
export function queued(state: AppState, message: Outgoing['message']): AppState {
  return { ...state, outgoing: [...state.outgoing, { message, sent: false }] };
}

/** Return the state without the message that has been answered. */
export function without(state: AppState, nonce: string): AppState {
  return { ...state, outgoing: state.outgoing.filter((out) => out.message.nonce !== nonce) };
}
