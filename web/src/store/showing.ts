// The aim as the others see it: told while it changes and somebody is there to see it, ten times a second at most.

import { strokeOf } from '../board/aim';
import type { Aim as Told, Seat, Stroke } from '../protocol';
import { othersHere } from './seating';
import { aimOf, askedStrike } from './selectors';
import type { AppState } from './state';

/** Ms between two tellings. */
export const TELL_EVERY = 100;

/** What the others may see of this page's aim; null: nothing. */
export function aimShown(state: AppState): { readonly seat: Seat; readonly stroke: Stroke } | null {
  const expected = askedStrike(state);
  if (!expected || state.settings.hideAim) return null;
  if (state.watchers === 0 && !othersHere(state).some(({ here }) => here)) return null;
  return { seat: expected.seat, stroke: strokeOf(aimOf(state, expected.seat)) };
}

/** Tells the aim. */
export class Showing {
  private told: { readonly seat: Seat; readonly text: string } | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(
    private readonly now: () => AppState,
    private readonly say: (message: Told) => void,
  ) {}

  /** The state has changed: tell the aim, now or soon, if it is another. */
  look(): void {
    if (this.waiting !== undefined || !this.hasNews()) return;
    const rest = this.last + TELL_EVERY - Date.now();
    if (rest <= 0) return this.tell();
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.hasNews()) this.tell();
    }, rest);
  }

  /** Forget what was told: the line is a new one. */
  forget(): void {
    this.told = null;
  }

  private hasNews(): boolean {
    const shown = aimShown(this.now());
    // A stroke that is on its way shows itself; only an aim that is hidden while it stands is taken back.
    if (!shown) return this.told !== null && this.now().settings.hideAim;
    return this.told?.text !== JSON.stringify(shown);
  }

  private tell(): void {
    const shown = aimShown(this.now());
    const seat = shown?.seat ?? this.told?.seat;
    if (!seat) return;
    this.last = Date.now();
    this.told = shown && { seat, text: JSON.stringify(shown) };
    this.say({ type: 'aim', seat, stroke: shown?.stroke ?? null });
  }
}
