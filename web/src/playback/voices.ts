// Sound model: what an impact sounds like, as pure data for the synthesiser in `sound.ts`. An impulse sets the level, and
// a harder hit is also brighter, because its contact is shorter. The material of a disc sets its pitch: that of two bodies
// of one shape goes with 1/√mass, so the striker (15 g) sounds lower than a piece (5.4 g).

import type { Disc } from '../protocol';
import type { Impact } from './keyframes';

/** A decaying sine tone. */
export interface Tone {
  /** Hz. */
  readonly pitch: number;
  /** Level relative to the voice's gain. */
  readonly level: number;
  /** Time in s in which it falls to 1/e of its level, about. */
  readonly decay: number;
  /** Start in s after the impact. */
  readonly later?: number;
}

/** A burst of noise through a band-pass filter around `pitch`; a larger `q` is a narrower band. */
export interface Noise extends Tone {
  readonly q: number;
}

export interface Voices {
  /** Level of the whole impact, 0 … 1. */
  readonly gain: number;
  readonly tones: readonly Tone[];
  readonly noises: readonly Noise[];
}

type Material = 'piece' | 'queen' | 'striker';

/** Impulse at full level: a break at full power (µN·s). */
const LOUDEST = 90_000;
/** Impacts weaker than this are silent (µN·s). */
const FAINTEST = 40;
/** How much a hit at full level raises the pitch. */
const BRIGHTER = 0.35;

/** Tones of a hit disc. The queen has a piece's mass and a lacquered, harder face: higher, with a bell's partial. */
const BODIES: Readonly<Record<Material, readonly Tone[]>> = {
  piece: [
    { pitch: 2100, level: 0.5, decay: 0.035 },
    { pitch: 3420, level: 0.28, decay: 0.02 },
  ],
  queen: [
    { pitch: 2500, level: 0.45, decay: 0.04 },
    { pitch: 4075, level: 0.3, decay: 0.03 },
    { pitch: 6890, level: 0.16, decay: 0.16 },
  ],
  striker: [
    { pitch: 1260, level: 0.62, decay: 0.05 },
    { pitch: 2050, level: 0.3, decay: 0.03 },
  ],
};

const materialOf = (disc: Disc | undefined): Material => (disc === 'S' ? 'striker' : disc === 'Q' ? 'queen' : 'piece');

/** Return the sound of an impact; a silent one has a gain of 0. */
export function voices({ kind, strength, discs }: Impact): Voices {
  const gain = strength < FAINTEST ? 0 : Math.min(1, (strength / LOUDEST) ** 0.6);
  const pitch = 1 + BRIGHTER * gain;
  const bodies = discs.map(materialOf);
  const heavy = bodies.includes('striker');
  if (kind === 'disc') {
    const share = 1 / Math.max(1, bodies.length);
    const tones = bodies.flatMap((body) => BODIES[body].map((tone) => ({ ...tone, pitch: tone.pitch * pitch, level: tone.level * share })));
    return { gain, tones, noises: [{ pitch: heavy ? 2300 : 3200, q: 0.6, level: 0.5, decay: 0.012 }] };
  }
  if (kind === 'pocket') {
    // The disc drops onto the wood below the hole, then rustles in the net.
    const drop = heavy ? 112 : 150;
    const net = [0.09, 0.15, 0.19].map((later) => ({ pitch: 1700, q: 2, level: 0.16, decay: 0.02, later }));
    return { gain, tones: [{ pitch: drop, level: 0.9, decay: heavy ? 0.22 : 0.16 }], noises: [{ pitch: 480, q: 0.6, level: 0.7, decay: 0.07 }, ...net] };
  }
  // The frame is thick hardwood; the rim of a pocket is thinner and answers higher.
  const thin = kind === 'rim' ? 1.7 : 1;
  const body = (heavy ? 285 : 335) * thin * pitch;
  return {
    gain,
    tones: [
      { pitch: body, level: 0.8, decay: 0.09 / thin },
      { pitch: body * 2.3, level: 0.3, decay: 0.05 / thin },
    ],
    noises: [{ pitch: 900 * thin, q: 0.5, level: 0.5, decay: 0.03 }],
  };
}

/** Return the level and the pitch (Hz) of the sliding noise at this speed (m/s): faster is louder and higher. */
export function slideVoice(speed: number): { readonly gain: number; readonly pitch: number } {
  return { gain: Math.min(0.05, speed * 0.011), pitch: 800 + 160 * Math.min(7, speed) };
}

/** Steps of a pentatonic scale in semitones, for the ticks of the pieces of one turn. */
const SCALE = [0, 2, 4, 7, 9];

/** Return the tick for the n-th piece of a turn, from 1; each is higher than the one before, up to the ninth. */
export function tick(n: number): Voices {
  const step = Math.min(9, Math.max(1, n)) - 1;
  const semitones = (SCALE[step % SCALE.length] as number) + 12 * Math.floor(step / SCALE.length);
  const pitch = 660 * 2 ** (semitones / 12);
  return {
    gain: 0.16,
    tones: [
      { pitch, level: 0.8, decay: 0.09, later: 0.12 },
      { pitch: pitch * 2, level: 0.25, decay: 0.05, later: 0.12 },
    ],
    noises: [],
  };
}

/** The gong for the queen: inharmonic partials of a metal plate with a long decay. */
export const GONG: Voices = {
  gain: 0.3,
  tones: [
    { pitch: 196, level: 0.6, decay: 0.5, later: 0.1 },
    { pitch: 196 * 1.48, level: 0.35, decay: 0.42, later: 0.1 },
    { pitch: 196 * 2.09, level: 0.3, decay: 0.34, later: 0.1 },
    { pitch: 196 * 3.42, level: 0.16, decay: 0.2, later: 0.1 },
  ],
  noises: [],
};

/** Return the tick or gong for every disc that falls, and the number of pieces of this turn after it. */
export function rewards(impacts: readonly Impact[], before: number): { readonly heard: readonly Voices[]; readonly count: number } {
  const heard: Voices[] = [];
  let count = before;
  for (const { kind, discs } of impacts) {
    if (kind !== 'pocket' || discs[0] === 'S') continue;
    if (discs[0] === 'Q') heard.push(GONG);
    else heard.push(tick((count += 1)));
  }
  return { heard, count };
}
