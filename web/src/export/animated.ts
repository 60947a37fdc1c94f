// Animated GIF export of a stroke, rendered in the browser: the wood is drawn once, the discs frame by frame.

import { Painter } from '../board/painter';
import type { Sizes } from '../board/spec';
import { film, posesAt } from '../playback/keyframes';
import type { Equipment, Motion, Seat } from '../protocol';
import { Gif, matcher, paletteOf } from './gif';
import { canvasOf } from './pixels';
import { svgOf } from './svg';

export interface Animated {
  readonly motion: Motion;
  readonly bottom: Seat;
  readonly sizes: Sizes;
  readonly equipment: Equipment;
  readonly frame: number;
  readonly browns?: boolean;
}

/** Side in pixels, and display times in hundredths of a second: of each frame, of the first and of the last. */
const SIDE = 480;
const EACH = 4;
const BEFORE = 80;
const AFTER = 160;

/** Return the stroke as a GIF. Yields to the page after each frame; `told` is called with the progress, 0 to 1. */
export async function gifOf({ motion, bottom, sizes, equipment, frame, browns = false }: Animated, told: (part: number) => void, signal: AbortSignal): Promise<Blob> {
  const shown = film(motion, equipment);
  const wood = await canvasOf(svgOf({ lying: [], bottom, sizes, frame }), SIDE);
  const discs = document.createElement('canvas');
  discs.width = discs.height = SIDE;
  const painter = Painter.within(discs);
  const whole = document.createElement('canvas');
  whole.width = whole.height = SIDE;
  const context = whole.getContext('2d', { willReadFrequently: true });
  if (!painter || !context) throw new Error('this browser draws no pixels');
  const edge = sizes.half + frame;
  const pixels = (time: number): Uint8ClampedArray => {
    painter.paint(posesAt(shown, time), { x: -edge, y: -edge, side: 2 * edge }, bottom, sizes, browns);
    context.drawImage(wood, 0, 0);
    context.drawImage(discs, 0, 0);
    return context.getImageData(0, 0, SIDE, SIDE).data;
  };
  const first = pixels(0);
  const palette = paletteOf(first);
  const match = matcher(palette);
  const gif = new Gif(SIDE, palette);
  gif.add(match(first), BEFORE);
  const step = EACH * 10_000;
  for (let time = step; time < shown.duration; time += step) {
    await new Promise((go) => setTimeout(go));
    if (signal.aborted) throw new DOMException('', 'AbortError');
    gif.add(match(pixels(time)), EACH);
    told(time / shown.duration);
  }
  gif.add(match(pixels(shown.duration)), AFTER);
  return new Blob([gif.end()], { type: 'image/gif' });
}
