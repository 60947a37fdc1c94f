"""Whole random games in a room: in every state it can be followed, restored and replayed."""

from random import Random

import pytest

from carrom import protocol
from carrom.game.record import read_record
from carrom.tables.history import TableHistory
from carrom.tables.room import _KEPT

from .test_every_game import act
from .test_room import BOTH, NOW, SOUTH, Table

ACTS = 100


@pytest.mark.slow(first=1)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_at_random_can_be_followed_restored_and_recorded(seed: int) -> None:
    chance, table = Random(seed), Table()
    state = table.snapshot().state
    for _ in range(ACTS):
        before = table.room.version
        event = table.do(act(table, state, chance))
        assert event.version > before
        state = event.state
        men = sum(side.on_board + len(side.pocketed) for side in state.sides)
        assert men == 18
        assert len(state.position) == sum(side.on_board for side in state.sides) + (
            state.queen.where is protocol.QueenWhere.BOARD
        )
    assert table.restored().snapshot(NOW) == table.room.snapshot(NOW)
    record = read_record(table.room.record())
    assert TableHistory.fold(record.events).game.position == state.position
    assert table.snapshot().state == state


@pytest.mark.slow
def test_every_stroke_of_a_game_is_shown_again_as_it_was_played() -> None:
    chance, table = Random(9), Table()
    state, films = table.snapshot().state, {}
    for _ in range(40):
        event = table.do(act(table, state, chance))
        state = event.state
        if isinstance(event, protocol.Played):
            films[event.past.number] = event.motion
    again = table.restored()
    for number in range(1, state.strokes + 1):
        request = protocol.Replay(nonce=table.nonce(), stroke=number)
        answer = protocol.decode_server(again.replayed(request))
        assert isinstance(answer, protocol.Replayed)
        assert answer.motion == films[number]


def test_a_second_follower_of_a_random_game_sees_the_same_versions() -> None:
    chance, table = Random(5), Table()
    state, seen = table.snapshot().state, table.room.version
    lines = []
    for _ in range(_KEPT):
        event = table.do(act(table, state, chance))
        state = event.state
        lines.append(event)
    assert [protocol.decode_server(text) for text in table.room.missed(seen) or ()] == lines
    assert table.room.propose(protocol.Undo(nonce="z" * 16, version=table.room.version, seat=SOUTH), BOTH, NOW)
