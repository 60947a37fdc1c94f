// What is looked at on the analysis board: which of the lines, what is drawn of it, and what the engine says meanwhile.

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

/** What of an analysis is drawn on the board; kept on this device. */
export interface Shows {
  readonly clouds: boolean;
  readonly heat: boolean;
  /** Whether the engine thinks at all. */
  readonly engine: boolean;
}

const KEY = 'carrom.analysis';
const USUAL: Shows = { clouds: true, heat: false, engine: true };

export class Looking {
  readonly thinking = new Thinking();
  shows: Shows = $state.raw(kept());
  /** The line that was chosen; null: none. */
  chosen: number | null = $state(0);
  /** The line that is looked at in passing. */
  glanced: number | null = $state(null);
  /** How the line that is looked at would run, played exactly. */
  way: Motion | null = $state.raw(null);

  constructor(private readonly study: Study) {
    $effect(() => this.ask());
    $effect(() => {
      const stroke = this.seen?.stroke ?? null;
      untrack(() => void this.trace(stroke));
    });
    // Another position has other lines: the best is shown first.
    $effect(() => {
      void study.at;
      void study.tree;
      this.chosen = 0;
      this.glanced = null;
    });
  }

  /** The lines of the position that is looked at. */
  readonly lines: readonly StrokeFacts[] = $derived(this.thinking.analysis?.lines ?? []);
  /** The line whose ways and clouds are drawn. */
  readonly seen: StrokeFacts | null = $derived(this.lines[this.glanced ?? this.chosen ?? -1] ?? null);
  /** Who is in turn. */
  readonly seat: Seat | null = $derived.by(() => this.study.node.what.shown?.turn ?? null);
  /** Whether nothing moves and nobody aims, so that something may be drawn on the board. */
  readonly quiet = $derived.by(() => !this.study.bench.busy && this.study.bench.state.gesture === null);
  /** Where the striker stands, µm along the base line. */
  readonly place = $derived.by(() => (this.seen ? this.seen.stroke.x : this.seat ? aimOf(this.study.bench.state, this.seat).x : 0));

  /** The probability that the side at the lower edge wins the board: of two sides, else of the one in turn. */
  readonly win: number | null = $derived.by(() => {
    const { shown } = this.study.node.what;
    const analysis = this.thinking.analysis;
    const board = shown?.phase === 'board-over' ? shown.boards[0] : undefined;
    const first = shown?.sides[0]?.seats ?? [];
    if (board) return board.winner === null ? 0.5 : first.includes(board.winner) ? 1 : 0;
    if (!analysis || !shown || analysis.lines.length === 0) return null;
    return shown.sides.length !== 2 || first.includes(analysis.seat) ? analysis.win : 1 - analysis.win;
  });
  /** Whose probability that is. */
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
      // A browser that stores nothing shows the usual the next time.
    }
  }

  /** Choose a line; the striker then stands and points as it has it, for whoever wants to play it by hand. */
  choose(index: number | null): void {
    this.chosen = index;
    this.glanced = null;
    const stroke = this.seen?.stroke;
    if (!stroke || !this.quiet) return;
    const { x, y = 0, vx, vy } = stroke;
    this.study.bench.send({ type: 'aim', change: { x, y, degrees: degreesOf({ x: vx, y: vy }), power: powerAt(Math.hypot(vx, vy) / 1e6) } });
  }

  /** Leave the board: nothing goes on running. */
  close(): void {
    this.thinking.close();
  }

  private ask(): void {
    const { study, thinking } = this;
    const how = { hand: study.hand === 'exact' ? '0' : study.hand === 'own' ? (ownHand() ?? HAND) : study.hand, surface: study.surface };
    const { shown, moment } = study.node.what;
    const isStill = !study.opening && !study.laying && !study.bench.busy;
    if (!isStill) return;
    thinking.look(shown && !study.over ? moment : null, how, this.shows.engine);
    const { parent, stroke } = study.node;
    thinking.assess(this.shows.engine && parent !== null ? nodeAt(study.tree, parent).what.moment : null, stroke, how);
  }

  /** Find how a stroke runs when it is played exactly. */
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

