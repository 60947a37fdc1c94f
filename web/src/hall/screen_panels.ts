// Panels of the big screen: which are shown and for how long, by the parameters of its address.

export const PANELS = ['clock', 'calls', 'next', 'boards', 'results', 'standings', 'bracket'] as const;

export type Panel = (typeof PANELS)[number];

export interface ScreenChoice {
  readonly panels: readonly Panel[];
  /** Seconds for each panel, or each page of a long one. */
  readonly seconds: number;
}

export const SECONDS = { least: 4, usual: 12, most: 120 } as const;

/** Return the choice in an address's query; unknown words are left out, and without any panel all are shown. */
export function choiceOf(query: string): ScreenChoice {
  const found = new URLSearchParams(query);
  const named = (found.get('panels') ?? '').split(',');
  const panels = PANELS.filter((each) => named.includes(each));
  const seconds = Number(found.get('seconds') ?? SECONDS.usual);
  return { panels: panels.length ? panels : PANELS, seconds: Number.isFinite(seconds) ? Math.min(SECONDS.most, Math.max(SECONDS.least, Math.round(seconds))) : SECONDS.usual };
}

export function addressOf({ panels, seconds }: ScreenChoice): string {
  const all = panels.length === PANELS.length;
  const words = [...(all ? [] : [`panels=${panels.join(',')}`]), ...(seconds === SECONDS.usual ? [] : [`seconds=${seconds}`])];
  return `/screen${words.length ? `?${words.join('&')}` : ''}`;
}

/** Split a list into pages of at most `most`, as equal in length as possible. */
export function pagesOf<T>(all: readonly T[], most: number): readonly (readonly T[])[] {
  const count = Math.max(1, Math.ceil(all.length / Math.max(1, most)));
  const each = Math.ceil(all.length / count);
  return Array.from({ length: count }, (_, i) => all.slice(i * each, (i + 1) * each));
}
