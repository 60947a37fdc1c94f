"""A stroke is expected exactly where the striker has a legal spot, and the page receives that spot."""

import pytest
from strategies_game import SINGLES

from carrom import protocol
from carrom.board.disc import Disc
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke
from carrom.game.events import Header
from carrom.game.expected import StrikerHasNoSpot, spans_of
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked, simulated, strike
from carrom.rules.custom import custom
from carrom.rules.phases import Strike
from carrom.tables.history import TableHistory
from carrom.tables.views import state_of
from carrom.values import changed

SEVEN = Position.of({Disc(f"W{k + 4}"): Point(73_000 * k, -252_600) for k in range(-3, 4)})
"""Pieces 73 mm apart on the middle of South's lines; the striker fits only slightly off the middle."""
SHUT = Position.of({Disc(f"W{k + 5}"): Point(62_000 * k, -252_600) for k in range(-4, 5)})
"""The same, closer together: no room at all."""


def lying(position: Position, **switches: object) -> GameHistory:
    rules = custom({"extends": "icf", **switches}, "house") if switches else None
    header = simulated(Header(players=SINGLES, first_break="A"))
    game = GameHistory.begin(header, rules)
    game = game.apply(racked(game))
    return changed(game, state=changed(game.state, position=position))


def test_a_crowded_baseline_asks_for_a_stroke_that_can_be_played_and_shown() -> None:
    game = lying(SEVEN)
    (expected,) = game.expected
    assert isinstance(expected, Strike)
    history = changed(TableHistory.fold(game.events), game=game)
    (shown,) = state_of(history, can_undo=False).expected
    assert isinstance(shown, protocol.ExpectStrike)
    assert shown.intervals
    assert [(each.lo, each.hi, each.y) for each in shown.intervals] == [
        (span.low, span.high, span.y) for span in spans_of(game.state)
    ]
    for each in shown.intervals:
        event, _ = strike(game, Seat.SOUTH, Stroke(each.lo, 0, 2_000_000, y=each.y))
        assert event.seat is Seat.SOUTH
        with pytest.raises(IllegalStroke):
            strike(game, Seat.SOUTH, Stroke(each.lo, 0, 2_000_000))


def test_lines_without_any_room_are_not_to_be_struck_from() -> None:
    assert lying(SHUT).expected == (StrikerHasNoSpot(Seat.SOUTH),)


def test_a_room_is_counted_as_the_rule_set_counts_the_base_circles() -> None:
    position = Position.of({Disc(f"B{k + 4}"): Point(63_000 * k, -252_600) for k in range(-3, 4)})
    assert lying(position).expected == (StrikerHasNoSpot(Seat.SOUTH),)
    (expected,) = lying(position, base_circle_by_disc=True).expected
    assert isinstance(expected, Strike)
