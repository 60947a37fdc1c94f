// Tests of aiming and pointer gestures: aim, stroke, slide, pull, tap and keyboard.

import { describe, expect, it } from 'vitest';
import {
  DEAD_PULL,
  FASTEST,
  FULL_PULL,
  directionOf,
  keyed,
  nearestLegal,
  placedAt,
  powerAt,
  powerOf,
  speedOf,
  stepped,
  strokeOf,
  type Aim,
  type Interval,
} from '../src/board/aim';
import { BAND, HELD_FOR, cancelled, isArmed, isPointing, loosened, moved, pressed, released, type Hand } from '../src/board/gesture';

const AHEAD: Aim = { x: 0, degrees: 0, power: 0.4 };
const BASE: readonly Interval[] = [
  [-222_000, -214_350],
  [-182_550, 182_550],
  [214_350, 222_000],
];
const STRIKER = { x: 0, y: -252_600 };
const REACH = 22_000;
const idle: Hand = { aim: AHEAD, gesture: null };

function pull(from: { x: number; y: number }, path: readonly { x: number; y: number; time: number }[], finger = false): Hand {
  let hand = pressed(idle, STRIKER, from, 0, REACH, finger);
  for (const { x, y, time } of path) hand = moved(hand, { x, y }, time, BASE);
  return hand;
}

describe('the pull', () => {
  it('a bare tap never fires and aims from the striker to the place tapped', () => {
    const hand = pressed(idle, STRIKER, { x: 100_000, y: -152_600 }, 0, REACH, true);
    const after = released(hand, STRIKER, 80);
    expect(after.strike).toBe(false);
    expect(after.aim.degrees).toBeCloseTo(-45, 6);
    expect(after.aim.power).toBe(AHEAD.power);
  });

  it('a small travel cancels and leaves the aim as it was', () => {
    const hand = pull({ x: 0, y: 0 }, [
      { x: 0, y: -120_000, time: 50 },
      { x: 0, y: -DEAD_PULL + 1000, time: 100 },
    ]);
    const after = released(hand, STRIKER, 120);
    expect(after.strike).toBe(false);
    expect(after.aim).toEqual(AHEAD);
  });

  it('a pull straight back strikes straight ahead', () => {
    const after = released(pull({ x: 50_000, y: 0 }, [{ x: 50_000, y: -200_000, time: 50 }]), STRIKER, 60);
    expect(after.strike).toBe(true);
    expect(after.aim.degrees).toBeCloseTo(0, 9);
    expect(after.aim.power).toBeCloseTo(powerOf(200_000), 9);
  });

  it('the power depends on the length of the pull alone, not on where it begins or how near a target is', () => {
    const near = released(pull({ x: 0, y: -200_000 }, [{ x: 30_000, y: -300_000, time: 9 }]), STRIKER, 20);
    const far = released(pull({ x: 120_000, y: 300_000 }, [{ x: 150_000, y: 200_000, time: 9 }]), STRIKER, 20);
    expect(near.aim.power).toBe(far.aim.power);
    expect(near.aim.degrees).toBeCloseTo(far.aim.degrees, 9);
  });

  it('lifting the finger does not move the aim', () => {
    const steady = [{ x: 0, y: -200_000, time: 100 }];
    const rolled = [...steady, { x: 4_000, y: -197_000, time: 260 }, { x: 9_000, y: -193_000, time: 270 }];
    const kept = released(pull({ x: 0, y: 0 }, rolled, true), STRIKER, 280);
    expect(kept.strike).toBe(true);
    expect(kept.aim.degrees).toBeCloseTo(0, 9);
    expect(kept.aim.power).toBeCloseTo(powerOf(200_000), 9);
  });

  it('a quick true last movement of the finger is kept', () => {
    const path = [
      { x: 0, y: -60_000, time: 100 },
      { x: 0, y: -220_000, time: 190 },
    ];
    expect(released(pull({ x: 0, y: 0 }, path, true), STRIKER, 200).aim.power).toBeCloseTo(powerOf(220_000), 9);
  });

  it('full power is reached at the full pull and never exceeded', () => {
    expect(powerOf(FULL_PULL)).toBe(1);
    expect(powerOf(9 * FULL_PULL)).toBe(1);
    expect(speedOf(1)).toBeCloseTo(FASTEST, 9);
  });
});

describe('a pull forward', () => {
  const flick = [40, 90, 160].map((far, i) => ({ x: 0, y: far * 1000, time: 20 * i }));

  it('strikes nothing, however far it goes and however long it is held', () => {
    expect(released(pull({ x: 0, y: 0 }, flick), STRIKER, 60)).toMatchObject({ strike: false, aim: { degrees: 0, power: AHEAD.power } });
    const held = moved(pull({ x: 0, y: 0 }, flick), { x: 0, y: 160_000 }, 40 + 3 * HELD_FOR, BASE);
    expect(released(held, STRIKER, 2000).strike).toBe(false);
  });

  it('aims from the striker to the finger, as a tap there would', () => {
    const hand = pull({ x: 0, y: 0 }, [{ x: 40_000, y: 60_000, time: 20 }, { x: 100_000, y: 150_000, time: 40 }]);
    expect(isPointing(hand.gesture)).toBe(true);
    expect(isArmed(hand.gesture)).toBe(false);
    const after = released(hand, STRIKER, 120);
    expect(after).toMatchObject({ strike: false, gesture: null, aim: { power: AHEAD.power, chosen: true } });
    expect(after.aim.degrees).toBeCloseTo((-Math.atan2(100_000, 150_000 + 252_600) * 180) / Math.PI, 6);
  });

  it('from the striker aims as well, and slides nothing', () => {
    const hand = pull(STRIKER, [{ x: 10_000, y: -200_000, time: 20 }, { x: 40_000, y: -100_000, time: 40 }]);
    expect(isPointing(hand.gesture)).toBe(true);
    const after = released(hand, STRIKER, 120);
    expect(after).toMatchObject({ strike: false, aim: { x: AHEAD.x, chosen: true } });
    expect(after.aim.degrees).toBeCloseTo((-Math.atan2(40_000, 152_600) * 180) / Math.PI, 6);
  });

  it('drawn back without letting go is a pull along the direction it showed', () => {
    const hand = pull({ x: 0, y: 0 }, [{ x: 60_000, y: 100_000, time: 20 }, { x: 0, y: 0, time: 60 }, { x: -20_000, y: -120_000, time: 90 }]);
    expect(isPointing(hand.gesture)).toBe(false);
    const after = released(hand, STRIKER, 200);
    expect(after.strike).toBe(true);
    expect(after.aim.degrees).toBeCloseTo((-Math.atan2(60_000, 352_600) * 180) / Math.PI, 1);
  });

  it('is given up by Escape', () => {
    expect(cancelled(pull({ x: 0, y: 0 }, [{ x: 60_000, y: 100_000, time: 20 }]))).toEqual({ aim: AHEAD, gesture: null });
  });

  it('strikes backwards when it was drawn back first, then turned round and held there', () => {
    const round = [{ x: 0, y: -80_000, time: 10 }, { x: 10_000, y: 120_000, time: 100 }];
    const quick = pull({ x: 0, y: 0 }, round);
    expect(isArmed(quick.gesture)).toBe(false);
    const held = moved(quick, { x: 10_000, y: 120_000 }, 100 + HELD_FOR, BASE);
    expect(isArmed(held.gesture)).toBe(true);
    expect(Math.abs(released(held, STRIKER, 700).aim.degrees)).toBeGreaterThan(170);
  });

  it('a little beyond a right angle still goes sideways', () => {
    const hand = pull({ x: 0, y: 0 }, [{ x: 20_000, y: -40_000, time: 10 }, { x: 100_000, y: 8_000, time: 20 }]);
    expect(released(hand, STRIKER, 30)).toMatchObject({ strike: true, aim: { degrees: 90 } });
  });

  it('a tap behind the striker aims at nothing', () => {
    const hand = pressed(idle, STRIKER, { x: 60_000, y: -350_000 }, 0, REACH, true);
    expect(released(hand, STRIKER, 50).aim).toEqual(AHEAD);
  });
});

describe('a direction that was chosen', () => {
  const chosen: Hand = { aim: { ...AHEAD, degrees: 25, chosen: true }, gesture: null };
  const drawn = (path: readonly (readonly [number, number])[], fine = false, from: Hand = chosen): Hand => {
    let hand = pressed(from, STRIKER, { x: 0, y: 0 }, 0, REACH, true);
    path.forEach(([x, y], i) => (hand = moved(hand, { x: x * 1000, y: y * 1000 }, 10 * i, BASE, { fine, ratio: 4 })));
    return hand;
  };

  it('is kept by the pull that sets the power', () => {
    const hand = drawn([[-4, -30], [-8, -60], [-12, -90]]);
    expect(hand.aim.degrees).toBeCloseTo(25, 1);
    expect(hand.aim.power).toBeCloseTo(powerOf(90_000 * Math.hypot(1, 12 / 90)), 6);
  });

  it('turns by less than 0.05° a millimetre of the hand, and by less the further out it is', () => {
    const step = (far: number): number => drawn([[0, -far], [1, -far]]).aim.degrees - drawn([[0, -far]]).aim.degrees;
    const steps = [30, 100, 200, 300].map(step);
    for (const each of steps) expect(Math.abs(each)).toBeLessThan(0.05);
    expect(steps.map(Math.abs)).toEqual([...steps.map(Math.abs)].sort((a, b) => b - a));
    expect(steps[0]).toBeGreaterThan(0);
  });

  it('is given up by a pull to quite another side', () => {
    expect(drawn([[-60, -30]]).aim.degrees).toBeCloseTo(-63.435, 3);
  });

  it('a tap chooses one, and so do keys and a first step', () => {
    const tap = released(pressed(idle, STRIKER, { x: 50_000, y: 0 }, 0, REACH, true), STRIKER, 40);
    expect(tap.aim.chosen).toBe(true);
    expect(keyed(AHEAD, 'a', false, BASE)).toMatchObject({ aim: { chosen: true } });
    const first = released(pull({ x: 0, y: 0 }, [{ x: 30_000, y: -90_000, time: 10 }]), STRIKER, 20, true);
    expect(first).toMatchObject({ strike: false, aim: { chosen: true } });
    expect(first.aim.power).toBeGreaterThan(0.2);
  });

  it('Shift turns any pull finely, from where it is', () => {
    const coarse = drawn([[0, -200], [20, -200]], false, idle).aim.degrees;
    const fine = drawn([[0, -200], [20, -200]], true, idle).aim.degrees;
    expect(Math.abs(fine)).toBeLessThan(Math.abs(coarse) / 4);
  });
});

it('a board that moves under the hand leaves the aim as it is, and strikes nothing', () => {
  const hand = loosened(pull({ x: 0, y: 0 }, [{ x: -40_000, y: -120_000, time: 10 }]));
  expect(hand.gesture).toBeNull();
  expect(hand.aim.degrees).toBeLessThan(-10);
  expect(hand.aim.chosen).toBe(true);
});

it('the power of a speed is the speed of a power turned round', () => {
  for (const power of [0, 0.13, 0.5, 1]) expect(powerAt(speedOf(power))).toBeCloseTo(power, 9);
});

describe('the striker', () => {
  it('a press on the striker slides it, along its line and somewhat forward', () => {
    const hand = pull({ x: 5_000, y: -250_000 }, [{ x: 65_000, y: -200_000, time: 30 }]);
    expect(hand.gesture?.kind).toBe('slide');
    const after = released(hand, STRIKER, 60);
    expect(after).toEqual({ aim: { ...AHEAD, x: 60_000, y: 0 }, gesture: null, strike: false });
  });

  it('drawn straight back from the press it is pulled from where it stood', () => {
    const path = [10, 20, 30, 60, 120, 180].map((back, i) => ({ x: back * 400, y: -252_600 - back * 1000, time: 10 * i }));
    const after = released(pull(STRIKER, path), STRIKER, 80);
    expect(after.strike).toBe(true);
    expect(after.aim.x).toBe(AHEAD.x);
    expect(after.aim.degrees).toBeCloseTo((Math.atan2(0.4, 1) * 180) / Math.PI, 6);
    expect(after.aim.power).toBeCloseTo(powerOf(180_000 * Math.hypot(0.4, 1)), 9);
  });

  it('drawn back after a slide it is pulled from where it was slid to', () => {
    const after = released(
      pull(STRIKER, [
        { x: 90_000, y: -252_600, time: 10 },
        { x: 90_000, y: -252_600 - BAND - 1, time: 20 },
        { x: 90_000, y: -400_000, time: 30 },
      ]),
      STRIKER,
      40,
    );
    expect(after.strike).toBe(true);
    expect(after.aim).toMatchObject({ x: 90_000 });
    expect(after.aim.degrees).toBeCloseTo(0, 6);
  });

  it('stays within the stretches that the server sends', () => {
    expect(nearestLegal(190_000, BASE)).toBe(182_550);
    expect(nearestLegal(205_000, BASE)).toBe(214_350);
    expect(nearestLegal(400_000, BASE)).toBe(222_000);
    expect(nearestLegal(7, [])).toBe(7);
  });

  it('a step into a forbidden stretch first reaches its edge and then goes across', () => {
    expect(stepped(182_000, 1000, BASE)).toBe(182_550);
    expect(stepped(182_550, 500, BASE)).toBe(214_350);
    expect(stepped(214_350, -500, BASE)).toBe(182_550);
    expect(stepped(222_000, 6000, BASE)).toBe(222_000);
  });

  it('Escape restores the aim of before the press', () => {
    const hand = pull({ x: 0, y: -252_600 }, [{ x: 90_000, y: -252_600, time: 5 }]);
    expect(hand.aim.x).toBe(90_000);
    expect(cancelled(hand)).toEqual({ aim: AHEAD, gesture: null });
  });
});

describe.each([['a mouse', 22_300, false], ['a finger on a phone', 44_600, true]] as const)('a drag that starts near the baseline, by %s,', (_, reach, finger) => {
  const STARTS = [-40, -31, -20, -8, 0, 8, 20, 31, 40].flatMap((y) => [-60, -15, 0, 15, 60].map((x) => ({ x: x * 1000, y: y * 1000 })));
  /** Drag along these points (mm from the press) in steps of about 4 mm, 8 ms each, and let go after `rest` ms. */
  const drag = (start: { x: number; y: number }, way: readonly (readonly [number, number])[], rest = 100, from: Hand = idle): ReturnType<typeof released> => {
    const press = { x: STRIKER.x + start.x, y: STRIKER.y + start.y };
    let hand = pressed(from, STRIKER, press, 0, reach, finger);
    let [time, before]: [number, readonly [number, number]] = [0, [0, 0]];
    for (const [x, y] of way) {
      const steps = Math.ceil(Math.hypot(x - before[0], y - before[1]) / 4);
      for (let i = 1; i <= steps; i++) {
        const at = { x: press.x + 1000 * (before[0] + ((x - before[0]) * i) / steps), y: press.y + 1000 * (before[1] + ((y - before[1]) * i) / steps) };
        hand = moved(hand, at, (time += 8), BASE);
      }
      before = [x, y];
    }
    const end = { x: press.x + 1000 * before[0], y: press.y + 1000 * before[1] };
    return released(moved(hand, end, time + rest, BASE), STRIKER, time + rest);
  };
  const towards = (degrees: number, far = 150): readonly [number, number] => [far * Math.cos((degrees * Math.PI) / 180), far * Math.sin((degrees * Math.PI) / 180)];

  it('sideways, within 35° of the baseline, slides the striker and strikes nothing, above the line as below it', () => {
    for (const start of STARTS) {
      for (const degrees of [-35, -20, -8, 0, 8, 20, 35, 145, 160, 172, 180, 188, 200, 215]) {
        const after = drag(start, [towards(degrees)]);
        expect(after.strike, `${start.x} ${start.y} ${degrees}`).toBe(false);
        expect(after.aim).toMatchObject({ degrees: AHEAD.degrees, power: AHEAD.power });
        expect(Math.abs(after.aim.x - 1000 * towards(degrees)[0]), `${start.x} ${start.y} ${degrees}`).toBeLessThan(14_100);
      }
    }
  });

  it('backwards, within 50° of straight back, strikes the opposite way from where the striker stood', () => {
    for (const start of STARTS) {
      for (const off of [-50, -30, -10, 0, 10, 30, 50]) {
        const after = drag(start, [towards(-90 + off)]);
        expect(after.strike, `${start.x} ${start.y} ${off}`).toBe(true);
        expect(after.aim.x).toBe(AHEAD.x);
        expect(after.aim.degrees).toBeCloseTo(off, 6);
      }
    }
  });

  it('forwards strikes nothing', () => {
    for (const start of STARTS) for (const degrees of [45, 70, 90, 110, 135]) expect(drag(start, [towards(degrees)], 2 * HELD_FOR).strike).toBe(false);
  });

  it('strikes nothing while it slides, however it wanders, dips or rests', () => {
    for (const start of STARTS) {
      for (const side of [-1, 1]) {
        const wander = [[40, -20], [80, 5], [130, -25], [190, -60], [150, -35]].map(([x, y]) => [side * (x ?? 0), y ?? 0] as const);
        const dip = [[0, -58], [side * 160, -62]] as const;
        const later = [[side * 80, 0], [side * 80, -58], [side * 230, -62]] as const;
        const round = [[side * 40, 0], [side * 40, -80], [side * 40, 60]] as const;
        const chosen: Hand = { aim: { ...AHEAD, degrees: side * 40, chosen: true }, gesture: null };
        for (const way of [wander, dip, later, round]) {
          for (const from of [idle, chosen]) expect(drag(start, way, 2 * HELD_FOR, from).strike, `${start.x} ${start.y} ${way.join(' ')}`).toBe(false);
        }
      }
    }
  });

  it('drawn back after it slid strikes straight, from where it was slid to, wherever it was held', () => {
    for (const start of STARTS) {
      const after = drag(start, [[80, 0], [80, -160]]);
      expect(after.strike).toBe(true);
      expect(Math.abs(after.aim.x - 80_000)).toBeLessThan(2000);
      expect(after.aim.degrees).toBeCloseTo(0, 0);
    }
  });
});

it('a tap near the baseline, beside the striker, aims to the side as any tap does', () => {
  const after = released(pressed(idle, STRIKER, { x: 100_000, y: -242_600 }, 0, REACH, true), STRIKER, 40);
  expect(after).toMatchObject({ strike: false, aim: { x: AHEAD.x, chosen: true } });
  expect(after.aim.degrees).toBeCloseTo(-84.289, 3);
});

it('a drag to the side far from the baseline points, and strikes only once it was drawn back', () => {
  for (const aside of [-1, 1]) {
    const across = pull({ x: 0, y: -100_000 }, [{ x: aside * 100_000, y: -130_000, time: 20 }]);
    expect(isPointing(across.gesture)).toBe(true);
    expect(released(across, STRIKER, 100).strike).toBe(false);
    const drawn = pull({ x: 0, y: -100_000 }, [{ x: 0, y: -140_000, time: 20 }, { x: aside * 100_000, y: -130_000, time: 40 }]);
    expect(released(drawn, STRIKER, 100)).toMatchObject({ strike: true });
  }
});

describe('the keys', () => {
  const press = (key: string, shift = false): Aim => {
    const act = keyed(AHEAD, key, shift, BASE);
    if (act === null || typeof act === 'string') throw new Error(`${key} changed no aim`);
    return act.aim;
  };

  it('move, turn and set power, with larger steps under Shift', () => {
    expect(press('ArrowRight').x).toBeGreaterThan(0);
    expect(press('ArrowLeft').x).toBeLessThan(0);
    expect(press('a').degrees).toBeGreaterThan(0);
    expect(press('D').degrees).toBeLessThan(0);
    expect(press('ArrowUp').power).toBeGreaterThan(AHEAD.power);
    expect(press('ArrowDown', true).power).toBeLessThan(press('ArrowDown').power);
  });

  it('Space and Enter strike, Escape cancels, others do nothing', () => {
    expect([' ', 'Enter', 'Escape', 'x'].map((key) => keyed(AHEAD, key, false, BASE))).toEqual(['strike', 'strike', 'cancel', null]);
  });
});

it('a stroke is whole numbers in the player’s frame, a left angle giving a negative vx', () => {
  const stroke = strokeOf({ x: 1234.4, degrees: 30, power: 1 });
  expect(stroke).toEqual({ x: 1234, vx: Math.round(-FASTEST * 0.5e6), vy: Math.round(FASTEST * 1e6 * Math.cos(Math.PI / 6)) });
  expect(directionOf(90).x).toBeCloseTo(-1, 12);
});

describe('a striker that must stand across the lines', () => {
  const HUG: readonly Interval[] = [
    [-182_550, -50_000],
    [-49_999, 49_999, -4_750],
    [50_000, 182_550],
  ];

  it('stands as far across as the stretch it slides into asks for, and midway again beyond it', () => {
    const held = pressed(idle, STRIKER, { x: 0, y: -252_600 }, 0, REACH, false);
    expect(moved(held, { x: 10_000, y: -252_600 }, 10, HUG).aim).toMatchObject({ x: 10_000, y: -4_750 });
    expect(moved(held, { x: 60_000, y: -252_600 }, 20, HUG).aim).toMatchObject({ x: 60_000, y: 0 });
  });

  it('is struck from there, whether it was pulled or moved by the keys', () => {
    const aim = placedAt(AHEAD, 10_000, HUG);
    expect(strokeOf(aim)).toMatchObject({ x: 10_000, y: -4_750 });
    const act = keyed(placedAt(AHEAD, 50_000, HUG), 'ArrowLeft', false, HUG);
    expect(act).toMatchObject({ aim: { x: 49_500, y: -4_750 } });
  });

  it('says nothing of y where it stands midway', () => {
    expect('y' in strokeOf(placedAt(AHEAD, 60_000, HUG))).toBe(false);
  });
});
