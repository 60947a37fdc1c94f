// GIF encoder (GIF89a): one palette; after the first frame, each frame is only the box that changed, with its unchanged
// pixels transparent.

/** Colours as 0xRRGGBB; the index after the last one is transparent. */
export type Palette = readonly number[];

const MOST = 255;

/** Return the palette for a picture (RGBA) by median cut. */
export function paletteOf(pixels: Uint8ClampedArray): Palette {
  const counts = new Map<number, number>();
  for (let i = 0; i < pixels.length; i += 4) {
    const shade = (((pixels[i] as number) >> 2) << 12) | (((pixels[i + 1] as number) >> 2) << 6) | ((pixels[i + 2] as number) >> 2);
    counts.set(shade, (counts.get(shade) ?? 0) + 1);
  }
  // Weight rare colours above their pixel count, because a disc is small compared with the wood.
  const shades = [...counts].map(([shade, count]) => ({ parts: [(shade >> 12) & 63, (shade >> 6) & 63, shade & 63] as const, weight: Math.sqrt(count) }));
  type Box = typeof shades;
  const spread = (box: Box, part: 0 | 1 | 2): number => {
    const values = box.map(({ parts }) => parts[part]);
    return values.reduce((most, value) => Math.max(most, value), 0) - values.reduce((least, value) => Math.min(least, value), 63);
  };
  const cost = (box: Box): number => Math.max(spread(box, 0), spread(box, 1), spread(box, 2)) * Math.sqrt(box.reduce((sum, { weight }) => sum + weight, 0));
  const boxes: { box: Box; cost: number }[] = [{ box: shades, cost: cost(shades) }];
  while (boxes.length < MOST) {
    const at = boxes.reduce((best, each, i) => (each.cost > (boxes[best]?.cost ?? 0) ? i : best), 0);
    const wide = boxes[at];
    if (!wide || wide.cost === 0 || wide.box.length < 2) break;
    const part = ([0, 1, 2] as const).reduce((most, each) => (spread(wide.box, each) > spread(wide.box, most) ? each : most));
    const sorted = [...wide.box].sort((a, b) => a.parts[part] - b.parts[part]);
    const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
    let sum = 0;
    let cut = sorted.findIndex(({ weight }) => (sum += weight) >= half);
    cut = Math.min(sorted.length - 1, Math.max(1, cut));
    const [low, high] = [sorted.slice(0, cut), sorted.slice(cut)];
    boxes.splice(at, 1, { box: low, cost: cost(low) }, { box: high, cost: cost(high) });
  }
  return boxes.map(({ box }) => {
    const weight = box.reduce((total, each) => total + each.weight, 0) || 1;
    const mean = (part: 0 | 1 | 2): number => Math.min(255, Math.round((box.reduce((total, each) => total + each.parts[part] * each.weight, 0) / weight) * 4 + 2));
    return (mean(0) << 16) | (mean(1) << 8) | mean(2);
  });
}

/** Return a function that maps each pixel of a picture (RGBA) to the nearest colour of a palette. */
export function matcher(palette: Palette): (pixels: Uint8ClampedArray) => Uint8Array {
  const nearest = new Int16Array(1 << 15).fill(-1);
  const find = (red: number, green: number, blue: number): number => {
    let best = 0;
    let off = Infinity;
    for (let i = 0; i < palette.length; i += 1) {
      const colour = palette[i] as number;
      const [r, g, b] = [((colour >> 16) & 255) - red, ((colour >> 8) & 255) - green, (colour & 255) - blue];
      const away = 2 * r * r + 4 * g * g + 3 * b * b;
      if (away < off) [off, best] = [away, i];
    }
    return best;
  };
  return (pixels) => {
    const indices = new Uint8Array(pixels.length / 4);
    for (let i = 0; i < indices.length; i += 1) {
      const [red, green, blue] = [pixels[4 * i] as number, pixels[4 * i + 1] as number, pixels[4 * i + 2] as number];
      const shade = ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
      let index = nearest[shade] as number;
      if (index < 0) nearest[shade] = index = find(red & 248 | 4, green & 248 | 4, blue & 248 | 4);
      indices[i] = index;
    }
    return indices;
  };
}

/** A GIF of square frames, built one frame at a time. */
export class Gif {
  private readonly bytes: number[] = [];
  private before: Uint8Array | null = null;

  constructor(
    private readonly side: number,
    private readonly palette: Palette,
  ) {
    this.text('GIF89a');
    this.short(side, side);
    // Palette size: 256 colours.
    this.bytes.push(0xf7, 0, 0);
    for (let i = 0; i < 256; i += 1) {
      const colour = palette[i] ?? 0;
      this.bytes.push((colour >> 16) & 255, (colour >> 8) & 255, colour & 255);
    }
    // Loop forever.
    this.bytes.push(0x21, 0xff, 11);
    this.text('NETSCAPE2.0');
    this.bytes.push(3, 1, 0, 0, 0);
  }

  /** Append a frame (one palette index per pixel) shown for this many hundredths of a second. */
  add(frame: Uint8Array, hundredths: number): void {
    const { before, side } = this;
    const box = before ? changed(before, frame, side) : { x: 0, y: 0, width: side, height: side };
    const clear = this.palette.length;
    const shown = new Uint8Array(box.width * box.height);
    for (let y = 0; y < box.height; y += 1)
      for (let x = 0; x < box.width; x += 1) {
        const i = (box.y + y) * side + box.x + x;
        shown[y * box.width + x] = before && before[i] === frame[i] ? clear : (frame[i] as number);
      }
    // Keep the previous frame in place; transparent pixels show it.
    this.bytes.push(0x21, 0xf9, 4, 0x05);
    this.short(hundredths);
    this.bytes.push(clear, 0, 0x2c);
    this.short(box.x, box.y, box.width, box.height);
    this.bytes.push(0, 8);
    const packed = lzw(shown);
    for (let i = 0; i < packed.length; i += 255) {
      const piece = packed.slice(i, i + 255);
      this.bytes.push(piece.length);
      for (const byte of piece) this.bytes.push(byte);
    }
    this.bytes.push(0);
    this.before = frame;
  }

  /** Return the complete file. */
  end(): Uint8Array<ArrayBuffer> {
    return Uint8Array.from([...this.bytes, 0x3b]);
  }

  private text(words: string): void {
    for (const letter of words) this.bytes.push(letter.charCodeAt(0));
  }

  private short(...numbers: readonly number[]): void {
    for (const number of numbers) this.bytes.push(number & 255, (number >> 8) & 255);
  }
}

/** Return the smallest box in which two frames differ; one pixel if they are equal. */
function changed(before: Uint8Array, after: Uint8Array, side: number): { x: number; y: number; width: number; height: number } {
  let [left, right, top, bottom] = [side, -1, side, -1];
  for (let i = 0; i < after.length; i += 1) {
    if (before[i] === after[i]) continue;
    const x = i % side;
    const y = (i - x) / side;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return right < 0 ? { x: 0, y: 0, width: 1, height: 1 } : { x: left, y: top, width: right - left + 1, height: bottom - top + 1 };
}

/** Compress 8-bit indices with GIF's LZW, whose codes grow from nine bits to twelve. */
export function lzw(indices: Uint8Array): readonly number[] {
  const [CLEAR, END, FULL] = [256, 257, 4096];
  const bytes: number[] = [];
  let [buffer, bits, width, next] = [0, 0, 9, END + 1];
  const known = new Map<number, number>();
  const put = (code: number): void => {
    buffer |= code << bits;
    bits += width;
    while (bits >= 8) {
      bytes.push(buffer & 255);
      buffer >>>= 8;
      bits -= 8;
    }
  };
  put(CLEAR);
  let run = indices[0] ?? 0;
  for (let i = 1; i < indices.length; i += 1) {
    const index = indices[i] as number;
    const longer = known.get((run << 8) | index);
    if (longer !== undefined) {
      run = longer;
      continue;
    }
    put(run);
    if (next < FULL) {
      known.set((run << 8) | index, next);
      next += 1;
      if (next - 1 === 1 << width && width < 12) width += 1;
    } else {
      put(CLEAR);
      known.clear();
      [width, next] = [9, END + 1];
    }
    run = index;
  }
  put(run);
  put(END);
  if (bits > 0) bytes.push(buffer & 255);
  return bytes;
}
