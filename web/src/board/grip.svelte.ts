// Pointer controller of the board: converts touch and mouse input to board coordinates and handles pinch zoom.

import type { ExpectPlace, Point, Seat } from '../protocol';
import { Fingers, type Acts } from './fingers';
import { distance, fromBoard, fromView } from './geometry';
import type { Window } from './painter';
import type { Sizes } from './spec';
import { pinched, whole } from './zoom';

export interface Press {
  readonly at: Point;
  readonly time: number;
  readonly finger: boolean;
  /** Radius around the striker's centre that counts as on it, µm. */
  readonly reach: number;
}

/** Callbacks to the owner of the board; positions are in the frame of the striking seat, µm. */
export interface Handling {
  readonly press: (press: Press) => void;
  readonly move: (at: Point, time: number, fine: boolean) => void;
  readonly release: (time: number) => void;
  readonly cancel: () => void;
  /** The board moved on the page during the gesture. */
  readonly loosen: () => void;
  readonly choose: (at: Point | null) => void;
  readonly putDown: () => void;
}

/** The current state of the board that the controller needs. */
export interface Held {
  readonly bottom: Seat;
  readonly extent: number;
  readonly sizes: Sizes;
  /** The striking seat, or null if nobody may strike. */
  readonly striking: Seat | null;
  /** Position of the striker while it is being aimed, board frame. */
  readonly striker: Point | null;
  readonly place: ExpectPlace | null;
  readonly chosen: Point | null;
}

/** A position where the player tried to place a piece but may not, and whether the message for it has been shown. */
export interface Aside {
  readonly at: Point;
  readonly said: boolean;
}

const TAPS = { within: 320, near: 34 };
/** Half the area a fingertip covers on the screen, px. */
const FINGER = 22;

export class Grip {
  /** The visible part of the board: all of it, until the player pinches to zoom in. */
  seen: Window = $derived.by(() => whole(this.board.extent));
  /** Whether a mouse is over the striker. */
  over = $state(false);
  /** Width of the board on the screen (px), and the position of the finger during a pull. */
  width = $state(0);
  finger: Point | null = $state.raw(null);
  aside: Aside | null = $state.raw(null);
  private root!: HTMLElement;
  private fingers!: Fingers;
  private lastTap = { time: -Infinity, at: { x: 0, y: 0 } };

  constructor(
    private readonly board: Held,
    private readonly told: Handling,
  ) {
    $effect(() => {
      if (!board.place) this.aside = null;
    });
  }

  get isHeld(): boolean {
    return this.fingers.isHeld;
  }

  /** Attach the listeners to a board element; returns a function that detaches them. */
  hold(root: HTMLElement): () => void {
    this.root = root;
    const fingers = (this.fingers = new Fingers(root, this.acts));
    const noScroll = (event: TouchEvent): void => event.preventDefault();
    root.addEventListener('touchmove', noScroll, { passive: false });
    const given = (): void => {
      if (fingers.isHeld) fingers.cancel();
    };
    const changed = (): void => fingers.look();
    addEventListener('blur', given);
    addEventListener('resize', changed);
    document.addEventListener('visibilitychange', given);
    return () => {
      root.removeEventListener('touchmove', noScroll);
      removeEventListener('blur', given);
      removeEventListener('resize', changed);
      document.removeEventListener('visibilitychange', given);
    };
  }

  press(event: PointerEvent): void {
    this.fingers.press(event);
  }

  move(event: PointerEvent): void {
    const { striker, sizes, place } = this.board;
    const at = { x: event.clientX, y: event.clientY };
    if (!this.isHeld) this.over = striker !== null && distance(striker, this.boardPoint(at)) < sizes.strikerRadius * 1000;
    if (place && !this.isHeld && event.pointerType === 'mouse') this.pick(this.boardPoint(at));
    this.fingers.move(event);
  }

  release(event: PointerEvent): void {
    this.fingers.release(event);
  }

  lose(event: PointerEvent): void {
    this.fingers.lose(event);
  }

  /** The pointer left the board: clear the chosen spot. */
  leave(): void {
    if (!this.board.place || this.isHeld) return;
    this.told.choose(null);
    if (!this.aside?.said) this.aside = null;
  }

  giveUp(): void {
    if (this.isHeld) this.fingers.cancel();
  }

  private readonly acts: Acts = {
    press: (at, event) => {
      const { place, striking, sizes } = this.board;
      this.root.focus({ preventScroll: true });
      if (place) this.pick(this.boardPoint(at));
      if (place || !striking) return place !== null;
      const touched = event.pointerType !== 'mouse';
      const millimetre = this.root.getBoundingClientRect().width / this.seen.side;
      const reach = 1000 * Math.max(sizes.strikerRadius * 1.08, touched && millimetre > 0 ? FINGER / millimetre : 0);
      this.finger = touched ? this.onBoard(at) : null;
      this.told.press({ at: fromBoard(striking, this.boardPoint(at)), time: event.timeStamp, finger: touched, reach });
      return true;
    },
    move: (at, time, fine) => {
      const { place, striking } = this.board;
      if (place) return this.pick(this.boardPoint(at));
      if (this.finger) this.finger = this.onBoard(at);
      if (striking) this.told.move(fromBoard(striking, this.boardPoint(at)), time, fine);
    },
    // Ignore the pointer position on release; the last move counts.
    release: (at, time) => {
      this.finger = null;
      this.tapped(at, time);
      if (this.board.place) this.placing();
      else this.told.release(time);
    },
    cancel: () => {
      this.finger = null;
      this.told.cancel();
    },
    loosen: () => {
      this.finger = null;
      this.told.loosen();
    },
    pinch: (before, now, factor) => {
      const box = this.root.getBoundingClientRect();
      const part = (at: Point): Point => ({ x: (at.x - box.left) / box.width, y: (at.y - box.top) / box.height });
      this.seen = pinched(this.seen, part(before), part(now), factor, this.board.extent);
    },
  };

  /** Convert a screen position to a board position (µm). */
  private boardPoint(at: Point): Point {
    const box = this.root.getBoundingClientRect();
    const x = this.seen.x + ((at.x - box.left) / box.width) * this.seen.side;
    const y = this.seen.y + ((at.y - box.top) / box.height) * this.seen.side;
    return fromView(this.board.bottom, { x, y });
  }

  private onBoard(at: Point): Point {
    const box = this.root.getBoundingClientRect();
    this.width = box.width;
    return { x: at.x - box.left, y: at.y - box.top };
  }

  /** Choose the spot nearest to a position; if there is none, show that. */
  private pick(at: Point): void {
    this.told.choose(at);
    this.aside = this.board.chosen ? null : { at, said: false };
  }

  /** Place the piece, or show at that position that it may not be placed there. */
  private placing(): void {
    if (this.board.chosen) this.told.putDown();
    if (this.aside) this.aside = { ...this.aside, said: true };
  }

  /** A double tap resets the zoom. */
  private tapped(at: Point, time: number): void {
    const twice = time - this.lastTap.time < TAPS.within && distance(at, this.lastTap.at) < TAPS.near;
    this.lastTap = { time, at };
    if (twice) this.seen = whole(this.board.extent);
  }
}
