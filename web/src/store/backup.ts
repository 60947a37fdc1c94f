// Backup of everything this browser has stored, as one file: games with their keys, scoresheets, progress and settings.
// Reading one back adds what is missing here. Nothing that is here is removed, and a file that is no complete backup
// changes nothing.

import { habitsOf, NO_PLAN, type Habits } from '../habits/habits';
import { GameStorage, type WholeGame } from '../offline/storage';
import { allSheets, keepSheet, type KeptSheet } from '../scoresheet/storage';

/** The form of the file. */
const FORM = 1;
const PREFIX = 'carrom.';
/** What belongs to this device only. */
const OWN = ['carrom.device', 'carrom.lobby', 'carrom.last-seen', 'carrom.persist-asked'];

export interface Backup {
  readonly carrom_backup: typeof FORM;
  /** When it was made, ms since 1970. */
  readonly made: number;
  /** The entries of local storage. */
  readonly entries: Readonly<Record<string, string>>;
  /** The games that are played on this device itself. */
  readonly games: readonly WholeGame[];
  readonly sheets: readonly KeptSheet[];
}

/** What reading a backup has added. */
export interface Restored {
  readonly games: number;
  readonly sheets: number;
  /** Games that went on differently here, and stay as they are here. */
  readonly differing: number;
}

/** A file that is no backup; the message is the key of a sentence. */
export class NoBackup extends Error {}

/** Return the backup of this browser as the text of a file. */
export async function backup(): Promise<string> {
  const names = Array.from({ length: localStorage.length }, (_, i) => localStorage.key(i) ?? '').filter((key) => key.startsWith(PREFIX) && !OWN.includes(key));
  const entries = Object.fromEntries(names.sort().map((key) => [key, localStorage.getItem(key) ?? '']));
  const storage = await GameStorage.open();
  const made: Backup = { carrom_backup: FORM, made: Date.now(), entries, games: await storage.whole(), sheets: await allSheets() };
  storage.close();
  return JSON.stringify(made);
}

/** Return the backup in a file's text; throws `NoBackup`. */
export function backupIn(text: string): Backup {
  const found = objectOf(parsed(text));
  const { carrom_backup: form, entries, games, sheets } = found;
  if (typeof form === 'number' && form > FORM) throw new NoBackup('backup.newer');
  const isSound =
    form === FORM &&
    Object.entries(objectOf(entries)).every(([key, value]) => key.startsWith(PREFIX) && typeof value === 'string') &&
    Array.isArray(games) && games.every(isGame) &&
    Array.isArray(sheets) && sheets.every((each) => [objectOf(each)['sheet'], objectOf(each)['key']].every((one) => typeof one === 'string') && Array.isArray(objectOf(each)['outbox']));
  if (!isSound) throw new NoBackup('backup.bad');
  return found as unknown as Backup;
}

/** Add a backup to what this browser has. Reading one twice changes nothing more. */
export async function restore({ entries, games, sheets }: Backup): Promise<Restored> {
  const storage = await GameStorage.open();
  const before = new Map<string, string | null>();
  try {
    let added = 0;
    for (const [key, there] of Object.entries(entries)) {
      if (OWN.includes(key)) continue;
      const here = localStorage.getItem(key);
      const after = here === null ? there : merged(key, here, there);
      if (after === here) continue;
      before.set(key, here);
      localStorage.setItem(key, after);
      if (here === null && key.startsWith('carrom.game.')) added += 1;
    }
    const differing = await storage.add(games);
    const known = new Set((await allSheets()).map(({ sheet }) => sheet));
    const fresh = sheets.filter(({ sheet }) => !known.has(sheet));
    for (const each of fresh) await keepSheet(each);
    const stored = new Set((await allSheets()).map(({ sheet }) => sheet));
    if (fresh.some(({ sheet }) => !stored.has(sheet))) throw new Error('no room');
    return { games: added, sheets: fresh.length, differing };
  } catch (error) {
    for (const [key, here] of before) {
      if (here === null) localStorage.removeItem(key);
      else localStorage.setItem(key, here);
    }
    throw error;
  } finally {
    storage.close();
  }
}

/** Return an entry of local storage with that of a backup: what is here stays, and what only the backup has is added. */
export function merged(key: string, here: string, there: string): string {
  if (here === there) return here;
  const [one, other] = [parsed(here), parsed(there)];
  const merge = MERGES.find(([name]) => (name.endsWith('.') ? key.startsWith(name) : key === name))?.[1];
  if (!merge || other === undefined) return here;
  return one === undefined || one === null ? there : JSON.stringify(merge(one, other));
}

type Json = Readonly<Record<string, unknown>>;
const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {});
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Return both lists as one, each entry once, by what `name` returns of it. */
function both(here: unknown, there: unknown, name: (each: unknown) => unknown = (each) => each): readonly unknown[] {
  const known = new Set(listOf(here).map((each) => JSON.stringify(name(each))));
  return [...listOf(here), ...listOf(there).filter((each) => !known.has(JSON.stringify(name(each))))];
}

/** A game or a team match: the later state, with the key of a seat if either has one. */
function later(here: unknown, there: unknown): Json {
  const [one, other] = [objectOf(here), objectOf(there)];
  const [old, fresh] = numberOf(one['seen']) >= numberOf(other['seen']) ? [other, one] : [one, other];
  const known = Object.fromEntries(Object.entries(fresh).filter(([, value]) => value !== null));
  const seated = [fresh, old].find((each) => each['key']) ?? fresh;
  return { ...old, ...known, key: seated['key'] ?? null, ...('yours' in seated && { yours: seated['yours'] }) };
}

/** How entries are merged whose data grow; of the others, such as the settings, what is here stays. */
const MERGES: readonly (readonly [string, (here: unknown, there: unknown) => unknown])[] = [
  ['carrom.game.', later],
  ['carrom.tie.', later],
  ['carrom.habits', (here, there) => ({ version: 1, ...withHabits(habitsOf(here), habitsOf(there)) })],
  ['carrom.puzzles', (here, there) => {
    const [one, other] = [objectOf(here), objectOf(there)];
    const count = (each: Json): number => Object.keys(objectOf(each['done'])).length;
    return { ...(count(other) > count(one) ? other : one), done: { ...objectOf(other['done']), ...objectOf(one['done']) } };
  }],
  ['carrom.drills', (here, there) => {
    const [one, other] = [objectOf(here), objectOf(there)];
    const longer = Object.entries(other).filter(([name, each]) => numberOf(objectOf(each)['tries']) > numberOf(objectOf(one[name])['tries']));
    return { ...one, ...Object.fromEntries(longer) };
  }],
  ['carrom.alone', (here, there) => {
    const boards = both(objectOf(here)['boards'], objectOf(there)['boards'], (each) => objectOf(each)['at']);
    const inOrder = [...boards].sort((one, other) => numberOf(objectOf(one)['at']) - numberOf(objectOf(other)['at']));
    return { boards: inOrder, open: objectOf(here)['open'] ?? objectOf(there)['open'] ?? null };
  }],
  ['carrom.mistakes', (here, there) => ({ list: both(objectOf(here)['list'], objectOf(there)['list'], (each) => objectOf(objectOf(each)['moment'])['position']) })],
  ['carrom.learn', (here, there) => ({ ...objectOf(here), done: both(objectOf(here)['done'], objectOf(there)['done']) })],
  ['carrom.hall.words', (here, there) => both(here, there)],
  ['carrom.hall.outbox.', (here, there) => both(here, there, (each) => objectOf(each)['nonce'])],
  ['carrom.tournament-games', (here, there) => both(here, there, (each) => listOf(each)[0])],
  ['carrom.corrections.', (here, there) => ({ ...objectOf(there), ...objectOf(here) })],
];

/** The habits of both, unless they belong to two accounts, which keep their own. */
function withHabits(here: Habits, there: Habits): Habits {
  if (here.owner && there.owner && here.owner !== there.owner) return here;
  const earlier = <T>(one: Readonly<Record<string, T>>, other: Readonly<Record<string, T>>, at: (each: T) => number): Record<string, T> =>
    Object.fromEntries(Object.entries({ ...other, ...one }).map(([name, each]) => [name, other[name] !== undefined && at(other[name]) < at(each) ? other[name] : each]));
  const best = Object.fromEntries(Object.keys({ ...there.best, ...here.best }).map((mode) => [mode, Math.max(numberOf(here.best[mode as 'streak']), numberOf(there.best[mode as 'streak']))]));
  return habitsOf({
    owner: here.owner || there.owner,
    days: { ...there.days, ...here.days },
    course: { ...there.course, ...here.course },
    best,
    medals: earlier(here.medals, there.medals, (each) => each),
    achievements: earlier(here.achievements, there.achievements, ({ at }) => at),
    diary: [...here.diary, ...there.diary],
    plan: here.plan.monday >= there.plan.monday ? here.plan : there.plan === NO_PLAN ? here.plan : there.plan,
  });
}

function isGame(value: unknown): boolean {
  const { game, nonce: word, row, events } = objectOf(value);
  return (
    [game, word, row].every((each) => typeof each === 'string') &&
    objectOf(parsed(row as string))['game'] === game &&
    Array.isArray(events) && events.every((each, index) => numberOf(objectOf(each)['version']) === numberOf(objectOf(events[0])['version']) + index)
  );
}

/** Return the JSON value of a text; undefined if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
