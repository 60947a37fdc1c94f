// HTTP API client for tournament servers and other servers that host championships.

import { request } from '$connect';
import type { CardTotals, EventInfo, EventList, HallAnswer, HallHistory, HallRequest, HallState, LinkList, LiveBoards, PairingReasons } from '../protocol';
import { language } from '../i18n/t';

const PATIENCE = 10_000;

/** Send a request and return the answer; throws if there is none. */
async function asked<T>(address: string, word: string | null = null, message?: HallRequest): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  const headers: Record<string, string> = word ? { authorization: `Bearer ${word}` } : {};
  const body = message && JSON.stringify(message);
  try {
    const how: RequestInit = { headers, cache: 'no-store', signal: patience.signal, ...(body ? { method: 'POST', body } : {}) };
    const answer = await request(address, how);
    // Rate limited, or the server is shutting down: the caller retries later.
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
    return (await answer.json()) as T;
  } finally {
    clearTimeout(timer);
  }
}

const spoken = (): string => `language=${language()}`;

export const events = (): Promise<EventList> => asked('/api/events');
export const live = (word: string | null): Promise<LiveBoards> => asked('/api/live', word);

/** Return a championship, or null if there is none with that id. */
export async function event(id: string): Promise<EventInfo | null> {
  const told = await asked<EventInfo | { detail: string }>(`/api/events/${encodeURIComponent(id)}?${spoken()}`);
  return 'detail' in told ? null : told;
}

export async function why(id: string, round: string): Promise<PairingReasons | null> {
  const told = await asked<PairingReasons | { detail: string }>(`/api/events/${encodeURIComponent(id)}/why/${round}?${spoken()}`);
  return 'detail' in told ? null : told;
}

export const hall = (word: string): Promise<HallState | Refused> => asked('/api/hall', word);
export const links = (word: string, of = ''): Promise<LinkList | Refused> => asked(`/api/hall/links?of=${encodeURIComponent(of)}`, word);
export const history = (word: string): Promise<HallHistory | Refused> => asked(`/api/hall/history?${spoken()}`, word);
export const say = (word: string, message: HallRequest): Promise<HallAnswer> => asked(`/api/hall?${spoken()}`, word, message);
export const card = (word: string, message: HallRequest): Promise<CardTotals | Refused> => asked('/api/hall', word, message);

type Refused = Extract<HallAnswer, { type: 'refused' }>;
