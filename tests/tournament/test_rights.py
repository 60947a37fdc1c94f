"""Permissions at a tournament: the table of roles, and the effect of proposals."""

from datetime import UTC, datetime

import pytest
from tournament.halls import draw, hall, seat, teams

from carrom.errors import CarromError, RefusedRequest
from carrom.tournament.championship import apply
from carrom.tournament.event_file import read_terms
from carrom.tournament.events import Appointed, Entered, Finished, Opened, Placed
from carrom.tournament.permissions import holder, meant
from carrom.tournament.state import Championship
from carrom.values import changed

NOW = datetime(2026, 11, 21, 9, 30)
ROLES = ("organiser", "referee", "scorer", "umpire:uma", "umpire:ravi", "captain:p1", "player:p1", "player:p2")
SAID = {
    'entrant indu "Indu"': {"organiser"},
    "section t swiss": {"organiser"},
    "draw": {"organiser"},
    "call": {"organiser"},
    "schedule": {"organiser"},
    "place s.1.2 board=3": {"organiser"},
    'retract s.1 reason="overlooked"': {"organiser", "referee"},
    'retract s reason="overlooked"': {"organiser", "referee"},
    "withdraw p3 section=s": {"organiser", "referee"},
    'withdraw p3 section=s\nreinstate p3 section=s reason="here after all"': {"organiser", "referee"},
    'edit p3 name="Chitra Rao" reason="misspelt"': {"organiser", "referee"},
    'edit umpire:ravi club=Pune reason="forgotten"': {"organiser", "referee"},
    "late indu section=s wave=2": {"organiser", "referee"},
    'details boards=6 reason="two more boards"': {"organiser"},
    'settings t waves=5 reason="less time"': {"organiser"},
    'remove umpire ravi reason="not here"': {"organiser"},
    'deduct p1 1 section=s reason="late"\nrestore NEXT reason="was there"': {"referee"},
    'umpire ben "Ben"': {"organiser"},
    "links scorer": {"organiser"},
    "clock s.1 start 2700": {"organiser", "referee"},
    'table 3 closed reason="a cracked frame"': {"organiser"},
    "begin s.1.1": {"organiser", "referee", "umpire:uma"},
    "begin s.1.2": {"organiser", "referee", "player:p2"},
    "finish s.1.2 25-12": {"organiser", "referee", "scorer"},
    "finish s.1.2 walkover against=p2": {"referee"},
    "claim s.1.1 p1 25-12": set(),
    "claim s.1.2 p2 25-12": {"player:p2"},
    "sheet s.1.1 25-12": set(),
    "claim s.1.1 p1 retired against=p1": set(),
    'correct LINE 25-13 reason="misread"': {"referee"},
    'rule LINE 25-13 reason="misread"': {"referee"},
    'deduct p1 1 section=s reason="late"': {"referee"},
    'protest LINE side=p1 reason="queen"': {"referee", "umpire:uma", "captain:p1", "player:p1"},
}


def local(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC).replace(tzinfo=None)


def ground(line: str) -> tuple[Championship, str]:
    """Return a championship in which a line is valid, and the line with the number it refers to filled in."""
    at = hall(8, {"id": "s", "system": "swiss"})
    at = changed(at, details=changed(at.details, boards=4, sessions="2026-11-21 09:30-18:00"))
    at = apply(apply(at, Appointed(id="uma", name="Uma")), Appointed(id="ravi", name="Ravi"))
    if line == "draw":
        return at, line
    at = draw(at, "s")
    at = apply(at, Placed(fixture="s.1.1", umpire="uma"))
    if "LINE" in line:
        at = apply(at, Finished(fixture="s.1.1", games=((25, 12),)))
    if line.startswith("late"):
        at = apply(at, Entered(id="indu", name="Indu"))
    if line.startswith("settings"):
        at = apply(at, Opened(terms=read_terms({"id": "t", "system": "swiss"})))
    count = len(at.happenings)
    return at, line.replace("LINE", str(count)).replace("NEXT", str(count + 1))


@pytest.mark.parametrize("line", SAID)
def test_every_role_may_say_exactly_what_the_table_gives_it(line: str) -> None:
    at, told = ground(line)
    assert at.section("s").waves == () or at.section("s").waves[0].fixtures[0].a == "p1"
    able = set()
    for role in ROLES:
        try:
            after = at
            for each in meant(at, holder(role), told, NOW, local):
                assert each.by in (role, "")
                after = apply(after, changed(each, by=role))
            assert len(after.happenings) > len(at.happenings)
            able.add(role)
        except CarromError as reason:
            assert f"this link is for the {role.split(':')[0]}" in str(reason)
    assert able == SAID[line]


def test_nobody_speaks_for_somebody_else() -> None:
    at, _ = ground("")
    (told,) = meant(at, holder("scorer"), "finish s.1.1 25-3 by=referee:ravi", NOW, local)
    assert told.by == "scorer"


def test_a_captain_names_the_line_up_of_the_own_team_only() -> None:
    at = draw(seat(teams(4, {"id": "l", "system": "league", "rubbers": ("singles", "singles", "singles")}), "l"), "l")
    a, b = at.sections[0].waves[0].fixtures[0].a, at.sections[0].waves[0].fixtures[0].b
    line = f'lineup l.1.1 {a} ["{at.entrant(a).players[0]}"]'
    assert meant(at, holder(f"captain:{a}"), line, NOW, local)
    with pytest.raises(CarromError, match="the referee or the captain of that team"):
        meant(at, holder(f"captain:{b}"), line, NOW, local)


@pytest.mark.parametrize("word", ["king", "scorer:lena", "umpire:Ravi", ""])
def test_what_is_no_role_is_refused(word: str) -> None:
    with pytest.raises(RefusedRequest, match="is not a role"):
        holder(word)
