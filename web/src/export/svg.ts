// SVG export of a board: one self-contained file with the same wood and discs as on the page.

import { paintOf } from '../board/browns';
import { GRADIENTS, pictureOf, SHADE, SHADE_FALL, SHADE_SPREAD } from '../board/faces';
import { toView } from '../board/geometry';
import { appearanceOf, looks, type SetName, type WoodName } from '../board/looks.svelte';
import type { Window } from '../board/painter';
import { kindOf, radiusOf, type Sizes } from '../board/spec';
import { wood } from '../board/wood';
import type { Lying, Seat } from '../protocol';

export interface Pictured {
  readonly lying: readonly Lying[];
  readonly bottom: Seat;
  readonly sizes: Sizes;
  /** Width of the frame as drawn, mm. */
  readonly frame: number;
  readonly browns?: boolean;
  /** The wood and the set of pieces; those chosen in this browser unless given. */
  readonly wood?: WoodName;
  readonly set?: SetName;
  /** The part of the board to show, in view coordinates (mm); all of it unless given. */
  readonly part?: Window;
  /** Additional SVG markup drawn under the discs, in view coordinates (mm). */
  readonly under?: string;
}

/** Return the SVG; without discs it shows the empty board. */
export function svgOf({ lying, bottom, sizes, frame, browns = false, wood: named = looks.wood, set = looks.set, part, under = '' }: Pictured): string {
  const edge = sizes.half + frame;
  const discs = lying.map(({ disc, at }) => {
    const { x, y } = toView(bottom, at);
    const radius = radiusOf(disc, sizes);
    const shade = `<circle cx="${SHADE_FALL.x}" cy="${SHADE_FALL.y}" r="${(radius * SHADE_SPREAD).toFixed(2)}" fill="url(#paint-shade)"/>`;
    return `<g transform="translate(${x.toFixed(3)} ${y.toFixed(3)})">${shade}${pictureOf(appearanceOf(paintOf(kindOf(disc), browns), set), radius)}</g>`;
  });
  const { x, y, side } = part ?? { x: -edge, y: -edge, side: 2 * edge };
  const size = `viewBox="${x} ${y} ${side} ${side}" width="${side}" height="${side}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${paints()}</defs>${wood(frame, sizes, named)}${under}${discs.join('')}</svg>`;
}

function paints(): string {
  const kinds = Object.entries(GRADIENTS).map(([kind, { cx, cy, r, stops }]) => {
    const drawn = stops.map(({ at, colour }) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
    return `<radialGradient id="paint-${kind}" cx="${cx}" cy="${cy}" r="${r}">${drawn}</radialGradient>`;
  });
  const shade = SHADE.map(({ at, colour, opacity = 1 }) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');
  return `${kinds.join('')}<radialGradient id="paint-shade">${shade}</radialGradient>`;
}
