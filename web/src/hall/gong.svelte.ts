// The sound of a round's clock: three strokes of a bell five minutes before the end, one long one at the end. A browser
// plays it only after a tap on the page, so each device turns it on; the volume in the settings applies.

import { audio, wakeAudio } from '../playback/audio';
import { loudness, settingsFrom } from '../store/settings';

/** Tones of a bell: multiples of its pitch, level, and the time in s in which each fades. */
const PARTIALS = [
  [1, 0.5, 1.6],
  [2.01, 0.25, 1],
  [2.74, 0.2, 0.7],
  [5.4, 0.08, 0.3],
] as const;

const BELLS = { last: { pitch: 660, strokes: [0, 0.7, 1.4], lasts: 1 }, over: { pitch: 440, strokes: [0, 1.1, 2.2], lasts: 2.2 } } as const;

function volume(): number {
  try {
    return loudness(settingsFrom(JSON.parse(localStorage.getItem('carrom.settings') ?? '{}')), new Date().getHours());
  } catch {
    return loudness(settingsFrom(null), new Date().getHours());
  }
}

class Gong {
  /** Whether this device plays the sound. */
  on = $state(false);
  /** Whether the settings of this browser allow no sound. */
  muted = $state(false);
  /** What was played last, and how often anything was. */
  played = $state.raw<{ readonly what: string; readonly count: number }>({ what: '', count: 0 });

  /** Turn the sound on or off; must be called from a tap. */
  turn(on: boolean): void {
    this.muted = volume() === 0;
    const context = on && !this.muted ? wakeAudio() : null;
    this.on = context !== null;
    if (context) this.bell(context, 880, 0.4, 0, 0.5);
  }

  play(what: keyof typeof BELLS): void {
    const loud = volume();
    const context = audio();
    if (!this.on || !context || loud === 0) return;
    const { pitch, strokes, lasts } = BELLS[what];
    for (const after of strokes) this.bell(context, pitch, loud, after, lasts);
    this.played = { what, count: this.played.count + 1 };
  }

  private bell(context: AudioContext, pitch: number, loud: number, after: number, lasts: number): void {
    const from = context.currentTime + after;
    for (const [times, level, decay] of PARTIALS) {
      const tone = context.createOscillator();
      const gain = context.createGain();
      tone.frequency.value = pitch * times;
      gain.gain.setValueAtTime(0, from);
      gain.gain.linearRampToValueAtTime(0.5 * level * loud, from + 0.008);
      gain.gain.exponentialRampToValueAtTime(0.0001, from + decay * lasts);
      tone.connect(gain).connect(context.destination);
      tone.start(from);
      tone.stop(from + decay * lasts + 0.05);
    }
  }
}

/** The sound of this page. */
export const gong = new Gong();
