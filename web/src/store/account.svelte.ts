// Session state: which account is signed in, as sent in the server's greeting; shown in the menu.

class Who {
  /** Whether this server has accounts. */
  offered = $state(false);
  /** Name of the signed-in account; null for a guest. */
  name = $state<string | null>(null);
}

export const who = new Who();
