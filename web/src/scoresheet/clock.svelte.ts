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
