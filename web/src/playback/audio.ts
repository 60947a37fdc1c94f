// The audio context of the page: one for the sounds of every game, the alarm and the bell of a round's clock. Browsers
// start audio only in a press, and iPhones interrupt it for calls and other apps until the next press.

let context: AudioContext | null = null;

/** Return the page's audio context; null before the first press that started it. */
export const audio = (): AudioContext | null => context;

/** Start audio, or go on after an interruption, and return the context; null if there is none. To be called in a press. */
export function wakeAudio(): AudioContext | null {
  if (typeof AudioContext === 'undefined') return null;
  if (!context) {
    context = new AudioContext();
    // Safari starts audio when a press ends.
    for (const press of ['pointerdown', 'pointerup', 'keydown']) addEventListener(press, resume);
  }
  resume();
  return context;
}

/** Resume audio that is suspended, or `interrupted`, a state of WebKit. */
function resume(): void {
  if (context && context.state !== 'running') void context.resume().catch(() => undefined);
}
