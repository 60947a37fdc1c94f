// View state of the analysis board: the selected candidate stroke, what is drawn of it, and the engine's results.

import { untrack } from 'svelte';
import { degreesOf, powerAt } from '../board/aim';
import type { StrokeFacts, Motion, Seat, Stroke } from '../protocol';
import { aimOf } from '../store/selectors';
import { t } from '../i18n/t';
import { HAND } from './url';
import { ownHand } from './accuracy';
import type { Study } from './study.svelte';
import { nodeAt } from './tree';
import { Thinking } from './thinking.svelte';

/** Which parts of an analysis are drawn on the board; stored in this browser. */
export interface Shows {
  readonly clouds: boolean;
  readonly heat: boolean;
  /** Whether the engine is on. */
  readonly engine: boolean;
}

const KEY = 'carrom.analysis';
const USUAL: Shows = { clouds: true, heat: false, engine: true };

export class Looking {
  readonly thinking = new Thinking();
  shows: Shows = $state.raw(kept());
  /** Index of the selected candidate; null for none. */
  chosen: number | null = $state(0);
  /** Index of the hovered or focused candidate. */
  glanced: number | null = $state(null);
  /** Motion of the selected candidate if played exactly. */
  way: Motion | null = $state.raw(null);

  constructor(private readonly study: Study) {
    $effect(() => this.ask());
    $effect(() => {
      const stroke = this.seen?.stroke ?? null;
      untrack(() => void this.trace(stroke));
    });
    // On another position, select its best candidate.
    $effect(() => {
      void study.at;
      void study.tree;
      this.chosen = 0;
      this.glanced = null;
    });
  }

  /** Candidates of the current position. */
  readonly lines: readonly StrokeFacts[] = $derived(this.thinking.analysis?.lines ?? []);
  /** The candidate whose paths and clouds are drawn. */
  readonly seen: StrokeFacts | null = $derived(this.lines[this.glanced ?? this.chosen ?? -1] ?? null);
  /** The seat to move. */
  readonly seat: Seat | null = $derived.by(() => this.study.node.what.shown?.turn ?? null);
  /** Whether nothing moves and no aim is in progress, so that overlays can be drawn. */
  readonly quiet = $derived.by(() => !this.study.bench.busy && this.study.bench.state.gesture === null);
  /** Position of the striker, µm along the baseline. */
  readonly place = $derived.by(() => (this.seen ? this.seen.stroke.x : this.seat ? aimOf(this.study.bench.state, this.seat).x : 0));

  /** Win probability of the side at the bottom edge; with more than two sides, of the side to move. */
  readonly win: number | null = $derived.by(() => {
    const { shown } = this.study.node.what;
    const analysis = this.thinking.analysis;
    const board = shown?.phase === 'board-over' ? shown.boards[0] : undefined;
    const first = shown?.sides[0]?.seats ?? [];
    if (board) return board.winner === null ? 0.5 : first.includes(board.winner) ? 1 : 0;
    if (!analysis || !shown || analysis.lines.length === 0) return null;
    return shown.sides.length !== 2 || first.includes(analysis.seat) ? analysis.win : 1 - analysis.win;
  });
  /** The name of that side. */
  readonly names: string = $derived.by(() => {
    const { shown } = this.study.node.what;
    const two = shown?.sides.length === 2;
    const seat = two ? shown.sides[0]?.seats[0] : this.seat;
    return seat ? t(`seat.${seat}`) : '';
  });

  show(change: Partial<Shows>): void {
    this.shows = { ...this.shows, ...change };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.shows));
    } catch {
      // Without storage, the defaults apply next time.
    }
  }

  /** Select a candidate and set the aim to it, so that it can be played by hand. */
  choose(index: number | null): void {
    this.chosen = index;
    this.glanced = null;
    const stroke = this.seen?.stroke;
    if (!stroke || !this.quiet) return;
    const { x, y = 0, vx, vy } = stroke;
    this.study.bench.send({ type: 'aim', change: { x, y, degrees: degreesOf({ x: vx, y: vy }), power: powerAt(Math.hypot(vx, vy) / 1e6) } });
  }

  /** Leave the board and stop the engine. */
  close(): void {
    this.thinking.close();
  }

  private ask(): void {
    const { study, thinking } = this;
    const how = { hand: study.hand === 'exact' ? '0' : study.hand === 'own' ? (ownHand() ?? HAND) : study.hand, surface: study.surface };
    const { shown, moment } = study.node.what;
    const isStill = !study.opening && !study.laying && !study.bench.busy;
    if (!isStill) return;
    const { parent, stroke } = study.node;
    const stands = parent === null ? study.stands : '';
    thinking.look(shown && !study.over ? moment : null, { ...how, stands }, this.shows.engine);
    thinking.assess(this.shows.engine && parent !== null ? nodeAt(study.tree, parent).what.moment : null, stroke, how);
  }

  /** Find the motion of a stroke that is played exactly. */
  private async trace(stroke: Stroke | null): Promise<void> {
    this.way = null;
    if (!stroke) return;
    const motion = await this.study.run(stroke);
    if (this.seen?.stroke === stroke) this.way = motion;
  }
}

function kept(): Shows {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Shows> | null;
    const known = Object.entries(USUAL).map(([key, usual]) => [key, typeof found?.[key as keyof Shows] === 'boolean' ? found[key as keyof Shows] : usual]);
    return Object.fromEntries(known) as Shows;
  } catch {
    return USUAL;
  }
}

