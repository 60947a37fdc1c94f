// What this browser keeps of the sheets that it writes: the keys, what was last told, and the taps that nobody has
// acknowledged. In IndexedDB, which a plain http address has too; where even that is missing, in this page's memory.

import type { SheetState } from '../protocol';
import { nonce } from '../net/nonce';

/** A tap on its way: a line, and all by which it is done once. */
export interface Waiting {
  readonly nonce: string;
  readonly line: string;
  /** What it was typed at; null while a line before it waits. */
  readonly version: number | null;
  readonly ink: string | null;
}

export interface KeptSheet {
  readonly sheet: string;
  readonly key: string;
  /** Those who began it here may pass on these, too. */
  readonly referee: string | null;
  readonly watch: string | null;
  readonly seen: number;
  readonly told: SheetState | null;
  readonly outbox: readonly Waiting[];
  /** The end that was last confirmed, so that it is asked for once. */
  readonly confirmed: string;
  /** Whether only the rows of the card are entered. */
  readonly cardOnly: boolean;
}

const NAME = 'carrom.umpire';
const DEVICE = 'carrom.device';
const memory = new Map<string, KeptSheet>();
let opened: Promise<IDBDatabase> | null = null;

/** The name of this browser among those that keep a sheet. */
export function device(): string {
  try {
    const known = localStorage.getItem(DEVICE);
    if (known) return known;
    const made = nonce();
    localStorage.setItem(DEVICE, made);
    return made;
  } catch {
    return PASSING;
  }
}
const PASSING = nonce();

export async function keepSheet(sheet: KeptSheet): Promise<void> {
  memory.set(sheet.sheet, sheet);
  try {
    const store = await sheets('readwrite');
    await done(store.put(sheet));
  } catch {
    // It is kept as long as this page is open.
  }
}

export async function keptSheet(name: string): Promise<KeptSheet | null> {
  const here = memory.get(name);
  if (here) return here;
  try {
    const store = await sheets('readonly');
    return ((await done(store.get(name))) as KeptSheet | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Every sheet of this browser, the one seen last first. */
export async function allSheets(): Promise<readonly KeptSheet[]> {
  try {
    const store = await sheets('readonly');
    return ((await done(store.getAll())) as KeptSheet[]).sort((one, other) => other.seen - one.seen);
  } catch {
    return [...memory.values()];
  }
}

async function sheets(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  opened ??= new Promise((open, fail) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('sheet', { keyPath: 'sheet' });
    asked.onsuccess = () => open(asked.result);
    asked.onerror = () => fail(asked.error ?? new Error('no database'));
  });
  const database = await opened;
  return database.transaction('sheet', mode).objectStore('sheet');
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((tell, fail) => {
    request.onsuccess = () => tell(request.result);
    request.onerror = () => fail(request.error ?? new Error('not kept'));
  });
}
