// Waiting before a connection is tried again.

/** Wait for a time in ms, but not beyond the moment when the device is online again. */
export function pause(time: number): Promise<void> {
  return new Promise((go) => {
    const end = (): void => {
      clearTimeout(timer);
      removeEventListener('online', end);
      go();
    };
    const timer = setTimeout(end, time);
    addEventListener('online', end);
  });
}
