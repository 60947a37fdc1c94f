// The hand of who sits here, as a solo run has measured it and this browser has kept it.

/** Under this name a measured hand is kept: standard deviations of direction (degrees), relative speed and place (µm). */
export const OWN_HAND = 'carrom.hand';

/** The own hand as the addresses of an analysis have it; null where none has been measured here. */
export function ownHand(): string | null {
  try {
    const found = JSON.parse(localStorage.getItem(OWN_HAND) ?? 'null') as Partial<Record<'direction' | 'speed' | 'place', unknown>> | null;
    const { direction, speed = 0, place = 0 } = found ?? {};
    const numbers = [direction, speed, place].filter((each): each is number => typeof each === 'number' && Number.isFinite(each) && each >= 0);
    return numbers.length === 3 ? numbers.map((each, i) => each.toFixed(i === 2 ? 0 : 4)).join(',') : null;
  } catch {
    return null;
  }
}
