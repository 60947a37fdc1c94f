// @vitest-environment jsdom
// Tests of the analysis board and the game review: tree of variations, addresses, streams, drawings, SVG and GIF
// export.

import { describe, expect, it } from 'vitest';
import { analysisAt, analysisOf, wantedIn } from '../src/analysis/url';
import { OWN_HAND, ownHand } from '../src/analysis/accuracy';
import { alongDrawn, cloudsDrawn, fanDrawn, waysDrawn } from '../src/analysis/drawn';
import { questionOf } from '../src/analysis/thinking.svelte';
import { told } from '../src/analysis/api_types';
import { grown, isMain, nodeAt, promoted, pruned, readTree, readWay, ROOT, rooted, rowsOf, wayTo, writeTree, writeWay, type Tree } from '../src/analysis/tree';
import { readStroke, writeStroke } from '../src/board/notation';
import { sizesOf } from '../src/board/spec';
import { Gif, lzw, matcher, paletteOf } from '../src/export/gif';
import { svgOf } from '../src/export/svg';
import { asked, momentIn, pasted } from '../src/practice/url';
import { STANDARD, type AnalysisView, type Heat, type Motion, type ReviewBegun, type GameReview, type Stroke, type StrokeReviewed } from '../src/protocol';
import { boardsIn, graphOf, placeOf, Reviewing } from '../src/review/reviewing.svelte';
import { causeOf, change, strokeName } from '../src/i18n/strokes';
import { goldenReview, goldenReviewBegun, goldenStrokeReviewed } from './golden';

const stroke = (x: number): Stroke => ({ x, vx: -1, vy: 2_000_000, y: 0, spin: 0 });
const sizes = sizesOf(STANDARD);

/** Return a tree with the main line 1–2–3, the stroke 4 as an alternative to 2, and 5 after that. */
function tried(): Tree<string> {
  let tree = rooted('root');
  let id = ROOT;
  for (const [from, x] of [[0, 1], [1, 2], [2, 3], [1, 4], [4, 5]] as const) [tree, id] = grown(tree, from, stroke(x), `after ${x}`);
  expect(id).toBe(5);
  return tree;
}

describe('strokes as text', () => {
  it('are read and written as the same text', () => {
    for (const text of ['x12000.vx150000.vy3500000', 'x-1.vx-2.vy3.y-300.spin5000', 'x0.vx0.vy1.spin-4']) expect(writeStroke(readStroke(text) as Stroke)).toBe(text);
    for (const text of ['', 'x1', 'x1.vx2', 'x1.vx2.vy3.z4', 'vx2.vy3', 'x1.vx2.vy3.spin1.y2']) expect(readStroke(text)).toBeNull();
  });
});

describe('a tree of strokes', () => {
  it('grows, and knows what was tried before', () => {
    const tree = tried();
    const [same, id] = grown(tree, 1, stroke(4), 'again');
    expect(same).toBe(tree);
    expect(nodeAt(tree, id).what).toBe('after 4');
    expect(wayTo(tree, 5).map(({ what }) => what)).toEqual(['root', 'after 1', 'after 4', 'after 5']);
    expect([isMain(tree, 3), isMain(tree, 5)]).toEqual([true, false]);
  });

  it('is written in rows: what else was tried stands below, moved in, and the line goes on', () => {
    expect(rowsOf(tried())).toEqual([{ depth: 0, ids: [0, 1, 2] }, { depth: 1, ids: [4, 5] }, { depth: 0, ids: [3] }]);
  });

  it('lets a branch come first, and goes without one', () => {
    const main = promoted(tried(), 5);
    expect(rowsOf(main)[0]).toEqual({ depth: 0, ids: [0, 1, 4] });
    const less = pruned(tried(), 4);
    expect([less.nodes.has(4), less.nodes.has(5), less.nodes.has(3)]).toEqual([false, false, true]);
    expect(pruned(less, ROOT)).toBe(less);
  });

  it('is read from its text as it was written', () => {
    const tree = tried();
    const text = writeTree(tree, 3);
    expect(readTree(text).map(({ depth, stroke: { x } }) => [depth, x])).toEqual([[1, 1], [2, 2], [3, 3], [2, 4], [3, 5]]);
    expect(readWay(writeWay(tree, 5)).map(({ x }) => x)).toEqual([1, 4, 5]);
  });

  it('takes no room in an address where it is one line to where one looks', () => {
    expect(writeTree(pruned(tried(), 4), 3)).toBe('');
    expect(writeTree(pruned(tried(), 4), 2)).not.toBe('');
    expect(writeTree(rooted(''), ROOT)).toBe('');
  });

  it('reads what it can of a text that somebody has spoilt', () => {
    expect(readTree('1x1.vx0.vy1_3x2.vx0.vy1')).toHaveLength(1);
    expect(readTree('2x1.vx0.vy1')).toEqual([]);
    expect(readWay('x1.vx0.vy1_nonsense_x2.vx0.vy1')).toHaveLength(1);
    expect(readTree(Array.from({ length: 999 }, () => '1x1.vx0.vy1').join('_'))).toHaveLength(200);
  });
});

describe('the address of an analysis', () => {
  const moment = momentIn(new URLSearchParams('p=c1_Q.0.0_W1.9.90000&rules=club&turn=north&due=1&score=4'));

  it('says the position, what the law knows, the strokes, the hand and the board', () => {
    const address = analysisAt(moment, tried(), 5, { hand: 'club', surface: 'slow', laying: true });
    const wanted = wantedIn(new URL(address, 'http://here').search);
    expect(wanted.moment).toEqual(moment);
    expect(wanted.way.map(({ x }) => x)).toEqual([1, 4, 5]);
    expect(wanted.twigs).toHaveLength(5);
    expect([wanted.hand, wanted.surface, wanted.laying]).toEqual(['club', 'slow', true]);
  });

  it('keeps the part of the baseline that a puzzle asks for', () => {
    const address = analysisOf(moment, { stands: '-140000,-70000' });
    expect(wantedIn(new URL(address, 'http://here').search).stands).toBe('-140000,-70000');
    expect(wantedIn('?stands=1;2').stands).toBe('');
  });

  it('leaves out what is as usual', () => {
    expect(analysisOf(momentIn(new URLSearchParams('p=c1_W1.0.0')))).toBe('/analysis?p=c1_W1.0.0');
    expect(wantedIn('?hand=<script>&surface=')).toMatchObject({ hand: 'state', surface: 'club', laying: false });
  });

  it('is understood where a position is put in, and so is one of the practice room', () => {
    expect(asked(pasted(`http://there${analysisOf(moment)}#1`)?.toString() ?? '').moment).toEqual(moment);
    expect(pasted(' c1_W1.0.0 ')?.get('p')).toBe('c1_W1.0.0');
    for (const text of ['c2_W1.0.0', 'http://there/?q=1', 'hello']) expect(pasted(text)).toBeNull();
  });

  it('asks the server with everything that the moment tells', () => {
    const words = new URLSearchParams(questionOf({ ...moment, kept: '{}' }, { hand: '0', surface: 'club' }));
    expect(Object.fromEntries(words)).toMatchObject({ p: moment.position, rules: 'club', turn: 'north', due: '1,0', score: '4,0', kept: '{}', hand: '0' });
    expect(words.has('attempt')).toBe(false);
  });
});

describe('the own hand', () => {
  it('is told as it was measured, by its direction alone where no more is known, and not at all where that is none', () => {
    for (const [kept, told] of [['{"direction":1.25,"speed":0.08,"place":900.4}', '1.2500,0.0800,900'], ['{"direction":2}', '2.0000'], ['{"speed":1}', null], ['{"direction":"x"}', null], ['nonsense', null]] as const) {
      localStorage.setItem(OWN_HAND, kept);
      expect(ownHand()).toBe(told);
    }
    localStorage.clear();
    expect(ownHand()).toBeNull();
  });
});

describe('what the server tells line by line', () => {
  const answered = (body: string, status = 200): void => void (globalThis.fetch = () => Promise.resolve(new Response(body, { status })));
  const heard = async (): Promise<string[]> => {
    const types: string[] = [];
    for await (const said of told<AnalysisView>('/api/analysis', new AbortController().signal)) types.push(said.type);
    return types;
  };

  it('is heard object for object', async () => {
    answered('{"type":"waiting","ahead":2}\n{"type":"analysis"}\n');
    expect(await heard()).toEqual(['waiting', 'analysis']);
  });

  it('ends with the sentence of what failed or was refused', async () => {
    answered('{"type":"analysis"}\n{"type":"failed","reason":"the engine stopped"}\n');
    await expect(heard()).rejects.toThrow('the engine stopped');
    answered(JSON.stringify({ status: 422, code: 'illegal', detail: 'No such hand: giant.' }), 422);
    await expect(heard()).rejects.toThrow('No such hand: giant.');
  });
});

describe('what is drawn on the board', () => {
  const motion = {
    seat: 'south', stroke: stroke(0), before: { placed: [] }, duration: 2,
    keyframes: [{ disc: 'S', x: 0, y: -250_000 }, { disc: 'S', x: 0, y: 0 }, { disc: 'W1', x: 0, y: 40_000 }].map((each) => ({ time: 0, vx: 0, vy: 0, ax: 0, ay: 0, angle: 0, spin: 0, spin_rate: 0, ...each })),
    contacts: [], rest: { placed: [{ disc: 'S', at: { x: 0, y: 10_000 } }, { disc: 'W1', at: { x: 0, y: 40_100 } }] },
  } as unknown as Motion;

  it('has a way for each disc that moves, and none for one that stays', () => {
    const drawn = waysDrawn(motion, 'south', sizes);
    expect(drawn).toContain('M0.0 250.0L0.0 0.0L0.0 -10.0');
    expect(drawn.match(/<path/g)).toHaveLength(2);
    expect(waysDrawn(motion, 'north', sizes)).toContain('M0.0 -250.0');
  });

  it('has a dot for each place of rest', () => {
    const clouds = [{ disc: 'W1' as const, good: [{ x: 1000, y: 2000 }], bad: [], fell: 0.5, stays: 0 }];
    expect(cloudsDrawn(clouds, 'south')).toContain('M1.0 -2.0h.01');
  });

  it('leaves out places where the striker may not stand, and directions that never succeed', () => {
    const heat: Heat = { type: 'heat', places: [-10_000, 0, 10_000], directions: [1500, 1600], success: [-1, -1, 0, 900, 0, 0], along: [-1, 900, 0], done: true };
    expect(alongDrawn(heat, 'south', 'south', sizes).match(/<path/g)).toHaveLength(2);
    expect(fanDrawn(heat, 1_000, 'south', 'south', sizes).match(/<path/g)).toHaveLength(1);
    expect(fanDrawn(heat, 9_000, 'south', 'south', sizes)).not.toContain('<path');
  });
});

describe('what is said of strokes', () => {
  it('is the name that players have for them', () => {
    expect(strokeName('one-frame', 'north-east')).toBe('off one frame, north-east');
    expect(strokeName('safety', null)).toBe('safety');
    expect([causeOf({ cause: 'kissed', disc: 'B2' }), causeOf({ cause: 'too-thin', disc: 'W1' })]).toEqual(['hit by B2', 'too thin']);
  });
});

describe('the review of a game', () => {
  it('hears strokes twice and keeps the better word, the game as a whole after each round', () => {
    const review = new Reviewing();
    review.hear(goldenReviewBegun as ReviewBegun);
    for (const first of [0.2, 0.4]) review.hear({ ...(goldenStrokeReviewed as StrokeReviewed), number: 3, first });
    expect([review.strokes.get(3)?.first, review.far]).toEqual([0.4, 2]);
    review.hear({ type: 'waiting', ahead: 3 });
    expect(review.ahead).toBe(3);
    review.hear(goldenReview as GameReview);
    expect([review.ahead, review.far, review.whole?.turning.length]).toEqual([0, 0, goldenReview.type === 'review' ? goldenReview.turning.length : -1]);
  });

  it('is a graph from the first stroke at its left to the last at its right, with the boards between', () => {
    const stroke = goldenStrokeReviewed as StrokeReviewed;
    const strokes = new Map([3, 1, 2].map((number) => [number, { ...stroke, number, board: number < 3 ? 1 : 2, first: number / 4 }]));
    expect(graphOf(strokes, 3)).toEqual([{ number: 1, x: 0, y: 0.25 }, { number: 2, x: 0.5, y: 0.5 }, { number: 3, x: 1, y: 0.75 }]);
    expect(boardsIn(strokes)).toEqual([3]);
    expect([placeOf(1, 1), change(0.041), change(-0.2), change(0), change(-0.0125, 1)]).toEqual([0.5, '+4%', '−20%', '±0%', '−1.3%']);
  });
});

// ---------------------------------------------------------------- pictures

/** Decompress the output of `lzw` as a browser does. */
function unpacked(bytes: readonly number[]): number[] {
  const out: number[] = [];
  let [width, at, table] = [9, 0, new Map<number, readonly number[]>()];
  const reset = (): void => {
    table = new Map(Array.from({ length: 256 }, (_, i) => [i, [i]]));
    width = 9;
  };
  reset();
  let before: readonly number[] | null = null;
  for (;;) {
    let code = 0;
    for (let i = 0; i < width; i += 1, at += 1) code |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << i;
    if (code === 257) return out;
    if (code === 256) {
      reset();
      before = null;
      continue;
    }
    const run: readonly number[] = table.get(code) ?? [...(before ?? []), before?.[0] ?? 0];
    out.push(...run);
    if (before) {
      const next = 258 + table.size - 256;
      if (next < 4096) table.set(next, [...before, run[0] ?? 0]);
      if (next + 1 === 1 << width && width < 12) width += 1;
    }
    before = run;
  }
}

describe('a picture', () => {
  it('packs what can be unpacked, however long and however wild', () => {
    let state = 7;
    const chance = (): number => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
    for (const [length, kinds] of [[1, 1], [5000, 1], [5000, 3], [40_000, 256], [40_000, 20]] as const) {
      const indices = Uint8Array.from({ length }, () => Math.floor(chance() * kinds));
      expect(unpacked(lzw(indices))).toEqual([...indices]);
    }
  });

  it('finds its colours again in its palette', () => {
    const colours = [[240, 216, 168], [20, 10, 8], [210, 42, 56], [250, 246, 240]] as const;
    const pixels = Uint8ClampedArray.from(Array.from({ length: 400 }, (_, i) => [...(colours[i % 50 ? 0 : (i / 50) % 4] ?? colours[0]), 255]).flat());
    const palette = paletteOf(pixels);
    const indices = matcher(palette)(pixels);
    for (let i = 0; i < 400; i += 1) {
      const colour = palette[indices[i] as number] as number;
      for (const [part, shift] of [[0, 16], [1, 8], [2, 0]] as const) expect(Math.abs(((colour >> shift) & 255) - (pixels[4 * i + part] as number))).toBeLessThan(9);
    }
  });

  it('moves: frames after the first hold only the box that has changed', () => {
    const gif = new Gif(8, [0, 0xffffff]);
    const still = new Uint8Array(64);
    gif.add(still, 10);
    gif.add(still.with(19, 1), 4);
    const bytes = gif.end();
    const text = String.fromCharCode(...bytes);
    expect([text.slice(0, 6), text.at(-1)]).toEqual(['GIF89a', ';']);
    const boxes = [...bytes.keys()].filter((i) => bytes[i] === 0x2c && bytes[i - 8] === 0x21).map((i) => [1, 3, 5, 7].map((j) => bytes[i + j]));
    expect(boxes).toEqual([[0, 0, 8, 8], [3, 2, 1, 1]]);
  });

  it('is an SVG that needs nothing else', () => {
    const svg = svgOf({ lying: [{ disc: 'W1', at: { x: 0, y: 90_000 } }, { disc: 'Q', at: { x: 0, y: 0 } }], bottom: 'south', sizes, frame: 55, under: '<g id="mine"/>' });
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(parsed.querySelector('parsererror')).toBeNull();
    expect(svg).toContain('translate(0.000 -90.000)');
    const ids = new Set([...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]));
    for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^)"]+)/g)) expect(ids).toContain(id);
    expect(svg).not.toMatch(/style=|class=|https?:\/\/(?!www\.w3\.org)/);
  });
});
