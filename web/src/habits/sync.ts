// Habits and the account: what this browser has moves into the account when somebody signs in, and what the account has
// is read back. The server merges, so that sending twice changes nothing.

import type { Progress, Rating } from '../protocol';
import { told } from '../training/api_types';
import { keepPuzzling, puzzling, type Puzzling } from '../training/storage';
import { habitsOf, NOTHING, type Habits } from './habits';
import { change, habits } from './storage';

const ADDRESS = '/me/progress';
/** Number of times that the data are sent again because they changed while they were on the way. */
const TRIES = 3;

type Server = Required<Progress>;

/** Return what is sent to the server. */
export function progressOf(stored: Habits, { rating, done }: Puzzling): Progress {
  const pairs = <T>(entries: Readonly<Record<string, T>>): [string, T][] => Object.entries(entries).sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    days: pairs(stored.days).map(([day, solved]) => ({ day, solved })),
    course: pairs(stored.course).map(([day, value]) => ({ day, rating: value })),
    best: pairs(stored.best as Record<string, number>).map(([mode, solved]) => ({ mode, solved })),
    medals: pairs(stored.medals).map(([level, at]) => ({ level, at })),
    achievements: pairs(stored.achievements).map(([name, { at, game }]) => ({ name, at, game })),
    diary: stored.diary,
    rating: rating && wholeOf(rating),
    puzzles: Object.entries(done)
      .filter(([number, solved]) => /^[1-9]\d{0,4}$/.test(number) && typeof solved === 'boolean')
      .map(([number, solved]) => ({ number: Number(number), solved }))
      .sort((one, other) => one.number - other.number)
      .slice(0, 5000),
  };
}

/** Return a rating in thousandths, within the bounds of the server. */
function wholeOf({ rating, deviation, volatility }: Rating): Server['rating'] {
  const within = (value: number, low: number, high: number): number => Math.max(low, Math.min(high, Math.round(value)));
  return {
    rating: within(1000 * rating, -10_000_000, 10_000_000),
    deviation: within(1000 * deviation, 1, 350_000),
    volatility: within(1e6 * volatility, 1, 1_000_000),
  };
}

/** Return the habits and the puzzle data of an account. */
export function broughtBack(progress: Server, owner: string, plan: Habits['plan']): readonly [Habits, Puzzling] {
  const { days, course, best, medals, achievements, diary, rating, puzzles } = progress;
  const stored = habitsOf({
    owner,
    days: Object.fromEntries(days.map(({ day, solved }) => [day, solved])),
    course: Object.fromEntries(course.map(({ day, rating: value }) => [day, value])),
    best: Object.fromEntries(best.map(({ mode, solved }) => [mode, solved])),
    medals: Object.fromEntries(medals.map(({ level, at }) => [level, at])),
    achievements: Object.fromEntries(achievements.map(({ name, at, game }) => [name, { at, game }])),
    diary,
    plan,
  });
  const own = rating && { rating: rating.rating / 1000, deviation: rating.deviation / 1000, volatility: rating.volatility / 1e6 };
  return [stored, { rating: own, done: Object.fromEntries(puzzles.map(({ number, solved }) => [number, solved])) }];
}

/** Send what this browser has to the account, and store what comes back. Data of another account are not sent. */
export async function sync(name: string): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const [stored, puzzles] = [habits(), puzzling()];
    const isOther = stored.owner !== '' && stored.owner !== name;
    const sent = JSON.stringify(progressOf(stored, puzzles));
    const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: sent };
    const found = await told<Server>(ADDRESS, isOther ? {} : post);
    if (!isOther && JSON.stringify(progressOf(habits(), puzzling())) !== sent) continue;
    const [after, own] = broughtBack(found, name, isOther ? NOTHING.plan : habits().plan);
    change(() => after);
    keepPuzzling(own);
    return;
  }
}
