"""A long game's list of past strokes: each entry is built once, and equals what a restarted server builds."""

from random import Random

import pytest
from agreed import friends

from carrom import protocol
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.game.events import encode_event
from carrom.storage.database import StoredEvent, StoredGame
from carrom.tables import history
from carrom.tables.proposal import PendingChange
from carrom.tables.room import Room
from carrom.tables.snapshots import ShownStroke

NOW = 1_800_000_000_000
BOTH = frozenset((Seat.SOUTH, Seat.NORTH))


@pytest.fixture
def room() -> Room:
    room, _ = Room.begin("game-0001", friends(), Random(1), NOW)
    for number in range(12):
        strike(room, f"{number:016d}")
    return room


def strike(room: Room, nonce: str, x: int = 0) -> None:
    assert room.to_act is not None
    do(room, protocol.Strike(nonce=nonce, version=room.version, seat=room.to_act, stroke=Stroke(x, 0, 300_000)))


def do(room: Room, command: protocol.GameCommand) -> None:
    proposal = room.propose(command, BOTH, NOW)
    assert isinstance(proposal, PendingChange)
    room.apply(proposal)


def afresh(room: Room) -> Room:
    """Return the room as a restarted server loads it."""
    events = tuple(
        StoredEvent(version=number, body=encode_event(event).decode())
        for number, event in enumerate(room._begun().game.events, 1)
    )
    stored = StoredGame(game=room.name, begun=0, setting=room.setting.text(), events=events)
    return Room.restored(stored, Random(1), NOW)


def test_a_stroke_of_a_long_game_makes_one_line(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    made, truly = [], history.past_of

    def past_of(shown: ShownStroke, number: int) -> protocol.PastStroke:
        made.append(number)
        return truly(shown, number)

    monkeypatch.setattr(history, "past_of", past_of)
    again = afresh(room)
    assert made == list(range(1, 13))
    for each in (room, again):
        made.clear()
        assert each.to_act is not None
        strike(each, "s" * 16)
        snapshot = protocol.decode_server(each.snapshot(NOW))
        assert isinstance(snapshot, protocol.Snapshot)
        assert [line.number for line in snapshot.history] == list(range(1, 14))
        assert made == [13]


def test_after_an_undo_the_lines_are_those_of_a_restarted_server(room: Room) -> None:
    assert room.to_act is not None
    do(room, protocol.Undo(nonce="u" * 16, version=room.version, seat=room.to_act))
    strike(room, "s" * 16, x=1000)
    message = [protocol.decode_server(each.snapshot(NOW)).history for each in (room, afresh(room))]  # type: ignore[union-attr]
    assert message[0] == message[1]
    assert len(message[0]) == 12
