// Canvas renderer for the discs in play. The shadow, body and mark of each kind are rendered once per screen size as
// sprites and then copied, so a frame costs three small copies per disc regardless of detail.

import type { Pose } from '../playback/keyframes';
import type { Disc, Seat } from '../protocol';
import { paintOf } from './browns';
import { GRADIENTS, lookOf, SHADE, SHADE_FALL, SHADE_SPREAD, type Shape } from './faces';
import { quartersOf, toView } from './geometry';
import { appearanceOf, type Appearance } from './looks.svelte';
import { kindOf, radiusOf, type Sizes } from './spec';

/** The visible part of the board: a square in view coordinates (mm). */
export interface Window {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** The three sprites of one kind of disc, each centred in its canvas. */
interface Sprites {
  readonly shade: HTMLCanvasElement;
  readonly body: HTMLCanvasElement;
  readonly mark: HTMLCanvasElement;
}

/** The most a lifted disc is enlarged, and how far its shadow then moves away. */
const LIFTED = 0.09;
const LIFTED_FALL = 2.2;
/** How much smaller a disc looks at the bottom of a pocket. */
const SUNK = 0.24;

type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

export class Painter {
  private readonly context: Context;
  private sprites = new Map<Appearance, Sprites>();
  /** Canvas pixels per millimetre, and the parameters for which the sprites were rendered. */
  private scale = 0;
  private made: readonly [number, Sizes, boolean] | null = null;

  private constructor(context: Context) {
    this.context = context;
  }

  /**
   * Return a painter for this canvas, or null if canvas drawing is not available. Where the browser supports it,
   * drawing goes through an OffscreenCanvas, which bypasses the page's own layers and takes a third of the work per
   * frame.
   */
  static on(canvas: HTMLCanvasElement): Painter | null {
    if (typeof CanvasRenderingContext2D === 'undefined') return null;
    const direct = 'transferControlToOffscreen' in canvas && typeof OffscreenCanvasRenderingContext2D !== 'undefined';
    const context = direct ? canvas.transferControlToOffscreen().getContext('2d') : canvas.getContext('2d');
    return context && new Painter(context);
  }

  /** Return a painter for an off-screen canvas whose pixels are read back. */
  static within(canvas: HTMLCanvasElement): Painter | null {
    const context = typeof CanvasRenderingContext2D === 'undefined' ? null : canvas.getContext('2d');
    return context && new Painter(context);
  }

  /** Width and height of the canvas in pixels. */
  get size(): number {
    return this.context.canvas.width;
  }

  set size(pixels: number) {
    this.context.canvas.width = this.context.canvas.height = pixels;
  }

  /** Draw exactly these discs: falling ones first, lifted ones last. */
  paint(poses: readonly Pose[], window: Window, bottom: Seat, sizes: Sizes, browns = false): void {
    const { context } = this;
    this.scale = context.canvas.width / window.side;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, context.canvas.width, context.canvas.height);
    if (this.scale === 0) return;
    this.prepare(sizes, browns);
    const turn = (quartersOf(bottom) * Math.PI) / 2;
    const order = [...poses].sort((a, b) => b.fall - a.fall || (a.lift ?? 0) - (b.lift ?? 0));
    const drawn = order.map((pose) => {
      const { x, y } = toView(bottom, pose);
      return { pose, x: (x - window.x) * this.scale, y: (y - window.y) * this.scale };
    });
    for (const { pose, x, y } of drawn) if (pose.fall === 0 && !pose.lift) this.shade(pose, x, y);
    for (const { pose, x, y } of drawn) {
      if (pose.lift) this.shade(pose, x, y);
      this.disc(pose, x, y, turn);
    }
    context.globalAlpha = 1;
  }

  private shade(pose: Pose, x: number, y: number): void {
    const { shade } = this.spritesOf(pose.disc);
    const lift = pose.lift ?? 0;
    const away = this.scale * (1 + lift * LIFTED_FALL);
    this.context.globalAlpha = (pose.alpha ?? 1) * (1 - 0.35 * lift);
    // Copying to whole pixels costs half as much, and the rounding is invisible in a soft shadow.
    const [at, down] = [Math.round(x + SHADE_FALL.x * away), Math.round(y + SHADE_FALL.y * away)];
    this.copy(shade, at, down, 1 + lift * LIFTED, 0);
  }

  private disc(pose: Pose, x: number, y: number, turn: number): void {
    const { body, mark } = this.spritesOf(pose.disc);
    const size = (1 - SUNK * pose.fall) * (1 + (pose.lift ?? 0) * LIFTED);
    const alpha = (pose.alpha ?? 1) * (1 - pose.fall ** 4);
    this.context.globalAlpha = alpha;
    this.copy(body, x, y, size, 0);
    // Positive angles are counter-clockwise on the board but clockwise on the screen, whose y axis points down.
    this.copy(mark, x, y, size, turn - pose.angle / 1000);
    if (pose.fall > 0) this.darken(x, y, (body.width / 2 - 1) * size, alpha * Math.min(0.75, pose.fall));
  }

  /** Darken a disc that sinks into a pocket. */
  private darken(x: number, y: number, radius: number, alpha: number): void {
    const { context } = this;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.globalAlpha = alpha;
    context.fillStyle = '#0a0502';
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }

  private copy(sprite: HTMLCanvasElement, x: number, y: number, size: number, angle: number): void {
    const { context } = this;
    const cos = size * Math.cos(angle);
    const sin = size * Math.sin(angle);
    context.setTransform(cos, sin, -sin, cos, x, y);
    context.drawImage(sprite, -sprite.width / 2, -sprite.height / 2);
  }

  private prepare(sizes: Sizes, browns: boolean): void {
    if (this.made && this.made[0] === this.scale && this.made[1] === sizes && this.made[2] === browns) return;
    this.made = [this.scale, sizes, browns];
    this.sprites = new Map();
  }

  private spritesOf(disc: Disc): Sprites {
    const kind = appearanceOf(paintOf(kindOf(disc), this.made?.[2] ?? false));
    const known = this.sprites.get(kind);
    if (known) return known;
    const radius = radiusOf(disc, this.made?.[1] as Sizes);
    const look = lookOf(kind, radius);
    const made = {
      shade: this.drawing(radius * SHADE_SPREAD, (context) => drawShade(context, radius * SHADE_SPREAD)),
      body: this.drawing(radius, (context) => look.body.forEach((shape) => draw(context, shape, kind))),
      mark: this.drawing(radius * 0.7, (context) => look.mark.forEach((shape) => draw(context, shape, kind))),
    };
    this.sprites.set(kind, made);
    return made;
  }

  /** Return a canvas for a disc of this radius (mm), drawn in millimetres from its centre. */
  private drawing(radius: number, drawn: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 2 * Math.ceil(radius * this.scale + 1);
    const context = canvas.getContext('2d');
    if (!context) return canvas;
    context.setTransform(this.scale, 0, 0, this.scale, canvas.width / 2, canvas.height / 2);
    drawn(context);
    return canvas;
  }
}

function drawShade(context: CanvasRenderingContext2D, radius: number): void {
  const gradient = context.createRadialGradient(0, 0, 0, 0, 0, radius);
  for (const { at, colour, opacity = 1 } of SHADE) {
    const whole = Math.round(opacity * 255).toString(16).padStart(2, '0');
    gradient.addColorStop(at, colour + whole);
  }
  context.fillStyle = gradient;
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fill();
}

function draw(context: CanvasRenderingContext2D, shape: Shape, kind: Appearance): void {
  context.save();
  if (shape.turn) context.rotate((shape.turn * Math.PI) / 180);
  const path = new Path2D(shape.d);
  if (shape.r !== undefined) path.arc(0, shape.cy ?? 0, shape.r, 0, 2 * Math.PI);
  if (shape.fill) {
    context.fillStyle = shape.fill === 'light' ? lightOf(context, kind, shape.r ?? 0) : shape.fill;
    context.fill(path);
  }
  if (shape.stroke) {
    context.globalAlpha = shape.opacity ?? 1;
    context.strokeStyle = shape.stroke;
    context.lineWidth = shape.width ?? 1;
    if (shape.round) context.lineCap = context.lineJoin = 'round';
    context.setLineDash([...(shape.dash ?? [])]);
    context.stroke(path);
  }
  context.restore();
}

function lightOf(context: CanvasRenderingContext2D, kind: Appearance, radius: number): CanvasGradient {
  const { cx, cy, r, stops } = GRADIENTS[kind];
  const [x, y] = [(cx - 0.5) * 2 * radius, (cy - 0.5) * 2 * radius];
  const gradient = context.createRadialGradient(x, y, 0, x, y, r * 2 * radius);
  for (const { at, colour } of stops) gradient.addColorStop(at, colour);
  return gradient;
}
