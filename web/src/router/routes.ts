// Routes of the client: paths, titles and menu entries. The server answers exactly these (`carrom.tables.seats`);
// `pages/loaders.ts` maps each to its component.

/**
 * The menu groups, in menu order. A group with a single entry shows it directly, otherwise under the group's name
 * (`menu.train`); the entries of `more` are always under the three-line button at the end.
 */
export const MENU = ['learn', 'analyse', 'train', 'rules', 'events', 'more'] as const;

export interface Place {
  readonly path: string;
  /** Translation key of its name: the page title and the menu entry. */
  readonly title: string;
  /** The menu group; not in the menu if missing. */
  readonly menu?: (typeof MENU)[number];
  /** Whether it is offered only on servers with accounts. */
  readonly accounts?: true;
  /** Whether it is in the menu of a tournament server. */
  readonly hall?: true;
}

/** One line per route. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'title' },
  { path: '/game/:game', title: 'place.game' },
  { path: '/game/:of/rules', title: 'place.rules' },
  { path: '/games', title: 'place.games', menu: 'more' },
  { path: '/lobby', title: 'place.lobby', menu: 'more' },
  { path: '/learn', title: 'place.learn', menu: 'learn' },
  { path: '/learn/:lesson', title: 'place.lesson' },
  { path: '/rules', title: 'place.rules', menu: 'rules', hall: true },
  { path: '/rules/:book', title: 'place.rules' },
  { path: '/rules/:book/compare/:other', title: 'place.compare' },
  { path: '/analysis', title: 'place.analysis', menu: 'analyse' },
  { path: '/analysis/:game', title: 'place.review' },
  { path: '/practice', title: 'place.practice', menu: 'train' },
  { path: '/puzzles', title: 'place.puzzles', menu: 'train' },
  { path: '/puzzles/:puzzle', title: 'place.puzzles' },
  { path: '/puzzles/run/:mode', title: 'place.puzzles' },
  { path: '/drills', title: 'place.drills', menu: 'train' },
  { path: '/drills/:drill', title: 'place.drills' },
  { path: '/solo', title: 'place.solo', menu: 'train' },
  { path: '/tie', title: 'place.tie' },
  { path: '/tie/:tie', title: 'place.tie' },
  { path: '/umpire', title: 'place.umpire', menu: 'events' },
  { path: '/umpire/:sheet', title: 'place.umpire' },
  { path: '/events', title: 'place.events', menu: 'events', hall: true },
  { path: '/events/:event', title: 'place.events' },
  { path: '/live', title: 'place.live', hall: true },
  { path: '/live/:board', title: 'place.live' },
  { path: '/overlay/:board', title: 'place.live' },
  { path: '/hall', title: 'place.hall', hall: true },
  { path: '/settings', title: 'place.settings', menu: 'more', hall: true },
  { path: '/account', title: 'place.account', menu: 'more', accounts: true },
  { path: '/moderation', title: 'place.moderation' },
  { path: '/@/:name', title: 'place.person' },
  { path: '/translation', title: 'place.translation' },
];

export const NOWHERE: Place = { path: '', title: 'place.nowhere' };

/** A matched route and the parameters from the address. */
export interface Found {
  readonly place: Place;
  readonly params: Readonly<Record<string, string>>;
}

const WORD = '([A-Za-z0-9_-]{1,64})';
/** A person's name may use any script and is percent-encoded in an address. */
const NAME = '([^/]{1,400})';

/** Return the route of a path; `NOWHERE` if none matches. */
export function found(path: string): Found {
  for (const place of PLACES) {
    const names = [...place.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
    const match = new RegExp(`^${place.path.replace(':name', NAME).replace(/:\w+/g, WORD)}$`).exec(path);
    if (match) return { place, params: Object.fromEntries(names.map((name, i) => [name, plain(match[i + 1] as string)])) };
  }
  return { place: NOWHERE, params: {} };
}

function plain(written: string): string {
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}
