// The user's own accuracy, as measured by solo runs and stored in this browser.

/**
 * Storage key of the measured accuracy: standard deviations of direction (degrees), relative speed and position
 * (µm).
 */
export const OWN_HAND = 'carrom.hand';

/** Return the user's accuracy as an analysis query parameter; null if none has been measured here. */
export function ownHand(): string | null {
  try {
    const found = JSON.parse(localStorage.getItem(OWN_HAND) ?? 'null') as Partial<Record<'direction' | 'speed' | 'place', unknown>> | null;
    const numbers = [found?.direction, found?.speed, found?.place].filter((each): each is number => typeof each === 'number' && Number.isFinite(each) && each >= 0);
    // If only the direction is known, the server derives the rest from it.
    if (typeof found?.direction !== 'number' || numbers[0] !== found.direction) return null;
    return (numbers.length === 3 ? numbers : numbers.slice(0, 1)).map((each, i) => each.toFixed(i === 2 ? 0 : 4)).join(',');
  } catch {
    return null;
  }
}
