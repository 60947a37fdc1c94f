// Who is signed in, as the server greets this page; the menu shows it.

class Who {
  /** Whether people may have accounts here. */
  offered = $state(false);
  /** The name of who is signed in; null: a guest. */
  name = $state<string | null>(null);
}

export const who = new Who();
