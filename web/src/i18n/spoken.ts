// Screen reader descriptions of the board: disc positions by area, and the time left. Geometry and words only;
// what is allowed, due or won comes from the server. `reading.ts` has what a player aims by.

import type { Lying, Point } from '../board/geometry';
import { paintOf, type Paint } from '../board/browns';
import { kindOf, type Sizes } from '../board/spec';
import type { Clock } from '../protocol';
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

/** Return the whole seconds left on a clock at a server time (ms). */
export function secondsLeft(clock: Clock, now: number): number {
  const left = clock.paused ?? clock.ends - Math.max(now, clock.starts);
  return Math.max(0, Math.ceil(left / 1000));
}
