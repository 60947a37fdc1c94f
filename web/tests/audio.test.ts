// @vitest-environment jsdom
// Tests of the page's audio: one context for every game, the alarm and the bell, which goes on after an interruption.

import { beforeEach, expect, it, vi } from 'vitest';
import { DEFAULT_SETTINGS } from '../src/store/settings';

const parameter = { value: 0, setValueAtTime: vi.fn(), linearRampToValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn(), setTargetAtTime: vi.fn() };
const parameters = { gain: parameter, frequency: parameter, pan: parameter, Q: parameter, threshold: parameter, ratio: parameter, attack: parameter, release: parameter };

class Node {
  static sounding = 0;
  connect = (to: unknown): unknown => to;
  disconnect = (): void => undefined;
  start = (): void => void (Node.sounding += 1);
  stop = (): void => void (Node.sounding -= 1);
  constructor() {
    Object.assign(this, parameters);
  }
}

class Context {
  static made: Context[] = [];
  state = 'running';
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  resumed = 0;
  constructor() {
    Context.made.push(this);
  }
  resume = async (): Promise<void> => {
    this.resumed += 1;
    this.state = 'running';
  };
  createGain = (): Node => new Node();
  createOscillator = (): Node => new Node();
  createStereoPanner = (): Node => new Node();
  createBiquadFilter = (): Node => new Node();
  createBufferSource = (): Node => new Node();
  createDynamicsCompressor = (): Node => new Node();
  createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
}

beforeEach(() => {
  Context.made = [];
  Node.sounding = 0;
  vi.stubGlobal('AudioContext', Context);
  vi.resetModules();
});

it('five games, the alarm and the bell of the clock share one context', async () => {
  const [{ Sound }, { alarm }, { gong }] = [await import('../src/playback/sound'), await import('../src/table/alarm'), await import('../src/hall/gong.svelte')];
  for (let game = 0; game < 5; game += 1) {
    const sound = new Sound(() => 1);
    sound.wake();
    sound.strike([{ time: 0, kind: 'disc', discs: ['S', 'W1'], strength: 5_000, at: { x: 0, y: 0 } }], () => 0);
    sound.slide(2);
    sound.end();
  }
  alarm(DEFAULT_SETTINGS);
  gong.turn(true);
  gong.play('over');
  expect([Context.made.length, gong.on]).toEqual([1, true]);
});

it('a game that is left sounds no more', async () => {
  const { Sound } = await import('../src/playback/sound');
  const sound = new Sound(() => 1);
  sound.wake();
  sound.slide(2);
  expect(Node.sounding).toBe(1);
  sound.end();
  expect(Node.sounding).toBe(0);
});

it('is started by no alarm before the first press, nor by a press while it is muted', async () => {
  const [{ Sound }, { alarm }] = [await import('../src/playback/sound'), await import('../src/table/alarm')];
  alarm(DEFAULT_SETTINGS);
  new Sound(() => 0).wake();
  expect(Context.made).toEqual([]);
});

it.each(['suspended', 'interrupted'])('goes on at the next press when it is %s', async (state) => {
  const { wakeAudio } = await import('../src/playback/audio');
  wakeAudio();
  const [context] = Context.made;
  context!.state = state;
  dispatchEvent(new Event('pointerup'));
  expect([context!.resumed, context!.state]).toEqual([1, 'running']);
  dispatchEvent(new Event('pointerup'));
  expect(context!.resumed).toBe(1);
});
