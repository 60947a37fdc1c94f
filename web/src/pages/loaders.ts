// Lazy loaders of the route components. Home and the game page are in the main bundle (`App.svelte`), the rest load on
// demand.

import type { Component } from 'svelte';
import type { PlaceProps } from '../router/props';

/** Loaders by route path; the empty path is the not-found page. */
export const LOADERS: Readonly<Record<string, () => Promise<{ default: Component<PlaceProps> }>>> = {
  '/game/:of/rules': () => import('./RuleBook.svelte'),
  '/games': () => import('./Games.svelte'),
  '/lobby': () => import('./Lobby.svelte'),
  '/tournaments': () => import('./Tournaments.svelte'),
  '/tournaments/:id': () => import('./Tournament.svelte'),
  '/learn': () => import('./Learn.svelte'),
  '/learn/:lesson': () => import('./Lesson.svelte'),
  '/rules': () => import('./Rules.svelte'),
  '/rules/:book': () => import('./RuleBook.svelte'),
  '/rules/:book/compare/:other': () => import('./RuleCompare.svelte'),
  '/analysis': () => import('./Analysis.svelte'),
  '/analysis/:game': () => import('./Review.svelte'),
  '/mistakes/:game': () => import('./Mistakes.svelte'),
  '/breaks': () => import('./Breaks.svelte'),
  '/practice': () => import('./Practice.svelte'),
  '/puzzles': () => import('./Puzzles.svelte'),
  '/puzzles/:puzzle': () => import('./Puzzle.svelte'),
  '/puzzles/run/:mode': () => import('./PuzzleRun.svelte'),
  '/drills': () => import('./Drills.svelte'),
  '/drills/mistakes': () => import('./RepeatedMistakes.svelte'),
  '/drills/:drill': () => import('./Drill.svelte'),
  '/solo': () => import('./Solo.svelte'),
  '/tie': () => import('./NewTie.svelte'),
  '/tie/:tie': () => import('./Tie.svelte'),
  '/umpire': () => import('./Umpire.svelte'),
  '/umpire/:sheet': () => import('./Sheet.svelte'),
  '/events': () => import('./Events.svelte'),
  '/events/:event': () => import('./Event.svelte'),
  '/live': () => import('./Live.svelte'),
  '/live/:board': () => import('./LiveBoard.svelte'),
  '/screen': () => import('./Screen.svelte'),
  '/overlay/:board': () => import('./Overlay.svelte'),
  '/hall': () => import('./Hall.svelte'),
  '/setup': () => import('./Setup.svelte'),
  '/setup/:setup': () => import('./Setup.svelte'),
  '/settings': () => import('./Settings.svelte'),
  '/account': () => import('./Account.svelte'),
  '/moderation': () => import('./Moderation.svelte'),
  '/@/:name': () => import('./Person.svelte'),
  '/translation': () => import('./Translation.svelte'),
  '/watch': () => import('./Watch.svelte'),
  '/you': () => import('./You.svelte'),
  ...(import.meta.env.DEV ? { '/design': () => import('./Design.svelte') } : {}),
  '': () => import('./Nowhere.svelte'),
};

/** Pages that need a server: other players, links, accounts, tournaments and long analyses. */
export const SERVER_PLACES: readonly string[] = [
  '/lobby', '/tournaments', '/tournaments/:id', '/analysis', '/analysis/:game', '/mistakes/:game', '/breaks', '/tie', '/tie/:tie', '/events', '/events/:event', '/live', '/live/:board', '/screen',
  '/overlay/:board', '/hall', '/setup', '/setup/:setup', '/account', '/moderation', '/@/:name', '/translation',
];
