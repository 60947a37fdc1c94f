// Client of the lobby: reads its event stream over HTTP and sends seeks and challenges. The server decides who may sit
// where.

import { request } from '$connect';
import type { ChallengeMade, Challenging, Done, GameFound, LobbyChanged, LobbySnapshot, QuickPairing, WatchableGame, PlayerRatings, SeekMade, Seeking, OpenSeek, Sitting, PoolRating, OwnLobbyState } from '../protocol';
import { keep, kept } from '../store/saved_games';
import { secret } from '../store/terms';
import { applied, type View } from './changes';
import { ranked } from './ranking';

const KEY = 'carrom.lobby';
/** Maximum silence of the stream, ms: the server sends something every seven seconds. */
const SILENCE = 20_000;
const AGAIN = 1200;

type Answer = GameFound | SeekMade | ChallengeMade | Done;
type Line = LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound;
type Body = Seeking | QuickPairing | Sitting | Challenging;

/** Return the key that identifies a guest in the lobby; created once per browser. */
export function lobbyKey(): string {
  try {
    const found = localStorage.getItem(KEY);
    if (found !== null && /^[A-Za-z0-9_-]{8,128}$/.test(found)) return found;
    const made = secret();
    localStorage.setItem(KEY, made);
    return made;
  } catch {
    return (forgotten ??= secret());
  }
}
/** Without storage, the key lasts as long as the page. */
let forgotten: string | undefined;

export class Lobby {
  /** The seeks and games shown: those of the last complete version. */
  private shown: View | null = $state.raw(null);
  yours: OwnLobbyState | null = $state.raw(null);
  /** Whether the stream is connected. */
  open = $state(false);
  refusal: string | null = $state(null);
  busy = $state(false);
  /** The ratings of the user's account. */
  standings: readonly PoolRating[] = $state.raw([]);
  /** All open seeks, best match first. */
  readonly seeks: readonly OpenSeek[] = $derived(ranked(this.shown?.seeks.values() ?? [], { account: this.yours?.name != null, standings: this.standings, mine: this.yours?.seek?.id ?? null }));
  /** Games that can be watched, latest first. */
  readonly playing: readonly WatchableGame[] = $derived([...(this.shown?.playing.values() ?? [])].sort((one, other) => other.begun - one.begun || (one.game < other.game ? -1 : 1)));
  private readonly key = lobbyKey();
  /** The state received so far, possibly an incomplete snapshot. */
  private view: View | null = null;

  /** `found` is called with the id of a game that started from a seek. */
  constructor(private readonly found: (game: string) => void) {}

  /** Read the stream until the signal aborts; after a break it resumes from the last version received. */
  async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.once(signal);
      } catch {
        // The connection broke or never opened.
      }
      if (signal.aborted) return;
      this.open = false;
      await new Promise((go) => setTimeout(go, AGAIN * (0.7 + 0.6 * Math.random())));
    }
  }

  /** Send a request; returns the answer, or null if it was refused (the reason is then shown). */
  async say(address: string, body: Body): Promise<Answer | null> {
    this.busy = true;
    this.refusal = null;
    try {
      const answer = await this.post(address, { ...body, key: this.key });
      if (answer.type === 'game') this.go(answer);
      return answer;
    } catch (why) {
      this.refusal = why instanceof Error ? why.message : String(why);
      return null;
    } finally {
      this.busy = false;
    }
  }

  /** Withdraw a seek or decline a challenge; also used when leaving the page. */
  withdraw(id: string, what: 'seeks' | 'challenges' = 'seeks'): Promise<Answer | null> {
    const act = what === 'seeks' ? 'withdraw' : 'decline';
    return this.say(`/api/${what}/${id}/${act}`, {});
  }

  /** Return the details of an invitation, or null if it no longer exists (the reason is then shown). */
  async look(address: string): Promise<ChallengeMade | SeekMade | null> {
    try {
      return (await answered(await request(address, { cache: 'no-store' }))) as ChallengeMade | SeekMade;
    } catch (why) {
      this.refusal = why instanceof Error ? why.message : String(why);
      return null;
    }
  }

  private async post(address: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return (await answered(await request(address, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }))) as Answer;
  }

  private async once(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const end = (): void => silence.abort();
    signal.addEventListener('abort', end, { once: true });
    let timer = setTimeout(end, SILENCE);
    try {
      const since = this.view?.version ? `?since=${this.view.version}` : '';
      const answer = await request(`/api/lobby/changes${since}`, { headers: { authorization: `Bearer ${this.key}` }, cache: 'no-store', signal: silence.signal });
      if (!answer.ok || !answer.body) return;
      this.open = true;
      const reader = answer.body.getReader();
      const letters = new TextDecoder();
      let text = '';
      for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(end, SILENCE);
        const lines = (text + letters.decode(value, { stream: true })).split('\n');
        text = lines.pop() ?? '';
        for (const line of lines) if (line) this.hear(JSON.parse(line) as Line);
      }
    } finally {
      clearTimeout(timer);
      end();
      signal.removeEventListener('abort', end);
    }
  }

  private hear(line: Line): void {
    if (line.type === 'lobby' || line.type === 'changes') this.take(line);
    else if (line.type === 'yours') this.own(line);
    // Do not navigate again to a game that this browser has already opened.
    else if (!kept(line.game)) this.go(line);
  }

  private take(line: LobbySnapshot | LobbyChanged): void {
    this.view = applied(this.view, line);
    if (this.view === null) throw new Error('A change is missing: the stream is opened again for a snapshot.');
    if (this.view.version !== null) this.shown = this.view;
  }

  private own(line: OwnLobbyState): void {
    const name = line.name ?? null;
    if (name !== null && name !== this.yours?.name) void this.rate(name);
    this.yours = line;
  }

  /** Load the ratings of the user's account. */
  private async rate(name: string): Promise<void> {
    try {
      this.standings = ((await answered(await request(`/api/users/${encodeURIComponent(name)}/ratings`, { cache: 'no-store' }))) as PlayerRatings).ratings;
    } catch {
      this.standings = [];
    }
  }

  private go({ game, seat }: GameFound): void {
    if (!kept(game)) keep({ game, key: this.key, yours: [seat], invite: null, watch: null, seen: Date.now(), last: null });
    this.found(game);
  }
}

/** Return the body of a response; throws an error with the server's reason if the request was refused. */
export async function answered(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new Error((body as { readonly detail?: string } | null)?.detail ?? `${answer.status} ${answer.statusText}`);
}
