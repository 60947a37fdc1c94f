// The analysis board's one state: the position that is laid, the tree of strokes tried from it, where in it one looks, and
// for whom it is reckoned. Its address says all of it.

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
  /** What the stroke that led here was answered with. */
  readonly answer: TriedStroke | null;
}

/** Changes that follow each other this closely (ms) are one step back. */
const ONE_STEP = 900;

export class Study {
  readonly desk: Desk;
  readonly bench: Bench;
  tree: Tree<Stood> = $state.raw(rooted({ moment: { position: 'c1' }, shown: null, answer: null }));
  /** The node that is looked at. */
  at = $state(ROOT);
  laying = $state(false);
  hand = $state(HAND);
  surface = $state('club');
  /** Whether an address is being opened: strokes are played again, one after the other. */
  opening = $state(true);
  /** Why a stroke of the address could not be played. */
  fault: string | null = $state(null);
  /** The address of what is shown. */
  address = '';
  private opened = 0;
  private moved = 0;
  /** Answers to strokes, by the moment and the stroke: leafing back and forth asks nothing. */
  private readonly tried = new Map<string, TriedStroke>();

  constructor(
    private readonly store: Store,
    private readonly go: (address: string, replace: boolean) => void,
  ) {
    this.desk = new Desk(store, asked(''), () => this.laid(), { lawful: true, heard: (answer) => this.struck(answer) });
    this.bench = this.desk.bench;
  }

  /** The node that is looked at. */
  readonly node: Node<Stood> = $derived(nodeAt(this.tree, this.at));

  /** Whether a stroke can be played from here. */
  get over(): boolean {
    return this.node.what.shown?.phase === 'board-over';
  }

  /** Open an address, unless it is the one that is shown. */
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
    await this.desk.open({ ...asked(search), falls: [], jumped: [], law: true });
    if (turn !== this.opened) return;
    if (this.desk.fault === null) await this.plant(wanted, turn);
    else this.laying = true;
    if (turn === this.opened) this.opening = false;
  }

  /** Look at a node. */
  select(id: number): void {
    if (this.bench.busy && id === this.at) return;
    this.stand(id);
    this.told();
  }

  /** Go on by a stroke that was tried already, and see it played. */
  play(id: number): void {
    const { parent, stroke, what } = nodeAt(this.tree, id);
    if (parent === null || !what.answer) return;
    this.stand(parent);
    this.bench.take(what.answer, stroke);
  }

  /** Back to before the stroke that led here. */
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

  /** Take a stroke and what follows from it out of the tree. */
  drop(id: number): void {
    const { parent } = nodeAt(this.tree, id);
    if (parent === null) return;
    this.tree = pruned(this.tree, id);
    if (!this.tree.nodes.has(this.at)) this.stand(parent);
    this.told();
  }

  /** Lay the discs of the position that is looked at, or look at what was laid. */
  async turnTo(laying: boolean): Promise<void> {
    if (laying === this.laying) return;
    if (laying) this.take();
    else if (this.desk.fault !== null) return;
    else await this.begin();
    this.laying = laying;
    this.told();
  }

  /** Reckon for another hand, or on another board. */
  suit(change: Partial<Pick<Wanted, 'hand' | 'surface'>>): void {
    if (change.hand !== undefined) this.hand = change.hand;
    if (change.surface !== undefined) this.desk.surface = this.surface = change.surface;
    this.told(true);
  }

  /** How a stroke from here would run, played exactly, without playing it; null where it cannot be played. */
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

  /** Let the position that is looked at be laid anew. */
  private take(): void {
    const { moment, shown } = this.node.what;
    if (this.at === ROOT || !shown) return;
    this.desk.what = { ...this.desk.what, moment };
    this.desk.lay(shown.position.placed.filter(({ disc }) => disc !== 'S'));
  }

  /** The discs, or what the law knows of them, have been changed and looked at by the server. */
  private laid(): void {
    if (this.opening) return;
    const { moment } = this.desk.what;
    if (isSame(moment, nodeAt(this.tree, ROOT).what.moment) || isSame(moment, this.node.what.moment)) return this.told(true);
    this.tree = rooted({ moment, shown: null, answer: null });
    this.at = ROOT;
    this.told();
  }

  /** Stand on what is laid; what was tried from it stays. */
  private async begin(): Promise<void> {
    const { moment } = this.desk.what;
    const here = this.node;
    if (here.what.shown && isSame(moment, here.what.moment)) return this.stand(here.id);
    if (!(await this.bench.lay(moment, { judged: true }))) return;
    this.tree = rooted({ moment, shown: this.bench.state.shown, answer: null });
    this.at = ROOT;
  }

  /** Stand on the position of an address, and try its strokes again. */
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

  /** A stroke has been played on the board. */
  private struck(answer: TriedStroke): void {
    const stroke = answer.motion?.stroke;
    if (!stroke) return;
    const from = this.node;
    this.tried.set(nameOf(from.what.moment, stroke, this.surface), answer);
    [this.tree, this.at] = grown(this.tree, from.id, stroke, { moment: answer.moment, shown: answer.state, answer });
    this.told();
  }

  /** Let the address say what is shown. */
  private told(replace = false): void {
    const { hand, surface, laying, desk, tree, at } = this;
    const root = nodeAt(tree, ROOT).what.moment;
    // What is being laid begins a tree of its own.
    const isOther = laying && !isSame(desk.what.moment, root);
    const address = isOther
      ? analysisAt(desk.what.moment, rooted(null), ROOT, { hand, surface, laying })
      : analysisAt(root, tree, at, { hand, surface, laying });
    if (address === this.address) return;
    const now = Date.now();
    this.address = address;
    this.go(address, replace || (laying && now - this.moved < ONE_STEP));
    this.moved = now;
  }
}

const nameOf = (moment: SetupPosition, stroke: Stroke, surface: string): string => JSON.stringify([moment, stroke, surface]);

/** Whether two moments are the same but for what the server has kept of them. */
function isSame(one: SetupPosition, other: SetupPosition): boolean {
  return JSON.stringify({ ...one, kept: '' }) === JSON.stringify({ ...other, kept: '' });
}

