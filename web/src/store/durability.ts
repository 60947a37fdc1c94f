// Whether the browser may delete what this site has stored. WebKit does so after seven days without a visit, and every
// browser when the device is full, unless the site has been granted persistent storage.

/** `kept` until the user deletes it, `passing` if the browser may delete it, or `unknown`, as over plain http. */
export type Durability = 'kept' | 'passing' | 'unknown';

const ASKED = 'carrom.persist-asked';
const WEEK = 7 * 86_400_000;
let isDone = false;

export async function durability(): Promise<Durability> {
  if (!navigator.storage?.persisted) return 'unknown';
  return (await navigator.storage.persisted()) ? 'kept' : 'passing';
}

/** Ask the browser to keep what is stored, and return what it answers; Firefox asks the user. */
export async function askToKeep(): Promise<Durability> {
  if (!navigator.storage?.persist) return 'unknown';
  return (await navigator.storage.persist()) ? 'kept' : 'passing';
}

/** Ask for it once there is something to lose: a board has been finished on this device. Asks once a week at most. */
export function boardFinished(): void {
  if (isDone) return;
  isDone = true;
  void (async () => {
    if ((await durability()) !== 'passing' || Date.now() - Number(localStorage.getItem(ASKED) ?? 0) < WEEK) return;
    localStorage.setItem(ASKED, String(Date.now()));
    await askToKeep();
  })().catch(() => undefined);
}
