// The settings of this browser, their defaults, and how stored ones are read.

/** What a person has chosen for this browser. */
export interface Settings {
  readonly muted: boolean;
  /** At a shared screen the board turns for each player. */
  readonly turnBoard: boolean;
  /** How the page looks: as the system says, or one of its own. */
  readonly theme: 'system' | 'light' | 'dark' | 'contrast';
  /** The language's tag; empty for the browser's own. */
  readonly language: string;
  /** Loudness of the board, 0 … 1. */
  readonly volume: number;
  /** How fast films of strokes run; 1 is as they were played. */
  readonly filmSpeed: number;
  /** Aim first, then strike by the button. */
  readonly twoStep: boolean;
  /** The next stroke starts with the power of the last one. */
  readonly keepPower: boolean;
  /** How many times finer than the finger the aim turns far out. */
  readonly fineRatio: number;
  /** How long the guide line is at tables that this person sets. */
  readonly guide: 'long' | 'short' | 'none';
  /** The others do not see the aim as it moves. */
  readonly hideAim: boolean;
  /** What others call this person; empty for no name yet. */
  readonly name: string;
  /** What others say across the table is not shown. */
  readonly quiet: boolean;
  /** A coach says a line after each stroke, in games where he may. */
  readonly coach: boolean;
}

/** What holds until somebody chooses otherwise. */
export const DEFAULT_SETTINGS: Settings = {
  muted: false,
  turnBoard: true,
  theme: 'system',
  language: '',
  volume: 0.7,
  filmSpeed: 1,
  twoStep: false,
  keepPower: false,
  fineRatio: 4,
  guide: 'long',
  hideAim: false,
  name: '',
  quiet: false,
  coach: false,
};

/** Settings as they were stored, however old: what is missing or of another kind takes its default. */
export function settingsFrom(stored: unknown): Settings {
  const found = typeof stored === 'object' && stored !== null ? (stored as Record<string, unknown>) : {};
  const known = Object.entries(DEFAULT_SETTINGS).map(([key, otherwise]) => [key, typeof found[key] === typeof otherwise ? found[key] : otherwise]);
  return Object.fromEntries(known) as Settings;
}
