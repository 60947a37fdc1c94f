// Replay of past strokes: state transitions.

import type { LocalMessage } from './message';
import { queued } from '../net/outgoing';
import { replayStroke } from './selectors';
import type { AppState } from './state';

type ReplayMessage = Extract<LocalMessage, { type: `replay-${string}` }>;

/** Return the state after the replay was opened, moved or closed. */
export function replaying(state: AppState, message: ReplayMessage): AppState {
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

/** Return the past stroke that the replay needs and has not requested yet: the one shown, then the next one. */
export function replayNeeds(state: AppState): number | null {
  const { replay, history } = state;
  if (!replay || state.outgoing.some((out) => out.message.type === 'replay')) return null;
  const current = replayStroke(replay.at, history.length);
  return [current, current + 1].find((stroke) => stroke <= history.length && !replay.loaded.has(stroke)) ?? null;
}
