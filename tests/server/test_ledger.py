"""Compressed event sequences behave like tuples; they keep game rooms small in memory."""

from pathlib import Path

import pytest
from bench.rooms_played import bytes_of, played
from hypothesis import given
from hypothesis import strategies as st

from carrom.game.events import decode_event
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.tables.history import History
from carrom.tables.log import KEPT, STEP, CompressedSequence
from carrom.values import grown

RECORD = Path(__file__).parents[1] / "playthroughs" / "simulated.carrom"


@given(
    st.lists(st.integers(-(2**63), 2**63 - 1) | st.text(), max_size=80),
    st.integers(1, 7),
    st.integers(0, 90),
    st.data(),
)
def test_a_ledger_is_what_a_tuple_of_the_same_is(
    values: list[object], steps: int, first: int, data: st.DataObject
) -> None:
    whole, row = tuple(values), CompressedSequence[object](steps)
    for value in whole:
        row = grown(row, value)  # type: ignore[arg-type, assignment]
    assert row == whole == CompressedSequence.of(values, steps)
    assert (len(row), hash(row), repr(row), bool(row)) == (len(whole), hash(whole), repr(whole), bool(whole))
    cut = data.draw(st.slices(len(whole)))
    assert row[cut] == whole[cut]
    for at in range(-len(whole), len(whole)):
        assert row[at] == whole[at]
    short = row.first(first)
    assert short == whole[:first]
    assert grown(short, "more") == (*whole[:first], "more")  # type: ignore[arg-type]


@pytest.mark.parametrize("at", [3, -4])
def test_a_value_beyond_the_end_is_none(at: int) -> None:
    with pytest.raises(IndexError, match="for 3 values"):
        CompressedSequence.of((1, 2, 3), 1)[at]


def test_a_game_whose_old_events_are_packed_is_the_game() -> None:
    game = read_record(RECORD.read_text(encoding="utf-8"))
    history = History.fold(game.events)
    assert isinstance(history.game.events, CompressedSequence)
    assert history.game.events._old > len(history.game.events) // 2
    assert history.game == game
    assert write_record(history.game) == write_record(game)
    assert GameHistory.fold(history.game.events) == game


def test_asking_for_the_newest_unpacks_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    row = CompressedSequence.of(tuple(range(4 * STEP + KEPT)), 3)
    monkeypatch.setattr(CompressedSequence, "_values", None)
    assert (row[-1], row[-KEPT:], row[len(row) :]) == (len(row) - 1, (len(row) - 2, len(row) - 1), ())


@pytest.mark.slow
def test_a_room_in_the_middle_of_a_match_is_small() -> None:
    room, stored = played(135, 1)
    assert bytes_of(room, apart=played(2, 1)) < 70_000
    assert History.fold(tuple(decode_event(each.body) for each in stored)).game == room.game
