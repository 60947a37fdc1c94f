// Tests of the rack's gaps as the page draws them: the same as those of Python.

import { expect, it } from 'vitest';
import { withGaps } from '../src/physics/rack';
import { rack } from '../src/store/opening_board.svelte';

it('draws the gaps that Python draws from the same nonce', () => {
  const placed = withGaps({ placed: rack() }, '0123456789abcdef0123456789abcdef').placed;
  expect(placed.map(({ disc, at }) => `${disc}.${at.x}.${at.y}`).join('_')).toBe(KNOWN);
});

it('draws the same gaps for the pieces that a handicap leaves, wherever they are in the list', () => {
  const fewer = { placed: rack().filter(({ disc }) => disc !== 'W3' && disc !== 'Q').reverse() };
  const placed = withGaps(fewer, '0123456789abcdef0123456789abcdef').placed;
  expect(placed.map(({ disc, at }) => `${disc}.${at.x}.${at.y}`).join('_')).toBe(KNOWN.split('_').filter((word) => !/^(W3|Q)\./.test(word)).join('_'));
});

const KNOWN = 'Q.2.-4_W1.5.-31820_W2.27552.15913_W3.-27558.15914_W4.3.-63644_W5.55115.-31821_W6.55111.31815_W7.1.63638_W8.-55113.31824_W9.-55118.-31818_B1.27553.-15905_B2.-5.31820_B3.-27560.-15910_B4.27557.-47731_B5.55110.5_B6.27559.47731_B7.-27555.47731_B8.-55110.3_B9.-27555.-47732';
