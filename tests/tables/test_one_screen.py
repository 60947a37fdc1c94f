"""Which games may be played without a connection: none whose result counts for more than the game itself."""

from types import SimpleNamespace
from typing import Any

import pytest

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.tables.offline_play import check_offline
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import GameSettings
from carrom.tables.views import may_go_offline
from carrom.values import changed

SEATS = (SeatPlan(seat=Seat.SOUTH, who=Who.ME), SeatPlan(seat=Seat.NORTH, who=Who.PROGRAM, level="club"))
SETTING = GameSettings.of(Terms(seats=SEATS, first_break=Seat.SOUTH))


def room(setting: GameSettings) -> Any:
    """Return what a check looks at of a game that was not imported."""
    return SimpleNamespace(setting=setting, check_not_imported=lambda: None)


def test_a_game_against_the_computer_may_go_on_without_a_connection() -> None:
    assert may_go_offline(SETTING)
    check_offline(room(SETTING), SETTING.people)


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param({"pool": "blitz"}, id="rated"),
        pytest.param({"found": True}, id="found in the lobby"),
        pytest.param({"tie": protocol.RubberOf(tie="tie-00001", rubber=1, teams=("A", "B"))}, id="a rubber of a tie"),
    ],
)
def test_a_game_that_counts_is_refused(fields: dict[str, Any]) -> None:
    setting = changed(SETTING, **fields)
    assert not may_go_offline(setting)
    with pytest.raises(CommandRefused, match="without a connection"):
        check_offline(room(setting), setting.people)


def test_a_game_against_an_engine_of_the_server_is_refused() -> None:
    person, program = SETTING.sitters
    outside = changed(program, level="an-engine-of-the-server")
    assert not may_go_offline(changed(SETTING, sitters=(person, outside)))


def test_a_game_is_refused_to_who_does_not_have_the_seats_of_all_people() -> None:
    with pytest.raises(CommandRefused, match="does not open the seats"):
        check_offline(room(SETTING), frozenset())
