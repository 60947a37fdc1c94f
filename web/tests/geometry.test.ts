// Tests of the board geometry: coordinate frames, and the guide line to the first contact.

import { describe, expect, it } from 'vitest';
import { fromBoard, fromView, guideLine, toBoard, toView, type Seat } from '../src/board/geometry';
import { sizesOf } from '../src/board/spec';
import { STANDARD } from '../src/protocol';

const SIZES = sizesOf(STANDARD);
const { half: HALF, manRadius: MAN_RADIUS, strikerRadius: STRIKER_RADIUS } = SIZES;

const SEATS: readonly Seat[] = ['south', 'east', 'north', 'west'];

describe('frames', () => {
  it('quarter turns are those of the board: east is (−y, x), north (−x, −y), west (y, −x)', () => {
    expect(SEATS.map((seat) => toBoard(seat, { x: 3, y: 5 }))).toEqual([
      { x: 3, y: 5 },
      { x: -5, y: 3 },
      { x: -3, y: -5 },
      { x: 5, y: -3 },
    ]);
  });

  it('there and back again is where it began, in every seat', () => {
    for (const seat of SEATS) {
      expect(fromBoard(seat, toBoard(seat, { x: 12, y: -7 }))).toEqual({ x: 12, y: -7 });
      expect(fromView(seat, toView(seat, { x: 12_000, y: -7_000 }))).toEqual({ x: 12_000, y: -7_000 });
    }
  });

  it('every player sees his own baseline at the bottom of the screen', () => {
    for (const seat of SEATS) expect(toView(seat, toBoard(seat, { x: 0, y: -252_600 })).y).toBeCloseTo(252.6, 9);
  });
});

describe('the guide line', () => {
  const up = { x: 0, y: -1 };

  it('ends where the striker touches the first disc, and the stub leaves along the line of centres', () => {
    const guide = guideLine({ x: 0, y: 250 }, up, [
      { disc: 'W1', at: { x: 0, y: -100 } },
      { disc: 'B1', at: { x: 0, y: 50 } },
    ], SIZES);
    expect(guide.meets).toBe('disc');
    expect(guide.disc).toBe('B1');
    expect(guide.to.y).toBeCloseTo(50 + STRIKER_RADIUS + MAN_RADIUS, 9);
    expect(guide.stub?.to.x).toBeCloseTo(0, 9);
    expect(guide.stub?.to.y).toBeLessThan(guide.stub?.from.y ?? 0);
  });

  it('a disc that is missed by a hair is not met', () => {
    const reach = STRIKER_RADIUS + MAN_RADIUS;
    expect(guideLine({ x: 0, y: 250 }, up, [{ disc: 'B1', at: { x: reach + 0.01, y: 0 } }], SIZES).meets).toBe('frame');
    expect(guideLine({ x: 0, y: 250 }, up, [{ disc: 'B1', at: { x: reach - 0.01, y: 0 } }], SIZES).meets).toBe('disc');
  });

  it('a disc behind the striker is not met', () => {
    const guide = guideLine({ x: 0, y: 250 }, up, [{ disc: 'B1', at: { x: 0, y: 300 } }], SIZES);
    expect(guide.meets).toBe('frame');
  });

  it('without discs it ends at the frame, a striker’s radius before it', () => {
    expect(guideLine({ x: 0, y: 250 }, up, [], SIZES).to.y).toBeCloseTo(-HALF + STRIKER_RADIUS, 9);
  });

  it('towards a corner it ends in the pocket', () => {
    const way = Math.SQRT1_2;
    expect(guideLine({ x: 0, y: 0 }, { x: way, y: way }, [], SIZES).meets).toBe('pocket');
  });

  it('the stub of a man at the frame ends at the frame', () => {
    const stub = guideLine({ x: 0, y: 250 }, up, [{ disc: 'W1', at: { x: 0, y: -HALF + MAN_RADIUS + 10 } }], SIZES).stub;
    expect(stub?.to.y).toBeCloseTo(-HALF, 9);
  });

  it('the stub ends at the next disc in its way', () => {
    const stub = guideLine({ x: 0, y: 250 }, up, [
      { disc: 'W1', at: { x: 0, y: 0 } },
      { disc: 'B1', at: { x: 0, y: -2 * MAN_RADIUS - 12 } },
    ], SIZES).stub;
    expect(stub?.to.y).toBeCloseTo(-MAN_RADIUS - 12, 9);
  });

  it('a thin cut has a shorter stub than a full hit', () => {
    const length = (x: number): number => {
      const stub = guideLine({ x: 0, y: 250 }, up, [{ disc: 'Q', at: { x, y: 0 } }], SIZES).stub;
      return stub ? Math.hypot(stub.to.x - stub.from.x, stub.to.y - stub.from.y) : 0;
    };
    expect(length(30)).toBeLessThan(length(0) / 1.5);
  });
});
