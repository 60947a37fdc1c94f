// Tests of the state reducer `update`.

import { describe, expect, it } from 'vitest';
import { askedPlace, askedStrike, isFree, replayed, runningMotion } from '../src/store/selectors';
import { beginning, FIRST_AIM, type AppState } from '../src/store/state';
import { DEFAULT_SETTINGS } from '../src/store/settings';
import type { Message } from '../src/store/message';
import { replayNeeds } from '../src/store/replaying';
import { update } from '../src/store/update';
import { acted, joined, past, place, played, ruling, motion, snapshot, state, strike, welcome, SESSION } from './messages';

const SETTINGS = { ...DEFAULT_SETTINGS, muted: true };
const AHEAD = { x: 100_000, y: 100_000 };

function after(...messages: readonly Message[]): AppState {
  return messages.reduce(update, beginning(SESSION, SETTINGS));
}

const open: Message = { type: 'line', line: { kind: 'open' } };
const lost: Message = { type: 'line', line: { kind: 'waiting', seconds: 1, cause: 'lost' } };
const MINE: readonly Message[] = [open, welcome, joined(), snapshot(state([strike()]))];
const HOT: readonly Message[] = [open, welcome, joined(['south', 'north']), snapshot(state([strike()]), 1, 'human')];
const PULL: readonly Message[] = [
  { type: 'press', at: AHEAD, time: 0, reach: 22_000, finger: false },
  { type: 'move', at: { x: AHEAD.x, y: AHEAD.y - 150_000 }, time: 20 },
];
const LET_GO: Message = { type: 'release', time: 40, nonce: 'n1' };

describe('a stroke', () => {
  it('is sent once when the pull is let go, for the seat and version asked', () => {
    const now = after(...MINE, ...PULL, LET_GO);
    expect(now.outgoing).toHaveLength(1);
    expect(now.outgoing[0]?.message).toMatchObject({ type: 'strike', nonce: 'n1', version: 1, seat: 'south' });
    expect(isFree(now)).toBe(false);
    expect(update(now, { type: 'strike', nonce: 'n2' }).outgoing).toHaveLength(1);
  });

  it('is not sent when it is not this page’s turn, nor by a tap, nor after Escape', () => {
    const theirs = after(open, welcome, joined(), snapshot(state([strike('north')])), ...PULL, LET_GO);
    expect(theirs.outgoing).toHaveLength(0);
    const tap = after(...MINE, { type: 'press', at: AHEAD, time: 0, reach: 1, finger: true }, LET_GO);
    expect(tap.outgoing).toHaveLength(0);
    const escaped = after(...MINE, ...PULL, { type: 'cancel' }, LET_GO);
    expect(escaped.outgoing).toHaveLength(0);
  });

  it('is shown before its consequences', () => {
    const next = state([strike('north')], { ruling: ruling(), strokes: 1, can_undo: false });
    const running = after(...MINE, played(2, 1, next));
    expect(runningMotion(running)).not.toBeNull();
    expect(running.shown?.ruling).toBeNull();
    expect(askedStrike(running)).toBeNull();
    const ended = update(running, { type: 'film-ended' });
    expect(runningMotion(ended)).toBeNull();
    expect(ended.shown).toBe(next);
    expect(ended.history.map(({ number }) => number)).toEqual([1]);
  });

  it('an event that comes twice is shown once', () => {
    const event = played(2, 1, state([strike('north')], { strokes: 1 }));
    expect(after(...MINE, event, event).queue).toHaveLength(1);
  });

  it('what follows a running stroke waits for it', () => {
    const later = state([strike()], { strokes: 1, board: 2 });
    const now = after(...MINE, played(2, 1, state([], { strokes: 1 })), acted(3, 'racked', later));
    expect(now.shown?.board).toBe(1);
    expect(update(now, { type: 'film-ended' }).shown?.board).toBe(2);
  });

  it('what was missed is over when it is seen, and nothing of the history is missing', () => {
    const events = [2, 3, 4, 5, 6].map((version) => ({ ...played(version, version - 1, state([strike()], { strokes: version - 1 })), late: 9000 }));
    const now = after(...MINE, lost, open, { ...joined(), version: 6 }, ...events);
    expect(now.queue).toHaveLength(0);
    expect(now.history.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5]);
  });

  it('a missed stroke that still runs is seen from where it is by now', () => {
    const over = { ...played(2, 1, state([strike()], { strokes: 1 })), late: 4000 };
    const runs = { ...played(3, 2, state([strike()], { strokes: 2 })), late: 600 };
    const now = after(...MINE, lost, open, { ...joined(), version: 3 }, over, runs);
    expect(now.queue).toEqual([runs]);
  });

  it('an event that came after one that is missing is not shown: the game is asked for again', () => {
    const now = after(...MINE, played(3, 2, state([strike('north')], { strokes: 2 })));
    expect(now).toMatchObject({ version: 1, gap: true, queue: [] });
    const mended = [joined(), played(2, 1, state([strike('north')], { strokes: 1 }))].reduce(update, now);
    expect(mended).toMatchObject({ version: 2, gap: false });
  });
});

it('every stroke of the program is shown, however fast it plays', () => {
  const events = [2, 3, 4, 5].map((version) => played(version, version - 1, state([strike('north')], { strokes: version - 1 })));
  expect(after(...MINE, ...events).queue).toHaveLength(4);
});

describe('following', () => {
  const two = [2, 3].map((version) => played(version, version - 1, state([strike('north')], { strokes: version - 1, ruling: ruling() })));

  it('between two strokes there is a beat in which the ruling stands and nothing moves', () => {
    const now = update(after(...MINE, ...two), { type: 'film-ended' });
    expect([now.resting, runningMotion(now), now.shown?.strokes]).toEqual([true, null, 1]);
    const on = update(now, { type: 'rested' });
    expect(runningMotion(on)).not.toBeNull();
  });

  it('one’s own stroke does not wait for it', () => {
    const ended = update(after(...MINE, played(2, 1, state([strike()], { strokes: 1 }))), { type: 'film-ended' });
    expect(askedStrike(ended)).not.toBeNull();
    const mine = update(update(ended, { type: 'strike', nonce: 'n9' }), played(3, 2, state([strike()], { strokes: 2 })));
    expect(runningMotion(mine)).not.toBeNull();
  });

  it('the last stroke is seen again at a word, and nothing is asked meanwhile', () => {
    const ended = update(after(...MINE, played(2, 1, state([strike()], { strokes: 1 }))), { type: 'film-ended' });
    const again = update(ended, { type: 'again', nonce: 'a1' });
    expect(runningMotion(again)).toEqual(motion());
    expect([askedStrike(again), again.outgoing]).toEqual([null, []]);
    const over = update(again, { type: 'film-ended' });
    expect([runningMotion(over), over.shown, over.history]).toEqual([null, ended.shown, ended.history]);
    expect(askedStrike(over)).not.toBeNull();
  });

  it('a stroke that this page has not shown is asked for first', () => {
    const back = after(open, welcome, joined(), snapshot(state([strike()], { strokes: 2 }), 3, 'program', [past(1), past(2)]));
    const asked = update(back, { type: 'again', nonce: 'a1' });
    expect(asked.outgoing[0]?.message).toMatchObject({ type: 'replay', stroke: 2 });
    const come = update(asked, { type: 'replayed', nonce: 'a1', past: past(2), motion: motion(), ruling: ruling(), position: { placed: [] }, before: state([]), state: state([strike()]) });
    expect(runningMotion(come)).toEqual(motion());
    expect(come.replay).toBeNull();
  });
});

describe('the line', () => {
  it('a command that was on its way is sent again with the same nonce when the line is back', () => {
    const sent = after(...MINE, ...PULL, LET_GO, { type: 'sent', nonces: ['n1'] });
    expect(sent.outgoing[0]?.sent).toBe(true);
    const broken = update(sent, lost);
    expect(broken.outgoing).toEqual([{ message: sent.outgoing[0]?.message, sent: false }]);
    expect(update(broken, { type: 'accepted', nonce: 'n1', version: 2 }).outgoing).toEqual([]);
  });

  it('while it is down nothing can be struck', () => {
    expect(after(...MINE, lost, ...PULL, LET_GO).outgoing).toHaveLength(0);
  });

  it('a refused stroke leaves the aim, a played one begins the next straight ahead', () => {
    const aimed = after(...MINE, { type: 'aim', change: { degrees: 20, power: 0.9 } }, { type: 'strike', nonce: 'n1' });
    const refused = update(aimed, { type: 'refused', nonce: 'n1', code: 'illegal', reason: 'Not there.' });
    expect(refused.aims.south).toMatchObject({ degrees: 20, power: 0.9 });
    const done = update(update(aimed, played(2, 1, state([strike()], { strokes: 1 }))), { type: 'film-ended' });
    expect(done.aims.south).toMatchObject({ degrees: 0, power: FIRST_AIM.power });
  });

  it('a player who keeps the power has it for the next stroke', () => {
    const keeps: Message = { type: 'settings', change: { keepPower: true } };
    const struck = after(...MINE, keeps, { type: 'aim', change: { degrees: 20, power: 0.9 } }, { type: 'strike', nonce: 'n1' });
    const done = [played(2, 1, state([strike('north')], { strokes: 1 })), { type: 'film-ended' } as const].reduce(update, struck);
    expect(done.aims.south).toMatchObject({ degrees: 0, power: 0.9 });
  });

  it('is put back with the reason when there will be no connection', () => {
    const now = after(...MINE, ...PULL, LET_GO, { type: 'line', line: { kind: 'failed', reason: 'No WebAssembly.' } });
    expect([now.outgoing, now.struck, now.refusal, isFree(now)]).toEqual([[], null, 'No WebAssembly.', false]);
  });

  it('a refusal is said and the turn is still there', () => {
    const now = after(...MINE, ...PULL, LET_GO, { type: 'refused', nonce: 'n1', code: 'illegal', reason: 'Not there.' });
    expect(now.refusal).toBe('Not there.');
    expect(askedStrike(now)).not.toBeNull();
  });

  it('a game that the server does not know is forgotten and a new one offered', () => {
    const now = after(...MINE, { type: 'refused', nonce: null, code: 'unknown-game', reason: 'No such game.' });
    expect([now.session, now.shown, now.lost]).toEqual([null, null, true]);
  });

  it('a server of another protocol is noticed', () => {
    expect(after(open, { ...welcome, protocol: 999 }).outdated).toBe(true);
  });
});

describe('the board’s turning', () => {
  const north = acted(2, 'passed', state([strike('north')]));

  it('in hot-seat the board turns to the player to move', () => {
    expect(after(...HOT, north).bottom).toBe('north');
  });

  it('unless that is switched off', () => {
    expect(after({ type: 'settings', change: { turnBoard: false } }, ...HOT, north).bottom).toBe('south');
    expect(after(...HOT, north, { type: 'settings', change: { turnBoard: false } }).bottom).toBe('south');
  });

  it('against the program the own seat stays at the bottom', () => {
    expect(after(...MINE, north).bottom).toBe('south');
  });

  it('not while the stroke is still running', () => {
    const now = after(...HOT, played(2, 1, state([strike('north')], { strokes: 1 })));
    expect(now.bottom).toBe('south');
    expect(update(now, { type: 'film-ended' }).bottom).toBe('north');
  });
});

describe('a due man', () => {
  const due = [open, welcome, joined(), snapshot(state([place()]))] as const;

  it('goes to the legal spot nearest to the click', () => {
    const now = after(...due, { type: 'choose', spot: { x: 35_000, y: 44_000 } }, { type: 'put-down', nonce: 'p1' });
    expect(now.outgoing[0]?.message).toMatchObject({ type: 'place', disc: 'B2', at: { x: 40_000, y: 40_000 }, seat: 'south' });
  });

  it('is not put down by a click far from every legal spot', () => {
    const now = after(...due, { type: 'choose', spot: { x: 300_000, y: 0 } }, { type: 'put-down', nonce: 'p1' });
    expect(now.outgoing).toEqual([]);
  });

  it('goes from spot to spot by the arrow keys, as they point on the screen', () => {
    const begun = after(...due, { type: 'choose-by-key', step: { x: 1, y: 0 } });
    expect(begun.chosen).not.toBeNull();
    const right = update(begun, { type: 'choose-by-key', step: { x: 1, y: 0 } });
    expect(right.chosen?.x).toBeGreaterThan(begun.chosen?.x ?? 0);
    const end = update(update(right, { type: 'choose-by-key', step: { x: 1, y: 0 } }), { type: 'choose-by-key', step: { x: 1, y: 0 } });
    expect(end.chosen?.x).toBe(40_000);
    const turnedRound = { ...begun, bottom: 'north' as const };
    expect(update(turnedRound, { type: 'choose-by-key', step: { x: 1, y: 0 } }).chosen?.x).toBeLessThan(begun.chosen?.x ?? 0);
  });

  it('is asked of this page only when it is its seat', () => {
    expect(askedPlace(after(open, joined(), snapshot(state([place('north')]))))).toBeNull();
  });
});

describe('a replay', () => {
  const over = [open, welcome, joined(), snapshot(state([strike()], { strokes: 3 }), 4, 'program', [past(1), past(2), past(3)])] as const;

  it('opens at the last stroke, asks for it once, and shows it when it has come', () => {
    const opened = after(...over, { type: 'replay-open' });
    expect(replayNeeds(opened)).toBe(3);
    const asked = update(opened, { type: 'replay-fetch', stroke: 3, nonce: 'r3' });
    expect(replayNeeds(asked)).toBeNull();
    const come = update(asked, { type: 'replayed', nonce: 'r3', past: past(3), motion: motion(), ruling: ruling(), position: { placed: [] }, before: state([]), state: state([]) });
    expect(replayed(come)?.past.number).toBe(3);
    expect(come.outgoing).toEqual([]);
  });

  it('stays within the game and stops at its end', () => {
    const now = after(...over, { type: 'replay-open' }, { type: 'replay-seek', at: 99 });
    expect(now.replay).toMatchObject({ at: 3, playing: false });
    expect(update(now, { type: 'replay-set', playing: true }).replay?.at).toBe(0);
    expect(update(now, { type: 'replay-seek', at: -1 }).replay?.at).toBe(0);
  });

  it('nothing can be struck in it, and it does not open without strokes', () => {
    expect(askedStrike(after(...over, { type: 'replay-open' }))).toBeNull();
    expect(after(...MINE, { type: 'replay-open' }).replay).toBeNull();
  });
});

it('an undo shortens the history', () => {
  const now = after(open, joined(), snapshot(state([strike()], { strokes: 2 }), 3, 'program', [past(1), past(2)]));
  expect(update(now, acted(4, 'undone', state([strike()], { strokes: 1 }))).history).toHaveLength(1);
});

it('update never changes the state it is given', () => {
  const before = after(...MINE, ...PULL);
  const copy = structuredClone(before);
  update(before, LET_GO);
  update(before, played(2, 1, state([])));
  expect(before).toEqual(copy);
});
