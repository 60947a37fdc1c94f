// @vitest-environment jsdom
// Tests of the habits: what is stored in the browser, how it changes, and that damaged data break nothing.

import { beforeEach, describe, expect, it } from 'vitest';
import { habitsOf, MOST, NOTHING, withAchievements, withDay, withDrill, withGame, withLesson, withMedal, withRating, withRun, type DiaryEntry } from '../src/habits/habits';
import { change, habits } from '../src/habits/storage';
import { dayAt, glance, KEY, streakOf, weekOf } from '../src/habits/today';

const NOON = Date.UTC(2026, 10, 25, 12); // a Wednesday
const DAY = 86_400_000;
const game = (name: string, at = NOON): DiaryEntry => ({ game: name, at, name: '', level: 'club', result: 'won', score: [7, 0], lesson: '' });

beforeEach(() => localStorage.clear());

describe('days', () => {
  it('a day is that of UTC, whatever the clock of the browser shows', () => {
    expect(dayAt(Date.UTC(2026, 10, 23, 23, 59, 59))).toBe('2026-11-23');
  });

  it('a week has seven days from Monday, with what became of each', () => {
    const week = weekOf({ '2026-11-23': true, '2026-11-24': false }, NOON);
    expect(week.map(({ day }) => day.slice(8))).toEqual(['23', '24', '25', '26', '27', '28', '29']);
    expect(week.map(({ state }) => state)).toEqual([true, false, null, null, null, null, null]);
    expect(week.findIndex(({ isToday }) => isToday)).toBe(2);
    expect(weekOf({}, Date.UTC(2026, 10, 29)).findIndex(({ isToday }) => isToday)).toBe(6);
  });

  it('days in a row are counted whether solved or not, and today may still come', () => {
    expect(streakOf({}, NOON)).toBe(0);
    expect(streakOf({ '2026-11-24': false, '2026-11-23': true }, NOON)).toBe(2);
    expect(streakOf({ '2026-11-25': true, '2026-11-24': false, '2026-11-23': true }, NOON)).toBe(3);
  });

  it('one day off is forgiven, two end the row', () => {
    expect(streakOf({ '2026-11-25': true, '2026-11-23': true, '2026-11-21': true }, NOON)).toBe(3);
    expect(streakOf({ '2026-11-25': true, '2026-11-22': true }, NOON)).toBe(1);
    expect(streakOf({ '2026-11-22': true }, NOON)).toBe(0);
  });
});

describe('changes', () => {
  it('the first try of a day stays', () => {
    const before = withDay(NOTHING, '2026-11-25', false);
    expect(withDay(before, '2026-11-25', true)).toBe(before);
    expect(before.days).toEqual({ '2026-11-25': false });
  });

  it('a rating is that of the end of the day', () => {
    const after = withRating(withRating(NOTHING, 1512.4, NOON), 1530.6, NOON + 1000);
    expect(after.course).toEqual({ '2026-11-25': 1531 });
  });

  it('only a better run is a new best', () => {
    const best = withRun(NOTHING, 'three', 5);
    expect(withRun(best, 'three', 4)).toBe(best);
    expect(withRun(best, 'three', 6).best).toEqual({ three: 6 });
    expect(withRun(NOTHING, 'five', 0).best).toEqual({});
  });

  it('a medal and an achievement have the moment of the first time', () => {
    expect(withMedal(withMedal(NOTHING, 'club', 5), 'club', 9).medals).toEqual({ club: 5 });
    const [first, fresh] = withAchievements(NOTHING, ['bank', 'bank', 'slam'], 'g1', 5);
    expect(fresh).toEqual(['bank', 'slam']);
    expect(withAchievements(first, ['slam'], 'g2', 9)).toEqual([first, []]);
    expect(first.achievements['bank']).toEqual({ at: 5, game: 'g1' });
  });

  it('the diary has each game once, newest first, with its lesson', () => {
    const two = withGame(withGame(NOTHING, game('a', 1)), game('b', 2));
    expect(withGame(two, { ...game('a', 9), result: 'lost' })).toBe(two);
    expect(two.diary.map(({ game: name }) => name)).toEqual(['b', 'a']);
    expect(withLesson(two, 'a', 'Cut thinner.').diary[1]?.lesson).toBe('Cut thinner.');
  });

  it('tries count towards the plan of the week only for its drills', () => {
    const planned = habitsOf({ plan: { monday: '2026-11-23', drills: ['cut', 'bank', 'kiss'], tries: {} } });
    expect(withDrill(withDrill(planned, 'cut'), 'cut').plan.tries).toEqual({ cut: 2 });
    expect(withDrill(planned, 'double')).toBe(planned);
  });

  it('nothing grows beyond its limit, and the newest stays', () => {
    let all = NOTHING;
    for (let each = 1; each <= MOST.diary + 5; each += 1) all = withGame(all, game(`g${each}`, each));
    expect(all.diary.length).toBe(MOST.diary);
    expect(all.diary[0]?.game).toBe(`g${MOST.diary + 5}`);
    const days = Object.fromEntries(Array.from({ length: MOST.days + 9 }, (_, i) => [dayAt(NOON + i * DAY), true]));
    expect(Object.keys(habitsOf({ days }).days).length).toBe(MOST.days);
    expect(habitsOf({ days }).days).toHaveProperty(dayAt(NOON + (MOST.days + 8) * DAY));
  });
});

describe('storage', () => {
  it('what is stored is read again as it was', () => {
    const filled = withMedal(withGame(withDay(NOTHING, '2026-11-25', true), game('a')), 'club', 5);
    change(() => filled);
    expect(habits()).toEqual(filled);
    expect(glance()).toEqual({ days: { '2026-11-25': true }, last: { name: '', level: 'club' } });
  });

  const SPOILT = [
    'not json', '7', '[]', 'null', '"text"', '{"days":[1,2],"diary":{"a":1},"best":"x","plan":7}',
    '{"days":{"yesterday":true,"2026-11-25":"yes"},"course":{"2026-11-25":-3},"best":{"three":1e99,"nine":4}}',
    '{"medals":{"Club!":5,"club":"now","__proto__":7},"achievements":{"bank":{"at":-1},"slam":null}}',
    '{"diary":[null,{"game":"a/b","at":1,"result":"won","score":[1,2]},{"game":"a","at":1,"result":"beaten","score":[1,2]},{"game":"a","at":1,"result":"won","score":[1]}]}',
    '{"plan":{"monday":"2026-11-23","drills":[7,"<b>",null],"tries":{"cut":-1}}}',
  ];
  it.each(SPOILT)('damaged data count as none: %s', (text) => {
    localStorage.setItem(KEY, text);
    expect({ ...habits(), plan: NOTHING.plan }).toEqual(NOTHING);
    expect(habits().plan.drills).toEqual([]);
    expect(() => weekOf(glance().days, NOON)).not.toThrow();
    expect(streakOf(glance().days, NOON)).toBeLessThan(2);
    change((before) => withDay(before, '2026-11-25', true));
    expect(habits().days).toEqual({ '2026-11-25': true });
  });

  it('a valid entry beside a damaged one stays', () => {
    localStorage.setItem(KEY, JSON.stringify({ diary: [{ nothing: 1 }, game('a')], medals: { club: 5, first: 'x' } }));
    expect(habits().diary).toEqual([game('a')]);
    expect(habits().medals).toEqual({ club: 5 });
  });

  it('a browser without storage does not fail', () => {
    const before = Storage.prototype.setItem;
    Storage.prototype.setItem = () => {
      throw new Error('full');
    };
    try {
      expect(change((old) => withMedal(old, 'club', 5)).medals).toEqual({ club: 5 });
    } finally {
      Storage.prototype.setItem = before;
    }
  });
});
