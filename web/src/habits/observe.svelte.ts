// Watches the page's games and the account: records achievements, medals and finished games, and keeps the account's
// copy up to date. Loaded when a game is played or somebody is signed in.

import { mount, unmount } from 'svelte';
import words from '../i18n/more/habits.json';
import { alsoSays, t } from '../i18n/t';
import { levelName } from '../i18n/terms';
import { missedIn, withMistake } from '../training/mistakes';
import { keepMistakes, mistakes } from '../training/storage';
import { who } from '../store/account.svelte';
import type { AppState } from '../store/state';
import type { Store } from '../store/store.svelte';
import Achieved from './Achieved.svelte';
import { withAchievements, withGame, withMedal } from './habits';
import { seen, type Watched } from './observing';
import { change, whenChanged } from './storage';
import { sync } from './sync';

/** How long news are shown, ms. */
const SHOWN = 5_000;
/** Delay (ms) after a change before it is sent to the account. */
const CALM = 2_000;

/** Observe a store for as long as the page is open. */
export function observe(store: Store): void {
  alsoSays(words);
  let watched: Watched | null = null;
  let before: Partial<Pick<AppState, 'history' | 'shown' | 'card' | 'session'>> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  const send = (): void => {
    clearTimeout(timer);
    // An account that cannot be reached gets everything with the next change or visit.
    if (who.name !== null) void sync(who.name).catch(() => undefined);
  };
  whenChanged(() => {
    clearTimeout(timer);
    timer = setTimeout(send, CALM);
  });
  $effect.root(() => {
    $effect(() => {
      if (who.name !== null) send();
    });
    $effect(() => {
      const { history, shown, replay, card, session } = store.state;
      if (replay || (history === before.history && shown === before.shown)) return;
      const now = Date.now();
      const { history: earlier, shown: lay, card: same, session: seat } = before;
      const missed = earlier && lay && same && seat ? missedIn({ history: earlier, shown: lay, card: same, session: seat }, store.state) : null;
      if (missed) keepMistakes(withMistake(mistakes(), missed, 'game', now));
      before = { history, shown, card, session };
      const found = seen(store.state, watched, now);
      watched = found?.watched ?? null;
      if (found) record(found.achievements, found.entry, found.beaten, found.watched.game, now);
    });
  });
}

function record(names: readonly string[], entry: Parameters<typeof withGame>[1] | null, beaten: string, game: string, now: number): void {
  if (!names.length && !entry) return;
  const news: { key: string; title: string }[] = [];
  change((before) => {
    const isNew = entry !== null && !before.diary.some((each) => each.game === entry.game);
    let after = entry && isNew ? withGame(before, entry) : before;
    if (beaten && isNew && !(beaten in before.medals)) {
      after = withMedal(after, beaten, now);
      news.push({ key: `medal-${beaten}`, title: t('medal.won', { level: levelName(beaten) }) });
    }
    const [done, fresh] = withAchievements(after, names, game, now);
    news.push(...fresh.map((name) => ({ key: name, title: t(`achieved.${name}`) })));
    return done;
  });
  if (news.length) show(news);
}

function show(news: readonly { key: string; title: string }[]): void {
  const shown = mount(Achieved, { target: document.body, props: { news } });
  setTimeout(() => void unmount(shown), SHOWN);
}
