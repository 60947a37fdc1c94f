// HTTP API client for moderators: reports, actions and the moderation log.

import { call } from '../own/api';

export const DOINGS = ['warn', 'mute', 'rename', 'close', 'reopen', 'answer', 'unrate'] as const;
export type What = (typeof DOINGS)[number];

export interface Doing {
  readonly what: What;
  readonly why: string;
  readonly about: string;
  readonly report: string;
  readonly days: number;
  readonly name: string;
}
export interface Report {
  readonly id: string;
  readonly made: number;
  readonly by: string;
  readonly about: string;
  readonly game: string;
  readonly reason: string;
  readonly said: string;
}
export interface Act {
  readonly made: number;
  /** Empty if done at the server's own terminal. */
  readonly by: string;
  readonly act: string;
  readonly about: string;
  readonly why: string;
  readonly before: string;
  readonly after: string;
}
export interface About {
  readonly name: string;
  readonly state: string;
  readonly bot: boolean;
  readonly moderates: boolean;
  readonly made: number;
  readonly muted: number;
  readonly reports: number;
  readonly log: readonly Act[];
}
export interface Oversight {
  readonly reports: readonly Report[];
  readonly log: readonly Act[];
  readonly about: About | null;
}

/** Return pending reports, past actions, and the record of a person. Throws `Refused`. */
export const look = (about: string): Promise<Oversight> => call(`/moderation?about=${encodeURIComponent(about)}`);
/** Perform an action; it is logged with its reason. Throws `Refused`. */
export const act = (doing: Doing): Promise<Oversight> => call('/moderation', doing);
