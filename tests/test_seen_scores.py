"""Which displayed scores `bench.match_in_browsers` counts as wrong."""

from bench.match_in_browsers import Shown, wrongs_of

NOTHING: Shown = (("south", 0, 0), ("west", 0, 0))
WON: Shown = (("south", 5, 0), ("west", 0, 0))
OTHER: Shown = (("south", 0, 0), ("west", 5, 0))
RECORD: list[Shown] = [(), NOTHING, NOTHING, WON, WON]
"""The score in the record at each version."""


def test_a_page_that_shows_what_the_record_has_saw_nothing_wrong() -> None:
    assert wrongs_of([(1, "wait", NOTHING), (2, "strike", NOTHING), (3, "wait", WON), (4, "strike", WON)], RECORD) == []


def test_while_a_film_runs_the_score_before_it_is_no_wrong_one() -> None:
    assert wrongs_of([(2, "strike", NOTHING), (3, "film", NOTHING), (3, "wait", WON)], RECORD) == []


def test_an_old_score_where_a_stroke_is_asked_for_is_wrong() -> None:
    assert wrongs_of([(4, "strike", NOTHING)], RECORD) == [f"{NOTHING} at version 4 (strike); the record has {WON}"]


def test_a_score_before_its_time_is_wrong() -> None:
    assert len(wrongs_of([(2, "film", WON)], RECORD)) == 1


def test_an_older_score_after_a_newer_one_is_wrong() -> None:
    assert len(wrongs_of([(3, "wait", WON), (3, "wait", NOTHING)], RECORD)) == 1


def test_a_score_that_the_record_never_has_is_wrong() -> None:
    assert len(wrongs_of([(4, "wait", OTHER)], RECORD)) == 1
