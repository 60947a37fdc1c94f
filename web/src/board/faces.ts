// Appearance of a disc from above, as data shared by two renderers: SVG (icons, ghosts) and canvas (the discs in play).
// Centred on the origin, in millimetres, y down. Each kind has a mark of its own shape (ring, cross, star, trefoil), so
// that players need not distinguish colours; the mark turns with the disc, the light on its body does not.

import type { Appearance } from './looks.svelte';

export interface Stop {
  readonly at: number;
  readonly colour: string;
  readonly opacity?: number;
}

/** A radial gradient over the box around a shape: centre and radius as fractions of the box. */
export interface Gradient {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
  readonly stops: readonly Stop[];
}

const stops = (...pairs: readonly (readonly [number, string])[]): Stop[] => pairs.map(([at, colour]) => ({ at, colour }));

export const GRADIENTS: Readonly<Record<Appearance, Gradient>> = {
  white: { cx: 0.4, cy: 0.34, r: 0.72, stops: stops([0, '#fffdf6'], [0.6, '#faeed2'], [0.88, '#ecd6a8'], [1, '#c9a76a']) },
  ivory: { cx: 0.4, cy: 0.34, r: 0.72, stops: stops([0, '#ffffff'], [0.6, '#f7f6f1'], [0.88, '#e3e0d6'], [1, '#b3ada0']) },
  jet: { cx: 0.38, cy: 0.32, r: 0.75, stops: stops([0, '#565a60'], [0.42, '#26282c'], [0.88, '#131417'], [1, '#050506']) },
  brown: { cx: 0.4, cy: 0.33, r: 0.73, stops: stops([0, '#d9a066'], [0.5, '#b0713a'], [0.88, '#8a5226'], [1, '#5c3213']) },
  black: { cx: 0.38, cy: 0.32, r: 0.75, stops: stops([0, '#5f4e45'], [0.5, '#33271f'], [0.88, '#1e1612'], [1, '#0c0806']) },
  queen: { cx: 0.4, cy: 0.34, r: 0.74, stops: stops([0, '#f06a66'], [0.5, '#d22a38'], [0.9, '#a5142a'], [1, '#76091b']) },
  striker: { cx: 0.4, cy: 0.34, r: 0.72, stops: stops([0, '#ffffff'], [0.6, '#f1f6f4'], [0.9, '#cfdedd'], [1, '#93adb0']) },
};

/** The shadow under a disc: a gradient, because a blur would be slower. */
export const SHADE: readonly Stop[] = [
  { at: 0, colour: '#2b1204', opacity: 0.75 },
  { at: 0.72, colour: '#2b1204', opacity: 0.55 },
  { at: 0.86, colour: '#2b1204', opacity: 0.2 },
  { at: 1, colour: '#2b1204', opacity: 0 },
];
/** Ratio of the shadow's width to the disc's, and the shadow's offset (mm) with the light at the upper left. */
export const SHADE_SPREAD = 1.13;
export const SHADE_FALL = { x: 1.9, y: 3.1 } as const;

export interface Shape {
  /** A circle by its radius (and centre, if not the origin), or a path. */
  readonly r?: number;
  readonly cy?: number;
  readonly d?: string;
  /** A colour, or `light` for the kind's gradient; no fill if omitted. */
  readonly fill?: string;
  readonly stroke?: string;
  readonly width?: number;
  readonly opacity?: number;
  readonly dash?: readonly number[];
  readonly round?: boolean;
  readonly turn?: number;
}

export interface Look {
  readonly body: readonly Shape[];
  readonly mark: readonly Shape[];
}

const STAR = `M${Array.from({ length: 10 }, (_, i) => {
  const reach = i % 2 === 0 ? 8.6 : 3.7;
  const angle = (i * Math.PI) / 5;
  return `${(reach * Math.sin(angle)).toFixed(2)} ${(-reach * Math.cos(angle)).toFixed(2)}`;
}).join('L')}Z`;
const LEAF = 'M0 -1.5C4.2 -4 4.2 -8.5 0 -10.5C-4.2 -8.5 -4.2 -4 0 -1.5Z';

const EDGE: Readonly<Record<Exclude<Appearance, 'striker'>, string>> = { white: '#5f3d15', ivory: '#423c36', brown: '#3f210b', black: '#080504', jet: '#050506', queen: '#52060f' };
const CROSS: Shape = { d: 'M-5.6 -5.6L5.6 5.6M5.6 -5.6L-5.6 5.6', stroke: '#f2e3c4', width: 2.5, round: true };
const MARKS: Readonly<Record<Appearance, readonly Shape[]>> = {
  white: [
    { r: 7.6, cy: 1.1, stroke: '#fff8e6', width: 0.6, opacity: 0.7 },
    { r: 7.6, stroke: '#7d4c1c', width: 2.2, dash: [13.2, 2.72] },
    { r: 2, fill: '#7d4c1c' },
  ],
  brown: [
    { r: 7.6, stroke: '#fbe6c2', width: 2.2, dash: [13.2, 2.72] },
    { r: 2, fill: '#fbe6c2' },
  ],
  ivory: [
    { r: 7.6, stroke: '#4d5157', width: 2, dash: [13.2, 2.72] },
    { r: 2, fill: '#4d5157' },
  ],
  black: [CROSS],
  jet: [{ ...CROSS, stroke: '#f4f4f2' }],
  queen: [{ d: STAR, fill: '#ffdf8a', stroke: '#7a0c19', width: 0.5, round: true }],
  striker: [0, 120, 240].map((turn) => ({ d: LEAF, fill: '#1d6470', turn })),
};

/** Return the appearance of a kind of disc with this radius (mm). */
export function lookOf(kind: Appearance, radius: number): Look {
  if (kind === 'striker') {
    return {
      body: [
        { r: radius - 0.3, fill: 'light', stroke: '#17343a', width: 0.8 },
        { r: 16.2, stroke: '#1d6470', width: 3 },
        { r: 13.2, stroke: '#1d6470', width: 0.6 },
      ],
      mark: MARKS.striker,
    };
  }
  const light = kind === 'white' || kind === 'ivory';
  return {
    body: [
      { r: radius - 0.35, fill: 'light', stroke: EDGE[kind], width: 0.7 },
      { r: 13.1, stroke: kind === 'white' ? '#9a7038' : light ? '#8b867c' : '#000', width: 0.7, opacity: 0.55 },
      { r: 12.4, stroke: '#fff', width: 0.5, opacity: light ? 0.75 : 0.2 },
      // A light rim sets dark pieces off from shadows and from the dark page.
      ...(kind === 'black' || kind === 'jet' ? [{ r: radius - 0.9, stroke: '#e9d9bd', width: 0.5, opacity: 0.55 }] : []),
    ],
    mark: MARKS[kind],
  };
}

const pictures = new Map<string, string>();

/** Return the appearance as SVG markup, cached by kind and radius because a page shows twenty discs. */
export function pictureOf(kind: Appearance, radius: number): string {
  const name = `${kind} ${radius}`;
  const known = pictures.get(name);
  if (known) return known;
  const { body, mark } = lookOf(kind, radius);
  const [below, above] = [body, mark].map((shapes) => shapes.map((shape) => written(shape, kind)).join(''));
  const drawn = `${below}<g>${above}</g>`;
  pictures.set(name, drawn);
  return drawn;
}

function written(shape: Shape, kind: Appearance): string {
  const { r, cy, d, stroke, width, opacity, dash, round, turn } = shape;
  const paint = {
    ...(d ? { d, transform: turn ? `rotate(${turn})` : undefined } : { r, cy }),
    fill: shape.fill === 'light' ? `url(#paint-${kind})` : (shape.fill ?? 'none'),
    stroke,
    'stroke-width': width,
    'stroke-opacity': opacity,
    'stroke-dasharray': dash?.join(' '),
    ...(round ? { 'stroke-linecap': 'round', 'stroke-linejoin': 'round' } : {}),
  };
  const words = Object.entries(paint).flatMap(([key, value]) => (value === undefined ? [] : [`${key}="${value}"`]));
  return `<${d ? 'path' : 'circle'} ${words.join(' ')}/>`;
}
