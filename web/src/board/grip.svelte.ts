// The hand on the board: fingers on the screen become places on the board, and two of them look nearer.

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
  /** How near to the striker's centre counts as on it, µm. */
  readonly reach: number;
}

/** What the hand does, told to whom the board belongs; places in the frame of the seat that strikes, µm. */
export interface Handling {
  readonly press: (press: Press) => void;
  readonly move: (at: Point, time: number, fine: boolean) => void;
  readonly release: (time: number) => void;
  readonly cancel: () => void;
  /** The board has moved under the hand. */
  readonly loosen: () => void;
  readonly choose: (at: Point | null) => void;
  readonly putDown: () => void;
}

/** What the hand has to know of the board, as it is now. */
export interface Held {
  readonly bottom: Seat;
  readonly extent: number;
  readonly sizes: Sizes;
  /** Who strikes; null while nobody does. */
  readonly striking: Seat | null;
  /** Where the striker stands in a hand, board frame. */
  readonly striker: Point | null;
  readonly place: ExpectPlace | null;
  readonly chosen: Point | null;
}

/** Where the hand would put a man and must not, and whether that was said. */
export interface Aside {
  readonly at: Point;
  readonly said: boolean;
}

const TAPS = { within: 320, near: 34 };
/** Half of what a finger covers on the screen, px. */
const FINGER = 22;

export class Grip {
  /** What is looked at: all of the board, until two fingers go nearer. */
  seen: Window = $derived.by(() => whole(this.board.extent));
  /** Whether a mouse is over the striker. */
  over = $state(false);
  /** The board's width on the screen (px), and the finger on it while it pulls. */
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

  /** Take hold of a board; what is returned lets it go. */
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

  /** The pointer has left the board: no spot is chosen any more. */
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
    // Where the pointer is when it lifts is not asked: only where it was when it last moved.
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

  /** A place on the screen as one on the board (µm). */
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

  /** Choose the spot nearest to a place; where there is none, show that. */
  private pick(at: Point): void {
    this.told.choose(at);
    this.aside = this.board.chosen ? null : { at, said: false };
  }

  /** Put the man down, or say where it happens that he may not lie there. */
  private placing(): void {
    if (this.board.chosen) this.told.putDown();
    if (this.aside) this.aside = { ...this.aside, said: true };
  }

  /** Two taps at one place show the whole board again. */
  private tapped(at: Point, time: number): void {
    const twice = time - this.lastTap.time < TAPS.within && distance(at, this.lastTap.at) < TAPS.near;
    this.lastTap = { time, at };
    if (twice) this.seen = whole(this.board.extent);
  }
}
