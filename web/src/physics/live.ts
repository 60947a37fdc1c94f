// Plays the strokes of a game in the page: the player's own before the server has answered, and those of others from
// the stroke alone. A digest of the result confirms that the server has computed the same.

import type { Card, Played, Position, Seat, Strike, Stroke, StrokePlayed } from '../protocol';
import type { AppState, Predicted, Told } from '../store/state';
import { digestOf } from './digest';
import { withGaps } from './rack';
import type { Physics, PlayedStroke, Surface } from './strokes';
import presets from './surfaces.json';

/** The result of a stroke that differs from the server's; the digest is null if the page could not play it. */
export interface Difference {
  readonly version: number;
  readonly digest: string | null;
}

type Seen = Pick<AppState, 'welcome' | 'card' | 'shown' | 'queue' | 'predicted'>;

export class StrokePlayer {
  constructor(private readonly physics: Physics) {}

  /** Return the film of a stroke just struck; null at a break whose rack only the server knows, and if it cannot be played. */
  predicted(state: Seen, { nonce, seat, stroke }: Strike): Omit<Predicted, 'ended'> | null {
    const isBreak = drawsGaps(state);
    if (isBreak && !state.welcome?.open_racks) return null;
    const rack = isBreak && state.shown ? withGaps(state.shown.position, nonce) : null;
    const played = this.play(state, stroke, seat, rack);
    return played && { nonce, motion: played.motion, digest: played.digest };
  }

  /** Return an event with its film, or the difference. */
  told(state: Seen, event: StrokePlayed | Played): Told | Difference {
    const { predicted } = state;
    const { version } = event;
    if (event.type === 'played') {
      const { motion } = event;
      const same = predicted && isSame(predicted, motion) && digestOf(motion.duration, motion.rest.placed, motion.contacts) === predicted.digest;
      return same ? { ...event, motion: predicted.motion } : event;
    }
    const played = predicted && isSame(predicted, event) ? predicted : this.play(state, event.stroke, event.seat, event.rack);
    if (played?.digest !== event.digest) return { version, digest: played?.digest ?? null };
    const { after, at, past, state: next, clock } = event;
    return { type: 'played', version, after, at: at ?? 0, motion: played.motion, past, state: next, clock: clock ?? null };
  }

  private play(state: Seen, stroke: Stroke, seat: Seat, rack?: Position | null): PlayedStroke | null {
    const position = rack ?? (state.queue.at(-1)?.state ?? state.shown)?.position;
    if (!state.card || !position) return null;
    try {
      return this.physics.play(position, stroke, seat, surfaceOf(state.card), state.card.equipment);
    } catch {
      return null; // the server says why
    }
  }
}

/** Whether the gaps of the rack are drawn with the next stroke. */
function drawsGaps({ card, shown }: Seen): boolean {
  if (!shown || shown.expected.every((each) => each.type !== 'strike' || each.attempt !== 1)) return false;
  return !card?.terms?.position || shown.board > 1 || shown.game > 1;
}

/** Return the surface of a game: a preset, or its parameters as written on the card. */
export function surfaceOf({ surface }: Pick<Card, 'surface'>): Surface {
  const known: Readonly<Record<string, Surface>> = presets;
  const given = surface.includes('=') ? surface.split(',').map((word) => word.split('=') as [string, string]) : [];
  const numbers = given.map(([name, value]) => [name, name === 'pocket' ? value : Number(value)] as const);
  return { ...(known[surface] ?? known['club']!), ...Object.fromEntries(numbers) };
}

function isSame({ motion }: Predicted, { seat, stroke }: { readonly seat: Seat; readonly stroke: Stroke }): boolean {
  const one = motion.stroke;
  return motion.seat === seat && one.x === stroke.x && one.vx === stroke.vx && one.vy === stroke.vy && (one.y ?? 0) === (stroke.y ?? 0) && (one.spin ?? 0) === (stroke.spin ?? 0);
}
