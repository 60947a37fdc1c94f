// Storage of games in IndexedDB: `carrom.offline.browser.BrowserStorage` calls this from Python. A promise that
// resolves means that everything is on disk; one that fails has one sentence as its message, and nothing has changed.

import type { GameCopy, OfflineAct, PlayedOffline } from '../protocol';

const NAME = 'carrom';
const LOCK = 'carrom-game-';
const FULL = 'This browser has no room left for games; nothing was changed. Delete old games or free some space.';

interface GameEntry {
  readonly game: string;
  readonly nonce: string;
  readonly row: string;
}

interface EventEntry {
  readonly game: string;
  readonly version: number;
  readonly event: { readonly act?: OfflineAct | null; readonly digest?: string | null };
}

/** Storage of games, as Python uses it. */
export interface Storage {
  /** Return the game that the command with this nonce created, or null. */
  madeWith(nonce: string): Promise<string | null>;
  /** Return a game with its events as JSON, or null. */
  load(game: string): Promise<string | null>;
  /** Store a game's row and append its new events (a JSON list), together. */
  write(game: string, nonce: string, row: string, events: string): Promise<void>;
  /** Delete a game with its events. */
  remove(game: string): Promise<void>;
  /** Make this page the only one that plays a game; false if another one does, after `patience` seconds. */
  own(game: string, patience: number): Promise<boolean>;
  /** Let another page play the game that this page owns. */
  disown(): void;
}

/** A game with its events, as a backup has it. */
export interface WholeGame {
  readonly game: string;
  readonly nonce: string;
  readonly row: string;
  readonly events: readonly { readonly version: number }[];
}

/** A copy of a server's game: the version that the server has, and what was played here since. */
export interface Copied {
  readonly base: number;
  readonly played: PlayedOffline | null;
}

const baseOf = (entry: GameEntry | undefined): number | null => (entry ? ((JSON.parse(entry.row) as { base?: number | null }).base ?? null) : null);

export class GameStorage implements Storage {
  /** Releases the game that this page owns, or ends the wait for it. */
  private release: (() => void) | null = null;
  private owned: string | null = null;

  private constructor(private readonly database: IDBDatabase) {}

  /**
   * Open the database. Fails where the browser has none, as in some private windows, and with a `VersionError` if a newer
   * version of the page has changed its form.
   */
  static async open(): Promise<GameStorage> {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      const games = asked.result.createObjectStore('games', { keyPath: 'game' });
      games.createIndex('nonce', 'nonce', { unique: true });
      asked.result.createObjectStore('events', { keyPath: ['game', 'version'] });
    };
    const database = await new Promise<IDBDatabase>((opened, failed) => {
      asked.onsuccess = () => opened(asked.result);
      asked.onerror = () => failed(asked.error);
    });
    // Another version of the page may upgrade the database when this one is closed, not before.
    return new GameStorage(database);
  }

  async madeWith(nonce: string): Promise<string | null> {
    const found = await done(this.reading('games').index('nonce').get(nonce) as IDBRequest<GameEntry | undefined>);
    return found?.game ?? null;
  }

  async load(game: string): Promise<string | null> {
    const entry = await done(this.reading('games').get(game) as IDBRequest<GameEntry | undefined>);
    if (!entry) return null;
    const events = await done(this.reading('events').getAll(eventsOf(game)) as IDBRequest<EventEntry[]>);
    return `{"row":${entry.row},"events":${JSON.stringify(events.map(({ event }) => event))}}`;
  }

  write(game: string, nonce: string, row: string, events: string): Promise<void> {
    return this.change((writing) => {
      const games = writing.objectStore('games');
      const before = games.get(game) as IDBRequest<GameEntry | undefined>;
      before.onsuccess = () => games.put({ game, nonce: before.result?.nonce ?? (nonce || game), row });
      for (const event of JSON.parse(events) as { readonly version: number }[]) {
        // `add` fails for a version that exists, so two pages can never both append it.
        writing.objectStore('events').add({ game, version: event.version, event });
      }
    });
  }

  remove(game: string): Promise<void> {
    return this.change((writing) => {
      writing.objectStore('events').delete(eventsOf(game));
      writing.objectStore('games').delete(game);
    });
  }

  /** Return the copy of a server's game, or null if there is none. */
  async copied(game: string): Promise<Copied | null> {
    const base = baseOf(await done(this.reading('games').get(game) as IDBRequest<GameEntry | undefined>));
    if (base === null) return null;
    const range = IDBKeyRange.bound([game, base + 1], [game, Infinity]);
    const events = await done(this.reading('events').getAll(range) as IDBRequest<EventEntry[]>);
    const acts = events.flatMap(({ event }) => event.act ?? []);
    const digest = events.at(-1)?.event.digest;
    return { base, played: acts.length && digest ? { base, acts, digest } : null };
  }

  /** Return the names of the games with acts that their server does not have. */
  async unsent(): Promise<readonly string[]> {
    const entries = await done(this.reading('games').getAll() as IDBRequest<GameEntry[]>);
    const copies = await Promise.all(entries.filter((entry) => baseOf(entry) !== null).map(async ({ game }) => ((await this.copied(game))?.played ? [game] : [])));
    return copies.flat();
  }

  /** Store a copy of a server's game, or its next events; false if that does not fit what is stored. */
  store({ game, begun, setting, version, events }: GameCopy, key: string, watch: string): Promise<boolean> {
    return new Promise((stored, failed) => {
      const writing = this.database.transaction(['games', 'events'], 'readwrite');
      const [games, log] = [writing.objectStore('games'), writing.objectStore('events')];
      let fits = false;
      writing.oncomplete = () => stored(fits);
      writing.onabort = () => failed(new Error(sentence(writing.error)));
      const before = games.get(game) as IDBRequest<GameEntry | undefined>;
      const count = log.count(IDBKeyRange.bound([game, 0], [game, Infinity]));
      count.onsuccess = () => {
        // The next event follows the last one, and nothing was played here.
        fits = count.result === (baseOf(before.result) ?? 0) && version === count.result + events.length;
        if (!fits) return;
        games.put({ game, nonce: game, row: JSON.stringify({ game, begun, setting, key, watch, base: version }) });
        for (const event of events) log.add({ game, version: event.version, event });
      };
    });
  }

  /** Return all games with their events, for a backup. */
  async whole(): Promise<readonly WholeGame[]> {
    const reading = this.database.transaction(['games', 'events'], 'readonly');
    const entries = await done(reading.objectStore('games').getAll() as IDBRequest<GameEntry[]>);
    const events = await done(reading.objectStore('events').getAll() as IDBRequest<EventEntry[]>);
    const logs = new Map<string, WholeGame['events'][number][]>(entries.map(({ game }) => [game, []]));
    for (const { game, event } of events) logs.get(game)?.push(event as WholeGame['events'][number]);
    return entries.map((entry) => ({ ...entry, events: logs.get(entry.game) ?? [] }));
  }

  /**
   * Add the games of a backup, all or none: new ones, and the events that a game had in the backup only. A game whose
   * events differ stays as it is here; returns the number of these.
   */
  async add(whole: readonly WholeGame[]): Promise<number> {
    let differing = 0;
    await this.change((writing) => {
      const [games, log] = [writing.objectStore('games'), writing.objectStore('events')];
      for (const { events, ...entry } of whole) {
        const asked = [games.get(entry.game), games.index('nonce').getKey(entry.nonce), log.getAll(eventsOf(entry.game))] as const;
        asked[2].onsuccess = () => {
          const [known, made, here] = [asked[0].result, asked[1].result, asked[2].result as EventEntry[]];
          const isSame = here.slice(0, events.length).every(({ event }, index) => JSON.stringify(event) === JSON.stringify(events[index]));
          if (!isSame || (!known && made !== undefined)) differing += 1;
          else if (!known || events.length > here.length) {
            games.put(entry);
            for (const event of events.slice(here.length)) log.put({ game: entry.game, version: event.version, event });
          }
        };
      }
    });
    return differing;
  }

  close(): void {
    this.database.close();
  }

  async own(game: string, patience: number): Promise<boolean> {
    if (this.owned === game) return true;
    this.disown();
    // Without https there are no locks; `add` still refuses what two pages append at the same place.
    if (!navigator.locks) return true;
    const wait = new AbortController();
    const ended = new Promise<void>((end) => (this.release = end));
    void ended.then(() => wait.abort());
    const timer = setTimeout(() => wait.abort(), Math.min(patience * 1000, 2 ** 31 - 1));
    const own = await new Promise<boolean>((answer) => {
      navigator.locks
        .request(LOCK + game, { signal: wait.signal }, () => {
          answer(true);
          return ended;
        })
        .catch(() => answer(false));
    });
    clearTimeout(timer);
    if (own) this.owned = game;
    return own;
  }

  disown(): void {
    this.release?.();
    this.release = this.owned = null;
  }

  /** Change both tables in one transaction; the promise resolves when everything is on disk. */
  private change(work: (writing: IDBTransaction) => void): Promise<void> {
    return new Promise((stored, failed) => {
      const writing = this.database.transaction(['games', 'events'], 'readwrite', { durability: 'strict' });
      writing.oncomplete = () => stored();
      writing.onabort = () => failed(new Error(sentence(writing.error)));
      work(writing);
    });
  }

  private reading(name: 'games' | 'events'): IDBObjectStore {
    return this.database.transaction(name, 'readonly').objectStore(name);
  }
}

const eventsOf = (game: string): IDBKeyRange => IDBKeyRange.bound([game, 0], [game, Infinity]);

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((found, failed) => {
    request.onsuccess = () => found(request.result);
    request.onerror = () => failed(new Error(sentence(request.error)));
  });
}

function sentence(error: DOMException | null): string {
  if (error?.name === 'QuotaExceededError') return FULL;
  return `This browser could not store the game (${error?.message ?? 'no reason given'}); nothing was changed.`;
}
