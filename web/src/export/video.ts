// Video export of a stroke: a canvas recorded while it is drawn, where the browser can record one.

import type { Film } from '../playback/keyframes';
import { framesOf, type Animated } from './frames';

/** Containers in order of preference; most apps that take a video take MP4. */
const KINDS = [
  { media: 'video/mp4;codecs=avc1.42E01F', name: 'mp4' },
  { media: 'video/webm;codecs=vp9', name: 'webm' },
  { media: 'video/webm', name: 'webm' },
] as const;
export type VideoKind = (typeof KINDS)[number];

const SIDE = 720;
const RATE = 30;
/** How long (ms) the first and the last frame are shown. */
const BEFORE = 500;
const AFTER = 900;

/** Return the kind of video that this browser can record; null if it can record none. */
export function videoKind(): VideoKind | null {
  if (typeof MediaRecorder === 'undefined' || typeof HTMLCanvasElement === 'undefined' || !('captureStream' in HTMLCanvasElement.prototype)) return null;
  return KINDS.find(({ media }) => MediaRecorder.isTypeSupported(media)) ?? null;
}

/**
 * Record a stroke in the time that watching it takes. `times` returns the times (µs) of frames shown for `step` µs;
 * `told` is called with the progress, 0 to 1.
 */
export async function videoOf(animated: Animated, kind: VideoKind, times: (film: Film, step: number) => readonly number[], told: (part: number) => void, signal: AbortSignal): Promise<Blob> {
  const frames = await framesOf(animated, SIDE);
  const shown = times(frames.film, 1e6 / RATE);
  frames.draw(0);
  const recorder = new MediaRecorder(frames.canvas.captureStream(RATE), { mimeType: kind.media, videoBitsPerSecond: 3_000_000 });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise<void>((over, failed) => {
    recorder.onstop = () => over();
    recorder.onerror = () => failed(new Error('the recording failed'));
  });
  recorder.start();
  const began = performance.now();
  const length = BEFORE + (shown.length * 1000) / RATE + AFTER;
  while (performance.now() - began < length && !signal.aborted) {
    await new Promise((go) => setTimeout(go, 1000 / RATE));
    const passed = performance.now() - began;
    const at = Math.round(((passed - BEFORE) * RATE) / 1000);
    // Drawing again while nothing moves keeps the recorder supplied with frames.
    frames.draw(shown[Math.min(shown.length - 1, Math.max(0, at))] as number);
    told(Math.min(1, passed / length));
  }
  recorder.stop();
  await stopped;
  if (signal.aborted) throw new DOMException('', 'AbortError');
  return new Blob(parts, { type: kind.media.split(';')[0] as string });
}
