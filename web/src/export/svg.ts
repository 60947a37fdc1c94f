// SVG export of a board: one self-contained file with the same wood and discs as on the page.

import { paintOf } from '../board/browns';
import { GRADIENTS, pictureOf, SHADE, SHADE_FALL, SHADE_SPREAD } from '../board/faces';
import { toView } from '../board/geometry';
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
  /** Additional SVG markup drawn under the discs, in view coordinates (mm). */
  readonly under?: string;
}

/** Return the SVG; without discs it shows the empty board. */
export function svgOf({ lying, bottom, sizes, frame, browns = false, under = '' }: Pictured): string {
  const edge = sizes.half + frame;
  const discs = lying.map(({ disc, at }) => {
    const { x, y } = toView(bottom, at);
    const radius = radiusOf(disc, sizes);
    const shade = `<circle cx="${SHADE_FALL.x}" cy="${SHADE_FALL.y}" r="${(radius * SHADE_SPREAD).toFixed(2)}" fill="url(#paint-shade)"/>`;
    return `<g transform="translate(${x.toFixed(3)} ${y.toFixed(3)})">${shade}${pictureOf(paintOf(kindOf(disc), browns), radius)}</g>`;
  });
  const size = `viewBox="${-edge} ${-edge} ${2 * edge} ${2 * edge}" width="${2 * edge}" height="${2 * edge}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs>${paints()}</defs>${wood(frame, sizes)}${under}${discs.join('')}</svg>`;
}

function paints(): string {
  const kinds = Object.entries(GRADIENTS).map(([kind, { cx, cy, r, stops }]) => {
    const drawn = stops.map(({ at, colour }) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
    return `<radialGradient id="paint-${kind}" cx="${cx}" cy="${cy}" r="${r}">${drawn}</radialGradient>`;
  });
  const shade = SHADE.map(({ at, colour, opacity = 1 }) => `<stop offset="${at}" stop-color="${colour}" stop-opacity="${opacity}"/>`).join('');
  return `${kinds.join('')}<radialGradient id="paint-shade">${shade}</radialGradient>`;
}
