// Texts of online tournaments: terms, names and times.

import { minutesOf } from '../i18n/durations';
import { momentOf } from '../i18n/dates';
import { isolated, t } from '../i18n/t';
import { termsOf } from '../lobby/words';
import type { RulesetInfo, TournamentGame, TournamentMember, TournamentSummary } from '../protocol';

/** Return the display names of an entry. */
export function namesOf(members: readonly TournamentMember[]): string {
  return members.map(({ name, bot }) => (bot ? t('lobby.bot.named', { name: nameOf(name) }) : nameOf(name))).join(' / ');
}

/** Return a person's display name; a guest without a name is called a guest. */
export const nameOf = (name: string): string => (name ? isolated(name) : t('lobby.guest'));

/** Return the terms of a tournament as one line. */
export function termsLine({ terms }: TournamentSummary, rulesets: readonly RulesetInfo[]): string {
  const { kind = 'arena', game = {}, minutes = 60, rounds = 5 } = terms;
  return [
    t(`tournament.${kind}`),
    kind === 'arena' ? t('tournament.minutes.of', { minutes }) : kind === 'swiss' ? `${t('tournament.rounds')}: ${rounds}` : '',
    termsOf(game, game.clock ?? { stroke: 0, place: 0 }, rulesets),
    terms.accounts ? t('tournament.who.accounts') : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

/** Return the number of entries in words. */
export const sizeOf = ({ players, terms }: TournamentSummary): string => t(terms.game?.players === 4 ? 'tournament.pairs' : 'tournament.players', { count: players });

/** Return a time in ms as minutes and seconds, not below zero. */
export const spanOf = (time: number): string => minutesOf(Math.max(0, Math.ceil(time / 1000)));

/** Return when a tournament starts, ends or ended. */
export function whenOf(summary: TournamentSummary, now: number): string {
  const { stage, starts, ends, winner } = summary;
  if (stage === 'created') return starts <= now ? t('tournament.starting') : starts - now < 3_600_000 ? t('tournament.starts-in', { time: spanOf(starts - now) }) : momentOf(starts / 1000);
  if (stage === 'running') return ends === null ? t('tournament.running') : t('tournament.left', { time: spanOf(ends - now) });
  return [winner ? t('tournament.won', { name: isolated(winner) }) : t(`tournament.${stage}`), momentOf((ends ?? starts) / 1000)].join(' · ');
}

/** Return the result of a game as one line. */
export function resultOf({ result, how, names, score }: TournamentGame): string {
  const winner = result === 'first' ? names[0] : result === 'second' ? names[1] : null;
  return [
    how === 'bye' ? '' : result === null ? t('tournament.result.on') : winner != null ? t('tournament.won', { name: nameOf(winner) }) : t(`tournament.result.${result}`),
    how === 'played' && score.length ? score.join('–') : '',
    how === null || how === 'played' ? '' : t(`tournament.how.${how}`),
  ]
    .filter(Boolean)
    .join(' · ');
}
