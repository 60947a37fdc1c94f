// The one animation-frame loop: it writes poses straight to the board's nodes at the display's rate, and lets what
// happens between two frames be heard.

import { posesAt, strikerSpeed, type Film, type Impact, type Pose } from './keyframes';

/** What the stage plays on. */
export interface Boards {
  readonly paint: (poses: readonly Pose[]) => void;
  readonly hear: (impacts: readonly Impact[], slide: number) => void;
}

export interface Showing {
  readonly film: Film;
  /** Where to begin, in µs. Negative: the striker stands still for so long first. */
  readonly from: number;
  /** How many times real time. */
  readonly speed: number;
  readonly time?: (time: number) => void;
  readonly end: () => void;
}

export class Stage {
  private request = 0;

  constructor(private readonly boards: Boards) {}

  /** Play a film from a moment on; whatever ran before stops. */
  play({ film, from, speed, time, end }: Showing): void {
    this.stop();
    let now = from;
    let before: number | null = null;
    const frame = (clock: number): void => {
      // A tab that was hidden goes on where it was, not where it would have been.
      const passed = before === null ? 0 : Math.min(100, clock - before);
      before = clock;
      const next = Math.min(film.duration, now + passed * 1000 * speed);
      const heard = film.impacts.filter((impact) => impact.time > now && impact.time <= next);
      now = next;
      this.boards.paint(posesAt(film, Math.max(0, now)));
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
