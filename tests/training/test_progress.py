"""Merging a player's progress from several browsers: in any order, repeatedly, with the same result."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.training import progress
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
