"""The baseline players: each plays legally in every rule set, and as described."""

from random import Random

import pytest

import carrom
from carrom.board.seat import Seat
from carrom.engine.geometry import STEADY
from carrom.engine.levels import level_named
from carrom.errors import RefusedRequest
from carrom.game.play_stroke import strike
from carrom.lab.players import NAMES, Unsteady, player
from carrom.numeric import wilson

PLAYED = [(name, "icf") for name in ("random", "aim", "geometric", "one-ply", "geometric/beginner", "beginner")]
PLAYED += [("one-ply", "team-event"), ("geometric/beginner", "team-event"), ("one-ply", "points"), ("aim", "points")]


@pytest.mark.slow(first=1)
@pytest.mark.parametrize(("name", "ruleset"), PLAYED)
def test_a_player_strikes_lawfully_and_the_same_way_for_the_same_seed(name, ruleset):
    game = carrom.Game(ruleset, seed=3, first_break="A")
    game.set_up()
    for number in range(2):
        fold, seat = game.history, game.turn
        stroke = player(name).choose(fold, seat, Random(number))
        assert stroke == player(name).choose(fold, seat, Random(number))
        strike(fold, seat, stroke)
        if not game.places:
            game.push(stroke)
        while game.places:
            game.push(game.places[0])


def test_one_ply_takes_the_man_that_lies_before_a_pocket():
    from carrom.board.disc import Disc
    from carrom.board.position import Point, Position
    from carrom.values import changed

    game = carrom.Game(seed=1, first_break="A")
    game.set_up()
    state = game.history.state
    lying = Position.of({Disc.W1: Point(250_000, 260_000), Disc.W2: Point(0, 0), Disc.B1: Point(-200_000, 0)})
    played = changed(state.round, phase=carrom.rules.round.Phase.PLAY, on_board=lying.discs)
    fold = changed(game.history, state=changed(state, position=lying, round=played, nominal=False))
    outcome = strike(fold, Seat.SOUTH, player("one-ply").choose(fold, Seat.SOUTH, Random(1)))[0].outcome
    assert outcome.pocketed
    assert set(outcome.pocketed) <= {Disc.W1, Disc.W2}


def test_names_say_what_there_is():
    assert NAMES[:5] == ("uniform", "random", "aim", "geometric", "one-ply")
    assert player("club").level is level_named("club")
    assert isinstance(player("aim/club"), Unsteady)
    assert level_named("club").hand != STEADY
    for wrong in ("nobody", "club/state", "aim/nobody"):
        with pytest.raises(RefusedRequest, match=r"[Tt]here is no (level|player)"):
            player(wrong)


def test_wilsons_interval_holds_the_share_and_stays_inside():
    low, high = wilson(33, 40)
    assert (round(low, 2), round(high, 2)) == (0.68, 0.91)
    assert wilson(0, 40)[0] == pytest.approx(0.0, abs=1e-12)
    assert wilson(0, 0) == (0.0, 1.0)
