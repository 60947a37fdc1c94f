"""`carrom.tables` plays a game without NumPy, a web framework or a database driver."""

import pytest
from blocked import BLOCKED, run


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
