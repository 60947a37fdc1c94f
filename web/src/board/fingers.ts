// Pointer and multi-touch handling for the board: one pointer controls the gesture; a second finger cancels it and
// starts a pinch zoom. Anything that is not clearly a press, move or release of the controlling pointer cancels:
// another button, a lost pointer, a board that moves on the page.

import type { Point } from '../protocol';

/** Callbacks for gestures on the board. Points are pixels from the page's corner; times are ms. */
export interface Acts {
  readonly press: (at: Point, event: PointerEvent) => boolean;
  readonly move: (at: Point, time: number, fine: boolean) => void;
  readonly release: (at: Point, time: number) => void;
  readonly cancel: () => void;
  readonly loosen: () => void;
  /**
   * Two fingers: the previous and current position of their midpoint, and the factor by which their distance
   * changed.
   */
  readonly pinch: (before: Point, now: Point, factor: number) => void;
}

/** A pointer at rest is reported again after this many ms, so that holding it still can have an effect. */
const RESTING = 520;

export class Fingers {
  private held: number | null = null;
  private readonly down = new Map<number, Point>();
  private box: DOMRect | null = null;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly board: HTMLElement,
    private readonly acts: Acts,
  ) {}

  /** Whether a pointer currently controls a gesture. */
  get isHeld(): boolean {
    return this.held !== null;
  }

  press(event: PointerEvent): void {
    const at = placeOf(event);
    // A primary pointer is the first one down: any pointer still recorded was lost without an event.
    if (event.isPrimary) this.down.clear();
    const alone = [...this.down.keys()].every((id) => id === event.pointerId);
    this.down.set(event.pointerId, at);
    if (event.button !== 0 || !alone || this.held !== null) return this.cancel();
    if (!this.acts.press(at, event)) return;
    this.held = event.pointerId;
    this.box = this.board.getBoundingClientRect();
    this.board.setPointerCapture?.(event.pointerId);
  }

  move(event: PointerEvent): void {
    const before = this.down.get(event.pointerId);
    const at = placeOf(event);
    if (before) this.down.set(event.pointerId, at);
    if (before && this.down.size === 2) return this.parted(event.pointerId, before, at);
    if (event.pointerId !== this.held) return;
    // Pressing another button during a pull arrives as a move; a missed release arrives as a move with no button.
    if (event.buttons !== 1) return this.cancel();
    if (this.hasMoved()) return this.loosen();
    const { timeStamp, shiftKey } = event;
    this.acts.move(at, timeStamp, shiftKey);
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.held === event.pointerId && this.acts.move(at, timeStamp + RESTING, shiftKey), RESTING);
  }

  release(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    if (event.pointerId !== this.held) return;
    if (this.hasMoved()) return this.loosen();
    this.let();
    this.acts.release(placeOf(event), event.timeStamp);
  }

  /** Handle a pointer that the browser cancelled. */
  lose(event: PointerEvent): void {
    this.down.delete(event.pointerId);
    if (event.pointerId === this.held) this.cancel();
  }

  /** Cancel the gesture, because the player did so or because the page lost focus. */
  cancel(): void {
    this.let();
    this.acts.cancel();
  }

  /** Check whether the board has moved or been resized during a gesture. */
  look(): void {
    if (this.hasMoved()) this.loosen();
  }

  private loosen(): void {
    this.let();
    this.acts.loosen();
  }

  private let(): void {
    clearTimeout(this.resting);
    this.held = null;
    this.box = null;
  }

  private hasMoved(): boolean {
    const now = this.board.getBoundingClientRect();
    const then = this.box;
    return then !== null && Math.max(Math.abs(now.x - then.x), Math.abs(now.y - then.y), Math.abs(now.width - then.width)) > 0.5;
  }

  private parted(moving: number, before: Point, now: Point): void {
    const other = [...this.down].find(([id]) => id !== moving)?.[1];
    if (!other) return;
    const middle = (at: Point): Point => ({ x: (at.x + other.x) / 2, y: (at.y + other.y) / 2 });
    const apart = (at: Point): number => Math.max(20, Math.hypot(at.x - other.x, at.y - other.y));
    this.acts.pinch(middle(before), middle(now), apart(now) / apart(before));
  }
}

function placeOf(event: PointerEvent): Point {
  return { x: event.clientX, y: event.clientY };
}
