// Addresses of strokes: `/game/<id>#12` is the twelfth stroke of a game, and an open replay updates the fragment.
// `/game/<id>?stroke=12` opens it too; a server reads the query for link previews, but never the fragment.

import { untrack } from 'svelte';
import { replayStroke } from '../store/selectors';
import type { Store } from '../store/store.svelte';
import type { Router } from '../router/router.svelte';

/** Synchronise the address and the replay while the calling component is mounted. */
export function strokesHaveAddresses(store: Store, router: Router): void {
  /** The game and the stroke opened last. */
  let opened = '';
  let replaying = false;

  // `#12` shows the twelfth stroke once the game is loaded, and whenever the address changes.
  $effect(() => {
    const { card, history } = store.state;
    const asked = router.fragment || (new URLSearchParams(router.search).get('stroke') ?? '');
    const number = /^[1-9]\d{0,4}$/.test(asked) ? Number(asked) : null;
    if (!card?.game || number === null || opened === `${card.game}#${number}`) return;
    opened = `${card.game}#${number}`;
    if (number > history.length) return;
    untrack(() => {
      if (!store.state.replay) store.send({ type: 'replay-open' });
      store.send({ type: 'replay-seek', at: number - 1, playing: false });
    });
  });

  // While a replay is open, the address names its stroke.
  $effect(() => {
    const { card, history, replay } = store.state;
    const stroke = replay ? replayStroke(replay.at, history.length) : null;
    const was = replaying;
    replaying = stroke !== null;
    if (stroke === null && !was) return;
    untrack(() => {
      const fragment = stroke === null ? '' : String(stroke);
      if (fragment === router.fragment) return;
      opened = `${card?.game}#${fragment}`;
      router.go(location.pathname + (fragment && `#${fragment}`), { replace: true });
    });
  });
}
