// Tests that every route has a component.

import { expect, it } from 'vitest';
import { LOADERS } from '../src/pages/loaders';
import { NOWHERE, PLACES } from '../src/router/routes';

it('every route but home and the game has a component, and no component is without a route', () => {
  const routes = [...PLACES, NOWHERE].map(({ path }) => path).filter((path) => path !== '/' && path !== '/game/:game');
  expect(Object.keys(LOADERS).sort()).toEqual(routes.sort());
});
