// Animated GIF export of a stroke, rendered in the browser.

import type { Film } from '../playback/keyframes';
import { framesOf, type Animated } from './frames';
import { Gif, matcher, paletteOf } from './gif';

/** Side in pixels, and display times in hundredths of a second: of each frame, of the first and of the last. */
const SIDE = 480;
const EACH = 4;
const BEFORE = 80;
const AFTER = 160;

/** How the frames of a GIF are chosen. */
export interface Timing {
  /** Side in pixels. */
  readonly side: number;
  /** Display time of each frame, in hundredths of a second. */
  readonly each: number;
  /** Times (µs) of the frames of a stroke, for frames shown for `step` µs. */
  readonly times: (film: Film, step: number) => readonly number[];
}

/** In real time. */
const REAL: Timing = {
  side: SIDE,
  each: EACH,
  times: ({ duration }, step) => [...Array.from({ length: Math.ceil(duration / step) }, (_, i) => i * step), duration],
};

/** Return the stroke as a GIF. Yields to the page after each frame; `told` is called with the progress, 0 to 1. */
export async function gifOf(animated: Animated, told: (part: number) => void, signal: AbortSignal, { side, each, times }: Timing = REAL): Promise<Blob> {
  const frames = await framesOf(animated, side);
  const shown = times(frames.film, each * 10_000);
  const pixels = (time: number): Uint8ClampedArray => {
    frames.draw(time);
    return frames.context.getImageData(0, 0, side, side).data;
  };
  const first = pixels(0);
  const palette = paletteOf(first);
  const match = matcher(palette);
  const gif = new Gif(side, palette);
  gif.add(match(first), BEFORE);
  for (const [i, time] of shown.entries()) {
    if (i === 0) continue;
    await new Promise((go) => setTimeout(go));
    if (signal.aborted) throw new DOMException('', 'AbortError');
    gif.add(match(pixels(time)), i === shown.length - 1 ? AFTER : each);
    told(i / shown.length);
  }
  return new Blob([gif.end()], { type: 'image/gif' });
}
