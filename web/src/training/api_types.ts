// API types and requests for puzzles and drills (`carrom.training.views`).

import { request } from '$connect';
import type { Disc, Point, SetupPosition } from '../protocol';
import { t } from '../i18n/t';

/** What a puzzle asks for. */
export const GOALS = ['turn', 'double', 'queen', 'plan', 'order', 'break', 'defence', 'due'] as const;
export type PuzzleGoal = (typeof GOALS)[number];
/** Goals that one stroke reaches. */
export const ONE_STROKE: readonly PuzzleGoal[] = ['turn', 'double', 'break', 'defence'];

/** A puzzle in the list: its number, its rating, its themes with the kind of stroke first, its goal and rule set. */
export type Listed = readonly [number: number, rating: number, themes: readonly string[], goal: PuzzleGoal, rules: string];

/** Which puzzles are wanted; empty fields mean any. */
export interface PuzzleFilter {
  readonly theme?: string;
  readonly goal?: string;
  readonly rules?: string;
}

/** A piece to place, and where it may lie. */
export interface DuePosed {
  readonly disc: Disc;
  readonly spots: readonly Point[];
}

export interface PuzzlePosed {
  readonly number: number;
  readonly moment: SetupPosition;
  readonly goal: PuzzleGoal;
  /** Number of strokes; 0 where a piece is to be placed. */
  readonly strokes: number;
  readonly rating: number;
  readonly deviation: number;
  /** The range of the baseline from which a break is to be played, µm. */
  readonly stands: readonly [number, number] | null;
  readonly place: DuePosed | null;
}

export interface DrillListed {
  readonly name: string;
  readonly positions: number;
  /** Text notation of the first position. */
  readonly first: string;
}

export interface DrillPosed {
  readonly name: string;
  readonly hands: readonly number[];
  readonly positions: readonly DrillBoard[];
}

/** One position of a drill. */
export interface DrillBoard {
  readonly moment: SetupPosition;
  readonly disc: Disc;
  /** Success rates by accuracy; empty where nothing is struck. */
  readonly levels: readonly number[];
  readonly strokes: number;
  /** Where the piece is to come to rest, within so many µm. */
  readonly target: Point | null;
  readonly within: number;
  readonly stands: readonly [number, number] | null;
  readonly place: DuePosed | null;
}

/** Return the JSON at an address of the server; throws its sentence if it refuses. */
export async function told<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await request(path, init);
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((body as { detail?: string } | null)?.detail ?? answer.statusText);
  return body as T;
}

export async function puzzles(): Promise<readonly Listed[]> {
  const all = await told<readonly { number: number; rating: number; themes: readonly string[]; goal: PuzzleGoal; rules: string }[]>('/api/puzzles');
  return all.map(({ number, rating, themes, goal, rules }) => [number, rating, themes, goal, rules]);
}
export const puzzle = (number: string): Promise<PuzzlePosed> => told(`/api/puzzles/${encodeURIComponent(number)}`);
export const drills = (): Promise<readonly DrillListed[]> => told('/api/drills');
export const drill = (name: string): Promise<DrillPosed> => told(`/api/drills/${encodeURIComponent(name)}`);

/** Return the name of a puzzle theme. */
export const themeName = (theme: string): string => (THEMES_OF_THEIR_OWN.includes(theme) ? t(`theme.${theme}`) : t(`stroke.${theme}`));
const THEMES_OF_THEIR_OWN: readonly string[] = ['queen', 'cover', 'last', 'due', 'speed', 'thumb', 'queen-cover', 'defence', 'mistakes'];

/** Return the name of a pocket: far left, far right, near left or near right as seen by the player in the south. */
export const cornerOf = (pocket: number): string => t(`corner.${['north-west', 'north-east', 'south-west', 'south-east'][pocket] ?? 'north-west'}`);

/** Return the puzzles that a filter lets through. */
export const filtered = (all: readonly Listed[], { theme = '', goal = '', rules = '' }: PuzzleFilter): readonly Listed[] =>
  all.filter(([, , themes, its, book]) => (!theme || themes.includes(theme)) && (!goal || its === goal) && (!rules || book === rules));

/** Return a filter as the query of an address; empty if it lets everything through. */
export function queryOf({ theme, goal, rules }: PuzzleFilter): string {
  const words = new URLSearchParams(Object.entries({ theme, goal, rules }).flatMap(([name, value]) => (value ? [[name, value]] : [])));
  return words.size ? `?${words}` : '';
}

/** Return the filter in the query of an address. */
export function filterOf(query: string): PuzzleFilter {
  const words = new URLSearchParams(query);
  return { theme: words.get('theme') ?? '', goal: words.get('goal') ?? '', rules: words.get('rules') ?? '' };
}

/** Return a random unsolved puzzle whose rating is near `rating`; `chance` (0 to 1) makes the choice. */
export function nextOf(all: readonly Listed[], done: Readonly<Record<string, boolean>>, rating: number, filter: PuzzleFilter, chance: number, not = 0): number | null {
  const about = filtered(all, filter).filter(([number]) => number !== not);
  const fresh = about.filter(([number]) => !(number in done));
  const near = (fresh.length ? fresh : about).map(([number, each]) => [number, Math.abs(each - rating)] as const).sort((a, b) => a[1] - b[1]);
  return near[Math.floor(chance * Math.min(5, near.length))]?.[0] ?? null;
}
