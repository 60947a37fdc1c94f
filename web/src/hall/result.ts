// Formatter for results: a sentence that names the winner, so that it is clear whose points come first.

import words from '../i18n/more/result.json';
import type { HallFixture, ResultInfo } from '../protocol';
import { alsoSays, t } from '../i18n/t';

alsoSays(words);

const PLAYED = ['played', 'clock'];

/** Return for example `Kiran Rao wins 25–12`, plus how it ended if it was not played to the end. */
export function resultWords(result: ResultInfo): string {
  const { winner, names, score, how, decided } = result;
  const ended = how === 'played' ? '' : t(`hall.how.${how}`);
  if (!winner && !PLAYED.includes(how)) return t('result.nobody', { first: names[0], second: names[1], how: ended });
  const said = !winner
    ? t('result.level', { first: names[0], second: names[1], score })
    : score === ''
      ? t('result.wins-bare', { name: winner })
      : t(decided ? 'result.wins-decided' : 'result.wins', { name: winner, score });
  return ended ? `${said} (${ended})` : said;
}

/** Return a result as typed, with the games in the order of the fixture's sides; the side `against` has lost. */
export function resultOf(fixture: HallFixture, games: readonly (readonly [number, number])[], how: string, against: string): ResultInfo {
  const won = [0, 1].map((side) => games.filter((game) => (game[side] ?? 0) > (game[1 - side] ?? 0)).length);
  const names: [string, string] = [fixture.sides[0].name, fixture.sides[1].name];
  const loser = fixture.sides.findIndex(({ id }) => id === against);
  const first = loser >= 0 ? 1 - loser : (won[1] ?? 0) > (won[0] ?? 0) ? 1 : 0;
  const nobody = loser < 0 && (won[0] === won[1] || !PLAYED.includes(how));
  const score = games.map((game) => `${game[first] ?? 0}–${game[1 - first] ?? 0}`).join(', ');
  const turned: [string, string] = first === 1 ? [names[1], names[0]] : names;
  return { winner: nobody ? '' : turned[0], names: turned, score, how, decided: false };
}
