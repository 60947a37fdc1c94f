// HTTP client of a hall's set-up pages. A request that gets no answer throws; the caller retries it.

import { request } from '$connect';
import type { AskPrint, HallHost, HallRefused, HallStarted, PrintReady, SetupAnswer, SetupRequest } from '../../protocol';

const PATIENCE = 20_000;

async function asked<T>(address: string, word: string, message?: unknown): Promise<T> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  try {
    const how: RequestInit = { headers: { authorization: `Bearer ${word}` }, cache: 'no-store', signal: patience.signal };
    const answer = await request(address, message === undefined ? how : { ...how, method: 'POST', body: JSON.stringify(message) });
    if (answer.status === 429 || answer.status >= 500) throw new Error(answer.statusText);
    return (await answer.json()) as T;
  } finally {
    clearTimeout(timer);
  }
}

export const setups = (word: string): Promise<SetupAnswer> => asked('/api/setup', word);
export const setup = (word: string, id: string): Promise<SetupAnswer> => asked(`/api/setup/${encodeURIComponent(id)}`, word);
export const ask = (word: string, message: SetupRequest): Promise<SetupAnswer> => asked('/api/setup', word, message);
export const print = (word: string, message: AskPrint): Promise<PrintReady | HallRefused> => asked('/api/hall/prints', word, message);

/** Whether this page may start a hall. Other servers have no such operation. */
export async function hallHost(): Promise<boolean> {
  try {
    const answer = await request('/api/halls', { cache: 'no-store' });
    return answer.ok && ((await answer.json()) as HallHost).may_start;
  } catch {
    return false;
  }
}

/** Start the hall of this computer, or return the link of the one that runs. */
export async function startHall(): Promise<HallStarted | HallRefused> {
  const answer = await request('/api/halls', { method: 'POST', cache: 'no-store' });
  return (await answer.json()) as HallStarted | HallRefused;
}
