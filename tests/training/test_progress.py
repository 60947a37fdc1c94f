"""Merging a player's progress from several browsers: in any order, repeatedly, with the same result."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import RefusedRequest
from carrom.training import progress
from carrom.training.accuracy import calibration, told
from carrom.training.calibrate_accuracy import CalibrationBoard, fitted, player
from carrom.training.progress import (
    MOST_GAMES,
    Achievement,
    BestRun,
    DayRating,
    DayTried,
    Medal,
    PlayedGame,
    Progress,
    PuzzleRating,
    PuzzleTried,
    merged,
)

DAYS = st.sampled_from(["2026-11-21", "2026-11-22", "2026-11-23"])
MOMENTS, COUNTS, NAMES = st.integers(1, 5), st.integers(0, 5), st.sampled_from(["a", "b", "c"])


def lists(kind: type, *fields: st.SearchStrategy) -> st.SearchStrategy:
    names = kind.__struct_fields__
    made = st.builds(lambda *cells: kind(**dict(zip(names, cells, strict=True))), *fields)
    return st.lists(made, max_size=3).map(tuple)


GAMES = st.lists(
    st.builds(
        PlayedGame,
        at=MOMENTS,
        game=NAMES,
        result=st.sampled_from(["won", "lost"]),
        score=st.just((7, 0)),
        lesson=st.sampled_from(["", "Cut thinner."]),
    ),
    max_size=3,
).map(tuple)
ALL = st.builds(
    Progress,
    days=lists(DayTried, DAYS, st.booleans()),
    course=lists(DayRating, DAYS, COUNTS),
    best=lists(BestRun, NAMES, COUNTS),
    medals=lists(Medal, NAMES, MOMENTS),
    achievements=lists(Achievement, NAMES, MOMENTS, NAMES),
    diary=GAMES,
    rating=st.none()
    | st.builds(PuzzleRating, deviation=st.integers(1, 3), rating=COUNTS, volatility=st.integers(1, 3)),
    puzzles=lists(PuzzleTried, st.integers(1, 3), st.booleans()),
)


@pytest.mark.slow
@given(ALL, ALL, ALL)
@settings(max_examples=8 * settings.default.max_examples, deadline=None)
def test_merging_depends_neither_on_the_order_nor_on_how_often(one: Progress, other: Progress, third: Progress) -> None:
    assert merged(one, other) == merged(other, one)
    assert merged(merged(one, other), third) == merged(one, merged(other, third))
    both = merged(one, other)
    assert merged(both, one) == both
    assert merged(both, both) == both


@given(ALL, ALL)
@settings(max_examples=4 * settings.default.max_examples, deadline=None)
def test_nothing_that_was_reached_is_lost(one: Progress, other: Progress) -> None:
    both = merged(one, other)
    for each in (one, other):
        assert {day.day for day in each.days} <= {day.day for day in both.days}
        assert {medal.level for medal in each.medals} <= {medal.level for medal in both.medals}
        assert {played.game for played in each.diary} <= {played.game for played in both.diary}
        assert {tried.number for tried in each.puzzles if tried.solved} <= {
            tried.number for tried in both.puzzles if tried.solved
        }


def test_the_better_result_the_earlier_moment_and_the_entry_with_a_lesson_remain() -> None:
    game = PlayedGame(at=5, game="g", result="won", score=(7, 0))
    one = Progress(
        days=(DayTried(day="2026-11-23", solved=False),),
        best=(BestRun(mode="three", solved=4),),
        medals=(Medal(level="club", at=9),),
        diary=(game,),
    )
    other = Progress(
        days=(DayTried(day="2026-11-23", solved=True),),
        best=(BestRun(mode="three", solved=6),),
        medals=(Medal(level="club", at=3),),
        diary=(msgspec.structs.replace(game, at=4, lesson="Cut thinner."),),
    )
    assert merged(one, other) == other


def test_the_newest_entries_remain_within_the_limits() -> None:
    games = [PlayedGame(at=each, game=f"g{each}", result="won", score=(7, 0)) for each in range(1, 2 * MOST_GAMES)]
    both = merged(Progress(diary=tuple(games[:MOST_GAMES])), Progress(diary=tuple(games[MOST_GAMES:])))
    assert len(both.diary) == MOST_GAMES
    assert both.diary[-1].game == f"g{2 * MOST_GAMES - 1}"


@pytest.mark.parametrize(
    "spoilt",
    [
        b'{"days": [{"day": "today", "solved": true}]}',
        b'{"days": [{"day": "2026-11-23", "solved": 1}]}',
        b'{"best": [{"mode": "three", "solved": -1}]}',
        b'{"medals": [{"level": "<script>", "at": 5}]}',
        b'{"diary": [{"game": "g", "at": 5, "result": "beaten", "score": [7, 0]}]}',
        b'{"diary": [{"game": "../g", "at": 5, "result": "won", "score": [7, 0]}]}',
        b'{"rating": {"deviation": 0, "rating": 1500000, "volatility": 60}}',
        b'{"account": "somebody"}',
        b'{"days": [' + b",".join([b'{"day": "2026-11-23", "solved": true}'] * 401) + b"]}",
    ],
)
def test_what_is_no_progress_is_refused(spoilt: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(spoilt, type=progress.Progress, strict=True)


# -- Estimating a player's accuracy from misses and strokes, with a valid confidence interval


def test_more_misses_are_a_less_steady_hand():
    steady, plain, wild = told([2, 3, 2]), told([8, 9, 7]), told([25, 30])
    assert steady.direction < plain.direction < wild.direction
    assert steady.low < steady.direction < steady.high


def test_more_boards_make_the_interval_narrower():
    few, many = told([6]), told([6] * 12)
    assert many.high / many.low < few.high / few.low
    assert many.low < few.direction < many.high


def test_strokes_of_a_board_that_was_left_tell_something_too():
    assert told([], made=18, lost=1).direction < told([], made=9, lost=10).direction
    assert told([], made=3, lost=1).strokes == 4


def test_nothing_tells_nothing_and_negative_misses_are_refused():
    with pytest.raises(RefusedRequest, match="at least one full board"):
        told([])
    with pytest.raises(RefusedRequest, match="negative"):
        told([3, -1])


def test_the_hands_of_the_table_are_found_again_in_most_of_their_intervals():
    rng, held, cases = Random(3), 0, 0
    for row in calibration().rows[1:-1]:
        for _ in range(5):
            misses = [max(0, round(rng.gauss(row.misses, row.spread))) for _ in range(4)]
            found = told(misses)
            held += found.low <= row.direction <= found.high
            cases += 1
    assert held / cases > 0.85


def test_misses_rise_with_the_hand_in_the_table_that_is_shipped():
    rows = calibration().rows
    assert len(rows) >= 6
    assert all(one.misses < other.misses for one, other in zip(rows, rows[3:], strict=False))


def test_a_table_is_made_of_boards():
    boards = [
        CalibrationBoard(0.4, 0, 2, 20, 18, True),
        CalibrationBoard(0.4, 1, 4, 22, 18, True),
        CalibrationBoard(2.0, 0, 9, 30, 20, True),
    ]
    table = fitted(boards)
    assert [row.direction for row in table.rows] == [0.4]
    assert table.rows[0].misses == 3
    assert player(2.0).hand.direction == 2.0
