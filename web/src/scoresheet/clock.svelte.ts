// Clock that counts from the last tap; for information only, it decides nothing.

export class Counting {
  now = $state(Date.now());

  constructor() {
    $effect(() => {
      const timer = setInterval(() => (this.now = Date.now()), 250);
      return () => clearInterval(timer);
    });
  }

  /** Return whole seconds since a moment. */
  since(moment: number): number {
    return Math.max(0, Math.floor((this.now - moment) / 1000));
  }
}

/** Format seconds as a clock shows them: `9`, `1:05`. */
export function shown(seconds: number): string {
  return seconds < 100 ? String(seconds) : `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
