// The one animation-frame loop: it writes poses straight to the board's nodes at the display's rate, and lets what
// happens between two frames be heard.

import { FADE_TIME } from './settle';
import { posesAt, strikerSpeed, type Film, type Impact, type Pose } from './keyframes';

/** What the stage plays on. */
export interface Boards {
  readonly paint: (poses: readonly Pose[]) => void;
  readonly hear: (impacts: readonly Impact[], slide: number) => void;
}

export interface Showing {
  readonly film: Film;
  /** Where to begin, in µs of the film. Negative: the striker stands still for so long first. */
  readonly from: number;
  /** Without movement: once the striker has stood, the end. */
  readonly calm?: boolean;
  /** How many times real time. */
  readonly speed: number;
  readonly time?: (time: number) => void;
  readonly end: () => void;
}

/** The name of the mark in the browser's own timeline at the first frame in which the striker has moved. */
const MOVES = 'carrom:moves';

export class Stage {
  private request = 0;

  constructor(private readonly boards: Boards) {}

  /** Play a film from a moment on; whatever ran before stops. */
  play({ film, from, speed, calm = false, time, end }: Showing): void {
    this.stop();
    let now = from;
    // The clock runs from here, so that the first frame drawn already shows the striker on its way.
    let before = performance.now();
    const frame = (clock: number): void => {
      // A tab that was hidden goes on where it was, not where it would have been.
      const passed = Math.min(100, Math.max(0, clock - before));
      before = clock;
      const reached = now + passed * 1000 * speed;
      const next = calm && reached >= 0 ? film.duration : Math.min(film.duration, reached);
      const heard = calm ? [] : film.impacts.filter((impact) => impact.time > now && impact.time <= next);
      if (now <= 0 && next > 0) performance.mark?.(MOVES);
      now = next;
      this.boards.paint(now < 0 ? standing(film, now - from) : posesAt(film, now));
      this.boards.hear(heard, now < film.duration && now >= 0 ? strikerSpeed(film, now) : 0);
      time?.(now);
      if (now < film.duration) {
        this.request = requestAnimationFrame(frame);
      } else {
        this.request = 0;
        end();
      }
    };
    this.request = requestAnimationFrame(frame);
  }

  /** Show one moment of a film, still. */
  still(film: Film, time: number): void {
    this.stop();
    this.boards.paint(posesAt(film, time));
  }

  /** Stop where it is. */
  stop(): void {
    if (this.request) cancelAnimationFrame(this.request);
    this.request = 0;
    this.boards.hear([], 0);
  }
}

/** The discs before a stroke: the striker of another player is put down, `waited` µs ago. */
function standing(film: Film, waited: number): Pose[] {
  const alpha = Math.min(1, waited / (FADE_TIME * 1000));
  return posesAt(film, 0).map((pose) => (pose.disc === 'S' ? { ...pose, alpha } : pose));
}
