"""The daily puzzle: the same for everyone, no repeats within 98 weeks, harder from Monday to Sunday."""

from datetime import date, timedelta
from itertools import pairwise
from statistics import mean

from carrom.training.daily import PERIOD, daily_number, for_a_day
from carrom.training.puzzles import puzzle_of

FIRST = date(2026, 11, 23)
DAYS = [FIRST + timedelta(days) for days in range(3 * PERIOD)]


def test_a_day_has_one_puzzle_that_is_in_the_catalogue_whenever_it_is_asked():
    numbers = [daily_number(day) for day in DAYS]
    assert numbers == [daily_number(day) for day in DAYS]
    assert all(puzzle_of(number).number == number for number in numbers)


def test_no_puzzle_comes_twice_within_the_number_of_puzzles_for_a_day_rounded_down_to_weeks():
    numbers = [daily_number(day) for day in DAYS]
    assert len(for_a_day()) // 7 * 7 == PERIOD
    assert all(len(set(numbers[start : start + PERIOD])) == PERIOD for start in range(0, 2 * PERIOD, 97))


def test_every_weekday_is_harder_than_the_one_before_it():
    ratings = [[puzzle_of(daily_number(day)).rating for day in DAYS if day.weekday() == week] for week in range(7)]
    means = [mean(each) for each in ratings]
    assert means == sorted(means)
    assert all(max(easier) <= min(harder) for easier, harder in pairwise(ratings))


def test_two_mondays_in_a_row_are_not_neighbours_in_the_list_by_rating():
    mondays = [puzzle_of(daily_number(day)).rating for day in DAYS[:PERIOD] if day.weekday() == 0]
    assert mondays != sorted(mondays)
    assert mondays != sorted(mondays, reverse=True)


def test_the_first_days_are_these_in_every_process():
    assert [daily_number(FIRST + timedelta(days)) for days in range(7)] == [875, 783, 499, 411, 250, 332, 486]
