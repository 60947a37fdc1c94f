// @vitest-environment node
// The kernel in the page: the signature of the physics, and films equal to the server's.

import { beforeAll, describe, expect, it, vi } from 'vitest';
import table from '../../src/carrom/physics/tables/uniform_disc.f64?url&inline';
import { createPhysics, type Physics, type Surface } from '../src/physics/strokes';
import { STANDARD, type Disc, type Motion, type Stroke } from '../src/protocol';
import fixture from './physics.json';
import { signature, type Chosen, type Strokes } from './signature';

interface Film {
  readonly stroke: number;
  readonly motion: Motion;
  readonly digest: string;
  readonly pocketed: readonly Disc[];
  readonly touched: readonly Disc[];
  readonly lines: string;
}
const given = fixture as unknown as Strokes;
const { positions, surfaces, strokes } = given;
const films = fixture.films as unknown as readonly Film[];

let physics: Physics;
let bytes: ArrayBuffer;
beforeAll(async () => {
  bytes = await (await fetch(table)).arrayBuffer();
  physics = await createPhysics(bytes);
});

function play([position, surface, seat, stroke]: Chosen) {
  return physics.play(positions[position]!, stroke, seat, surfaces[surface]!, STANDARD);
}

describe.each([
  ['WebAssembly', true],
  ['JavaScript', false],
] as const)('the signature of the physics in %s', (_name, inWebAssembly) => {
  beforeAll(async () => {
    physics = await createPhysics(bytes, inWebAssembly);
  });

  it('is the same as in Python', async () => {
    expect(await signature(physics, given, strokes.rim)).toBe(fixture.signatures.rim);
  });

  it('of version 1 is the same as in Python', async () => {
    expect(await signature(physics, given, strokes.centre)).toBe(fixture.signatures.centre);
  });

  it('with tangential restitution is the same as in Python', async () => {
    expect(await signature(physics, given, strokes.rebound)).toBe(fixture.signatures.rebound);
  });
});

it('where WebAssembly is switched off, strokes are played in JavaScript', async () => {
  vi.stubGlobal('WebAssembly', undefined);
  try {
    const other = await createPhysics(bytes);
    const [position, surface, seat, stroke] = strokes.rim[1]!;
    expect(other.play(positions[position]!, stroke, seat, surfaces[surface]!, STANDARD)).toEqual(play(strokes.rim[1]!));
  } finally {
    vi.unstubAllGlobals();
  }
});

it.each(films.map((film) => [film.stroke, film] as const))('stroke %i has the film that the server sends', (index, film) => {
  const played = play(strokes.rim[index]!);
  expect(played.motion).toEqual(film.motion);
  expect(played).toMatchObject({ digest: film.digest, pocketed: film.pocketed, touched: film.touched, linesLeft: film.lines });
});

describe('what cannot be played is refused in one sentence', () => {
  const [position] = positions;
  const playing = (stroke: Partial<Stroke>, surface: Surface | string = 'club') => () =>
    physics.play(position!, { x: 0, vx: 0, vy: 3_000_000, ...stroke }, 'south', surface, STANDARD);

  it('a speed beyond the limit', () => expect(playing({ vy: 12_000_001 })).toThrow('The stroke cannot be played'));
  it('a fraction of a micrometre', () => expect(playing({ x: 0.5 })).toThrow('must be whole numbers'));
  it('more spin than a hand can give', () => expect(playing({ spin: 200_001 })).toThrow('the speed or spin is not allowed'));
  it('an unknown surface', () => expect(playing({}, 'ice')).toThrow('"ice" is not a surface; expected one of slow, club, tournament.'));
  it('a friction table that is cut off', () =>
    expect(createPhysics(new ArrayBuffer(80))).rejects.toThrow('The friction table has 80 bytes instead of 131152'));
});
