// Frames of a stroke on a canvas: the wood is drawn once, the discs at any time of the stroke. Used by the GIF, the video
// and the slow motion on the page.

import { Painter } from '../board/painter';
import type { Sizes } from '../board/spec';
import { film, posesAt, type Film } from '../playback/keyframes';
import type { Equipment, Motion, Seat } from '../protocol';
import { canvasOf } from './pixels';
import { svgOf } from './svg';

export interface Animated {
  readonly motion: Motion;
  readonly bottom: Seat;
  readonly sizes: Sizes;
  readonly equipment: Equipment;
  /** Width of the frame as drawn, mm. */
  readonly frame: number;
  readonly browns?: boolean;
}

/** A stroke that is drawn on `canvas`, frame by frame. */
export interface Frames {
  readonly film: Film;
  readonly canvas: HTMLCanvasElement;
  readonly context: CanvasRenderingContext2D;
  /** Draw the board at a time (µs) of the stroke. */
  readonly draw: (time: number) => void;
}

/** Return the frames of a stroke, drawn on a canvas (a new one unless given) of this width and height in pixels. */
export async function framesOf({ motion, bottom, sizes, equipment, frame, browns = false }: Animated, side: number, canvas = document.createElement('canvas')): Promise<Frames> {
  const wood = await canvasOf(svgOf({ lying: [], bottom, sizes, frame }), side);
  const discs = document.createElement('canvas');
  discs.width = discs.height = canvas.width = canvas.height = side;
  const painter = Painter.within(discs);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!painter || !context) throw new Error('this browser draws no pixels');
  const edge = sizes.half + frame;
  const shown = film(motion, equipment);
  const draw = (time: number): void => {
    painter.paint(posesAt(shown, time), { x: -edge, y: -edge, side: 2 * edge }, bottom, sizes, browns);
    context.drawImage(wood, 0, 0);
    context.drawImage(discs, 0, 0);
  };
  return { film: shown, canvas, context, draw };
}
