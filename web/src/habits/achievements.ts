// Achievements: recognised from the strokes and results of a game as the server sends them. Pure functions; a stroke's
// contacts say how a piece went in, the history says what happened in a board.

import type { Contact, Disc, Motion, PastStroke, SideState, State } from '../protocol';

/** Every achievement, in the order of learning, and the page that trains it. */
export const ACHIEVEMENTS = {
  'first-win': '/learn/board',
  queen: '/learn/queen',
  clean: '/learn/lines',
  double: '/drills/double',
  cushion: '/drills/one-frame',
  bank: '/drills/bank',
  plant: '/drills/plant',
  back: '/drills/back-stroke',
  'break-two': '/solo',
  'queen-at-once': '/learn/queen',
  'five-in-turn': '/solo',
  comeback: '/puzzles',
  slam: '/solo',
} as const;

export type AchievementName = keyof typeof ACHIEVEMENTS;

/** Approach speed (µm/s) from which a contact with the frame is a rebound rather than a graze along it. */
const REBOUND = 200_000;
/** Pieces behind from which winning the board is a comeback. */
const BEHIND = 4;
/** Pieces pocketed in one turn for `five-in-turn`. */
const FIVE = 5;

const touches = ({ kind, discs }: Contact, what: Contact['kind'], ...named: readonly Disc[]): boolean =>
  kind === what && named.every((disc) => discs.includes(disc));

/** Return the pieces of a side among the discs. */
const piecesOf = (side: SideState, discs: readonly Disc[]): readonly Disc[] =>
  side.colour === null ? [] : discs.filter((disc) => disc.startsWith(side.colour === 'white' ? 'W' : 'B'));

/** Return the achievements in one own stroke without foul by how its pieces went in. */
export function inStroke(motion: Motion, past: PastStroke, side: SideState): readonly AchievementName[] {
  const own = piecesOf(side, past.pocketed);
  if (!own.length || past.pocketed.includes('S') || past.turn === 'pass') return [];
  const found: AchievementName[] = own.length > 1 ? ['double'] : [];
  const { contacts } = motion;
  const first = contacts.findIndex(({ kind, discs }) => kind === 'disc' && discs.includes('S'));
  const isRebound = (contact: Contact, disc: Disc): boolean => touches(contact, 'frame', disc) && contact.speed >= REBOUND;
  if (contacts.slice(0, Math.max(0, first)).some((contact) => isRebound(contact, 'S'))) found.push('cushion');
  if (motion.stroke.vy < 0) found.push('back');
  for (const disc of own) {
    const end = contacts.findIndex((contact) => touches(contact, 'pocket', disc));
    const way = contacts.slice(0, end < 0 ? 0 : end);
    const struck = way.findIndex((contact) => touches(contact, 'disc', disc));
    if (struck < 0) continue;
    if (way.slice(struck).some((contact) => isRebound(contact, disc))) found.push('bank');
    if (!way.some((contact) => touches(contact, 'disc', disc, 'S'))) found.push('plant');
  }
  return [...new Set(found)];
}

/** Return the achievements that the history of the current board shows after an own stroke. */
export function inBoard(history: readonly PastStroke[], after: State, side: SideState): readonly AchievementName[] {
  const last = history.at(-1);
  if (!last) return [];
  const found: AchievementName[] = [];
  const board = history.filter(({ board: number }) => number === last.board);
  const before = board.at(-2);
  if (board.length === 1 && piecesOf(side, last.pocketed).length > 1 && last.turn !== 'pass') found.push('break-two');
  const covered = after.queen.where === 'covered' && after.queen.seat !== null && side.seats.includes(after.queen.seat);
  const hadQueen = board.some(({ seat, pocketed }) => side.seats.includes(seat) && pocketed.includes('Q'));
  if (covered && hadQueen) found.push('queen');
  const next = before && side.seats.includes(before.seat) && before.pocketed.includes('Q') && before.turn === 'continue';
  if (covered && next && piecesOf(side, last.pocketed).length) found.push('queen-at-once');
  let inTurn = 0;
  for (const stroke of [...board].reverse()) {
    if (!side.seats.includes(stroke.seat) || (stroke !== last && stroke.turn !== 'continue')) break;
    inTurn += piecesOf(side, stroke.pocketed).length;
  }
  if (inTurn >= FIVE && !last.pocketed.includes('S')) found.push('five-in-turn');
  return found;
}

/** Return the achievements of a board that the side has won. `behind` is by how many pieces it was behind at most. */
export function inWonBoard(board: readonly PastStroke[], side: SideState, behind: number): readonly AchievementName[] {
  const own = board.filter(({ seat }) => side.seats.includes(seat));
  if (!own.length) return [];
  const found: AchievementName[] = [];
  if (own.length > 4 && !own.some(({ pocketed }) => pocketed.includes('S'))) found.push('clean');
  if (behind >= BEHIND) found.push('comeback');
  // A slam: everything in the first turn, of which only the last stroke does not continue it.
  const start = board.indexOf(own[0] as PastStroke);
  const turn = board.slice(start);
  const isFirstTurn = turn.every(({ seat, turn: next }, index) => side.seats.includes(seat) && (index === turn.length - 1 || next === 'continue'));
  if (isFirstTurn && turn.length > 3) found.push('slam');
  return found;
}

/** Return by how many pieces a side is behind on the board. */
export const behindBy = (sides: readonly SideState[], side: SideState): number =>
  side.on_board - Math.min(...sides.filter((other) => other !== side).map(({ on_board }) => on_board));
