"""`carrom.tables` plays a game without NumPy, a web framework or a database driver."""

from types import SimpleNamespace
from typing import Any

import pytest
from blocked import BLOCKED, run

from carrom import protocol
from carrom.board.seat import Seat
from carrom.protocol import SeatPlan, Terms, Who
from carrom.tables.offline_play import check_offline
from carrom.tables.proposal import CommandRefused
from carrom.tables.terms import GameSettings
from carrom.tables.views import may_go_offline
from carrom.values import changed


@pytest.mark.parametrize("package", BLOCKED)
def test_a_blocked_package_cannot_be_imported(package: str) -> None:
    found = run(f"import {package}")
    assert found.returncode == 1
    assert f"{package} is blocked" in found.stderr


def test_every_module_of_tables_can_be_imported_without_numpy_or_a_web_framework() -> None:
    found = run("print(len(import_all('carrom.tables')))")
    assert found.returncode == 0, found.stderr
    assert int(found.stdout) > 10


def test_a_game_of_a_room_goes_on_without_numpy_or_a_web_framework() -> None:
    found = run(
        """
        from random import Random

        from carrom import protocol
        from carrom.board.seat import Seat
        from carrom.tables.room import Room

        plans = (
            protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.HERE, name="Asha"),
            protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.PROGRAM, level="champion"),
        )
        terms = protocol.Terms(seats=plans, first_break=Seat.SOUTH)
        room, stored = Room.begin("game-0001", terms, Random(1), 1_800_000_000_000)
        assert room.setting.programs == {Seat.NORTH: "champion"}
        command = protocol.Resign(nonce="nonce-0000000001", version=room.version, seat=Seat.SOUTH)
        event = protocol.decode_server(room.apply(room.propose(command, frozenset({Seat.SOUTH}), 1_800_000_001_000)))
        print(type(event).__name__, event.version - len(stored), event.state.phase.value)
        """
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split()[0] == "Acted"


def test_the_messages_of_the_protocol_import_no_module_of_the_engine() -> None:
    found = run(
        """
        import_all("carrom.protocol")
        print(*sorted(name for name in sys.modules if name.startswith("carrom.engine")))
        """
    )
    assert found.returncode == 0, found.stderr
    assert found.stdout.split() == []


# -- Which games may be played without a connection: none whose result counts for more than the game itself

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
