// Tree of variations: strokes tried from a position and from each resulting position. Pure; the payload of a node
// belongs to the caller.

import { readStroke, writeStroke } from '../board/notation';
import type { Stroke } from '../protocol';

export interface Node<T> {
  readonly id: number;
  readonly parent: number | null;
  /** The stroke that led here from the parent; null at the root. */
  readonly stroke: Stroke | null;
  readonly what: T;
  /** The strokes tried from here, main line first. */
  readonly children: readonly number[];
}

export interface Tree<T> {
  readonly nodes: ReadonlyMap<number, Node<T>>;
  /** Number of nodes ever created; gives the next id. */
  readonly grown: number;
}

export const ROOT = 0;

/** Return a tree with a single position. */
export function rooted<T>(what: T): Tree<T> {
  return { nodes: new Map([[ROOT, { id: ROOT, parent: null, stroke: null, what, children: [] }]]), grown: 1 };
}

export function nodeAt<T>(tree: Tree<T>, id: number): Node<T> {
  return (tree.nodes.get(id) ?? tree.nodes.get(ROOT)) as Node<T>;
}

/**
 * Add a stroke below a node; return the tree and the resulting node, which is the existing one if it was tried
 * before.
 */
export function grown<T>(tree: Tree<T>, parent: number, stroke: Stroke, what: T): readonly [Tree<T>, number] {
  const from = nodeAt(tree, parent);
  const text = writeStroke(stroke);
  const known = from.children.find((id) => textOf(nodeAt(tree, id)) === text);
  if (known !== undefined) return [tree, known];
  const id = tree.grown;
  const nodes = new Map(tree.nodes);
  nodes.set(id, { id, parent: from.id, stroke, what, children: [] });
  nodes.set(from.id, { ...from, children: [...from.children, id] });
  return [{ nodes, grown: id + 1 }, id];
}

/** Return the nodes from the root to a node, inclusive. */
export function wayTo<T>(tree: Tree<T>, id: number): readonly Node<T>[] {
  const way: Node<T>[] = [];
  for (let at: number | null = nodeAt(tree, id).id; at !== null; at = nodeAt(tree, at).parent) way.unshift(nodeAt(tree, at));
  return way;
}

/** Return a node and its main continuation. */
export function mainLine<T>(tree: Tree<T>, id: number): readonly Node<T>[] {
  const line = [nodeAt(tree, id)];
  for (let next = line[0]?.children[0]; next !== undefined; next = nodeAt(tree, next).children[0]) line.push(nodeAt(tree, next));
  return line;
}

/** Whether a node is on the main line. */
export function isMain<T>(tree: Tree<T>, id: number): boolean {
  return wayTo(tree, id).every(({ id: each, parent }) => parent === null || nodeAt(tree, parent).children[0] === each);
}

/** Return the tree with a node's branch moved before its siblings at every level up to the root. */
export function promoted<T>(tree: Tree<T>, id: number): Tree<T> {
  const nodes = new Map(tree.nodes);
  for (const { id: each, parent } of wayTo(tree, id)) {
    if (parent === null) continue;
    const above = nodes.get(parent) as Node<T>;
    nodes.set(parent, { ...above, children: [each, ...above.children.filter((child) => child !== each)] });
  }
  return { ...tree, nodes };
}

/** Return the tree without a node and its continuations; the root stays. */
export function pruned<T>(tree: Tree<T>, id: number): Tree<T> {
  const gone = nodeAt(tree, id);
  if (gone.parent === null) return tree;
  const nodes = new Map(tree.nodes);
  const drop = (each: number): void => {
    nodeAt(tree, each).children.forEach(drop);
    nodes.delete(each);
  };
  drop(id);
  const above = nodes.get(gone.parent) as Node<T>;
  nodes.set(above.id, { ...above, children: above.children.filter((child) => child !== id) });
  return { ...tree, nodes };
}

/** Nodes shown in one row, one after the other. */
export interface Row {
  /** Indentation: 0 for the main line. */
  readonly depth: number;
  readonly ids: readonly number[];
}

/** Return the rows of a tree: a line continues in its row until there are alternatives; those come first, indented. */
export function rowsOf<T>(tree: Tree<T>): readonly Row[] {
  const rows: Row[] = [];
  const write = (first: number, depth: number): void => {
    let ids = [first];
    for (let at: number | undefined = first; at !== undefined; ) {
      const [next, ...others]: readonly number[] = nodeAt(tree, at).children;
      if (next !== undefined) ids.push(next);
      if (others.length) {
        rows.push({ depth, ids });
        for (const other of others) write(other, depth + 1);
        ids = [];
      }
      at = next;
    }
    if (ids.length) rows.push({ depth, ids });
  };
  write(ROOT, 0);
  return rows;
}

// ---------------------------------------------------------------- serialization

/** A stroke in a serialized tree, with its depth from 1. */
export interface Twig {
  readonly depth: number;
  readonly stroke: Stroke;
}

/** Maximum number of strokes parsed from an address. */
export const MOST = 200;

/** Serialize the strokes from the root to a node. */
export function writeWay<T>(tree: Tree<T>, id: number): string {
  return wayTo(tree, id).slice(1).map(textOf).join('_');
}

/**
 * Serialize the tree: each stroke after the one it follows, prefixed with its depth; empty if it is a single line
 * to `at`.
 */
export function writeTree<T>(tree: Tree<T>, at: number): string {
  const way = writeWay(tree, at);
  const words: string[] = [];
  const write = (id: number, depth: number): void => {
    const node = nodeAt(tree, id);
    if (depth > 0) words.push(`${depth}${textOf(node)}`);
    for (const child of node.children) write(child, depth + 1);
  };
  write(ROOT, 0);
  const isOneLine = words.length === (way ? way.split('_').length : 0);
  return isOneLine ? '' : words.join('_');
}

/** Parse a line of strokes; stops at the first that is invalid. */
export function readWay(text: string): readonly Stroke[] {
  return readTree(text.split('_').map((word, index) => `${index + 1}${word}`).join('_')).map(({ stroke }) => stroke);
}

/** Parse a serialized tree; stops at the first stroke that is invalid. */
export function readTree(text: string): readonly Twig[] {
  const twigs: Twig[] = [];
  for (const word of text.split('_').slice(0, MOST)) {
    const match = /^(\d{1,3})(x.*)$/.exec(word);
    const stroke = match && readStroke(match[2] as string);
    const depth = Number(match?.[1]);
    if (!stroke || depth < 1 || depth > (twigs.at(-1)?.depth ?? 0) + 1) break;
    twigs.push({ depth, stroke });
  }
  return twigs;
}

const textOf = <T>({ stroke }: Node<T>): string => (stroke ? writeStroke(stroke) : '');
