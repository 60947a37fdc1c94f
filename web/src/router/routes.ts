// The places of the page: which address shows what. The server answers exactly these (`carrom.tables.seats`).

import type { Component } from 'svelte';
import type { Store } from '../store/store.svelte';
import type { Router } from './router.svelte';

/** What every place is given. */
export interface PlaceProps {
  readonly store: Store;
  readonly router: Router;
  /** What the address says: `/game/:game` brings `game`. */
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Where the menu offers a place, in the order of its line. The places of one word stand in the line by themselves while
 * they are alone, else under the word (`menu.train`); those of `more` always stand under three lines at its end.
 */
export const MENU = ['learn', 'analyse', 'train', 'rules', 'events', 'more'] as const;

export interface Place {
  readonly path: string;
  /** The text key of its name: the page's title, and its entry in the menu. */
  readonly title: string;
  /** Where the menu offers it; nowhere if that is missing. */
  readonly menu?: (typeof MENU)[number];
  /** Whether it is offered only where people may have accounts. */
  readonly accounts?: true;
  /** Whether a hall's menu offers it. */
  readonly hall?: true;
  /** Home and the game come with the page itself (`App.svelte`), the rest when it is asked for. */
  readonly load?: () => Promise<{ default: Component<PlaceProps> }>;
}

/** One line a place. */
export const PLACES: readonly Place[] = [
  { path: '/', title: 'title' },
  { path: '/game/:game', title: 'place.game' },
  { path: '/game/:of/rules', title: 'place.rules', load: () => import('../pages/RuleBook.svelte') },
  { path: '/games', title: 'place.games', menu: 'more', load: () => import('../pages/Games.svelte') },
  { path: '/lobby', title: 'place.lobby', menu: 'more', load: () => import('../pages/Lobby.svelte') },
  { path: '/learn', title: 'place.learn', menu: 'learn', load: () => import('../pages/Learn.svelte') },
  { path: '/learn/:lesson', title: 'place.lesson', load: () => import('../pages/Lesson.svelte') },
  { path: '/rules', title: 'place.rules', menu: 'rules', hall: true, load: () => import('../pages/Rules.svelte') },
  { path: '/rules/:book', title: 'place.rules', load: () => import('../pages/RuleBook.svelte') },
  { path: '/rules/:book/compare/:other', title: 'place.compare', load: () => import('../pages/RuleCompare.svelte') },
  { path: '/analysis', title: 'place.analysis', menu: 'analyse', load: () => import('../pages/Analysis.svelte') },
  { path: '/analysis/:game', title: 'place.review', load: () => import('../pages/Review.svelte') },
  { path: '/practice', title: 'place.practice', menu: 'train', load: () => import('../pages/Practice.svelte') },
  { path: '/puzzles', title: 'place.puzzles', menu: 'train', load: () => import('../pages/Puzzles.svelte') },
  { path: '/puzzles/:puzzle', title: 'place.puzzles', load: () => import('../pages/Puzzle.svelte') },
  { path: '/drills', title: 'place.drills', menu: 'train', load: () => import('../pages/Drills.svelte') },
  { path: '/drills/:drill', title: 'place.drills', load: () => import('../pages/Drill.svelte') },
  { path: '/solo', title: 'place.solo', menu: 'train', load: () => import('../pages/Solo.svelte') },
  { path: '/tie', title: 'place.tie', load: () => import('../pages/NewTie.svelte') },
  { path: '/tie/:tie', title: 'place.tie', load: () => import('../pages/Tie.svelte') },
  { path: '/umpire', title: 'place.umpire', menu: 'events', load: () => import('../pages/Umpire.svelte') },
  { path: '/umpire/:sheet', title: 'place.umpire', load: () => import('../pages/Sheet.svelte') },
  { path: '/events', title: 'place.events', menu: 'events', hall: true, load: () => import('../pages/Events.svelte') },
  { path: '/events/:event', title: 'place.events', load: () => import('../pages/Event.svelte') },
  { path: '/live', title: 'place.live', hall: true, load: () => import('../pages/Live.svelte') },
  { path: '/live/:board', title: 'place.live', load: () => import('../pages/LiveBoard.svelte') },
  { path: '/overlay/:board', title: 'place.live', load: () => import('../pages/Overlay.svelte') },
  { path: '/hall', title: 'place.hall', hall: true, load: () => import('../pages/Hall.svelte') },
  { path: '/settings', title: 'place.settings', menu: 'more', hall: true, load: () => import('../pages/Settings.svelte') },
  { path: '/account', title: 'place.account', menu: 'more', accounts: true, load: () => import('../pages/Account.svelte') },
  { path: '/moderation', title: 'place.moderation', load: () => import('../pages/Moderation.svelte') },
  { path: '/@/:name', title: 'place.person', load: () => import('../pages/Person.svelte') },
  { path: '/translation', title: 'place.translation', load: () => import('../pages/Translation.svelte') },
];

export const NOWHERE: Place = { path: '', title: 'place.nowhere', load: () => import('../pages/Nowhere.svelte') };

/** A place, and what its address says. */
export interface Found {
  readonly place: Place;
  readonly params: Readonly<Record<string, string>>;
}

const WORD = '([A-Za-z0-9_-]{1,64})';
/** A person's name is of any script, and stands in an address with its bytes percent-encoded. */
const NAME = '([^/]{1,400})';

/** The place of a path; `NOWHERE` for a path that is none. */
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
