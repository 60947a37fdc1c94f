// Tests of the route table: every route has a component, and the map has no dead ends.

import { expect, it } from 'vitest';
import { LOADERS } from '../src/pages/loaders';
import { DESIGN, firstOf, found, NOWHERE, parentOf, PLACES, TABS, TOOLS } from '../src/router/routes';

it('every route but home and the game has a component, and no component is without a route', () => {
  const routes = [...PLACES, NOWHERE, DESIGN].map(({ path }) => path).filter((path) => path !== '/' && path !== '/game/:game');
  expect(Object.keys(LOADERS).sort()).toEqual(routes.sort());
});

it('every place of the map but Tools has a first page, and Tools lists five pages', () => {
  expect(TABS.filter((tab) => firstOf(tab) === undefined)).toEqual(['tools']);
  expect(TABS.map((tab) => firstOf(tab)?.path ?? '')).toEqual(['/', '/puzzles', '/learn', '/watch', '', '/you']);
  expect(TOOLS.map(({ path }) => path)).toEqual(['/analysis', '/practice', '/umpire', '/events', '/rules']);
});

it('every page is in the navigation, leads back to another page, or has its own way out', () => {
  const firsts = [...TABS.map((tab) => firstOf(tab)?.path), ...TOOLS.map(({ path }) => path)];
  const ownWayOut = ['/game/:game', '/umpire/:sheet', '/overlay/:board', '/hall'];
  const lost = PLACES.filter(({ path, parent }) => parent === undefined && !firsts.includes(path) && !ownWayOut.includes(path));
  expect(lost).toEqual([]);
});

it('a back link names the page it leads to, with the parameters of the address', () => {
  expect(parentOf(found('/drills/straight'))).toEqual({ href: '/drills', title: 'place.drills' });
  expect(parentOf(found('/rules/icf/compare/club'))).toEqual({ href: '/rules/icf', title: 'place.rules' });
  expect(parentOf(found('/game/abc/rules'))).toEqual({ href: '/game/abc', title: 'menu.back' });
  expect(parentOf(found('/lobby'))).toEqual({ href: '/', title: 'tab.play' });
  expect(parentOf(found('/'))).toBeNull();
});
