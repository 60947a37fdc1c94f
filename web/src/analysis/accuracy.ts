// The hand of who sits here, as a solo run has measured it and this browser has kept it.

/** Under this name a measured hand is kept: standard deviations of direction (degrees), relative speed and place (µm). */
export const OWN_HAND = 'carrom.hand';

/** The own hand as the addresses of an analysis have it; null where none has been measured here. */
export function ownHand(): string | null {
  try {
    const found = JSON.parse(localStorage.getItem(OWN_HAND) ?? 'null') as Partial<Record<'direction' | 'speed' | 'place', unknown>> | null;
    const numbers = [found?.direction, found?.speed, found?.place].filter((each): each is number => typeof each === 'number' && Number.isFinite(each) && each >= 0);
    // A direction alone: what usually goes with it is the server's to say.
    if (typeof found?.direction !== 'number' || numbers[0] !== found.direction) return null;
    return (numbers.length === 3 ? numbers : numbers.slice(0, 1)).map((each, i) => each.toFixed(i === 2 ? 0 : 4)).join(',');
  } catch {
    return null;
  }
}
