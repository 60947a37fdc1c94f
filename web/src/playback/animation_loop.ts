// Animation loop for strokes: paints poses at the display's frame rate with requestAnimationFrame, and reports the
// impacts between two frames for sound.

import { FADE_TIME } from './settle';
import { posesAt, strikerSpeed, type Film, type Impact, type Pose } from './keyframes';

/** Callbacks through which the animation is shown and heard. */
export interface Boards {
  readonly paint: (poses: readonly Pose[]) => void;
  readonly hear: (impacts: readonly Impact[], slide: number) => void;
}

export interface Showing {
  readonly film: Film;
  /** Start time in µs of the animation. If negative, the striker first stands still for that long. */
  readonly from: number;
  /** Skip the movement (reduced motion): show the end once the striker has stood still. */
  readonly calm?: boolean;
  /** Playback speed relative to real time. */
  readonly speed: number;
  readonly time?: (time: number) => void;
  readonly end: () => void;
}

/** Name of the performance mark set at the first frame in which the striker has moved. */
const MOVES = 'carrom:moves';

export class Stage {
  private request = 0;

  constructor(private readonly boards: Boards) {}

  /** Play an animation from a given time; stops any animation in progress. */
  play({ film, from, speed, calm = false, time, end }: Showing): void {
    this.stop();
    let now = from;
    // Start the clock here, so that the first frame already shows the striker moving.
    let before = performance.now();
    const frame = (clock: number): void => {
      // Limit the step, so that a tab that was hidden resumes where it was.
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

  /** Show a single still frame of an animation. */
  still(film: Film, time: number): void {
    this.stop();
    this.boards.paint(posesAt(film, time));
  }

  /** Stop at the current frame. */
  stop(): void {
    if (this.request) cancelAnimationFrame(this.request);
    this.request = 0;
    this.boards.hear([], 0);
  }
}

/** Return the discs before a stroke: an opponent's striker fades in, `waited` µs after the start. */
function standing(film: Film, waited: number): Pose[] {
  const alpha = Math.min(1, waited / (FADE_TIME * 1000));
  return posesAt(film, 0).map((pose) => (pose.disc === 'S' ? { ...pose, alpha } : pose));
}
