"""Shifts of a round with more fixtures than tables, and tables that are out of use."""

from datetime import UTC, datetime
from random import Random

import pytest
from tournament.halls import hall, play

from carrom.errors import RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.draw_files import next_rounds
from carrom.tournament.event_file import read_happening
from carrom.tournament.events import Begun, DetailsChanged, Finished, Placed, TableChanged, Withdrawn
from carrom.tournament.printing import as_html, fixtures
from carrom.tournament.state import Championship
from carrom.tournament.venue import (
    Shift,
    called,
    due_round,
    free_boards,
    on_board,
    placements,
    planned,
    shifts,
    why_none_called,
)
from carrom.values import changed

MORNING = datetime(2026, 11, 21, 9, 0)


def local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def ground(players: int, tables: int, sessions: str = "2026-11-21 10:00-18:00") -> Championship:
    """Return a Swiss of 45 minutes a game with its first round drawn on these tables."""
    at = hall(players, {"id": "s", "system": "swiss", "minutes": 45})
    at = changed(at, details=changed(at.details, boards=tables, sessions=sessions))
    return drawn(at, "s")


def drawn(at: Championship, stage: str) -> Championship:
    for each in next_rounds(at, at.stage(stage)):
        at = apply(at, each)
    return at


def told(at: Championship) -> list[tuple[int, str, bool, int]]:
    """Return number, beginning, whether that is an estimate, and how many fixtures each shift has."""
    return [(each.number, each.begins[-5:], each.estimated, len(each.fixtures)) for each in shifts(at)]


def numbers(found: tuple[Shift, ...]) -> dict[str, int]:
    return {str(address): shift.number for shift in found for address in shift.fixtures}


def test_sixteen_fixtures_on_twelve_tables_are_two_shifts_with_times() -> None:
    at = ground(32, 12)
    assert told(at) == [(1, "10:00", True, 12), (2, "10:50", True, 4)]
    assert shifts(at)[0].tables == tuple(range(1, 13))
    assert shifts(at)[1].tables == ()


def test_fixtures_that_fit_are_no_shifts() -> None:
    assert shifts(ground(24, 12)) == ()
    assert shifts(ground(32, 0)) == ()


def test_the_printed_fixtures_name_the_shifts_with_their_times() -> None:
    at = ground(32, 12)
    text = as_html(fixtures(at, "en"))
    assert "Shift 1: about 10:00, tables 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12" in text
    assert "Shift 2: about 10:50, fixtures s.1.13, s.1.14, s.1.15, s.1.16" in text
    assert "Shift" not in as_html(fixtures(ground(24, 12), "en"))


def test_a_schedule_gives_the_second_shift_its_tables_and_its_time() -> None:
    at = ground(32, 12)
    for each in placements(at, planned(at, MORNING, local)):
        at = apply(at, each)
    assert told(at) == [(1, "10:00", False, 12), (2, "10:45", False, 4)]
    assert shifts(at)[1].tables == (1, 2, 3, 4)


def test_the_second_shift_keeps_its_number_while_the_first_is_finished_and_called_away() -> None:
    at = ground(8, 2)
    before = numbers(shifts(at))
    assert before == {"s.1.1": 1, "s.1.2": 1, "s.1.3": 2, "s.1.4": 2}
    for line in called(at, datetime(2026, 11, 21, 10, 12), local):
        at = apply(apply(at, line), Begun(fixture=line.fixture))
    assert told(at) == [(1, "10:12", False, 2), (2, "11:05", True, 2)]
    at = apply(at, read_happening("finish s.1.1 25-3"))
    at = apply(at, Placed(fixture="s.1.3", board=1, time="2026-11-21 10:40", called=True))
    assert numbers(shifts(at)) == before
    assert told(at) == [(1, "10:12", False, 2), (2, "10:40", False, 2)]
    assert shifts(play(at, "s", Random(1))) == ()


def test_two_stages_that_share_the_tables_are_shifts_of_each_other() -> None:
    at = hall(8, {"id": "m", "system": "swiss"}, {"id": "w", "system": "swiss"})
    at = changed(at, details=changed(at.details, boards=4))
    at = drawn(drawn(at, "m"), "w")
    assert {address: number for address, number in numbers(shifts(at)).items() if number == 2} == {
        f"w.1.{number}": 2 for number in range(1, 5)
    }
    assert shifts(at)[0].begins == shifts(at)[1].begins == ""
    assert shifts(play(at, "m", Random(1))) == ()


def test_somebody_who_has_withdrawn_needs_no_table() -> None:
    at = ground(6, 2)
    assert len(shifts(at)) == 2
    fixture = at.stages[0].rounds[0].fixtures[2]
    assert shifts(apply(at, Withdrawn(entrant=fixture.a, stage="s"))) == ()


def test_a_table_out_of_use_is_neither_drawn_nor_called_nor_planned() -> None:
    at = ground(8, 4)
    at = apply(at, TableChanged(number=2, closed=True, reason="a cracked frame"))
    assert free_boards(at) == (1, 3, 4)
    assert [line.board for line in called(at, MORNING, local)] == [1, 3, 4]
    assert {slot.board for slot in planned(at, MORNING, local).slots} == {1, 3, 4}
    assert [len(each.fixtures) for each in shifts(at)] == [3, 1]
    with pytest.raises(RefusedRequest, match="table 2 is out of use; expected another one"):
        apply(at, Placed(fixture="s.1.1", board=2))
    at = drawn(play(at, "s", Random(1)), "s")
    assert [each.board for each in at.stages[0].rounds[1].fixtures] == [1, 3, 4, 0]
    at = apply(at, TableChanged(number=2, closed=False))
    assert free_boards(at) == (1, 2, 3, 4)
    assert shifts(at) == ()


def groups(tables: int = 2) -> Championship:
    """Return two groups of four, all three rounds of them drawn."""
    at = hall(8, {"id": "g", "system": "groups", "groups": 2})
    at = changed(at, details=changed(at.details, boards=tables, sessions="2026-11-21 10:00-18:00"))
    return drawn(at, "g")


def finished(at: Championship, round: int) -> Championship:
    for each in at.stage("g").round(round).fixtures:  # type: ignore[union-attr]
        at = apply(at, Finished(fixture=f"g.{round}.{each.number}", games=((25, 3),)))
    return at


def test_groups_are_played_round_by_round_although_all_rounds_are_drawn() -> None:
    at = groups()
    assert [due_round(at.stage("g")).number] == [1]  # type: ignore[union-attr]
    assert {address.round for each in shifts(at) for address in each.fixtures} == {1}
    assert told(at)[0] == (1, "10:00", True, 2)
    for each in placements(at, planned(at, MORNING, local)):
        at = apply(at, each)
    assert shifts(at)[0].begins == "2026-11-21 10:00", "not the time of the last round"
    at = finished(at, 1)
    assert {address.round for each in shifts(at) for address in each.fixtures} == {2}
    assert shifts(at)[0].begins > "2026-11-21 10:00"
    at = finished(finished(at, 2), 3)
    assert due_round(at.stage("g")).number == 3  # type: ignore[union-attr]
    assert shifts(at) == ()


def test_a_table_shows_its_match_of_the_due_round() -> None:
    at = groups(4)
    assert on_board(at, 1).address.round == 1  # type: ignore[union-attr]


def test_without_a_number_of_tables_no_table_is_given_and_the_call_says_why() -> None:
    at = groups(0)
    assert {each.board for round in at.stage("g").rounds for each in round.fixtures} == {0}
    assert called(at, MORNING, local) == ()
    assert why_none_called(at, MORNING, local).startswith("the number of tables is not set")
    at = apply(at, DetailsChanged(boards=2))
    assert len(called(at, MORNING, local)) == 2, "a blank is filled in without a reason"
    with pytest.raises(RefusedRequest, match="needs a reason"):
        apply(at, DetailsChanged(boards=3))


def test_why_no_match_can_be_called_is_said() -> None:
    at = groups(2)
    for each in called(at, MORNING, local):
        at = apply(at, each)
    assert why_none_called(at, MORNING, local).startswith("no table is free")
    two = apply(apply(groups(2), TableChanged(number=1, closed=True)), TableChanged(number=2, closed=True))
    assert "every table is out of use" in why_none_called(two, MORNING, local)
    many = groups(8)
    for each in called(many, MORNING, local):
        many = apply(many, each)
    assert why_none_called(many, MORNING, local).endswith("a player is playing or called")
    assert (
        why_none_called(finished(finished(finished(at, 1), 2), 3), MORNING, local) == "no match is waiting for a table"
    )
