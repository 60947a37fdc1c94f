// Aim sharing: sends the aim to the other players while it changes and someone is there to see it, at most ten times a
// second.

import { strokeOf } from '../board/aim';
import type { Aim as Told, Seat, Stroke } from '../protocol';
import { othersHere } from './seating';
import { aimOf, askedStrike } from './selectors';
import type { AppState } from './state';

/** Minimum interval between two messages, ms. */
export const TELL_EVERY = 100;

/** Return the part of this page's aim that others may see; null for nothing. */
export function aimShown(state: AppState): { readonly seat: Seat; readonly stroke: Stroke } | null {
  const expected = askedStrike(state);
  if (!expected || state.settings.hideAim) return null;
  if (state.watchers === 0 && !othersHere(state).some(({ here }) => here)) return null;
  return { seat: expected.seat, stroke: strokeOf(aimOf(state, expected.seat)) };
}

/** Sends the aim, throttled. */
export class Showing {
  private told: { readonly seat: Seat; readonly text: string } | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;
  private last = 0;

  constructor(
    private readonly now: () => AppState,
    private readonly say: (message: Told) => void,
  ) {}

  /** After a state change, send the aim now or soon if it differs from the last one sent. */
  look(): void {
    if (this.waiting !== undefined || !this.hasNews()) return;
    const rest = this.last + TELL_EVERY - Date.now();
    if (rest <= 0) return this.tell();
    this.waiting = setTimeout(() => {
      this.waiting = undefined;
      if (this.hasNews()) this.tell();
    }, rest);
  }

  /** Forget what was sent, because the connection is new. */
  forget(): void {
    this.told = null;
  }

  private hasNews(): boolean {
    const shown = aimShown(this.now());
    // A stroke being played needs no message; withdraw the aim only if the player hides it.
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
