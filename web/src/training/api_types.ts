// API types and requests for puzzles and drills (`carrom.training.messages`).

import { request } from '$connect';
import type { Disc, SetupPosition } from '../protocol';
import { t } from '../i18n/t';

/** A puzzle in the list: its number, its rating, and its themes, with the kind of stroke first. */
export type Listed = readonly [number: number, rating: number, themes: readonly string[]];

export interface PuzzlePosed {
  readonly number: number;
  readonly moment: SetupPosition;
  readonly wish: 'turn' | 'double';
  readonly rating: number;
  readonly deviation: number;
  /** Solve rates by accuracy, and those accuracies in degrees. */
  readonly solved: readonly number[];
  readonly hands: readonly number[];
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
  readonly positions: readonly { readonly moment: SetupPosition; readonly disc: Disc; readonly levels: readonly number[] }[];
}

/** Return the JSON at an address of the server; throws its sentence if it refuses. */
export async function told<T>(path: string, init: RequestInit = {}): Promise<T> {
  const answer = await request(path, init);
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new Error((body as { detail?: string } | null)?.detail ?? answer.statusText);
  return body as T;
}

export async function puzzles(): Promise<readonly Listed[]> {
  const all = await told<readonly { number: number; rating: number; themes: readonly string[] }[]>('/api/puzzles');
  return all.map(({ number, rating, themes }) => [number, rating, themes]);
}
export const puzzle = (number: string): Promise<PuzzlePosed> => told(`/api/puzzles/${encodeURIComponent(number)}`);
export const drills = (): Promise<readonly DrillListed[]> => told('/api/drills');
export const drill = (name: string): Promise<DrillPosed> => told(`/api/drills/${encodeURIComponent(name)}`);

/** Return the name of a puzzle theme. */
export const themeName = (theme: string): string => (THEMES_OF_THEIR_OWN.includes(theme) ? t(`theme.${theme}`) : t(`stroke.${theme}`));
const THEMES_OF_THEIR_OWN: readonly string[] = ['queen', 'cover', 'last'];

/** Return the name of a pocket: far left, far right, near left or near right as seen by the player in the south. */
export const cornerOf = (pocket: number): string => t(`corner.${['north-west', 'north-east', 'south-west', 'south-east'][pocket] ?? 'north-west'}`);

/** Return a random unsolved puzzle whose rating is near `rating`; `chance` (0 to 1) makes the choice. */
export function nextOf(all: readonly Listed[], done: Readonly<Record<string, boolean>>, rating: number, theme: string, chance: number, not = 0): number | null {
  const about = all.filter(([number, , themes]) => number !== not && (!theme || themes.includes(theme)));
  const fresh = about.filter(([number]) => !(number in done));
  const near = (fresh.length ? fresh : about).map(([number, each]) => [number, Math.abs(each - rating)] as const).sort((a, b) => a[1] - b[1]);
  return near[Math.floor(chance * Math.min(5, near.length))]?.[0] ?? null;
}
