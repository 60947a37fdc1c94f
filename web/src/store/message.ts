// Messages that change the state: everything that `update` accepts.

import type { Aim } from '../board/aim';
import type { GameCommand, GameEvent, Join, NewGame, Point, ServerMessage, StrokePlayed } from '../protocol';
import type { AppState, LineState, Predicted, Question, Session, Told } from './state';
import type { Settings } from './settings';
import type { Usual } from './terms';

/** Messages from the page itself. Points are in the striking seat's frame (µm), times in ms. */
export type LocalMessage =
  | { readonly type: 'line'; readonly line: LineState }
  | { readonly type: 'sent'; readonly nonces: readonly string[] }
  /** The page is now at this game (null: at none); `session` holds its keys, if this browser has them. */
  | { readonly type: 'at'; readonly game: string | null; readonly session: Session | null }
  /** Server clock minus this machine's clock, ms. */
  | { readonly type: 'heard'; readonly ahead: number }
  /** The film of a stroke just struck, computed in this page. */
  | ({ readonly type: 'predicted' } & Omit<Predicted, 'ended'>)
  | { readonly type: 'film-ended' }
  | { readonly type: 'rested' }
  | { readonly type: 'again'; readonly nonce: string }
  | { readonly type: 'begin'; readonly game: NewGame | Join }
  | { readonly type: 'ask'; readonly question: Question }
  | { readonly type: 'command'; readonly command: GameCommand }
  | { readonly type: 'press'; readonly at: Point; readonly time: number; readonly reach: number; readonly finger: boolean }
  | { readonly type: 'move'; readonly at: Point; readonly time: number; readonly fine?: boolean }
  | { readonly type: 'release'; readonly time: number; readonly nonce: string }
  | { readonly type: 'aim-key'; readonly key: string; readonly shift: boolean; readonly mirrored: boolean; readonly nonce: string }
  | { readonly type: 'aim'; readonly change: Partial<Aim> }
  | { readonly type: 'strike'; readonly nonce: string }
  | { readonly type: 'cancel' }
  | { readonly type: 'loosen' }
  | { readonly type: 'choose'; readonly spot: Point | null }
  | { readonly type: 'choose-by-key'; readonly step: Point; readonly steps?: number }
  | { readonly type: 'put-down'; readonly nonce: string }
  | { readonly type: 'settings'; readonly change: Partial<Settings> }
  | { readonly type: 'dialog'; readonly dialog: AppState['dialog']; readonly start?: string; readonly table?: Usual }
  | { readonly type: 'dismiss' }
  | { readonly type: 'replay-open' }
  | { readonly type: 'replay-close' }
  | { readonly type: 'replay-seek'; readonly at: number; readonly playing?: boolean }
  | { readonly type: 'replay-set'; readonly playing?: boolean; readonly speed?: number }
  | { readonly type: 'replay-fetch'; readonly stroke: number; readonly nonce: string };

export type Message = Exclude<ServerMessage, GameEvent> | StrokePlayed | Told | LocalMessage;
