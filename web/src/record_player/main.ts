// The player of published replays: one classic script without modules and without requests, so that it also runs on a
// page opened from a folder. Each stroke is simulated again by the exact kernel and compared with the record.

import { Painter } from '../board/painter';
import { sizesOf } from '../board/spec';
import { canvasOf } from '../export/pixels';
import { svgOf } from '../export/svg';
import { createPhysics, type Physics } from '../physics/strokes';
import { Stage } from '../playback/animation_loop';
import { film, type Pose } from '../playback/keyframes';
import kernel from '../physics/kernel.wasm?inline';
import table from '../../../src/carrom/physics/tables/uniform_disc.f64?inline';
import { isSame, lyingOf, shownAt, type Recorded, type Row } from './steps';

const FRAME = 30;
const SIDE = 900;
/** How long a step without movement stays before the next one, in ms. */
const PAUSE = 900;
const AFTER_STROKE = 500;

type Texts = Readonly<Record<'previous' | 'next' | 'play' | 'pause' | 'same' | 'differs' | 'white' | 'black' | 'queen', string>>;

class RecordPlayer {
  private index = -1;
  private playing = false;
  private timer = 0;
  private readonly items: HTMLElement[];
  private readonly now = element('p', 'now');
  private readonly check = element('p', 'check');
  private readonly counters = element('div', 'counters');
  private readonly buttons: Readonly<Record<'previous' | 'play' | 'next', HTMLButtonElement>>;

  constructor(
    root: HTMLElement,
    private readonly data: Recorded,
    private readonly texts: Texts,
    private readonly board: Board | null,
  ) {
    this.items = [...root.querySelectorAll<HTMLElement>('.steps > li')];
    const place = root.querySelector('.player') as HTMLElement;
    this.buttons = {
      previous: button(texts.previous, () => this.step(-1)),
      play: button(texts.play, () => this.toggle(), 'primary'),
      next: button(texts.next, () => this.step(1)),
    };
    const row = element('div', 'buttons');
    row.append(this.buttons.previous, this.buttons.play, this.buttons.next);
    this.now.setAttribute('aria-live', 'polite');
    place.append(...(board ? [board.canvas] : []), row, this.check, this.counters, this.now);
    this.items.forEach((item, index) => item.addEventListener('click', () => this.to(index, true)));
    this.show(-1);
  }

  private toggle(): void {
    this.playing = !this.playing;
    this.buttons.play.textContent = this.playing ? this.texts.pause : this.texts.play;
    clearTimeout(this.timer);
    if (this.playing) this.to(this.index + 1 < this.data.steps.length ? this.index + 1 : 0);
    else this.show(this.index);
  }

  private step(by: number): void {
    if (this.playing) this.toggle();
    const next = Math.max(-1, Math.min(this.data.steps.length - 1, this.index + by));
    if (by > 0) this.to(next);
    else this.show(next);
  }

  /** Show a step with its movement; `picked` by a person stops the play. */
  private to(index: number, picked = false): void {
    if (picked && this.playing) this.toggle();
    clearTimeout(this.timer);
    const step = this.data.steps[index];
    if (!step) return;
    this.mark(index);
    if (this.board && step.stroke) {
      this.board.play(this.data, index, (same) => {
        this.check.textContent = same === null ? '' : same ? `✓ ${this.texts.same}` : this.texts.differs;
        this.check.classList.toggle('differs', same === false);
        this.onward(AFTER_STROKE);
      });
    } else {
      this.show(index);
      this.onward(PAUSE);
    }
  }

  private onward(after: number): void {
    if (!this.playing) return;
    if (this.index + 1 < this.data.steps.length) this.timer = window.setTimeout(() => this.to(this.index + 1), after);
    else this.toggle();
  }

  private show(index: number): void {
    this.mark(index);
    this.board?.still(shownAt(this.data.steps, index));
  }

  private mark(index: number): void {
    this.index = index;
    this.check.textContent = '';
    for (const item of this.items) item.removeAttribute('aria-current');
    const item = this.items[index];
    item?.setAttribute('aria-current', 'step');
    const list = item?.parentElement;
    if (item && list) list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
    this.now.textContent = item?.querySelector('bdi')?.textContent ?? '';
    const left = this.data.steps[index]?.left;
    const score = this.data.steps[index]?.score;
    this.counters.replaceChildren(
      ...(score ? [counter('', score.join(' – '))] : []),
      ...(left ? [counter(this.texts.white, left[0]), counter(this.texts.black, left[1]), counter(this.texts.queen, left[2])] : []),
    );
    this.buttons.previous.disabled = index < 0;
    this.buttons.next.disabled = index + 1 >= this.data.steps.length;
  }
}

/** The canvas on which strokes are drawn. */
class Board {
  readonly canvas = document.createElement('canvas');
  private readonly discs = document.createElement('canvas');
  private readonly stage: Stage;
  private readonly sizes;
  private readonly edge: number;

  private constructor(
    private readonly data: Recorded,
    private readonly physics: Physics | null,
    private readonly wood: HTMLCanvasElement,
    private readonly context: CanvasRenderingContext2D,
    private readonly painter: Painter,
    canvas: HTMLCanvasElement,
    discs: HTMLCanvasElement,
  ) {
    this.canvas = canvas;
    this.discs = discs;
    this.sizes = sizesOf(data.equipment);
    this.edge = this.sizes.half + FRAME;
    this.stage = new Stage({ paint: (poses) => this.paint(poses), hear: () => undefined });
  }

  /** Return the board of a simulated game; null for a wooden one, or if the browser cannot draw. */
  static async of(data: Recorded): Promise<Board | null> {
    if (!data.surface) return null;
    const [bytes, compiled] = await Promise.all([table, kernel].map(async (url) => (await fetch(url)).arrayBuffer()));
    const physics = await createPhysics(bytes!, compiled!).catch(() => null); // without WebAssembly, strokes end at once
    const canvas = document.createElement('canvas');
    const discs = document.createElement('canvas');
    canvas.width = canvas.height = discs.width = discs.height = SIDE;
    const context = canvas.getContext('2d');
    const painter = Painter.within(discs);
    if (!context || !painter) return null;
    const wood = await canvasOf(svgOf({ lying: [], bottom: data.bottom, sizes: sizesOf(data.equipment), frame: FRAME }), SIDE);
    return new Board(data, physics, wood, context, painter, canvas, discs);
  }

  /** Play a step's stroke; `done` receives whether it ended as recorded, or null if it could not be played. */
  play(data: Recorded, index: number, done: (same: boolean | null) => void): void {
    const { stroke, seat, before = [], rest = [] } = data.steps[index] ?? {};
    if (!stroke || !seat || !data.surface) return;
    if (!this.physics) {
      this.still(shownAt(data.steps, index));
      return done(null);
    }
    try {
      const played = this.physics.play({ placed: lyingOf(before) }, stroke, seat, data.surface, data.equipment);
      const same = isSame(played.motion.rest.placed, rest);
      const calm = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
      const end = (): void => {
        this.still(shownAt(data.steps, index));
        done(same);
      };
      this.stage.play({ film: film(played.motion, data.equipment), from: -250_000, speed: 1, calm, end });
    } catch {
      this.still(shownAt(data.steps, index));
      done(null);
    }
  }

  still(rows: readonly Row[]): void {
    this.stage.stop();
    this.paint(rows.map(([disc, x, y]) => ({ disc, x, y, angle: 0, fall: 0 })));
  }

  private paint(poses: readonly Pose[]): void {
    const window = { x: -this.edge, y: -this.edge, side: 2 * this.edge };
    this.painter.paint(poses, window, this.data.bottom, this.sizes, this.data.browns);
    this.context.drawImage(this.wood, 0, 0);
    this.context.drawImage(this.discs, 0, 0);
  }
}

function element(tag: string, name: string): HTMLElement {
  const made = document.createElement(tag);
  made.className = name;
  return made;
}

function button(text: string, press: () => void, name = ''): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  made.className = name;
  made.addEventListener('click', press);
  return made;
}

function counter(text: string, value: number | string): HTMLElement {
  const made = document.createElement('span');
  const figure = document.createElement('b');
  figure.textContent = String(value);
  made.append(...(text ? [`${text} `] : []), figure);
  return made;
}

async function start(data: Recorded): Promise<void> {
  const root = document.getElementById('replay');
  if (!root) return;
  const texts = JSON.parse(root.dataset['texts'] ?? '{}') as Texts;
  document.documentElement.classList.add('js');
  const board = await Board.of(data).catch(() => null);
  new RecordPlayer(root, data, texts, board);
}

Object.assign(window, { carromReplay: (data: Recorded) => void start(data) });
