"""The schedule: boards, times and umpires, dependencies between fixtures, and fixtures that are never moved."""

from datetime import UTC, datetime, timedelta

import pytest
from tournament.halls import draw, hall, seat

from carrom.errors import RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.draws import rounds_left
from carrom.tournament.events import Appointed, Begun, Finished, Placed
from carrom.tournament.state import Championship
from carrom.tournament.venue import (
    REST,
    Schedule,
    calendar,
    called,
    free_boards,
    on_board,
    open_fixtures,
    placements,
    planned,
    queue,
    sessions_of,
)
from carrom.values import changed

MORNING = datetime(2026, 11, 21, 9, 30)
DAY = "2026-11-21 09:30-13:00 14:00-18:30"
GROUPS = {"id": "g", "system": "groups", "groups": "2", "qualify": "2"}
CUP = {"id": "c", "system": "knockout", "source": "g", "match": "best-of-3"}


def local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def at(hours: str) -> int:
    return int(datetime.fromisoformat(f"2026-11-21 {hours}+00:00").timestamp())


def night(count: int, boards: int, *umpires: Appointed, sessions: str = DAY, **terms: str) -> Championship:
    """Return a fully drawn championship of groups on this many boards."""
    found = hall(count, {**GROUPS, **terms}, CUP, clubs=4)
    found = changed(found, details=changed(found.details, boards=boards, sessions=sessions))
    for each in umpires:
        found = apply(found, each)
    found = seat(found, "g")
    for _ in range(rounds_left(found, found.stage("g"))):
        found = draw(found, "g")
    return found


def kept(found: Championship, plan: Schedule) -> None:
    """Assert that nobody and no board is booked twice, everyone has a rest, and every slot is within a session."""
    taken: list[tuple[str, datetime, datetime]] = []
    sessions = sessions_of(found.details.sessions)
    people = {each.address: each.people for each in open_fixtures(found)}
    for slot in plan.slots:
        ends = slot.begins + timedelta(minutes=slot.minutes)
        assert any(each.begins <= slot.begins and ends <= each.ends for each in sessions)
        who = [(f"board {slot.board}", 0), *((name, REST) for name in people[slot.address])]
        who += [(f"umpire {slot.umpire}", 0)] if slot.umpire else []
        for name, rest in who:
            until = ends + timedelta(minutes=rest)
            clash = [each for each in taken if each[0] == name and each[1] < until and slot.begins < each[2]]
            assert clash == [], f"{name} at {slot.begins}"
            taken.append((name, slot.begins, until))


def test_everything_is_planned_and_nobody_is_in_two_places_or_unrested() -> None:
    found = night(16, 5)
    plan = planned(found, MORNING, local)
    assert len(plan.slots) == 56
    assert plan.left == ()
    kept(found, plan)


def test_no_umpire_is_of_either_club_or_in_two_places() -> None:
    umpires = [Appointed(id=f"u{n}", name=f"Umpire {n}", club=f"C{n}") for n in range(4)]
    found = night(12, 4, *umpires)
    plan = planned(found, MORNING, local)
    kept(found, plan)
    assert len(plan.slots) == 30
    for slot in plan.slots:
        fixture = found.fixture(slot.address)
        clubs = {found.entrant(id).club for id in (fixture.a, fixture.b)}
        assert {each.id: each.club for each in umpires}[slot.umpire] not in clubs


def test_where_no_umpire_may_the_fixture_is_left_with_the_reason() -> None:
    found = night(4, 2, Appointed(id="u", name="U", club="C1"), groups="1")
    plan = planned(found, MORNING, local)
    assert {each.why for each in plan.left} == {
        f"there is no neutral umpire for {each.address}: every one belongs to a club or side in it"
        for each in open_fixtures(found)
        if "C1" in each.clubs
    }
    assert len(planned(found, MORNING, local, with_umpires=False).slots) == 6


def test_the_longest_remaining_path_goes_first() -> None:
    terms = {"id": "s", "system": "swiss", "rounds": "1"}
    found = hall(4, terms, {"id": "c", "system": "knockout", "match": "best-of-3"})
    found = changed(found, details=changed(found.details, boards=1, sessions=DAY))
    found = draw(draw(seat(found, "c"), "s"), "c")
    paths = [(str(each.address), each.path) for each in open_fixtures(found)]
    assert paths == [("c.1.1", 180), ("c.1.2", 180), ("s.1.1", 35), ("s.1.2", 35)]
    first = planned(found, MORNING, local).slots[0]
    assert (str(first.address), first.board, first.begins) == ("c.1.1", 1, MORNING)


def test_what_has_begun_never_moves_and_keeps_its_board() -> None:
    found = night(8, 2)
    first = planned(found, MORNING, local).slots[0]
    found = apply(found, Placed(fixture=str(first.address), board=2, time="2026-11-21 09:30"))
    found = apply(found, Begun(fixture=str(first.address), when=at("09:40")))
    plan = planned(found, MORNING + timedelta(minutes=15), local)
    assert first.address not in [slot.address for slot in plan.slots]
    assert min(slot.begins for slot in plan.slots if slot.board == 2) == MORNING + timedelta(minutes=45)
    with pytest.raises(RefusedRequest, match=f"{first.address} has begun at table 2 and can no longer be moved"):
        apply(found, Placed(fixture=str(first.address), board=1))


def test_a_fixture_that_no_session_is_long_enough_for_is_left() -> None:
    found = night(4, 2, sessions="2026-11-21 09:30-09:50")
    assert planned(found, MORNING, local).left[0].why.endswith("takes 35 minutes, longer than any session")


def test_placements_say_only_what_is_new_and_the_calendar_has_them() -> None:
    found = night(8, 2)
    plan = planned(found, MORNING, local)
    lines = placements(found, plan)
    assert len(lines) == len(plan.slots)
    for line in lines:
        found = apply(found, line)
    assert placements(found, planned(found, MORNING, local)) == ()
    assert calendar(found).count("DTSTART:20261121T") == len(lines)


def test_the_queue_calls_who_is_rested_to_free_boards_and_says_what_the_others_wait_for() -> None:
    found = night(8, 2, groups="1")
    lines = called(found, MORNING, local)
    assert [line.board for line in lines] == [1, 2]
    for line in lines:
        found = apply(found, line)
    assert free_boards(found) == ()
    assert called(found, MORNING, local) == ()
    there = on_board(found, 2)
    assert there is not None
    assert str(there.address) == lines[1].fixture
    found = apply(found, Begun(fixture=lines[0].fixture, when=at("09:31")))
    found = apply(found, Finished(fixture=lines[0].fixture, games=((25, 3),), when=at("10:00")))
    waiting = {str(each.address): each for each in queue(found, MORNING + timedelta(minutes=32), local)}
    assert {each.why for each in waiting.values()} == {"", "playing", "resting"}
    assert {each.since for each in waiting.values() if each.why == "resting"} == {datetime(2026, 11, 21, 10, 10)}
    assert [line.board for line in called(found, MORNING + timedelta(minutes=32), local)] == [1]


@pytest.mark.parametrize(
    ("sessions", "why"),
    [
        ("2026-11-21 13:00-09:30", "13:00-09:30 is not a session"),
        ("2026-11-21 09:30-13:00 12:00-14:00", "begins before the one of 2026-11-21 09:30 ends"),
        ("2026-11-31 09:30-13:00", "is not a session"),
    ],
)
def test_sessions_that_cannot_be_are_refused(sessions: str, why: str) -> None:
    with pytest.raises(RefusedRequest, match=why):
        sessions_of(sessions)


def test_without_boards_or_sessions_nothing_is_planned() -> None:
    with pytest.raises(RefusedRequest, match="number of tables"):
        planned(hall(4, {"id": "s", "system": "swiss"}), MORNING, local)
    found = night(4, 2, sessions="2026-11-20 09:30-13:00")
    with pytest.raises(RefusedRequest, match="no session is left"):
        planned(found, MORNING, local)
