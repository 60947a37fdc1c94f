// Tests of the sound model: what an impact sounds like, by impulse and material, and the volume at night.

import { describe, expect, it } from 'vitest';
import type { Impact } from '../src/playback/keyframes';
import { GONG, rewards, slideVoice, tick, voices } from '../src/playback/voices';
import type { Disc } from '../src/protocol';
import { DEFAULT_SETTINGS, isNight, loudness, settingsFrom } from '../src/store/settings';

const hit = (kind: Impact['kind'], strength: number, ...discs: Disc[]): Impact => ({ time: 0, kind, discs, strength, at: { x: 0, y: 0 } });
const highest = (impact: Impact): number => Math.max(...voices(impact).tones.map(({ pitch }) => pitch));
const lowest = (impact: Impact): number => Math.min(...voices(impact).tones.map(({ pitch }) => pitch));
const longest = (impact: Impact): number => Math.max(...voices(impact).tones.map(({ decay }) => decay));

describe('an impact', () => {
  it('is louder and brighter with its impulse', () => {
    const strengths = [50, 500, 5_000, 20_000, 60_000];
    for (const kind of ['disc', 'frame', 'pocket'] as const) {
      const gains = strengths.map((strength) => voices(hit(kind, strength, 'W1')).gain);
      expect(gains).toEqual([...gains].sort((a, b) => a - b));
      expect(new Set(gains).size).toBe(strengths.length);
    }
    expect(highest(hit('disc', 60_000, 'W1', 'B1'))).toBeGreaterThan(highest(hit('disc', 500, 'W1', 'B1')));
  });

  it('is never louder than full level, and silent when it is faint', () => {
    expect(voices(hit('disc', 10 ** 9, 'S', 'W1')).gain).toBe(1);
    expect(voices(hit('disc', 30, 'S', 'W1')).gain).toBe(0);
  });

  it('sounds of the discs that meet: the striker lower than a piece, the queen higher and ringing', () => {
    const [piece, queen, striker] = [hit('disc', 5_000, 'W1', 'B1'), hit('disc', 5_000, 'Q'), hit('disc', 5_000, 'S')];
    expect(lowest(striker)).toBeLessThan(0.7 * lowest(piece));
    expect(highest(queen)).toBeGreaterThan(1.5 * highest(piece));
    expect(longest(queen)).toBeGreaterThan(3 * longest(piece));
  });

  it('of the striker on a piece has the tones of both', () => {
    const both = voices(hit('disc', 5_000, 'S', 'W1')).tones.map(({ pitch }) => Math.round(pitch));
    for (const disc of ['S', 'W1'] as const) for (const { pitch } of voices(hit('disc', 5_000, disc)).tones) expect(both).toContain(Math.round(pitch));
  });

  it('on the frame is duller than on a piece, and a drop is deeper with a net behind it', () => {
    const [piece, frame, pocket] = [hit('disc', 5_000, 'W1', 'B1'), hit('frame', 5_000, 'W1'), hit('pocket', 5_000, 'W1')];
    expect(highest(frame)).toBeLessThan(lowest(piece));
    expect(highest(pocket)).toBeLessThan(lowest(frame));
    expect(voices(pocket).noises.filter(({ later }) => later)).toHaveLength(3);
    expect(voices(frame).noises.some(({ later }) => later)).toBe(false);
  });

  it('of the striker on the frame or in a pocket is deeper than that of a piece', () => {
    for (const kind of ['frame', 'pocket'] as const) expect(lowest(hit(kind, 5_000, 'S'))).toBeLessThan(lowest(hit(kind, 5_000, 'B3')));
  });
});

it('sliding is louder and higher with the speed, and silent at rest', () => {
  expect(slideVoice(0).gain).toBe(0);
  expect(slideVoice(2).gain).toBeGreaterThan(slideVoice(1).gain);
  expect(slideVoice(2).pitch).toBeGreaterThan(slideVoice(1).pitch);
});

describe('what falls in one turn', () => {
  it('ticks higher with each piece', () => {
    const pitches = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => tick(n).tones[0]?.pitch ?? 0);
    expect(pitches).toEqual([...pitches].sort((a, b) => a - b));
    expect(new Set(pitches).size).toBe(9);
    expect(tick(12)).toEqual(tick(9));
  });

  it('counts pieces on from the turn, rings a gong for the queen, and nothing for the striker', () => {
    const { heard, count } = rewards([hit('pocket', 100, 'W1'), hit('pocket', 100, 'Q'), hit('pocket', 100, 'S'), hit('frame', 100, 'W2'), hit('pocket', 100, 'B2')], 2);
    expect(heard).toEqual([tick(3), GONG, tick(4)]);
    expect(count).toBe(4);
  });
});

describe('the volume', () => {
  it('is 12 dB lower at night, from 22 to 7', () => {
    expect([21, 22, 23, 0, 6, 7, 12].map(isNight)).toEqual([false, true, true, true, true, false, false]);
    expect(20 * Math.log10(loudness(DEFAULT_SETTINGS, 23) / loudness(DEFAULT_SETTINGS, 12))).toBeCloseTo(-12, 6);
  });

  it('is as set if it was set at night, or if quiet nights are off', () => {
    expect(loudness({ ...DEFAULT_SETTINGS, volumeAtNight: true }, 23)).toBe(DEFAULT_SETTINGS.volume);
    expect(loudness({ ...DEFAULT_SETTINGS, nightQuiet: false }, 23)).toBe(DEFAULT_SETTINGS.volume);
  });

  it('is nothing when muted, which is remembered', () => {
    expect(loudness(settingsFrom({ muted: true, volume: 0.9 }), 12)).toBe(0);
  });
});
