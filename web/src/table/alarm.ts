// Time alarm in the last seconds of a turn: two short tones, unless muted, and a vibration.

import { audio } from '../playback/audio';
import { loudness, type Settings } from '../store/settings';

/** Play the alarm. */
export function alarm(settings: Settings): void {
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([40, 60, 40]);
  const volume = loudness(settings, new Date().getHours());
  const context = audio();
  if (volume === 0 || !context) return;
  for (const [after, pitch] of [
    [0, 880],
    [0.16, 660],
  ] as const) {
    const at = context.currentTime + after;
    const note = context.createOscillator();
    const level = context.createGain();
    note.type = 'triangle';
    note.frequency.value = pitch;
    level.gain.setValueAtTime(0, at);
    level.gain.linearRampToValueAtTime(0.18 * volume, at + 0.01);
    level.gain.exponentialRampToValueAtTime(0.0001, at + 0.14);
    note.connect(level).connect(context.destination);
    note.start(at);
    note.stop(at + 0.15);
  }
}
