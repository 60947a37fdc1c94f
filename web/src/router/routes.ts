// Routes of the client: paths, titles and menu entries. The server answers exactly these (`carrom.tables.seats`);
// `pages/loaders.ts` maps each to its component.

/** The six places of the map, in order. `tools` has no page of its own: it opens a list of pages. */
export const TABS = ['play', 'puzzles', 'learn', 'watch', 'tools', 'you'] as const;

export type Tab = (typeof TABS)[number];

export interface Place {
  readonly path: string;
  /** Translation key of its name: the page title and the text of links to it. */
  readonly title: string;
  /** The place of the map to which it belongs. */
  readonly tab: Tab;
  /** The page to which its back link leads; none on the first page of a place and on pages that have their own way out. */
  readonly parent?: string;
  /** Position in the list of tools. */
  readonly tool?: number;
  /** Whether it is in the navigation of a tournament server. */
  readonly hall?: true;
}

/** One line per route. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'title', tab: 'play' },
  { path: '/game/:game', title: 'place.game', tab: 'play' },
  { path: '/game/:of/rules', title: 'place.rules', tab: 'play', parent: '/game/:of' },
  { path: '/games', title: 'place.games', tab: 'you', parent: '/you' },
  { path: '/lobby', title: 'place.lobby', tab: 'play', parent: '/' },
  { path: '/tournaments', title: 'place.tournaments', tab: 'play', parent: '/lobby' },
  { path: '/tournaments/:id', title: 'place.tournaments', tab: 'play', parent: '/tournaments' },
  { path: '/learn', title: 'place.learn', tab: 'learn' },
  { path: '/learn/:lesson', title: 'place.lesson', tab: 'learn', parent: '/learn' },
  { path: '/rules', title: 'place.rules', tab: 'tools', tool: 5, hall: true },
  { path: '/rules/:book', title: 'place.rules', tab: 'tools', parent: '/rules' },
  { path: '/rules/:book/compare/:other', title: 'place.compare', tab: 'tools', parent: '/rules/:book' },
  { path: '/analysis', title: 'place.analysis', tab: 'tools', tool: 1 },
  { path: '/analysis/:game', title: 'place.review', tab: 'tools', parent: '/games' },
  { path: '/mistakes/:game', title: 'place.mistakes', tab: 'tools', parent: '/analysis/:game' },
  { path: '/breaks', title: 'place.breaks', tab: 'tools', parent: '/analysis' },
  { path: '/practice', title: 'place.practice', tab: 'tools', tool: 2 },
  { path: '/puzzles', title: 'place.puzzles', tab: 'puzzles' },
  { path: '/puzzles/:puzzle', title: 'place.puzzles', tab: 'puzzles', parent: '/puzzles' },
  { path: '/puzzles/run/:mode', title: 'place.puzzles', tab: 'puzzles', parent: '/puzzles' },
  { path: '/drills', title: 'place.drills', tab: 'puzzles', parent: '/puzzles' },
  { path: '/drills/mistakes', title: 'theme.mistakes', tab: 'puzzles', parent: '/drills' },
  { path: '/drills/:drill', title: 'place.drills', tab: 'puzzles', parent: '/drills' },
  { path: '/solo', title: 'place.solo', tab: 'puzzles', parent: '/puzzles' },
  { path: '/tie', title: 'place.tie', tab: 'play', parent: '/' },
  { path: '/tie/:tie', title: 'place.tie', tab: 'play', parent: '/' },
  { path: '/umpire', title: 'place.umpire', tab: 'tools', tool: 3 },
  { path: '/umpire/:sheet', title: 'place.umpire', tab: 'tools' },
  { path: '/events', title: 'place.events', tab: 'tools', tool: 4, hall: true },
  { path: '/events/:event', title: 'place.events', tab: 'tools', parent: '/events' },
  { path: '/live', title: 'place.live', tab: 'watch', parent: '/watch', hall: true },
  { path: '/live/:board', title: 'place.live', tab: 'watch', parent: '/live' },
  { path: '/screen', title: 'place.screen', tab: 'watch', parent: '/live' },
  { path: '/overlay/:board', title: 'place.live', tab: 'watch' },
  { path: '/hall', title: 'place.hall', tab: 'tools', hall: true },
  { path: '/setup', title: 'place.setup', tab: 'tools', parent: '/hall' },
  { path: '/setup/:setup', title: 'place.setup', tab: 'tools', parent: '/setup' },
  { path: '/settings', title: 'place.settings', tab: 'you', parent: '/you', hall: true },
  { path: '/account', title: 'place.account', tab: 'you', parent: '/you' },
  { path: '/moderation', title: 'place.moderation', tab: 'you', parent: '/you' },
  { path: '/@/:name', title: 'place.person', tab: 'you', parent: '/you' },
  { path: '/translation', title: 'place.translation', tab: 'you', parent: '/settings' },
  { path: '/watch', title: 'place.watch', tab: 'watch' },
  { path: '/you', title: 'place.you', tab: 'you' },
];

/** The components with their states, in development builds only. */
export const DESIGN: Place = { title: 'title', path: '/design', tab: 'tools' };

/** Return the route of the first page of a place; `tools` has none. */
export const firstOf = (tab: Tab): Place | undefined => PLACES.find((place) => place.tab === tab && !place.path.includes(':') && place.parent === undefined && tab !== 'tools');

/** The pages in the list of tools, in order. */
export const TOOLS: readonly Place[] = PLACES.filter(({ tool }) => tool).sort((one, other) => (one.tool ?? 0) - (other.tool ?? 0));

export const NOWHERE: Place = { path: '', title: 'place.nowhere', tab: 'play', parent: '/' };

/** A matched route and the parameters from the address. */
export interface Found {
  readonly place: Place;
  readonly params: Readonly<Record<string, string>>;
}

const WORD = '([A-Za-z0-9_-]{1,64})';
/** A person's name may use any script and is percent-encoded in an address. */
const NAME = '([^/]{1,400})';

/** Return the route of a path; `NOWHERE` if none matches. */
export function found(address: string): Found {
  // A file server redirects to the folder in which a page's file is.
  const path = address.length > 1 ? address.replace(/\/$/, '') : address;
  for (const place of import.meta.env.DEV ? [...PLACES, DESIGN] : PLACES) {
    const names = [...place.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
    const match = new RegExp(`^${place.path.replace(':name', NAME).replace(/:\w+/g, WORD)}$`).exec(path);
    if (match) return { place, params: Object.fromEntries(names.map((name, i) => [name, plain(match[i + 1] as string)])) };
  }
  return { place: NOWHERE, params: {} };
}

/** Return the address and the name of the page above this one; null if it has no back link. */
export function parentOf({ place, params }: Found): { readonly href: string; readonly title: string } | null {
  if (place.parent === undefined) return null;
  const href = place.parent.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const { path, title } = found(href).place;
  return { href, title: path === '/' ? 'tab.play' : path === '/game/:game' ? 'menu.back' : title };
}

function plain(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
