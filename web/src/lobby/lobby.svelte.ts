// The lobby as this page hears it, line by line over HTTP, and what is said there. Nothing here decides who may sit where.

import type { ChallengeMade, Challenging, Done, GameFound, LobbyChanged, LobbySnapshot, QuickPairing, WatchableGame, PlayerRatings, SeekMade, Seeking, OpenSeek, Sitting, PoolRating, OwnLobbyState } from '../protocol';
import { keep, kept } from '../store/saved_games';
import { secret } from '../store/terms';
import { applied, type View } from './changes';
import { ranked } from './ranking';

const KEY = 'carrom.lobby';
/** So long the stream may be silent, ms: the server says something every seven seconds. */
const SILENCE = 20_000;
const AGAIN = 1200;

type Answer = GameFound | SeekMade | ChallengeMade | Done;
type Line = LobbySnapshot | LobbyChanged | OwnLobbyState | GameFound;
type Body = Seeking | QuickPairing | Sitting | Challenging;

/** What a guest is known by here, made once in this browser. */
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
/** Where nothing can be stored, it lasts as long as the page. */
let forgotten: string | undefined;

export class Lobby {
  /** The seeks and games that are shown: those of the last version that is complete. */
  private shown: View | null = $state.raw(null);
  yours: OwnLobbyState | null = $state.raw(null);
  /** Whether the stream is open. */
  open = $state(false);
  refusal: string | null = $state(null);
  busy = $state(false);
  /** The ratings of the reader's account. */
  standings: readonly PoolRating[] = $state.raw([]);
  /** All open seeks, the best fit first. */
  readonly seeks: readonly OpenSeek[] = $derived(ranked(this.shown?.seeks.values() ?? [], { account: this.yours?.name != null, standings: this.standings, mine: this.yours?.seek?.id ?? null }));
  /** Games to look on, the last begun first. */
  readonly playing: readonly WatchableGame[] = $derived([...(this.shown?.playing.values() ?? [])].sort((one, other) => other.begun - one.begun || (one.game < other.game ? -1 : 1)));
  private readonly key = lobbyKey();
  /** What has been received, perhaps still a part of a snapshot. */
  private view: View | null = null;

  /** `found` is told of a game that has come of a seek. */
  constructor(private readonly found: (game: string) => void) {}

  /** Listen until the signal ends it; a broken stream goes on after the last version that was received. */
  async listen(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.once(signal);
      } catch {
        // The line broke, or never opened.
      }
      if (signal.aborted) return;
      this.open = false;
      await new Promise((go) => setTimeout(go, AGAIN * (0.7 + 0.6 * Math.random())));
    }
  }

  /** Say something; returns the answer, or null where it was refused, which is shown then. */
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

  /** Give a seek up, also while the page is left. */
  withdraw(id: string, what: 'seeks' | 'challenges' = 'seeks'): Promise<Answer | null> {
    const act = what === 'seeks' ? 'withdraw' : 'decline';
    return this.say(`/api/${what}/${id}/${act}`, {});
  }

  /** What an invitation says, or null where it is gone, which is shown then. */
  async look(address: string): Promise<ChallengeMade | SeekMade | null> {
    try {
      return (await answered(await fetch(address, { cache: 'no-store' }))) as ChallengeMade | SeekMade;
    } catch (why) {
      this.refusal = why instanceof Error ? why.message : String(why);
      return null;
    }
  }

  private async post(address: string, body: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' };
    return (await answered(await fetch(address, { method: 'POST', headers, body: JSON.stringify(body), keepalive: true }))) as Answer;
  }

  private async once(signal: AbortSignal): Promise<void> {
    const silence = new AbortController();
    const end = (): void => silence.abort();
    signal.addEventListener('abort', end, { once: true });
    let timer = setTimeout(end, SILENCE);
    try {
      const since = this.view?.version ? `?since=${this.view.version}` : '';
      const answer = await fetch(`/api/lobby/changes${since}`, { headers: { authorization: `Bearer ${this.key}` }, cache: 'no-store', signal: silence.signal });
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
    // A game that this browser has opened already is not gone to again.
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

  /** Look the ratings of the reader's account up. */
  private async rate(name: string): Promise<void> {
    try {
      this.standings = ((await answered(await fetch(`/api/users/${encodeURIComponent(name)}/ratings`, { cache: 'no-store' }))) as PlayerRatings).ratings;
    } catch {
      this.standings = [];
    }
  }

  private go({ game, seat }: GameFound): void {
    if (!kept(game)) keep({ game, key: this.key, yours: [seat], invite: null, watch: null, seen: Date.now(), last: null });
    this.found(game);
  }
}

/** The body of an answer; the sentence of a refusal as an error. */
export async function answered(answer: Response): Promise<unknown> {
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok && body !== null) return body;
  throw new Error((body as { readonly detail?: string } | null)?.detail ?? `${answer.status} ${answer.statusText}`);
}
