// User settings of this browser: defaults, and validation of stored ones.

import type { SetName, WoodName } from '../board/looks.svelte';

/** What the user has chosen in this browser. */
export interface Settings {
  readonly muted: boolean;
  /** On a shared screen, turn the board for each player. */
  readonly turnBoard: boolean;
  /** Theme: the system's, or an explicit choice. */
  readonly theme: 'system' | 'light' | 'dark' | 'contrast';
  /** Language tag; empty for the browser's language. */
  readonly language: string;
  /** Volume, 0 … 1. */
  readonly volume: number;
  /** Play softly at night, unless the volume was set at night. */
  readonly nightQuiet: boolean;
  /** Whether the volume was last set at night. */
  readonly volumeAtNight: boolean;
  /** Names of the board's wood and of the set of pieces (`board/looks.svelte.ts`). */
  readonly wood: WoodName;
  readonly pieces: SetName;
  /** Playback speed of stroke animations; 1 is real time. */
  readonly filmSpeed: number;
  /** Two-step mode: aim first, then strike with the button. */
  readonly twoStep: boolean;
  /** Start the next stroke with the power of the last one. */
  readonly keepPower: boolean;
  /** How many times finer than the finger the aim turns when the finger is far out. */
  readonly fineRatio: number;
  /** Length of the guide line at tables created by this user. */
  readonly guide: 'long' | 'short' | 'none';
  /** Do not show the aim to the other players while it changes. */
  readonly hideAim: boolean;
  /** The user's display name; empty if not chosen yet. */
  readonly name: string;
  /** Hide phrases from other players. */
  readonly quiet: boolean;
  /** The controls for exact aiming are unfolded on a phone. */
  readonly fineAim: boolean;
  /** Left-handed: the actions and the panel are on the left. */
  readonly leftHanded: boolean;
  /** One-handed: on a phone the way out and the menu are at the bottom, within the thumb's reach. */
  readonly oneHanded: boolean;
  /** The player has struck in this browser before, and needs no help with it. */
  readonly hasStruck: boolean;
  /** Show coach comments after each stroke, in games that allow them. */
  readonly coach: boolean;
}

/** Default settings. */
export const DEFAULT_SETTINGS: Settings = {
  muted: false,
  turnBoard: true,
  theme: 'system',
  language: '',
  volume: 0.7,
  nightQuiet: true,
  volumeAtNight: false,
  wood: 'birch',
  pieces: 'turned',
  filmSpeed: 1,
  twoStep: false,
  keepPower: false,
  fineRatio: 4,
  guide: 'long',
  hideAim: false,
  name: '',
  quiet: false,
  fineAim: false,
  leftHanded: false,
  oneHanded: false,
  hasStruck: false,
  coach: false,
};

/** Return settings from stored data of any age: missing or invalid values take their defaults. */
export function settingsFrom(stored: unknown): Settings {
  const found = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_SETTINGS).map(([key, otherwise]) => [key, typeof found[key] === typeof otherwise ? found[key] : otherwise]);
  return Object.fromEntries(known) as Settings;
}

/** Factor of the volume at night: −12 dB. */
const NIGHT = 10 ** (-12 / 20);

/** Return whether an hour of the day (0 … 23) is at night: 22:00 to 07:00. */
export function isNight(hour: number): boolean {
  return hour >= 22 || hour < 7;
}

/** Return the volume to play at, 0 … 1, at this hour of the user's day. */
export function loudness({ muted, volume, nightQuiet, volumeAtNight }: Settings, hour: number): number {
  if (muted) return 0;
  return nightQuiet && !volumeAtNight && isNight(hour) ? volume * NIGHT : volume;
}
