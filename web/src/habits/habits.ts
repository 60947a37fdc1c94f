// What a player has done: daily puzzles, runs, medals, achievements, the diary of games and the week's plan. Pure
// functions on one frozen value; `storage.ts` stores it in the browser, and the server merges it into an account.

import { dayAt, type Days } from './today';

/** A finished game in the diary. */
export interface DiaryEntry {
  readonly game: string;
  /** When it ended, ms since 1970. */
  readonly at: number;
  /** The opponent's name; empty for a computer. */
  readonly name: string;
  /** The computer's level; empty for a person. */
  readonly level: string;
  readonly result: 'won' | 'lost' | 'drawn';
  /** Own points and the opponent's. */
  readonly score: readonly [number, number];
  /** One sentence from the review of the game; empty before it is reviewed. */
  readonly lesson: string;
}

/** An achievement: when it was first reached, and in which game. */
export interface Reached {
  readonly at: number;
  readonly game: string;
}

/** The drills of one week. */
export interface WeekPlan {
  /** The Monday of the week in UTC; empty before the first plan. */
  readonly monday: string;
  readonly drills: readonly string[];
  /** Tries in this week, by drill. */
  readonly tries: Readonly<Record<string, number>>;
}

/** Modes of a puzzle run. */
export const RUNS = ['streak', 'three', 'five'] as const;
export type RunMode = (typeof RUNS)[number];

export interface Habits {
  /** Name of the account that these data were last merged with; empty if none. */
  readonly owner: string;
  readonly days: Days;
  /** Puzzle rating at the end of each day. */
  readonly course: Readonly<Record<string, number>>;
  /** Puzzles solved in the best run of each mode. */
  readonly best: Readonly<Partial<Record<RunMode, number>>>;
  /** Levels beaten, with the moment of the first time. */
  readonly medals: Readonly<Record<string, number>>;
  readonly achievements: Readonly<Record<string, Reached>>;
  /** Newest first. */
  readonly diary: readonly DiaryEntry[];
  readonly plan: WeekPlan;
}

/** Limits of what is stored; the server has the same (`carrom.training.progress`). */
export const MOST = { days: 400, course: 400, medals: 20, achievements: 60, diary: 100, drills: 3, lesson: 200, name: 60, count: 100_000 };

export const NO_PLAN: WeekPlan = { monday: '', drills: [], tries: {} };
export const NOTHING: Habits = { owner: '', days: {}, course: {}, best: {}, medals: {}, achievements: {}, diary: [], plan: NO_PLAN };

const DAY = /^20\d\d-\d\d-\d\d$/;
const WORD = /^[a-z0-9-]{1,40}$/;
const GAME = /^[A-Za-z0-9_-]{1,64}$/;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown, most: number): string => (typeof value === 'string' ? value.slice(0, most) : '');
const countOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MOST.count ? value : null;
const momentOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 1e14 ? value : null;

/** Return the entries whose key and value are valid, the last `most` of them by key. */
function entriesOf<T>(value: unknown, key: RegExp, read: (value: unknown) => T | null, most: number): Record<string, T> {
  const found = Object.entries(objectOf(value)).flatMap(([name, each]) => {
    const valid = key.test(name) ? read(each) : null;
    return valid === null ? [] : [[name, valid] as const];
  });
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)).slice(-most));
}

function entryOf(value: unknown): DiaryEntry | null {
  const { game, at, name, level, result, score, lesson } = objectOf(value);
  const moment = momentOf(at);
  const points = Array.isArray(score) && score.length === 2 ? score.map(countOf) : [];
  if (typeof game !== 'string' || !GAME.test(game) || moment === null) return null;
  if (result !== 'won' && result !== 'lost' && result !== 'drawn') return null;
  const [own = null, other = null] = points;
  if (own === null || other === null) return null;
  return { game, at: moment, name: textOf(name, MOST.name), level: textOf(level, 40), result, score: [own, other], lesson: textOf(lesson, MOST.lesson) };
}

function reachedOf(value: unknown): Reached | null {
  const { at, game } = objectOf(value);
  const moment = momentOf(at);
  return moment === null ? null : { at: moment, game: typeof game === 'string' && GAME.test(game) ? game : '' };
}

/** Return the habits in a JSON value; what is invalid is left out, so that damaged data never break a page. */
export function habitsOf(value: unknown): Habits {
  const { owner, days, course, best, medals, achievements, diary, plan } = objectOf(value);
  const { monday, drills, tries } = objectOf(plan);
  return {
    owner: textOf(owner, MOST.name),
    days: entriesOf(days, DAY, (each) => (typeof each === 'boolean' ? each : null), MOST.days),
    course: entriesOf(course, DAY, countOf, MOST.course),
    best: entriesOf(best, /^(streak|three|five)$/, countOf, RUNS.length),
    medals: entriesOf(medals, WORD, momentOf, MOST.medals),
    achievements: entriesOf(achievements, WORD, reachedOf, MOST.achievements),
    diary: inOrder((Array.isArray(diary) ? diary : []).flatMap((each) => entryOf(each) ?? [])),
    plan:
      typeof monday === 'string' && DAY.test(monday)
        ? {
            monday,
            drills: (Array.isArray(drills) ? drills : []).filter((each): each is string => typeof each === 'string' && WORD.test(each)).slice(0, MOST.drills),
            tries: entriesOf(tries, WORD, countOf, 20),
          }
        : NO_PLAN,
  };
}

/** Return the diary newest first, each game once, within its limit. */
function inOrder(diary: readonly DiaryEntry[]): readonly DiaryEntry[] {
  const seen = new Set<string>();
  return [...diary]
    .sort((one, other) => other.at - one.at)
    .filter(({ game }) => !seen.has(game) && seen.add(game))
    .slice(0, MOST.diary);
}

/** Record the first try at a day's puzzle; later tries change nothing. */
export function withDay(habits: Habits, day: string, solved: boolean): Habits {
  return day in habits.days ? habits : habitsOf({ ...habits, days: { ...habits.days, [day]: solved } });
}

/** Record the puzzle rating after a rated try. */
export const withRating = (habits: Habits, rating: number, now: number): Habits =>
  habitsOf({ ...habits, course: { ...habits.course, [dayAt(now)]: Math.max(0, Math.round(rating)) } });

/** Record the result of a run; returns the same value if it is not a new best. */
export function withRun(habits: Habits, mode: RunMode, solved: number): Habits {
  return solved > (habits.best[mode] ?? 0) ? habitsOf({ ...habits, best: { ...habits.best, [mode]: solved } }) : habits;
}

/** Record a beaten level; the first time stays. */
export function withMedal(habits: Habits, level: string, now: number): Habits {
  return level in habits.medals ? habits : habitsOf({ ...habits, medals: { ...habits.medals, [level]: now } });
}

/** Record achievements; returns the new value and the names that were new. */
export function withAchievements(habits: Habits, names: readonly string[], game: string, now: number): readonly [Habits, readonly string[]] {
  const fresh = [...new Set(names)].filter((name) => !(name in habits.achievements));
  if (!fresh.length) return [habits, fresh];
  const added = Object.fromEntries(fresh.map((name) => [name, { at: now, game }]));
  return [habitsOf({ ...habits, achievements: { ...habits.achievements, ...added } }), fresh];
}

/** Record a finished game; a game that is there is not entered again. */
export function withGame(habits: Habits, entry: DiaryEntry): Habits {
  return habits.diary.some(({ game }) => game === entry.game) ? habits : habitsOf({ ...habits, diary: [entry, ...habits.diary] });
}

/** Record the lesson that the review of a game found. */
export function withLesson(habits: Habits, game: string, lesson: string): Habits {
  return habitsOf({ ...habits, diary: habits.diary.map((each) => (each.game === game ? { ...each, lesson } : each)) });
}

/** Record one try at a drill, if the drill belongs to the plan of this week. */
export function withDrill(habits: Habits, drill: string): Habits {
  const { plan } = habits;
  return plan.drills.includes(drill) ? habitsOf({ ...habits, plan: { ...plan, tries: { ...plan.tries, [drill]: (plan.tries[drill] ?? 0) + 1 } } }) : habits;
}
