// @vitest-environment jsdom
// Tests of the whole page in a DOM without layout, against a fake websocket server.

import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import App from '../src/App.svelte';
import type { ClientMessage, ServerMessage } from '../src/protocol';
import { rack } from '../src/store/opening_board.svelte';
import { Store } from '../src/store/store.svelte';
import { goldenSnapshot, goldenWelcome } from './golden';
import { acted, joined, place, played, ruling, snapshot, state, strike, welcome } from './messages';

class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  readonly said: ClientMessage[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string | ArrayBuffer }) => void) | null = null;

  constructor(readonly address: string) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    const message = JSON.parse(text) as ClientMessage;
    if (message.type !== 'ping') this.said.push(message);
  }

  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }

  open(): void {
    this.readyState = FakeSocket.OPEN;
    this.onopen?.();
  }

  hear(...messages: readonly ServerMessage[]): void {
    for (const message of messages) this.onmessage?.({ data: JSON.stringify(message) });
    flushSync();
  }
}

let app: Record<string, unknown> | null = null;

/** Open the page at an address and connect it; returns the server's end of the websocket. */
function open(address = '/game/game-0000'): FakeSocket {
  history.replaceState(null, '', address);
  localStorage.setItem('carrom.game.game-0000', '{"game":"game-0000","key":"key-0000","yours":["south"]}');
  const store = new Store('ws://here/ws');
  app = mount(App, { target: document.body, props: { store } });
  const socket = FakeSocket.all.at(-1) as FakeSocket;
  socket.open();
  socket.hear(welcome);
  return socket;
}

function found(id: string): HTMLElement {
  const node = document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
  if (!node) throw new Error(`nothing on the page is called ${id}`);
  return node;
}

const missing = (id: string): boolean => document.querySelector(`[data-testid="${id}"]`) === null;

function point(type: string, x: number, y: number, time: number): void {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, clientX: x, clientY: y, buttons: type === 'pointerup' ? 0 : 1 });
  const pointer = { timeStamp: { value: time }, pointerId: { value: 1 }, pointerType: { value: 'mouse' } };
  Object.defineProperties(event, pointer);
  found('board').dispatchEvent(event);
  flushSync();
}

function press(key: string): void {
  found('board').dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  flushSync();
}

/** One pixel is one millimetre, and the centre of the board is at (440, 440). */
const SIZE = 880;

// For the whole file: a page's connection goes on after its test, and may look for a socket then.
Object.assign(globalThis, { WebSocket: FakeSocket });

beforeEach(() => {
  FakeSocket.all = [];
  localStorage.clear();
  vi.stubGlobal('requestAnimationFrame', () => 0);
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, SIZE, SIZE));
});

afterEach(async () => {
  // Parts that are loaded when they are needed arrive before the page is taken down.
  await vi.dynamicImportSettled();
  if (app) void unmount(app);
  app = null;
  document.body.innerHTML = '';
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Open the options of a way to play at home, and wait until they are loaded. */
async function ask(way: string): Promise<void> {
  found(way).click();
  flushSync();
  await vi.waitFor(() => found('play-sheet'), 20_000);
}

it('a first visit plays the easiest computer for one board, and a later one what was chosen before', async () => {
  const socket = open('/');
  found('play').click();
  const easiest = { seat: 'north', who: 'program', level: 'easy' };
  expect(socket.said.at(-1)).toMatchObject({ type: 'new-game', terms: { length: 'board', seats: [{ seat: 'south', who: 'me' }, easiest], first_break: 'south' } });
  socket.hear({ type: 'refused', nonce: (socket.said.at(-1) as { nonce: string }).nonce, code: 'full', reason: 'Full.' });
  await ask('company-here');
  found('play-2').click();
  expect(socket.said.at(-1)).toMatchObject({ terms: { seats: [{ who: 'me' }, { who: 'here' }] } });
  void unmount(app ?? {});
  document.body.innerHTML = '';
  const again = open('/');
  found('play').click();
  expect(again.said.at(-1)).toMatchObject({ terms: { seats: [{ who: 'me' }, { who: 'here' }] } });
}, 30_000);

it('the options of another way to play are looked at without changing what Play starts', async () => {
  const socket = open('/');
  await ask('company-link');
  (found('play-sheet') as HTMLDialogElement).dispatchEvent(new Event('cancel', { cancelable: true }));
  flushSync();
  expect(missing('play-sheet')).toBe(true);
  found('play').click();
  expect(socket.said.at(-1)).toMatchObject({ terms: { seats: [{ who: 'me' }, { who: 'program' }] } });
}, 30_000);

it('a level is chosen from a list of cards and remembered at once', async () => {
  const socket = open('/');
  await ask('change');
  found('level-easy').click();
  flushSync();
  expect(found('level-easy').getAttribute('aria-pressed')).toBe('true');
  expect(localStorage.getItem('carrom.usual')).toContain('"level":"easy"');
  found('play-start').click();
  expect(socket.said.at(-1)).toMatchObject({ type: 'new-game', terms: { seats: [{ who: 'me' }, { who: 'program', level: 'easy' }] } });
}, 30_000);

it('the company chosen at home is the one that the table sheet opens with', async () => {
  const socket = open('/');
  await ask('company-link');
  found('play-more').click();
  await vi.waitFor(() => found('start'), 20_000);
  expect((found('seat-north') as HTMLSelectElement).value).toBe('link');
  found('start').click();
  expect(socket.said.at(-1)).toMatchObject({ type: 'new-game', terms: { seats: [{ who: 'me' }, { who: 'link' }] } });
}, 30_000);

it('a host is asked for a name when friends are invited, and sends it; four sit down as partners', async () => {
  const socket = open('/');
  if (goldenWelcome.type === 'welcome') socket.hear({ ...welcome, rulesets: goldenWelcome.rulesets });
  await ask('company-link');
  const name = found('host-name') as HTMLInputElement;
  name.value = ' Asha ';
  name.dispatchEvent(new Event('change', { bubbles: true }));
  found('play-4').click();
  expect(socket.said.at(-1)).toMatchObject({ terms: { seats: [{ who: 'me', name: 'Asha' }, { who: 'link' }, { who: 'link' }, { who: 'link' }] } });
}, 30_000);

it('the board at home is racked as a game is, and its first stroke starts the game and is played in it', async () => {
  const socket = open('/');
  expect(goldenSnapshot).toMatchObject({ type: 'snapshot' });
  const racked = goldenSnapshot.type === 'snapshot' ? (goldenSnapshot.state?.position.placed ?? []) : [];
  const byName = (one: { disc: string }, other: { disc: string }): number => (one.disc < other.disc ? -1 : 1);
  expect([...rack()].sort(byName)).toEqual([...racked].sort(byName));
  point('pointerdown', 600, 300, 0);
  point('pointermove', 600, 500, 20);
  point('pointerup', 600, 500, 40);
  const begun = socket.said.at(-1) as { nonce: string };
  expect(begun).toMatchObject({ type: 'new-game', terms: { length: 'board', seats: [{ who: 'me' }, { who: 'program', level: 'easy' }] } });
  expect(location.pathname).toBe('/');
  socket.hear({ ...joined(), nonce: begun.nonce }, snapshot(state([strike()])));
  expect(location.pathname).toBe('/game/game-0000');
  expect(socket.said.at(-1)).toMatchObject({ type: 'strike', seat: 'south' });
});

it('a board at home is free again when the server refuses the game', () => {
  const socket = open('/');
  expect(found('board').dataset['phase']).toBe('strike');
  point('pointerdown', 600, 300, 0);
  point('pointermove', 600, 500, 20);
  point('pointerup', 600, 500, 40);
  expect(found('board').dataset['phase']).toBe('wait');
  socket.hear({ type: 'refused', nonce: (socket.said.at(-1) as { nonce: string }).nonce, code: 'full', reason: 'Full.' });
  expect(found('board').dataset['phase']).toBe('strike');
});

it('keys strike the board at home only while it has focus', () => {
  const socket = open('/');
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true }));
  flushSync();
  expect(socket.said.filter(({ type }) => type === 'new-game')).toEqual([]);
  found('board').focus();
  press(' ');
  expect(socket.said.at(-1)).toMatchObject({ type: 'new-game' });
});

it('Tab leaves the board at home and in a game', () => {
  const socket = open('/');
  const tab = (): boolean => found('board').dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true, cancelable: true }));
  found('board').focus();
  expect(tab()).toBe(true);
  void unmount(app ?? {});
  document.body.innerHTML = '';
  open().hear(joined(), snapshot(state([strike()])));
  expect(tab()).toBe(true);
  expect(socket.said.filter(({ type }) => type === 'strike')).toEqual([]);
});

it('the menu of a game leads home, to its rules and to the settings', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  const ways = ['menu-home', 'menu-rules', 'menu-settings'].map((name) => found(name).getAttribute('href'));
  expect(ways).toEqual(['/', '/game/game-0000/rules', '/settings']);
});

it('a player has one name: on the card and on the plate', () => {
  open().hear(joined(), snapshot(state([strike()])));
  expect(found('score-south').textContent).toContain('You');
  expect(found('plate-south').textContent?.trim()).toBe('You');
  expect(found('plate-north').textContent?.trim()).toBe('Computer');
});

it('the table sheet begins a game by all that it says', async () => {
  const socket = open('/');
  await ask('change');
  found('play-more').click();
  await vi.waitFor(() => found('start'), 20_000);
  const seat = found('seat-north') as HTMLSelectElement;
  seat.value = 'link';
  seat.dispatchEvent(new Event('change', { bubbles: true }));
  found('first-they').click();
  found('clock-own').click();
  found('guide-none').click();
  flushSync();
  found('start').click();
  const terms = { seats: [{ seat: 'south', who: 'me' }, { seat: 'north', who: 'link' }], first_break: 'north', guide: 'none', clock: { stroke: 30, place: 30 } };
  expect(socket.said.at(-1)).toMatchObject({ type: 'new-game', terms });
}, 30_000);

it('a pull on the board sends the stroke that was aimed', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  point('pointerdown', 600, 300, 0);
  point('pointermove', 600, 500, 20);
  expect(Number(found('board').dataset['power'])).toBeGreaterThan(0.5);
  point('pointerup', 10, 10, 40);
  const said = socket.said.at(-1);
  expect(said).toMatchObject({ type: 'strike', seat: 'south', version: 1, stroke: { x: 0, vx: 0 } });
  expect(found('board').dataset['phase']).toBe('wait');
});

it('with the turning switched off, north strikes from the upper edge by pulling up', () => {
  localStorage.setItem('carrom.settings', '{"muted":true,"turnBoard":false}');
  const socket = open();
  socket.hear(joined(['south', 'north']), snapshot(state([strike('north')]), 1, 'human'));
  expect(found('board').dataset['bottom']).toBe('south');
  expect(found('striker').dataset).toMatchObject({ shown: 'true', x: '0', y: '252600' });
  press('ArrowRight');
  expect(Number(found('striker').dataset['x'])).toBeGreaterThan(0);
  point('pointerdown', 600, 500, 0);
  point('pointermove', 600, 300, 20);
  point('pointerup', 600, 300, 40);
  const said = socket.said.at(-1);
  expect(said?.type === 'strike' && said.stroke.vy > 0 && said.stroke.x < 0).toBe(true);
});

it('the striker is dragged along its line and stops where the server says', () => {
  open().hear(joined(), snapshot(state([strike()])));
  point('pointerdown', 440, 440 + 252.6, 0);
  point('pointermove', 540, 440 + 200, 20);
  expect(found('board').dataset['x']).toBe('100000');
  point('pointermove', 440 + 195, 440, 30);
  expect(found('board').dataset['x']).toBe('182550');
  point('pointerup', 440 + 195, 440, 40);
  expect(found('striker').dataset['x']).toBe('182550');
});

it('a stroke is made by keys alone', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  for (const key of ['ArrowRight', 'a', 'ArrowUp', ' ']) press(key);
  expect(socket.said.at(-1)).toMatchObject({ type: 'strike', stroke: { x: 500 } });
});

it('the striker stands where it was let go until its stroke is seen, and after a while a word says what is waited for', () => {
  vi.useFakeTimers();
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  press('ArrowRight');
  press('Enter');
  expect(found('board').dataset['phase']).toBe('wait');
  expect(found('striker').dataset).toMatchObject({ shown: 'true', x: '500', y: '-252600' });
  expect(found('waiting').textContent).toBe('');
  vi.advanceTimersByTime(350);
  flushSync();
  expect(found('waiting').textContent).toBe('Waiting for the server…');
  socket.hear(played(2, 1, state([strike('north')], { strokes: 1 })));
  expect(found('striker').dataset['shown']).toBe('true');
  expect(found('waiting').textContent).toBe('');
  vi.useRealTimers();
});

it('a due man is put down where the keys or the pointer choose', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([place()])));
  point('pointermove', 478, 402, 5);
  expect(found('spot').dataset['x']).toBe('40000');
  point('pointerdown', 478, 402, 10);
  point('pointerup', 478, 402, 20);
  expect(socket.said.at(-1)).toMatchObject({ type: 'place', disc: 'B2', at: { x: 40_000, y: 40_000 } });
});

it('a press beyond the legal area says so where it happens, and puts nothing down', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([place()])));
  const before = socket.said.length;
  point('pointerdown', 740, 440, 10);
  found('no-spot');
  point('pointerup', 740, 440, 20);
  expect(found('beyond').textContent).toContain('Use the shaded area');
  expect(found('beyond').style.left).toBe(`${(740 / SIZE) * 100}%`);
  expect(socket.said.length).toBe(before);
  point('pointerdown', 478, 402, 30);
  expect(missing('beyond')).toBe(true);
});

it('a due man may be placed by the page, on the first spot that the server names', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([place()])));
  found('place-auto').click();
  expect(socket.said.at(-1)).toMatchObject({ type: 'place', at: place().spots[0] });
});

it('another player’s stroke is seen to be aimed before it leaves', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike('north')])));
  expect(missing('aim-of-other')).toBe(true);
  const event = played(2, 1, state([strike()], { strokes: 1 }));
  socket.hear({ ...event, motion: { ...event.motion, seat: 'north' } });
  expect(found('aim-of-other').dataset).toMatchObject({ seat: 'north', degrees: '0' });
});

it('an angle is set by a number, and what is none leaves it', () => {
  open().hear(joined(), snapshot(state([strike()])));
  const field = found('angle') as HTMLInputElement;
  const type = (text: string): void => {
    field.value = text;
    field.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };
  type('−12.34');
  expect(found('board').dataset['degrees']).toBe('-12.34');
  type('left');
  expect(found('board').dataset['degrees']).toBe('-12.34');
  expect(field.value).toBe('−12.34°');
});

it('the ruling is shown with its law and spoken together with the turn', () => {
  open().hear(joined(), snapshot(state([strike('north')], { ruling: ruling() })));
  expect(found('why').textContent).toBe('The striker fell: one man is due.');
  expect(found('clause').textContent).toBe('Law 72a');
  expect(found('live').textContent).toContain('The striker fell: one man is due.');
  expect(found('live').textContent).toContain(found('turn').textContent ?? '-');
});

it('while a stroke runs the region that is read is empty, so that a ruling in the same words is read again', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()], { ruling: ruling() })));
  expect(found('live').textContent).toContain('The striker fell');
  socket.hear(played(2, 1, state([strike()], { strokes: 1, ruling: ruling() })));
  expect(found('live').textContent).toBe('');
});

it('discs lie where the server says, and those that are gone are hidden', () => {
  open().hear(joined(), snapshot(state([strike()])));
  expect(found('disc-W1').dataset).toMatchObject({ shown: 'true', x: '60000', y: '20000' });
  expect(found('disc-W2').dataset['shown']).toBe('false');
});

it('a line that comes back resumes the game and sends again what was on its way', () => {
  vi.useFakeTimers();
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  press('Enter');
  const first = socket.said.at(-1);
  socket.close();
  flushSync();
  vi.advanceTimersByTime(300);
  const second = FakeSocket.all.at(-1) as FakeSocket;
  expect(second).not.toBe(socket);
  second.open();
  second.hear(welcome);
  expect(second.said[0]).toEqual({ type: 'resume', game: 'game-0000', key: 'key-0000', watch: null, version: 1 });
  expect(second.said[1]).toEqual(first);
  expect(missing('line')).toBe(true);
  vi.useRealTimers();
});

it('what comes packed is read in its turn: nothing that comes after it overtakes it', async () => {
  const socket = open();
  expect(socket.address).toBe('ws://here/ws?films=deflated');
  socket.hear(joined());
  const text = JSON.stringify(snapshot(state([strike()])));
  const deflated = new Response(text).body?.pipeThrough(new CompressionStream('deflate-raw'));
  const packed = new Response(deflated ?? null).arrayBuffer();
  socket.onmessage?.({ data: await packed });
  socket.hear(played(2, 1, state([strike('north')], { strokes: 1 })));
  expect(missing('board') || found('board').dataset['phase'] !== 'film').toBe(true);
  await vi.waitFor(() => {
    flushSync();
    expect(found('board').dataset['phase']).toBe('film');
  });
});

it('a reloaded page asks for its game again, from nothing', () => {
  open().hear(joined(), snapshot(state([strike()])));
  void unmount(app ?? {});
  document.body.innerHTML = '';
  expect(open().said).toEqual([{ type: 'resume', game: 'game-0000', key: 'key-0000', watch: null, version: null }]);
});

it('a stroke that was played is shown before the next one is asked for', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([strike()])));
  socket.hear(played(2, 1, state([strike('north')], { strokes: 1 })));
  expect(found('board').dataset['phase']).toBe('film');
});

it('extra points, the next board and a waiver are asked for by buttons', () => {
  const socket = open();
  socket.hear(joined(), snapshot(state([{ type: 'demand', seat: 'south', up_to: 2 }])));
  found('demand-1').click();
  expect(socket.said.at(-1)).toMatchObject({ type: 'demand', points: 1, seat: 'south' });
  socket.hear(acted(2, 'demanded', state([{ type: 'next', breaker: 'north' }], { phase: 'board-over' })));
  expect(missing('next')).toBe(true);
  socket.hear({ type: 'accepted', nonce: (socket.said.at(-1) as { nonce: string }).nonce, version: 2 });
  found('next').click();
  expect(socket.said.at(-1)).toMatchObject({ type: 'next', version: 2 });
});

it('names are shown as text, whatever they contain', () => {
  const bad = '<img src=x onerror=alert(1)>';
  const shown = snapshot(state([strike('north')]), 1, 'human');
  const sitters = shown.card.sitters.map((sitter) => ({ ...sitter, name: bad }));
  open().hear(joined(), { ...shown, card: { ...shown.card, sitters } });
  expect(document.querySelector('img')).toBeNull();
  expect(found('turn').textContent).toContain(bad);
});
