// Screen reader descriptions of the board: disc positions by area, the aim and its first contact, and the time left.
// Geometry and words only; what is allowed, due or won comes from the server.

import { directionOf, speedOf, type Aim } from '../board/aim';
import { fromBoard, guideLine, type Lying, type Point } from '../board/geometry';
import { paintOf, type Paint } from '../board/browns';
import { kindOf, type Sizes } from '../board/spec';
import type { Clock, Seat } from '../protocol';
import { told } from './ruled';
import { t } from './t';

/** An area of the board: its centre, near a pocket, along the frame, or one of four quarters. */
export type Area = 'centre' | `pocket.${Corner}` | `frame.${Side}` | `quarter.${Corner}`;
type Corner = 'north-east' | 'north-west' | 'south-east' | 'south-west';
type Side = 'north' | 'east' | 'south' | 'west';

const CORNERS: readonly Corner[] = ['north-east', 'north-west', 'south-east', 'south-west'];
const SIDES: readonly Side[] = ['north', 'east', 'south', 'west'];
const AREAS: readonly Area[] = [
  'centre',
  ...CORNERS.map((corner) => `pocket.${corner}` as const),
  ...SIDES.map((side) => `frame.${side}` as const),
  ...CORNERS.map((corner) => `quarter.${corner}` as const),
];
const KINDS: readonly Paint[] = ['queen', 'white', 'brown', 'black'];

/** Distances (mm) within which a disc counts as near a pocket, and near the frame. */
const NEAR_POCKET = 150;
const NEAR_FRAME = 55;

/** Return the area that contains a board position (mm, x east, y north). */
export function areaOf({ x, y }: Point, sizes: Sizes): Area {
  const corner: Corner = `${y >= 0 ? 'north' : 'south'}-${x >= 0 ? 'east' : 'west'}`;
  if (Math.hypot(Math.abs(x) - sizes.pocketCentre, Math.abs(y) - sizes.pocketCentre) < NEAR_POCKET) return `pocket.${corner}`;
  if (Math.hypot(x, y) <= sizes.outerCircleRadius) return 'centre';
  const edge = sizes.half - Math.max(Math.abs(x), Math.abs(y));
  if (edge >= NEAR_FRAME) return `quarter.${corner}`;
  if (Math.abs(y) >= Math.abs(x)) return y >= 0 ? 'frame.north' : 'frame.south';
  return x >= 0 ? 'frame.east' : 'frame.west';
}

/**
 * Describe where the discs are, area by area: "two whites and the queen near the north-east pocket; …". Positions
 * in µm.
 */
export function positionSpoken(placed: readonly Lying[], sizes: Sizes, browns = false): string {
  const areas = new Map<Area, Paint[]>();
  for (const { disc, at } of placed) {
    if (disc === 'S') continue;
    const area = areaOf({ x: at.x / 1000, y: at.y / 1000 }, sizes);
    areas.set(area, [...(areas.get(area) ?? []), paintOf(kindOf(disc), browns)]);
  }
  const parts = AREAS.flatMap((area) => {
    const kinds = areas.get(area);
    return kinds ? [t('spoken.lying', { discs: counted(kinds), area: t(`spoken.area.${area}`) })] : [];
  });
  return parts.length ? t('spoken.position', { areas: parts.join(t('spoken.then')) }) : '';
}

function counted(kinds: readonly Paint[]): string {
  const parts = KINDS.flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    if (!count) return [];
    return [kind === 'queen' ? t('disc.queen') : told({ key: 'disc.men', values: [['men', `${kind}:${count}`]] })];
  });
  return parts.slice(1).reduce((list, item, i) => t(i === parts.length - 2 ? 'list.last' : 'list.next', { list, item }), parts[0] ?? '');
}

/** Describe an aim: direction, power, and the striker's first contact as far as the agreed guide line shows it. */
export function aimSpoken(aim: Aim, seat: Seat, placed: readonly Lying[], sizes: Sizes, guide: 'long' | 'short' | 'none', browns = false): string {
  const size = Math.abs(aim.degrees);
  const degrees = Number(size.toFixed(1));
  const direction = degrees === 0 ? t('spoken.straight') : t(`spoken.${aim.degrees > 0 ? 'left' : 'right'}`, { degrees });
  const speed = Number(speedOf(aim.power).toFixed(1));
  const words = { direction, power: t(`spoken.power.${strength(aim.power)}`), speed };
  const aimed = t('spoken.aim', words);
  return guide === 'long' ? `${aimed} ${firstMet(aim, seat, placed, sizes, browns)}` : aimed;
}

function strength(power: number): 'soft' | 'middle' | 'hard' {
  return power < 0.35 ? 'soft' : power < 0.7 ? 'middle' : 'hard';
}

/** Describe what the striker meets first along its line. */
function firstMet(aim: Aim, seat: Seat, placed: readonly Lying[], sizes: Sizes, browns: boolean): string {
  const own = placed.map(({ disc, at }) => {
    const { x, y } = fromBoard(seat, at);
    return { disc, at: { x: x / 1000, y: y / 1000 } };
  });
  const from = { x: aim.x / 1000, y: (aim.y ?? 0) / 1000 - sizes.baseline };
  const { meets, disc } = guideLine(from, directionOf(aim.degrees), own, sizes);
  if (!disc) return t(`spoken.meets.${meets}`);
  const lying = placed.find((each) => each.disc === disc);
  const area = lying ? t(`spoken.area.${areaOf({ x: lying.at.x / 1000, y: lying.at.y / 1000 }, sizes)}`) : '';
  return t('spoken.meets.disc', { disc: t(`spoken.disc.${paintOf(kindOf(disc), browns)}`), area });
}

/** Return the whole seconds left on a clock at a server time (ms). */
export function secondsLeft(clock: Clock, now: number): number {
  const left = clock.paused ?? clock.ends - Math.max(now, clock.starts);
  return Math.max(0, Math.ceil(left / 1000));
}
