// Texts of the lobby: names of players and pools, and game terms.

import type { ClockPlan, RatingPool, RulesetInfo, SeekPlayer, Sought } from '../protocol';
import { isolated, t } from '../i18n/t';
import { lengthOf, nameOfRules } from '../i18n/terms';

/** Return a player's display name; a guest without a name is called a guest. */
export function nameOf({ name, account }: Pick<SeekPlayer, 'name' | 'account'>): string {
  return name ? isolated(name) : t(account ? 'you' : 'lobby.guest');
}

/** Return the name of a rating pool. */
export function nameOfPool(pool: RatingPool, rulesets: readonly RulesetInfo[]): string {
  const info = rulesets.find(({ name }) => name === pool.ruleset);
  const length = info ? lengthOf(pool.length, info) : t(`length.${pool.length}`, { games: 3 });
  return [nameOfRules(pool.ruleset, rulesets), length, pool.players === 2 ? '' : t(`lobby.players.${pool.players}`), pool.bots ? t('lobby.bots') : ''].filter(Boolean).join(' · ');
}

/** Return game terms as one line of text. */
export function termsOf(terms: Sought, clock: ClockPlan, rulesets: readonly RulesetInfo[]): string {
  const { ruleset, length = 'game', players = 2, stake = 'either', low, high } = terms;
  const info = rulesets.find(({ name }) => name === ruleset);
  return [
    nameOfRules(ruleset ?? 'icf', rulesets),
    info ? lengthOf(length, info) : '',
    players === 2 ? '' : t(`lobby.players.${players}`),
    terms.clock ? t('clock.running', { stroke: clock.stroke, place: clock.place }) : '',
    stake === 'either' ? '' : t(`lobby.stake.${stake}`),
    low != null || high != null ? t('lobby.band', { low: low ?? 0, high: high ?? '∞' }) : '',
  ]
    .filter(Boolean)
    .join(' · ');
}
