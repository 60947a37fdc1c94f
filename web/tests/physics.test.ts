// @vitest-environment node
// The kernel in the page: the signature of the physics, and films equal to the server's.

import { beforeAll, describe, expect, it } from 'vitest';
import table from '../../src/carrom/physics/tables/uniform_disc.f64?url&inline';
import kernel from '../src/physics/kernel.wasm?url&inline';
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
let compiled: ArrayBuffer;
beforeAll(async () => {
  compiled = await (await fetch(kernel)).arrayBuffer();
  physics = await createPhysics(await (await fetch(table)).arrayBuffer(), compiled);
});

function play([position, surface, seat, stroke]: Chosen) {
  return physics.play(positions[position]!, stroke, seat, surfaces[surface]!, STANDARD);
}

it.each(['rim', 'centre', 'rebound'] as const)('the signature of the physics with the strokes "%s" is the same as in Python', async (kind) => {
  expect(await signature(physics, given, strokes[kind])).toBe(fixture.signatures[kind]);
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
    expect(createPhysics(new ArrayBuffer(80), compiled)).rejects.toThrow('The friction table has 80 bytes instead of 131152'));
});
