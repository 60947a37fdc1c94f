// Model of the analysis board: the starting position, the tree of strokes tried, the current node, and the accuracy and
// surface assumed. Its address contains all of it.

import { asked } from '../practice/url';
import type { Bench } from '../practice/session.svelte';
import { Desk } from '../practice/model.svelte';
import type { SetupPosition, Motion, State as GameState, Stroke, TriedStroke, Try } from '../protocol';
import { nonce, type Store } from '../store/store.svelte';
import { analysisAt, HAND, wantedIn, type Wanted } from './url';
import { grown, nodeAt, promoted, pruned, ROOT, rooted, type Node, type Tree } from './tree';

/** What is known of a position in the tree. */
export interface Stood {
  readonly moment: SetupPosition;
  readonly shown: GameState | null;
  /** The server's answer to the stroke that led here. */
  readonly answer: TriedStroke | null;
}

/** Changes within this time (ms) of each other share one history entry. */
const ONE_STEP = 900;

export class Study {
  readonly desk: Desk;
  readonly bench: Bench;
  tree: Tree<Stood> = $state.raw(rooted({ moment: { position: 'c1' }, shown: null, answer: null }));
  /** Id of the current node. */
  at = $state(ROOT);
  laying = $state(false);
  hand = $state(HAND);
  surface = $state('club');
  /** The part of the baseline from which the first position is analysed, `LOW,HIGH` in µm; empty: all of it. */
  stands = $state('');
  /** Whether an address is being loaded; its strokes are replayed one after the other. */
  opening = $state(true);
  /** Why a stroke of the address could not be played. */
  fault: string | null = $state(null);
  /** The address of what is shown. */
  address = '';
  private opened = 0;
  private moved = 0;
  /** Cache of answers by position and stroke, so that navigating the tree needs no requests. */
  private readonly tried = new Map<string, TriedStroke>();

  constructor(
    private readonly store: Store,
    private readonly go: (address: string, replace: boolean) => void,
  ) {
    this.desk = new Desk(store, asked(''), () => this.laid(), { lawful: true, heard: (answer) => this.struck(answer) });
    this.bench = this.desk.bench;
  }

  /** The current node. */
  readonly node: Node<Stood> = $derived(nodeAt(this.tree, this.at));

  /** Whether the board is over, so that no stroke can be played from here. */
  get over(): boolean {
    return this.node.what.shown?.phase === 'board-over';
  }

  /** Open an address, unless it is already shown. */
  async open(search: string): Promise<void> {
    if (`/analysis${search}` === this.address) return;
    const turn = ++this.opened;
    const wanted = wantedIn(search);
    this.address = `/analysis${search}`;
    this.opening = true;
    this.fault = null;
    this.hand = wanted.hand;
    this.desk.surface = this.surface = wanted.surface;
    this.laying = wanted.laying;
    this.stands = wanted.stands;
    await this.desk.open({ ...asked(search), falls: [], jumped: [], law: true });
    if (turn !== this.opened) return;
    if (this.desk.fault === null) await this.plant(wanted, turn);
    else this.laying = true;
    if (turn === this.opened) this.opening = false;
  }

  /** Go to a node. */
  select(id: number): void {
    if (this.bench.busy && id === this.at) return;
    this.stand(id);
    this.told();
  }

  /** Go to a node already tried, with the animation of its stroke. */
  play(id: number): void {
    const { parent, stroke, what } = nodeAt(this.tree, id);
    if (parent === null || !what.answer) return;
    this.stand(parent);
    this.bench.take(what.answer, stroke);
  }

  /** Go back to before the last stroke. */
  back(): void {
    if (this.node.parent !== null) this.select(this.node.parent);
  }

  /** Play a stroke from here. */
  async strike(stroke: Stroke): Promise<void> {
    if (this.bench.busy || this.over) return;
    await this.bench.play(stroke);
  }

  promote(id: number): void {
    this.tree = promoted(this.tree, id);
    this.told();
  }

  /** Remove a stroke and its continuations from the tree. */
  drop(id: number): void {
    const { parent } = nodeAt(this.tree, id);
    if (parent === null) return;
    this.tree = pruned(this.tree, id);
    if (!this.tree.nodes.has(this.at)) this.stand(parent);
    this.told();
  }

  /** Switch between setting up the discs and analysing the position. */
  async turnTo(laying: boolean): Promise<void> {
    if (laying === this.laying) return;
    if (laying) this.take();
    else if (this.desk.fault !== null) return;
    else await this.begin();
    this.laying = laying;
    this.told();
  }

  /** Analyse strokes from the whole baseline again. */
  standAnywhere(): void {
    this.stands = '';
    this.told(true);
  }

  /** Change the accuracy or the surface assumed. */
  suit(change: Partial<Pick<Wanted, 'hand' | 'surface'>>): void {
    if (change.hand !== undefined) this.hand = change.hand;
    if (change.surface !== undefined) this.desk.surface = this.surface = change.surface;
    this.told(true);
  }

  /**
   * Return the motion of a stroke from here, played exactly, without adding it to the tree; null if it is not
   * playable.
   */
  async run(stroke: Stroke): Promise<Motion | null> {
    const { moment } = this.node.what;
    const name = nameOf(moment, stroke, this.surface);
    const known = this.tried.get(name);
    if (known) return known.motion;
    try {
      const answer = await this.store.ask(this.trial(moment, stroke));
      if (answer.type !== 'tried') return null;
      this.tried.set(name, answer);
      return answer.motion;
    } catch {
      return null;
    }
  }

  private trial(moment: SetupPosition, stroke: Stroke): Try {
    return { type: 'try', nonce: nonce(), moment, stroke, surface: this.surface, level: null, legal: true, judged: true };
  }

  private stand(id: number): void {
    const { what } = nodeAt(this.tree, id);
    this.at = nodeAt(this.tree, id).id;
    if (what.shown) this.bench.stand(what.moment, what.shown);
    this.bench.fault = null;
  }

  /** Use the current position as the one to set up. */
  private take(): void {
    const { moment, shown } = this.node.what;
    if (this.at === ROOT || !shown) return;
    this.desk.what = { ...this.desk.what, moment };
    this.desk.lay(shown.position.placed.filter(({ disc }) => disc !== 'S'));
  }

  /** Handle a change of the setup that the server has validated. */
  private laid(): void {
    if (this.opening) return;
    const { moment } = this.desk.what;
    if (isSame(moment, nodeAt(this.tree, ROOT).what.moment) || isSame(moment, this.node.what.moment)) return this.told(true);
    this.tree = rooted({ moment, shown: null, answer: null });
    this.at = ROOT;
    this.stands = '';
    this.told();
  }

  /** Start analysing the setup; the existing tree is retained if the position is unchanged. */
  private async begin(): Promise<void> {
    const { moment } = this.desk.what;
    const here = this.node;
    if (here.what.shown && isSame(moment, here.what.moment)) return this.stand(here.id);
    if (!(await this.bench.lay(moment, { judged: true }))) return;
    this.tree = rooted({ moment, shown: this.bench.state.shown, answer: null });
    this.at = ROOT;
  }

  /** Load the position of an address and replay its strokes. */
  private async plant(wanted: Wanted, turn: number): Promise<void> {
    const { moment } = this.desk.what;
    if (!(await this.bench.lay(moment, { judged: true })) || turn !== this.opened) return;
    let tree = rooted<Stood>({ moment, shown: this.bench.state.shown, answer: null });
    const stack = [ROOT];
    for (const { depth, stroke } of wanted.twigs) {
      const parent = stack[depth - 1];
      const next = parent === undefined ? null : await this.follow(tree, parent, stroke);
      if (turn !== this.opened) return;
      stack.length = depth;
      if (next) [tree, stack[depth]] = next;
    }
    let at = ROOT;
    for (const stroke of wanted.way) {
      const next = await this.follow(tree, at, stroke);
      if (turn !== this.opened) return;
      if (!next) break;
      [tree, at] = next;
    }
    this.tree = tree;
    this.stand(at);
  }

  private async follow(tree: Tree<Stood>, parent: number, stroke: Stroke): Promise<readonly [Tree<Stood>, number] | null> {
    const { moment } = nodeAt(tree, parent).what;
    const name = nameOf(moment, stroke, this.surface);
    const known = this.tried.get(name);
    const answer = known ?? (await this.bench.ask(this.trial(moment, stroke)));
    if (answer?.type !== 'tried') {
      this.fault = this.bench.fault;
      return null;
    }
    this.tried.set(name, answer);
    return grown(tree, parent, stroke, { moment: answer.moment, shown: answer.state, answer });
  }

  /** Add a stroke played on the board to the tree. */
  private struck(answer: TriedStroke): void {
    const stroke = answer.motion?.stroke;
    if (!stroke) return;
    const from = this.node;
    this.tried.set(nameOf(from.what.moment, stroke, this.surface), answer);
    [this.tree, this.at] = grown(this.tree, from.id, stroke, { moment: answer.moment, shown: answer.state, answer });
    this.told();
  }

  /** Update the address to what is shown. */
  private told(replace = false): void {
    const { hand, surface, laying, stands, desk, tree, at } = this;
    const root = nodeAt(tree, ROOT).what.moment;
    // A different setup starts a new tree.
    const isOther = laying && !isSame(desk.what.moment, root);
    const address = isOther
      ? analysisAt(desk.what.moment, rooted(null), ROOT, { hand, surface, laying })
      : analysisAt(root, tree, at, { hand, surface, laying, stands });
    if (address === this.address) return;
    const now = Date.now();
    this.address = address;
    this.go(address, replace || (laying && now - this.moved < ONE_STEP));
    this.moved = now;
  }
}

const nameOf = (moment: SetupPosition, stroke: Stroke, surface: string): string => JSON.stringify([moment, stroke, surface]);

/** Whether two positions are equal apart from the server's own data (`kept`). */
function isSame(one: SetupPosition, other: SetupPosition): boolean {
  return JSON.stringify({ ...one, kept: '' }) === JSON.stringify({ ...other, kept: '' });
}

