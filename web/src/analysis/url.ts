// URL format of an analysis: the position with its state for the laws, the strokes to the current node, the tree of
// variations, and the accuracy assumed.

import type { SetupPosition } from '../protocol';
import { momentIn, wordsOf } from '../practice/url';
import { readTree, readWay, ROOT, writeTree, writeWay, type Tree, type Twig } from './tree';
import type { Stroke } from '../protocol';

/** Default accuracy of an analysis, the same as the engine's own default. */
export const HAND = 'state';

/** The parameters of an address. */
export interface Wanted {
  readonly moment: SetupPosition;
  /** The strokes to the current position. */
  readonly way: readonly Stroke[];
  /** All strokes tried; empty if there is only the one line. */
  readonly twigs: readonly Twig[];
  /** A level's name, `exact` or `own`. */
  readonly hand: string;
  readonly surface: string;
  /** Whether the setup mode is on. */
  readonly laying: boolean;
  /** The part of the baseline to search, `LOW,HIGH` in µm from its middle; empty: all of it. */
  readonly stands: string;
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
    stands: /^-?\d{1,6},-?\d{1,6}$/.test(words.get('stands') ?? '') ? (words.get('stands') as string) : '',
  };
}

/** Return the address of a single position. */
export function analysisOf(moment: SetupPosition, more: Readonly<Record<string, string | number>> = {}): string {
  const words = new URLSearchParams({ p: moment.position });
  if (moment.rules && moment.rules !== 'icf') words.set('rules', moment.rules);
  for (const [key, value] of Object.entries({ ...wordsOf(moment), ...more })) if (value !== '') words.set(key, String(value));
  return `/analysis?${words.toString()}`;
}

/** Return the address of a node in a tree of variations. */
export function analysisAt<T>(moment: SetupPosition, tree: Tree<T>, at: number, { hand = HAND, surface = 'club', laying = false, stands = '' }: Partial<Wanted> = {}): string {
  return analysisOf(moment, {
    s: at === ROOT ? '' : writeWay(tree, at),
    t: writeTree(tree, at),
    hand: hand === HAND ? '' : hand,
    surface: surface === 'club' ? '' : surface,
    lay: laying ? 1 : '',
    stands,
  });
}
