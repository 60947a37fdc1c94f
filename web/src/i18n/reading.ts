// Descriptions from which a player can aim without seeing the board: distances in mm and clear pockets of each piece, the
// aim with its first contact, and the spot chosen for a due piece. Everything is in the frame of the player who reads:
// left and right, up (away from them) and down. Geometry and words only; what is allowed comes from the server.

import { degreesOf, directionOf, speedOf, type Aim } from '../board/aim';
import { paintOf, type Paint } from '../board/browns';
import { fromBoard, guideLine, type Lying, type Point } from '../board/geometry';
import { kindOf, radiusOf, type Sizes } from '../board/spec';
import type { Disc, Seat } from '../protocol';
import { aimOf, askedPlace, askedStrike, intervalsOf, sizesNow } from '../store/selectors';
import { standing } from '../store/input';
import type { AppState } from '../store/state';
import { t } from './t';
import { browns } from './words';

type Guide = 'long' | 'short' | 'none';

/** A piece on the board in the reader's frame, mm. */
export interface Piece {
  readonly disc: Disc;
  readonly at: Point;
}

const CORNERS = [
  ['far-left', -1, 1],
  ['far-right', 1, 1],
  ['near-left', -1, -1],
  ['near-right', 1, -1],
] as const;

/** Return the pieces in the frame of a seat: those of its colour first, then the queen, then the others, each from left to right. */
export function piecesOf(placed: readonly Lying[], seat: Seat, own: 'white' | 'black'): readonly Piece[] {
  const rank = ({ disc }: Piece): number => (kindOf(disc) === own ? 0 : disc === 'Q' ? 1 : 2);
  return inFrame(seat, placed).sort((one, other) => rank(one) - rank(other) || one.at.x - other.at.x || one.at.y - other.at.y);
}

function inFrame(seat: Seat, placed: readonly Lying[]): Piece[] {
  return placed.filter(({ disc }) => disc !== 'S').map(({ disc, at }) => ({ disc, at: millimetres(fromBoard(seat, at)) }));
}

const millimetres = ({ x, y }: Point): Point => ({ x: x / 1000, y: y / 1000 });

/** Describe a position: "120 mm left, 40 mm up". */
export function placeSpoken({ x, y }: Point): string {
  const [across, along] = [Math.round(x), Math.round(y)];
  return t('reading.place', {
    across: t(across < 0 ? 'reading.left' : 'reading.right', { distance: Math.abs(across) }),
    along: t(along < 0 ? 'reading.down' : 'reading.up', { distance: Math.abs(along) }),
  });
}

/** Describe a piece: its kind, its position, and the pockets to which no other piece is in its way. */
export function pieceSpoken({ disc, at }: Piece, pieces: readonly Piece[], sizes: Sizes, isBrown = false): string {
  const paint = paintOf(kindOf(disc), isBrown);
  const name = t(paint === 'queen' ? 'disc.queen' : `colour.${paint as Exclude<Paint, 'queen' | 'striker'>}`);
  const pockets = openPockets({ disc, at }, pieces, sizes).map((corner) => t(`reading.pocket.${corner}`));
  const piece = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;
  return `${t('reading.piece', { piece, place: placeSpoken(at) })} ${pockets.length ? t('reading.open', { pockets: listed(pockets) }) : t('reading.closed')}`;
}

function listed(items: readonly string[]): string {
  return items.slice(1).reduce((list, item, i) => t(i === items.length - 2 ? 'list.last' : 'list.next', { list, item }), items[0] ?? '');
}

/** Return the corners whose pocket a piece reaches in a straight line. */
export function openPockets({ disc, at }: Piece, pieces: readonly Piece[], sizes: Sizes): readonly (typeof CORNERS)[number][0][] {
  return CORNERS.filter(([, x, y]) => {
    const pocket = { x: x * sizes.pocketCentre, y: y * sizes.pocketCentre };
    return pieces.every((other) => other.disc === disc || distanceToPath(other.at, at, pocket) >= radiusOf(disc, sizes) + radiusOf(other.disc, sizes));
  }).map(([corner]) => corner);
}

function distanceToPath(point: Point, from: Point, to: Point): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const part = Math.min(1, Math.max(0, ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(point.x - from.x - part * dx, point.y - from.y - part * dy);
}

/** Describe the distances that the positions refer to: baseline, pockets, and the sizes of the discs. */
export function measuresSpoken(sizes: Sizes): string {
  const whole = (length: number): number => Number(length.toFixed(1));
  return t('reading.measures', {
    baseline: whole(sizes.baseline),
    pocket: whole(sizes.pocketCentre),
    piece: whole(2 * sizes.manRadius),
    striker: whole(2 * sizes.strikerRadius),
  });
}

/** Return the angle at which the striker points at the centre of a piece. */
export function degreesTo(at: Point, aim: Aim, sizes: Sizes): number {
  const from = strikerAt(aim, sizes);
  return degreesOf({ x: at.x - from.x, y: at.y - from.y });
}

const strikerAt = (aim: Aim, sizes: Sizes): Point => ({ x: aim.x / 1000, y: (aim.y ?? 0) / 1000 - sizes.baseline });

/** Return the current aim; null if no player of this page is to strike. */
export function aimNow(state: AppState): Aim | null {
  const asked = askedStrike(state);
  return asked && standing(aimOf(state, asked.seat), intervalsOf(asked));
}

/** Describe the current aim, or the spot chosen for a due piece; empty if neither is asked for. */
export function aimSentence(state: AppState, guide: Guide): string {
  const asked = askedStrike(state);
  const aim = aimNow(state);
  if (asked && aim) return aimSpoken(aim, asked.seat, state.shown?.position.placed ?? [], sizesNow(state), guide, browns(state));
  return askedPlace(state) && state.chosen ? t('reading.spot', { place: placeSpoken(millimetres(fromBoard(state.bottom, state.chosen))) }) : '';
}

/** Describe an aim: striker, direction, power, and the first contact as far as the agreed guide line shows it. */
export function aimSpoken(aim: Aim, seat: Seat, placed: readonly Lying[], sizes: Sizes, guide: Guide, isBrown = false): string {
  const speed = Number(speedOf(aim.power).toFixed(1));
  const from = strikerAt(aim, sizes);
  const across = Number(from.x.toFixed(1));
  const striker = t('reading.striker', { place: t(across < 0 ? 'reading.left' : 'reading.right', { distance: Math.abs(across) }) });
  const aimed = t('spoken.aim', { direction: directionSpoken(aim.degrees), power: t(`spoken.power.${strength(aim.power)}`), speed });
  const parts = [striker, aimed];
  if (guide === 'long') parts.push(firstMet(aim, from, inFrame(seat, placed), sizes, isBrown));
  return parts.join(' ');
}

function directionSpoken(angle: number): string {
  const degrees = Number(Math.abs(angle).toFixed(2));
  return degrees === 0 ? t('spoken.straight') : t(`spoken.${angle > 0 ? 'left' : 'right'}`, { degrees });
}

function strength(power: number): 'soft' | 'middle' | 'hard' {
  return power < 0.35 ? 'soft' : power < 0.7 ? 'middle' : 'hard';
}

/** Describe what the striker meets first along its line, and where a piece that it meets goes. */
function firstMet(aim: Aim, from: Point, pieces: readonly Piece[], sizes: Sizes, isBrown: boolean): string {
  const { to, meets, disc } = guideLine(from, directionOf(aim.degrees), pieces, sizes);
  const met = pieces.find((piece) => piece.disc === disc);
  if (!met) return t(`spoken.meets.${meets as 'frame' | 'pocket'}`);
  const hit = t('spoken.meets.disc', { disc: t(`spoken.disc.${paintOf(kindOf(met.disc), isBrown)}`), place: placeSpoken(met.at) });
  return `${hit} ${t('reading.goes', { direction: directionSpoken(Math.round(degreesOf({ x: met.at.x - to.x, y: met.at.y - to.y }))) })}`;
}
