// Opening board of the home page: the rack, ready to be struck before there is a game. The stroke starts the game.

import type { Aim } from '../board/aim';
import { STANDARD, type Disc, type Lying, type Seat, type SideState, type State as GameState } from '../protocol';
import { aimOf } from './selectors';
import { beginning, type AppState } from './state';
import type { Message } from './message';
import type { Handed, Store } from './store.svelte';
import { update } from './update';

/** Gap between neighbouring pieces of the rack, µm. */
const GAP = 20;
/** Rings of the rack: pieces by number, distance from the centre in pitches, angle of the first in degrees, angle between two. */
const RINGS: readonly (readonly [string, number, number, number, number, number])[] = [
  ['W', 1, 3, 1, 0, 120],
  ['W', 4, 6, 2, 0, 60],
  ['B', 1, 3, 1, 60, 120],
  ['B', 4, 6, Math.sqrt(3), 30, 60],
];

/** Return the rack of the official Laws, one white arm pointing at the player at the bottom (`carrom.board.rack`). */
export function rack(): readonly Lying[] {
  const pitch = STANDARD.man_diameter + GAP;
  const rings = RINGS.flatMap(([colour, first, count, distance, from, between]) =>
    Array.from({ length: count }, (_, i) => {
      const angle = ((270 + from + between * i) * Math.PI) / 180;
      const [x, y] = [Math.cos(angle), Math.sin(angle)].map((part) => Math.round(pitch * distance * part) + 0) as [number, number];
      return { disc: `${colour}${first + i}` as Disc, at: { x, y } };
    }),
  );
  return [{ disc: 'Q', at: { x: 0, y: 0 } }, ...rings];
}

/** Where the striker may stand: between the base circles or covering one of them. */
const INTERVALS = [
  { lo: -222_335, hi: -214_350, y: 0 },
  { lo: -182_549, hi: 182_549, y: 0 },
  { lo: 214_350, hi: 222_335, y: 0 },
];

const side = (seat: Seat, colour: 'white' | 'black'): SideState => ({ seats: [seat], colour, score: 0, on_board: 9, pocketed: [], due: 0, games: 0 });

const RACKED: GameState = {
  position: { placed: rack() },
  phase: 'play',
  turn: 'south',
  expected: [{ type: 'strike', seat: 'south', attempt: 1, attempts: 1, intervals: INTERVALS, may_pass: false, passes: 0, most_passes: 0, passes_clause: '' }],
  board: 1,
  breaker: 'south',
  sides: [side('south', 'white'), side('north', 'black')],
  queen: { where: 'board', seat: null },
  boards: [],
  ruling: null,
  result: null,
  can_undo: false,
  can_resign: false,
  can_abort: false,
  strokes: 0,
  seated: [
    { seat: 'south', sitter: 'south' },
    { seat: 'north', sitter: 'north' },
  ],
  game: 1,
  changed_seats: false,
  last_game: [],
};

export class OpeningBoard implements Handed {
  state: AppState = $state.raw(beginning(null, {} as AppState['settings']));

  /** `struck` is called with the aim of the first stroke. */
  constructor(
    private readonly store: Store,
    private readonly struck: (aim: Aim) => void,
  ) {
    const session = { game: 'opening', key: null, yours: ['south'] as const, invite: null, watch: null };
    this.state = { ...beginning(session, store.state.settings), line: { kind: 'open' }, version: 0, shown: RACKED };
  }

  send(message: Message): void {
    // The keys strike only while the board has focus: elsewhere on this page they scroll and press buttons.
    if (message.type === 'aim-key' && document.activeElement?.getAttribute('role') !== 'application') return;
    const now = { ...this.state, settings: this.store.state.settings };
    const next = update(now, message);
    // A key without a meaning here changes nothing: the board must not swallow it (Tab leaves the board).
    if (next !== now) this.state = next;
    if (this.state.outgoing.length) this.struck(aimOf(this.state, 'south'));
  }

  /** Put the striker back: the game was refused. */
  reset(): void {
    this.state = { ...this.state, outgoing: [], struck: null };
  }
}
