// Analysis drawings as SVG markup in view coordinates (mm), shared by the page and exported pictures. It uses
// presentation attributes only, so that it looks the same everywhere.

import { toBoard, toView } from '../board/geometry';
import { kindOf, type Kind, type Sizes } from '../board/spec';
import type { Cloud, Disc, Heat, Motion, Point, Seat } from '../protocol';

/** Colours of a disc's dots and paths, and of their outlines. */
const INK: Readonly<Record<Kind, readonly [dot: string, rim: string]>> = {
  white: ['#fffaf0', '#7d4c1c'],
  black: ['#241a14', '#f2e3c4'],
  queen: ['#d22a38', '#fff1dc'],
  striker: ['#1d6470', '#eaf5f2'],
};
const DOT = 5.4;
const RIM = 2.2;
const WAY = 2.6;

const at = (bottom: Seat, point: Point): string => {
  const { x, y } = toView(bottom, point);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
};

/** Return the paths of every disc that moves in a stroke, and a ring where the striker comes to rest. */
export function waysDrawn(motion: Motion, bottom: Seat, sizes: Sizes): string {
  const ways = new Map<Disc, Point[]>();
  const go = (disc: Disc, { x, y }: Point): void => {
    const way = ways.get(disc) ?? [];
    const last = way.at(-1);
    if (!last || Math.hypot(last.x - x, last.y - y) > 200) way.push({ x, y });
    ways.set(disc, way);
  };
  for (const frame of motion.keyframes) go(frame.disc, frame);
  for (const { kind, discs, at: pocket } of motion.contacts) if (kind === 'pocket' && discs[0]) go(discs[0], pocket);
  for (const { disc, at: rest } of motion.rest.placed) if (ways.has(disc)) go(disc, rest);
  let drawn = '';
  for (const [disc, way] of ways) {
    if (way.length < 2) continue;
    const [dot, rim] = INK[kindOf(disc)];
    const path = `M${way.map((point) => at(bottom, point)).join('L')}`;
    drawn += `<path d="${path}" stroke="${rim}" stroke-width="${WAY + 2.4}" opacity="0.45"/><path d="${path}" stroke="${dot}" stroke-width="${WAY}" opacity="0.85"/>`;
  }
  const striker = motion.rest.placed.find(({ disc }) => disc === 'S');
  if (striker) {
    const { x, y } = toView(bottom, striker.at);
    drawn += `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${sizes.strikerRadius}" stroke="#1d6470" stroke-width="2.2" stroke-dasharray="5 4" opacity="0.8"/>`;
  }
  return `<g fill="none" stroke-linecap="round" stroke-linejoin="round">${drawn}</g>`;
}

/** Return where discs come to rest over many simulations: full dots if the stroke succeeds, small pale ones if not. */
export function cloudsDrawn(clouds: readonly Cloud[], bottom: Seat): string {
  const dots = (points: readonly Point[]): string => points.map((point) => `M${at(bottom, point)}h.01`).join('');
  const drawn = clouds.map(({ disc, good, bad }) => {
    const [dot, rim] = INK[kindOf(disc)];
    const missed = bad.length ? `<path d="${dots(bad)}" stroke="${rim}" stroke-width="${DOT - 0.6}" opacity="0.4"/><path d="${dots(bad)}" stroke="${dot}" stroke-width="${DOT - RIM - 0.8}" opacity="0.55"/>` : '';
    const hit = good.length ? `<path d="${dots(good)}" stroke="${rim}" stroke-width="${DOT + RIM}" opacity="0.75"/><path d="${dots(good)}" stroke="${dot}" stroke-width="${DOT}"/>` : '';
    return missed + hit;
  });
  return `<g fill="none" stroke-linecap="round">${drawn.join('')}</g>`;
}

const THOUSAND = 1000;
/** Inner and outer radius of the direction fan around the striker, mm. */
const FAN = [34, 104] as const;

/** Return the colour of a probability, from transparent through brass to green. */
export function shadeOf(success: number): { readonly fill: string; readonly opacity: number } {
  const chance = Math.min(1, Math.max(0, success));
  const mix = (low: number, high: number): number => Math.round(low + (high - low) * chance);
  return { fill: `rgb(${mix(176, 13)} ${mix(112, 108)} ${mix(30, 84)})`, opacity: Number((0.12 + 0.78 * chance).toFixed(2)) };
}

/** Return the probabilities along the baseline of a seat: for each position, that of the best direction. */
export function alongDrawn({ places, along }: Heat, seat: Seat, bottom: Seat, sizes: Sizes): string {
  const step = places.length > 1 ? ((places[1] as number) - (places[0] as number)) / 2 : 4_000;
  const reach = (sizes.upperLine - sizes.lowerLine) * 500 - 1_500;
  const spot = (x: number, y: number): string => at(bottom, toBoard(seat, { x, y: y - sizes.baseline * THOUSAND }));
  // Scale from the worst position (pale) to the best (full), because only the choice of position matters here.
  const known = along.filter((each) => each >= 0);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const cells = places.map((x, i) => {
    const success = along[i] ?? -1;
    if (success < 0) return '';
    const { fill, opacity } = shadeOf(most > least ? (success - least) / (most - least) : 1);
    const corners = [[x - step, -reach], [x + step, -reach], [x + step, reach], [x - step, reach]] as const;
    return `<path d="M${corners.map(([a, b]) => spot(a, b)).join('L')}Z" fill="${fill}" opacity="${opacity}"/>`;
  });
  return `<g>${cells.join('')}</g>`;
}

/**
 * Return the probability of every direction from the position nearest to `x` (µm), as a fan in front of the
 * striker.
 */
export function fanDrawn({ places, directions, success }: Heat, x: number, seat: Seat, bottom: Seat, sizes: Sizes): string {
  const row = places.reduce((best, place, i) => (Math.abs(place - x) < Math.abs((places[best] as number) - x) ? i : best), 0);
  const wide = directions.length > 1 ? ((directions[1] as number) - (directions[0] as number)) / 2 : 10;
  const middle = { x, y: -sizes.baseline * THOUSAND };
  const far = (mrad: number, reach: number): string =>
    at(bottom, toBoard(seat, { x: middle.x + Math.cos(mrad / THOUSAND) * reach * THOUSAND, y: middle.y + Math.sin(mrad / THOUSAND) * reach * THOUSAND }));
  const wedges = directions.map((direction, i) => {
    const chance = (success[row * directions.length + i] ?? -1) / THOUSAND;
    if (chance <= 0.02) return '';
    const { fill, opacity } = shadeOf(chance);
    const [near, out] = FAN;
    const reach = near + (out - near) * chance;
    const corners = [far(direction - wide, near), far(direction + wide, near), far(direction + wide, reach), far(direction - wide, reach)];
    return `<path d="M${corners.join('L')}Z" fill="${fill}" opacity="${opacity}"/>`;
  });
  return `<g>${wedges.join('')}</g>`;
}
