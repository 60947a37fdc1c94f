// The game that this page followed last, as its tables described it. It is stored when the page is left, so that a
// page that is opened again can show it before the tables have started. Only a copy: the tables have the last word.

import type { Joined, Seat, ServerMessage, Snapshot } from '../protocol';

const KEY = 'carrom.last-seen';
/** The version of the site, which changes with everything that the tables can send. */
const SITE = (import.meta.env.VITE_PYTHON as string | undefined) ?? '';

interface Seen {
  readonly site: string;
  readonly key: string;
  readonly yours: readonly Seat[];
  readonly snapshot: Snapshot;
}

export class LastSeen {
  private key: string | null = null;
  private joined: Joined | null = null;
  private snapshot: Snapshot | null = null;

  constructor() {
    addEventListener('pagehide', () => this.keep());
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.keep());
  }

  /** The page follows the game of this key from now on, or none. */
  follow(key: string | null): void {
    if (key === this.key) return;
    [this.key, this.joined, this.snapshot] = [key, null, null];
  }

  /** Note a message to the page. */
  note(message: ServerMessage): void {
    const { snapshot } = this;
    if (message.type === 'joined') this.joined = message;
    else if (message.type === 'snapshot') this.snapshot = message;
    else if (!snapshot) return;
    else if (message.type === 'seats') this.snapshot = { ...snapshot, card: { ...snapshot.card, sitters: message.sitters } };
    else if (message.type === 'clock') this.snapshot = { ...snapshot, clock: message.clock };
    else if (message.type === 'stroke' || message.type === 'played' || message.type === 'acted') {
      const { version, state, clock = null } = message;
      const history = message.type === 'acted' ? snapshot.history.slice(0, state.strokes) : [...snapshot.history.slice(0, message.past.number - 1), message.past];
      this.snapshot = { ...snapshot, version, state, clock, history, offers: [] };
    }
  }

  private keep(): void {
    const { key, joined, snapshot } = this;
    if (key === null || !joined?.yours.length || snapshot?.card.game !== joined.game) return;
    try {
      localStorage.setItem(KEY, JSON.stringify({ site: SITE, key, yours: joined.yours, snapshot } satisfies Seen));
    } catch {
      // Without room, the page waits for its tables.
    }
  }
}

/** Return the messages that show a game as it was seen last; null if another one was, or if its clock runs. */
export function lastSeen(game: string, key: string | null | undefined): readonly ServerMessage[] | null {
  try {
    const seen = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Seen | null;
    if (!seen || seen.site !== SITE || seen.key !== key || seen.snapshot.card.game !== game || seen.snapshot.clock) return null;
    const { yours, snapshot } = seen;
    return [
      { type: 'joined', nonce: null, game, yours, version: snapshot.version },
      snapshot,
      { type: 'seats', sitters: snapshot.card.sitters, watchers: 0 },
    ];
  } catch {
    return null;
  }
}
