// SVG markup of the wooden board: surface, markings, pockets and frame. It never changes, so it is built once as a
// string that the browser parses in one go. It uses plain shapes, gradients and patterns; SVG filters (noise, blur)
// would cost more than the rest of the page on first paint.

import type { WoodName } from './looks.svelte';
import type { Sizes } from './spec';

/** Drawn width of the lower line and of the arc on the arrow; the equipment defines neither. */
const LOWER_LINE_WIDTH = 5.75;
const ARROW_ARC = 63.5;
const QUARTERS = [0, 90, 180, 270];
const PETALS = Array.from({ length: 8 }, (_, i) => i * 45);
const CORDS = [-16, -8, 0, 8, 16];

const each = <T>(items: readonly T[], drawn: (item: T) => string): string => items.map(drawn).join('');

let last: { readonly frame: number; readonly sizes: Sizes; readonly name: WoodName; readonly drawn: string } | null = null;

/** Return the markup of a picture that reaches `half + frame` mm from its centre on each side. */
export function wood(frame: number, sizes: Sizes, name: WoodName): string {
  if (last?.frame !== frame || last.sizes !== sizes || last.name !== name) last = { frame, sizes, name, drawn: defined(name) + shapes(frame, sizes, name) };
  return last.drawn;
}

/** Colours of a wood: the surface from light to shade, the space in a base circle, and what is laid over the frame. */
interface Shades {
  readonly surface: readonly [string, string, string];
  readonly circle: string;
  readonly over?: readonly [colour: string, opacity: number];
}

/** Every surface is light enough for the black lines and pieces to stand out. */
export const SHADES: Readonly<Record<WoodName, Shades>> = {
  birch: { surface: ['#f0d8a8', '#e9cc96', '#dfbc80'], circle: '#ecd3a0' },
  maple: { surface: ['#f8ead0', '#f2dfbf', '#e8d0a9'], circle: '#f5e4c7', over: ['#d8a45c', 0.55] },
  teak: { surface: ['#dfb377', '#d3a263', '#c79556'], circle: '#d9ab6d', over: ['#150a05', 0.5] },
};

/** Plain colours of each wood, for small boards. */
export const FLAT: Readonly<Record<WoodName, { readonly surface: string; readonly frame: string }>> = {
  birch: { surface: '#f0dcb2', frame: '#6b3a1f' },
  maple: { surface: '#f7ead2', frame: '#a9733f' },
  teak: { surface: '#d9ab6d', frame: '#3a2012' },
};

type Stop = readonly [offset: number, colour: string, opacity?: number];

const stops = (...pairs: readonly Stop[]): string =>
  each(pairs, ([offset, colour, opacity = 1]) => `<stop offset="${offset}" stop-color="${colour}" stop-opacity="${opacity}"/>`);
const falling = (name: string, ...pairs: readonly Stop[]): string =>
  `<linearGradient id="rail-${name}" x1="0" y1="0" x2="0" y2="1">${stops(...pairs)}</linearGradient>`;

/** Appearance of one kind of fibre: how many, how long and how thick (mm), how dark. */
interface Fibre {
  readonly many: number;
  readonly long: readonly [number, number];
  readonly thick: readonly [number, number];
  readonly dark: number;
}

/** Seeded pseudo-random generator of uniform numbers below 1 (mulberry32), so that every board has the same grain. */
function chances(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Return wood fibres along x as a tileable pattern of lens shapes. Two patterns whose sizes have no common measure
 * show no visible repeat.
 */
function grain(name: string, colour: string, width: number, height: number, kinds: readonly Fibre[]): string {
  const chance = chances(width * height);
  const between = ([least, most]: readonly [number, number]): number => least * (most / least) ** chance();
  const drawn = each(kinds, ({ many, long, thick, dark }) => {
    let lenses = '';
    for (let i = 0; i < many; i++) {
      const [length, rise] = [Math.round(between(long)), Math.round(between(thick) * 20) / 20];
      const [x, y] = [Math.round(chance() * width), Math.round(chance() * height * 4) / 4];
      const lens = `q${length / 2} ${-rise} ${length} 0q${-length / 2} ${rise} ${-length} 0Z`;
      lenses += `M${x} ${y}${lens}`;
      if (x + length > width) lenses += `M${x - width} ${y}${lens}`;
      if (y < rise) lenses += `M${x} ${y + height}${lens}`;
    }
    return `<path d="${lenses}" opacity="${dark}"/>`;
  });
  return `<pattern id="${name}" width="${width}" height="${height}" patternUnits="userSpaceOnUse"><g fill="${colour}">${drawn}</g></pattern>`;
}

/** Return the definitions of a wood: its surface, and what all have in common. */
function defined(name: WoodName): string {
  const [light, middle, shade] = SHADES[name].surface;
  return `<defs><linearGradient id="plywood" x1="0" y1="0" x2="1" y2="1">${stops([0, light], [0.5, middle], [1, shade])}</linearGradient>${SHARED}</defs>`;
}

/** Definitions shared by every board: colours and grain. */
const SHARED = `
  <radialGradient id="lamp" cx="0.44" cy="0.4" r="0.75">${stops([0, '#fff6dc', 0.55], [0.55, '#fff6dc', 0.08], [1, '#6b3d12', 0.22])}</radialGradient>
  ${falling('north', [0, '#6a3c22'], [0.12, '#8d5735'], [0.7, '#744427'], [1, '#3f2212'])}
  ${falling('east', [0, '#3a1f10'], [0.14, '#5a331d'], [0.8, '#69401f'], [1, '#8b5a36'])}
  ${falling('south', [0, '#331b0e'], [0.16, '#4f2c18'], [0.82, '#643a20'], [1, '#97663f'])}
  ${falling('west', [0, '#5b331c'], [0.14, '#7d4a2b'], [0.75, '#68391f'], [1, '#3d2011'])}
  <radialGradient id="hole" cx="0.56" cy="0.6" r="0.6">${stops([0, '#2b1a10'], [0.55, '#150b06'], [1, '#050302'])}</radialGradient>
  ${grain('grain', '#6b3d14', 397, 149, [
    { many: 24, long: [100, 340], thick: [3, 9], dark: 0.06 },
    { many: 120, long: [18, 90], thick: [0.5, 1.6], dark: 0.14 },
  ])}
  ${grain('pores', '#5a3010', 283, 101, [
    { many: 30, long: [50, 200], thick: [1.4, 4], dark: 0.1 },
    { many: 90, long: [2, 12], thick: [0.25, 0.5], dark: 0.22 },
  ])}
  ${grain('rail-grain', '#190a03', 311, 79, [
    { many: 20, long: [80, 260], thick: [2, 6], dark: 0.12 },
    { many: 64, long: [30, 140], thick: [0.7, 2.4], dark: 0.2 },
    { many: 90, long: [5, 30], thick: [0.3, 0.7], dark: 0.3 },
  ])}
  <radialGradient id="depth" cx="0.42" cy="0.4" r="0.62">${stops([0.52, '#000', 0], [0.72, '#000', 0.34], [0.86, '#000', 0.6], [1, '#000', 0.62])}</radialGradient>
  <radialGradient id="red-spot" cx="0.42" cy="0.38" r="0.7">${stops([0, '#c8372f'], [1, '#9c201d'])}</radialGradient>`;

/**
 * Shadow of the frame on the table with the light at the upper left: nested outlines that look like a blur but are
 * much cheaper.
 */
function shadow(half: number, pocketRadius: number): string {
  const rims = Array.from({ length: 15 }, (_, i) => 6 + i * 3);
  const paint = (width: number): string => `fill="none" stroke="#2a1206" stroke-width="${width}" opacity="0.06"`;
  return each(rims, (width) => `<rect x="${-half - 14}" y="${-half - 14}" width="${2 * half + 34}" height="${2 * half + 36}" rx="${pocketRadius + 6}" ${paint(width)}/>`);
}

function shapes(frame: number, sizes: Sizes, name: WoodName): string {
  const { half, pocketRadius } = sizes;
  const outer = half + frame;
  const corners = [-1, 1].flatMap((x) => [-1, 1].map((y) => ({ x: x * sizes.pocketCentre, y: y * sizes.pocketCentre })));
  return `<defs>
    <clipPath id="table">${square(half, pocketRadius)}</clipPath>
    <clipPath id="mouth"><circle r="${pocketRadius}"/></clipPath>
    <clipPath id="whole">${square(outer, frame * 0.42)}</clipPath>
    ${pocket(pocketRadius)}
  </defs>
  <g clip-path="url(#whole)">
    ${rails(frame, sizes, SHADES[name].over)}
    <g clip-path="url(#table)">
      ${square(half, 0, 'fill="url(#plywood)"')}
      ${square(half, 0, 'fill="url(#grain)"')}
      ${square(half, 0, 'fill="url(#pores)"')}
      ${square(half, 0, 'fill="url(#lamp)"')}
      ${lines(sizes, SHADES[name].circle)}
      ${shadow(half, pocketRadius)}
    </g>
    ${each(corners, ({ x, y }) => `<use href="#pocket" x="${x}" y="${y}"/>`)}
  </g>`;
}

/** Return a square around the centre that reaches this far to each side (mm). */
function square(reach: number, rounded: number, paint = ''): string {
  return `<rect x="${-reach}" y="${-reach}" width="${2 * reach}" height="${2 * reach}" rx="${rounded}" ${paint}/>`;
}

/** Return the pocket with its net. */
function pocket(radius: number): string {
  const net = each(
    CORDS,
    (cord) => `<path d="M${cord * 1.5} -24Q${cord * 0.5} 6 ${cord * 0.9} 26"/>
      <path d="M-24 ${cord * 1.35 + 4}Q6 ${cord * 0.7 + 9} 26 ${cord * 1.2 + 2}"/>`,
  );
  return `<g id="pocket">
    <circle r="${radius}" fill="url(#hole)"/>
    <g clip-path="url(#mouth)" fill="none">
      <g stroke="#cbb083" stroke-width="0.9" opacity="0.42">${net}</g>
      <circle r="${radius}" fill="url(#depth)"/>
    </g>
    <circle r="${radius}" fill="none" stroke="#3b2110" stroke-width="1.5"/>
  </g>`;
}

/** Return the frame: four mitred rails of dark wood. */
function rails(frame: number, { half, pocketRadius }: Sizes, over: Shades['over']): string {
  const outer = half + frame;
  const rail = `M${-outer} ${-outer}H${outer}L${half} ${-half}H${-half}Z`;
  const lit = ['north', 'east', 'south', 'west'].map((name, i) => `<path d="${rail}" fill="url(#rail-${name})" transform="rotate(${90 * i})"/>`);
  const grained = each(
    QUARTERS,
    (quarter) => `<g transform="rotate(${quarter})">
      <path d="${rail}" fill="url(#rail-grain)"/>
      <path d="M${-outer} ${-outer}L${-half} ${-half}" stroke="#241107" stroke-width="1.1" opacity="0.7"/>
    </g>`,
  );
  return `<g>
    ${square(half + 2, 0, 'fill="#472713"')}
    ${lit.join('')}
    ${over ? square(outer, 0, `fill="${over[0]}" opacity="${over[1]}"`) : ''}
    ${grained}
    ${square(outer - 1, frame * 0.42, 'fill="none" stroke="#d9a978" stroke-opacity="0.35" stroke-width="2"')}
    ${square(half + 3.2, pocketRadius + 3.2, 'fill="#32190c" stroke="#c99a54" stroke-width="1.5"')}
  </g>`;
}

/** Return the markings; the magnifier draws them too. */
function lines(sizes: Sizes, circle: string): string {
  const { baseCircleOffset: away, baseline, outerCircleRadius } = sizes;
  const petals = each(PETALS, (turn) => `<path d="M0 -18C16 -40 16 -58 0 -80C-16 -58 -16 -40 0 -18Z" transform="rotate(${turn})"/>`);
  const circles = each(
    [-away, away],
    (x) => `<circle cx="${x}" cy="${baseline}" r="${sizes.baseCircleRadius}" fill="${circle}" stroke-width="1.5"/>
      <circle cx="${x}" cy="${baseline}" r="${sizes.baseDiscRadius}" fill="url(#red-spot)" stroke="none"/>`,
  );
  const side = `<path d="M${-away} ${sizes.upperLine}H${away}" stroke-width="1.4"/>
    <path d="M${-away} ${sizes.lowerLine + LOWER_LINE_WIDTH / 2}H${away}" stroke-width="${LOWER_LINE_WIDTH}"/>
    ${circles}${arrow(sizes)}`;
  return `<g id="lines" fill="none" stroke="#4a2313">
    <g stroke="#a3281f" stroke-width="0.9" opacity="0.5">${petals}</g>
    <circle r="${outerCircleRadius}" stroke-width="2"/>
    <circle r="${outerCircleRadius - 4.5}" stroke="#a3281f" stroke-width="0.8"/>
    <circle r="${sizes.centreCircleRadius}" fill="url(#red-spot)" stroke-width="1.2"/>
    ${each(QUARTERS, (quarter) => `<g transform="rotate(${quarter})">${side}</g>`)}
  </g>`;
}

/** Return the arrow that points at a pocket. */
function arrow(sizes: Sizes): string {
  const out = Math.SQRT2 * sizes.pocketCentre - sizes.arrowTip;
  const from = out - sizes.arrowLength;
  const arc = ARROW_ARC / 2;
  return `<g transform="rotate(45)" stroke-width="${sizes.arrowWidth}">
    <path d="M${from} 0H${out - 6}"/>
    <path d="M${out} 0l-15 -5.6q4.5 5.6 0 11.2Z" fill="#4a2313" stroke="none"/>
    <path d="M${from + arc} ${-arc}A${arc} ${arc} 0 0 0 ${from + arc} ${arc}"/>
    <path d="M${from + arc + 7} ${-arc}l-8 -2.6v5.2Z M${from + arc + 7} ${arc}l-8 -2.6v5.2Z" fill="#4a2313" stroke="none"/>
    <circle cx="${from}" r="2.4" fill="#a3281f" stroke="none"/>
  </g>`;
}
