// Tests of the woods of the board and the sets of pieces.

import { describe, expect, it } from 'vitest';
import { GRADIENTS, lookOf } from '../src/board/faces';
import { appearanceOf, looks, SETS, showLooks, WOODS } from '../src/board/looks.svelte';
import { sizesOf } from '../src/board/spec';
import { FLAT, SHADES } from '../src/board/wood';
import { svgOf } from '../src/export/svg';
import { STANDARD, type Lying } from '../src/protocol';
import { DEFAULT_SETTINGS } from '../src/store/settings';

/** Relative luminance of a colour (WCAG 2.2). */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
const contrast = (one: string, other: string): number => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
};
const fill = (name: keyof typeof GRADIENTS): string => GRADIENTS[name].stops[1]?.colour ?? '';
const edge = (name: Parameters<typeof lookOf>[0]): string => lookOf(name, 15.9).body[0]?.stroke ?? '';

describe.each(WOODS)('on %s', (wood) => {
  it('black lines and black pieces stand out from the surface', () => {
    for (const shade of [...SHADES[wood].surface, FLAT[wood].surface]) {
      expect(contrast('#4a2313', shade)).toBeGreaterThan(4.5);
      for (const set of SETS) expect(contrast(fill(appearanceOf('black', set)), shade)).toBeGreaterThan(4.5);
    }
  });

  it('white pieces have an edge that stands out from the surface', () => {
    for (const set of SETS) for (const shade of SHADES[wood].surface) expect(contrast(edge(appearanceOf('white', set)), shade)).toBeGreaterThan(3);
  });
});

describe.each(SETS)('in the set %s', (set) => {
  it('white is light and black is dark with a light rim', () => {
    expect(luminance(fill(appearanceOf('white', set)))).toBeGreaterThan(0.8);
    expect(luminance(fill(appearanceOf('black', set)))).toBeLessThan(0.05);
    const rims = lookOf(appearanceOf('black', set), 15.9).body.map(({ stroke }) => stroke ?? '');
    expect(rims.some((rim) => rim.length === 7 && luminance(rim) > 0.6)).toBe(true);
  });

  it('the queen, the striker and brown pieces are the same in every set', () => {
    for (const paint of ['queen', 'striker', 'brown'] as const) expect(appearanceOf(paint, set)).toBe(paint);
  });
});

it('a picture has the wood and the pieces asked for, or those chosen in this browser', () => {
  const lying: Lying[] = [{ disc: 'W1', at: { x: 0, y: 0 } }];
  const pictured = { lying, bottom: 'south', sizes: sizesOf(STANDARD), frame: 55 } as const;
  const svg = svgOf({ ...pictured, wood: 'teak', set: 'lacquered' });
  expect(svg).toContain(SHADES.teak.surface[0]);
  expect(svg).toContain('url(#paint-ivory)');
  expect(svgOf(pictured)).toContain(SHADES.birch.surface[0]);
  showLooks('maple', 'lacquered');
  expect(svgOf(pictured)).toContain(SHADES.maple.surface[0]);
  expect(svgOf(pictured)).toContain('url(#paint-ivory)');
  showLooks('formica', 'plastic');
  expect(looks).toEqual({ wood: 'maple', set: 'lacquered' });
  showLooks(DEFAULT_SETTINGS.wood, DEFAULT_SETTINGS.pieces);
});
