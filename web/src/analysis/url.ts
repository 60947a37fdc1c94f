// The address of an analysis: the position with what the law has to know of it, the strokes to where one looks, the whole
// tree of what was tried, and for whom it is reckoned.

import type { SetupPosition } from '../protocol';
import { momentIn, wordsOf } from '../practice/url';
import { readTree, readWay, ROOT, writeTree, writeWay, type Tree, type Twig } from './tree';
import type { Stroke } from '../protocol';

/** The hand for which an analysis is reckoned where nobody chooses: that of the engine's own default. */
export const HAND = 'state';

/** What an address asks for. */
export interface Wanted {
  readonly moment: SetupPosition;
  /** The strokes to the position that is looked at. */
  readonly way: readonly Stroke[];
  /** All strokes that were tried; empty where there is nothing but the way. */
  readonly twigs: readonly Twig[];
  /** A level's name, `exact` or `own`. */
  readonly hand: string;
  readonly surface: string;
  /** Whether discs are laid. */
  readonly laying: boolean;
}

export function wantedIn(search: string | URLSearchParams): Wanted {
  const words = new URLSearchParams(search);
  const word = (key: string, usual: string): string => (/^[a-z][a-z0-9-]{0,39}$/.test(words.get(key) ?? '') ? (words.get(key) as string) : usual);
  return {
    moment: momentIn(words),
    way: readWay(words.get('s') ?? ''),
    twigs: readTree(words.get('t') ?? ''),
    hand: word('hand', HAND),
    surface: word('surface', 'club'),
    laying: words.has('lay'),
  };
}

/** The address of a moment alone. */
export function analysisOf(moment: SetupPosition, more: Readonly<Record<string, string | number>> = {}): string {
  const words = new URLSearchParams({ p: moment.position });
  if (moment.rules && moment.rules !== 'icf') words.set('rules', moment.rules);
  for (const [key, value] of Object.entries({ ...wordsOf(moment), ...more })) if (value !== '') words.set(key, String(value));
  return `/analysis?${words.toString()}`;
}

/** The address of a place in a tree of strokes that begins with a moment. */
export function analysisAt<T>(moment: SetupPosition, tree: Tree<T>, at: number, { hand = HAND, surface = 'club', laying = false }: Partial<Wanted> = {}): string {
  return analysisOf(moment, {
    s: at === ROOT ? '' : writeWay(tree, at),
    t: writeTree(tree, at),
    hand: hand === HAND ? '' : hand,
    surface: surface === 'club' ? '' : surface,
    lay: laying ? 1 : '',
  });
}
