"""The expected actions of a game are computed once per game value."""

import copy
import pickle

import pytest

from carrom import protocol
from carrom.board.seat import Seat
from carrom.game import check
from carrom.game.events import Header, Player
from carrom.game.game import GameHistory
from carrom.tables.terms import GameSettings
from carrom.values import changed


def game() -> GameHistory:
    seats = (
        protocol.SeatPlan(seat=Seat.SOUTH, who=protocol.Who.ME),
        protocol.SeatPlan(seat=Seat.NORTH, who=protocol.Who.ME),
    )
    header, rules = GameSettings.of(protocol.Terms(seats=seats, first_break=Seat.SOUTH)).header(0)
    return GameHistory.begin(header, rules)


def test_what_a_game_expects_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    computed, expected = [], check.expected
    monkeypatch.setattr(check, "expected", lambda state: computed.append(state) or expected(state))
    one = game()
    computed.clear()
    assert one.expected == one.expected == expected(one.state)
    assert one.expected is one.expected
    assert len(computed) == 1


def test_a_game_that_was_asked_what_it_expects_is_equal_and_can_be_copied_and_pickled() -> None:
    asked, other = game(), game()
    assert asked.expected
    assert asked == other
    assert hash(asked) == hash(other)
    assert copy.copy(asked) is asked
    assert copy.deepcopy(asked) is asked
    again = pickle.loads(pickle.dumps(asked))
    assert again == asked
    assert again.expected == asked.expected


def test_a_changed_game_does_not_inherit_what_the_one_before_expected() -> None:
    begun = game()
    assert begun.expected
    player = begun.header.players[0]
    assert isinstance(player, Player)
    renamed = begun.with_header(
        changed(begun.header, players=(changed(player, name="Asha"), *begun.header.players[1:]))
    )
    assert isinstance(renamed.header, Header)
    assert "expected" not in vars(renamed)
    assert "expected" not in vars(changed(begun, events=begun.events))
