// Storage of this browser's scoresheets: the keys, the last state and the unacknowledged taps. Uses IndexedDB, which
// also works over plain http; if that is missing, memory.

import type { SheetState } from '../protocol';
import { nonce } from '../net/nonce';

/** A pending tap: a line and what makes it idempotent. */
export interface Waiting {
  readonly nonce: string;
  readonly line: string;
  /** The version at which it was entered; null while an earlier line is pending. */
  readonly version: number | null;
  readonly ink: string | null;
}

export interface KeptSheet {
  readonly sheet: string;
  readonly key: string;
  /** Tokens that the browser which created the sheet can pass on. */
  readonly referee: string | null;
  readonly watch: string | null;
  readonly seen: number;
  readonly told: SheetState | null;
  readonly outbox: readonly Waiting[];
  /** The last confirmed end, so that it is asked for only once. */
  readonly confirmed: string;
  /** Whether only card rows are entered. */
  readonly cardOnly: boolean;
}

const NAME = 'carrom.umpire';
const DEVICE = 'carrom.device';
const memory = new Map<string, KeptSheet>();
let opened: Promise<IDBDatabase> | null = null;

/** Return this browser's device id, by which a sheet identifies its writers. */
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
    // Without IndexedDB, the sheet lasts as long as this page is open.
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

/** Return all scoresheets of this browser, most recently seen first. */
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
