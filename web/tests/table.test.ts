// Tests of the table state: seating, clock, offers, invitations and aim sharing.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Clock, Seat, Snapshot, State } from '../src/protocol';
import { aimShown, Showing, TELL_EVERY } from '../src/store/showing';
import { othersHere, seatNow, sitterNow } from '../src/store/seating';
import { askedNext, askedStrike, askedToss, stateShown } from '../src/store/selectors';
import { beginning, type AppState } from '../src/store/state';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import { looksOn, mineNow } from '../src/store/seating';
import type { Message } from '../src/store/message';
import { update } from '../src/store/update';
import { called, nameOf, nameOfSide, resultSentence, turnSentence } from '../src/i18n/words';
import { acted, card, joined, motion, past, played, ruling, snapshot, state, strike } from './messages';

const open: Message = { type: 'line', line: { kind: 'open' } };
const FOUR: readonly Seat[] = ['south', 'east', 'north', 'west'];
const NAMES = ['Asha', 'Ravi', 'Meena', 'Dev'];
/** After a change of ends, everyone is one seat further on. */
const ROUND = FOUR.map((seat, i) => ({ seat, sitter: FOUR[(i + 1) % 4] as Seat }));

function after(...messages: readonly Message[]): AppState {
  return messages.reduce(update, beginning(null, DEFAULT_SETTINGS));
}

function doubles(more: Partial<State> = {}): Snapshot {
  const [first, second]: readonly (readonly Seat[])[] = more.seated ? [['west', 'east'], ['south', 'north']] : [['south', 'north'], ['east', 'west']];
  const sides = [
    { seats: first as readonly Seat[], colour: 'white' as const, score: 3, on_board: 9, pocketed: [], due: 0, games: 1 },
    { seats: second as readonly Seat[], colour: 'black' as const, score: 5, on_board: 8, pocketed: ['B2' as const], due: 1, games: 0 },
  ];
  const sitters = FOUR.map((seat, i) => ({ seat, name: NAMES[i] as string, kind: 'human' as const, level: null, here: seat !== 'west', bot: false, account: false, rating: null }));
  const shown = snapshot(state([strike()], { sides, ...more }));
  return { ...shown, card: { ...card(), sitters } };
}

const clock: Clock = { seat: 'south', starts: 1000, ends: 16_000, now: 900, paused: null };

describe('players change places in a match', () => {
  const now = after(open, joined(['south']), doubles({ seated: ROUND, expected: [strike('west')], turn: 'west' }));

  it('and keep their names and their turns', () => {
    expect(mineNow(now)).toEqual(['west']);
    expect(now.bottom).toBe('west');
    expect(askedStrike(now)?.seat).toBe('west');
    expect([nameOf(now, 'west'), nameOf(now, 'south')]).toEqual(['Asha', 'Ravi']);
    expect([sitterNow(now, 'west'), seatNow(now, 'south')]).toEqual(['south', 'west']);
    expect(turnSentence(now)).toBe('Your turn');
  });

  it('and who won is found where he sits now', () => {
    const result = { winner: 'south' as const, score: [25, 11], conceded: false, forfeited: false, aborted: false, games: [2, 1] };
    const ended = { seated: ROUND, expected: [], phase: 'game-over' as const, result };
    expect(resultSentence(after(open, joined(['west']), doubles(ended)))).toBe('Asha · Meena win the match, 2 – 1.');
    expect(resultSentence(after(open, joined(['south']), doubles(ended)))).toBe('You win the match, 2 – 1!');
  });
});

it('partners share a side and its name', () => {
  const now = after(open, joined(['east']), doubles());
  expect(now.shown?.sides.map((side) => nameOfSide(now, side))).toEqual(['Asha · Meena', 'Ravi · Dev']);
  expect(called(now, 'east')).toBe('Ravi');
  expect(othersHere(now).map(({ seat }) => seat)).toEqual(['south', 'north', 'west']);
});

it('who looks on is asked for nothing', () => {
  const now = after(open, joined([]), doubles({ expected: [{ type: 'next', breaker: 'east' }], turn: null, phase: 'board-over' }));
  expect(looksOn(now)).toBe(true);
  expect([askedNext(now), askedStrike(now), askedToss(now)]).toEqual([null, null, null]);
  expect(aimShown(now)).toBeNull();
});

it('a game that waits for friends says for how many', () => {
  const waiting = { ...doubles(), state: null };
  const sitters = waiting.card.sitters.map((sitter, i) => (i > 1 ? { ...sitter, kind: 'open' as const, name: '' } : sitter));
  const now = after(open, joined(['south']), { ...waiting, card: { ...waiting.card, sitters } });
  expect(turnSentence(now)).toBe('Waiting for 2 more players');
  expect(called(now, 'north')).toBe('Free seat');
});

it('who is here and how many look on is told as it changes', () => {
  const began = after(open, joined(['south']), doubles());
  const sitters = began.card?.sitters.map((sitter) => ({ ...sitter, here: sitter.seat === 'south' })) ?? [];
  const now = update(began, { type: 'seats', sitters, watchers: 3 });
  expect(now.watchers).toBe(3);
  expect(now.card?.sitters.filter(({ here }) => here)).toHaveLength(1);
});

it('the clock comes with every event and stands still when it is told to', () => {
  const began = after(open, joined(['south']), { ...doubles(), clock });
  expect(began.clock).toEqual(clock);
  const stopped = update(began, { type: 'clock', clock: { ...clock, paused: 9000 } });
  expect(turnSentence(stopped)).toBe('Clock paused');
  expect(update(stopped, acted(2, 'passed', state([strike('north')]))).clock).toBeNull();
});

it('an offer stands until nobody makes it', () => {
  const began = after(open, joined(['south']), doubles());
  const offered = update(began, { type: 'offered', what: 'undo', by: ['east'], declined: null });
  expect(offered.offers).toHaveLength(1);
  const agreed = update(offered, { type: 'offered', what: 'undo', by: ['east', 'north'], declined: null });
  expect(agreed.offers).toEqual([{ type: 'offered', what: 'undo', by: ['east', 'north'], declined: null }]);
  expect(update(agreed, { type: 'offered', what: 'undo', by: [], declined: null }).offers).toEqual([]);
});

it('an offer is off the table once it has been granted, or something else has happened', () => {
  const began = after(open, joined(['south']), { ...doubles(), clock });
  const undo = update(began, { type: 'offered', what: 'undo', by: ['east'], declined: null });
  expect(update(undo, acted(2, 'undone', state([strike()]))).offers).toEqual([]);
  const pause = update(began, { type: 'offered', what: 'pause', by: ['east'], declined: null });
  expect(update(pause, { type: 'clock', clock: { ...clock, paused: 9000 } }).offers).toEqual([]);
});

it('another’s aim is seen until he has struck or hides it', () => {
  const began = after(open, joined(['south']), doubles({ expected: [strike('east')], turn: 'east' }));
  const aimed = update(began, { type: 'aimed', seat: 'east', stroke: { x: 1000, vx: 0, vy: 1_000_000 } });
  expect(aimed.aimed['east']).toMatchObject({ x: 1000 });
  expect(update(aimed, { type: 'aimed', seat: 'east', stroke: null }).aimed).toEqual({});
  expect(update(aimed, played(2, 1, state([strike()], { strokes: 1 }))).aimed).toEqual({});
});

describe('this page’s aim', () => {
  const asked = after(open, joined(['south']), doubles());

  it('is told where somebody is there to see it', () => {
    expect(aimShown(asked)).toMatchObject({ seat: 'south', stroke: { x: 0 } });
    expect(aimShown(after(open, joined(['south']), snapshot(state([strike()]))))).toBeNull();
  });

  it('is not told by who hides it, nor when it is not his turn', () => {
    expect(aimShown(update(asked, { type: 'settings', change: { hideAim: true } }))).toBeNull();
    expect(aimShown(after(open, joined(['east']), doubles()))).toBeNull();
  });
});

it('what is said is heard once each time, and not at all by who wants quiet', () => {
  const began = after(open, joined(['south']), doubles());
  const said = update(began, { type: 'spoken', seat: 'east', phrase: 'sorry' });
  const again = update(said, { type: 'spoken', seat: 'east', phrase: 'sorry' });
  expect(again.spoken['east']?.number).toBeGreaterThan(said.spoken['east']?.number ?? 9);
  const quiet = update(began, { type: 'settings', change: { quiet: true } });
  expect(update(quiet, { type: 'spoken', seat: 'east', phrase: 'sorry' }).spoken).toEqual({});
});

it('a server that is about to stop is said to, until it is back', () => {
  const began = after(open, joined(['south']), doubles(), { type: 'draining' });
  const away = update(began, { type: 'line', line: { kind: 'waiting', seconds: 1, cause: 'lost' } });
  expect(turnSentence(away)).toContain('restarting');
});

it('a page without a line does not say that it is its turn', () => {
  const began = after(open, joined(['south']), doubles());
  expect(turnSentence(began)).toBe('Your turn');
  expect(turnSentence(update(began, { type: 'line', line: { kind: 'connecting' } }))).toContain('Reconnecting');
});

it('the toss asks who it concerns, in his own words', () => {
  const asked = after(open, joined(['south']), doubles({ expected: [{ type: 'guess', seat: 'south' }], phase: 'toss' }));
  expect(askedToss(asked)?.type).toBe('guess');
  expect(turnSentence(asked)).toContain('which hand');
  const other = after(open, joined(['east']), doubles({ expected: [{ type: 'guess', seat: 'south' }], phase: 'toss' }));
  expect(turnSentence(other)).toContain('Asha');
});

it('a replay shows the cards of its moment: before the stroke, and after it at the end', () => {
  const began = after(open, joined(['south']), { ...doubles({ strokes: 1 }), history: [past(1)] });
  const asked = [{ type: 'replay-open' } as const, { type: 'replay-fetch', stroke: 1, nonce: 'r' } as const].reduce(update, began);
  const [before, done] = [state([strike()], { board: 3 }), state([strike('east')], { board: 4 })];
  const answer = { type: 'replayed', nonce: 'r', past: past(1), motion: motion(), ruling: ruling(), position: { placed: [] }, before, state: done } as const;
  const loaded = update(asked, answer);
  expect(stateShown(update(loaded, { type: 'replay-seek', at: 0.4 }))?.board).toBe(3);
  expect(stateShown(update(loaded, { type: 'replay-seek', at: 1 }))?.board).toBe(4);
  expect(stateShown(update(loaded, { type: 'replay-close' }))?.sides).toBe(began.shown?.sides);
});

describe('the aim that others see', () => {
  afterEach(() => vi.useRealTimers());

  it('is sent at once, then at most ten times a second, the last one always', () => {
    vi.useFakeTimers();
    let now = after(open, joined(['south']), doubles());
    const sent: unknown[] = [];
    const showing = new Showing(() => now, (message) => sent.push(message.stroke));
    const aimed = (x: number): void => {
      now = { ...now, aims: { ...now.aims, south: { x, y: 0, degrees: 0, power: 0.5 } } };
      showing.look();
    };
    for (let x = 1; x <= 5; x += 1) aimed(x * 1000);
    expect(sent).toHaveLength(1);
    vi.advanceTimersByTime(TELL_EVERY);
    expect(sent).toMatchObject([{ x: 1000 }, { x: 5000 }]);
  });
});
