"""Whole boards between engines: they end, scores add up, they are reproducible, and the more accurate player wins."""

from random import Random

import pytest

from carrom.board.disc import RACKED, STRIKER, Disc
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.board.stroke import Stroke
from carrom.engine.levels import Budget, level_named
from carrom.engine.player import EnginePlayer
from carrom.engine.self_play import answer, play_board
from carrom.errors import RefusedRequest
from carrom.game.events import Placed, Struck
from carrom.game.game import GameHistory
from carrom.values import changed


def quick(name: str, simulations: int) -> EnginePlayer:
    return EnginePlayer(changed(level_named(name), budget=Budget(simulations, 60.0)))


@pytest.fixture(scope="module")
def boards() -> list[GameHistory]:
    strong, weak = quick("champion", 240), quick("beginner", 100)
    return [play_board(strong, weak, seed) for seed in range(3)]


@pytest.mark.slow
def test_the_steadier_hand_wins_most_seeded_boards(boards):
    assert sum("A" in game.result.winners for game in boards) >= 2


def test_every_board_ends_with_all_men_accounted_for(boards):
    for game in boards:
        assert game.is_over
        assert game.round is not None
        assert sorted((*game.round.on_board, *game.round.pocketed)) == sorted(RACKED)


def test_the_same_seed_plays_the_same_board(boards):
    strong, weak = quick("champion", 240), quick("beginner", 100)
    assert play_board(strong, weak, 1) == boards[1]


def test_a_due_is_placed_where_the_game_accepts_it(boards):
    game = GameHistory.fold(boards[0].events[:2])
    assert game.position is not None
    rest = game.position.without(Disc.W4)
    stroke = Stroke(0, 0, 1_000_000)
    game = game.apply(Struck(seat=Seat.SOUTH, stroke=stroke, outcome=fell(Disc.W4), rest=rest, rack=game.position))
    game = game.apply(Struck(seat=Seat.SOUTH, stroke=stroke, outcome=fell(STRIKER), rest=rest))
    player = quick("club", 60)
    placed = answer(game, {Seat.NORTH: player}, {}, 0)
    assert isinstance(placed, Placed)
    assert placed.disc is Disc.W4
    assert game.apply(placed).position[Disc.W4] == placed.at


def fell(disc: Disc) -> Outcome:
    return Outcome(pocketed=(disc,), touched=(Disc.W4,) if disc is Disc.W4 else (Disc.W5,))


def test_who_is_not_in_turn_is_refused(boards):
    begun = GameHistory.fold(boards[0].events[:2])
    with pytest.raises(RefusedRequest, match="turn"):
        quick("club", 60).choose(begun, Seat.NORTH, Random(1))
    with pytest.raises(RefusedRequest, match="No piece waits"):
        quick("club", 60).place(begun, Seat.NORTH)
