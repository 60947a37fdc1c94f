"""Evaluation of a situation: a winning chance and expected points that show who is ahead."""

from engine.tables import facing, lying

from carrom.board.rack import nominal_rack
from carrom.board.seat import Seat
from carrom.engine import play_out
from carrom.engine.geometry import HandNoise
from carrom.engine.situation import Situation
from carrom.physics.surface import surface
from carrom.rules.round import Round, RoundResult
from carrom.rules.ruleset import ruleset
from carrom.values import changed

THREE = ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,))
AHEAD = facing(lying(W1=(0, 100), B1=(100, 100), B2=(-100, 150), B3=(-200, 50)))
BEHIND = facing(lying(W1=(0, 100), W2=(100, 100), W3=(-100, 150), B3=(-200, 50)))


def test_who_has_fewer_men_left_is_likelier_to_win_and_expects_points():
    ahead, behind = play_out.of(AHEAD), play_out.of(BEHIND)
    assert 0.0 < behind.win < ahead.win < 1.0
    assert behind.points < ahead.points
    assert ahead.points > 0.0


def test_the_other_side_has_what_is_left():
    ahead = play_out.of(AHEAD)
    assert ahead.turned.win == 1.0 - ahead.win
    assert ahead.turned.points == -ahead.points


def test_a_board_that_is_over_is_worth_what_it_brought():
    for winners, expected in (((0,), (1.0, 7.0)), ((1,), (0.0, -7.0)), ((), (0.5, 0.0))):
        over = changed(AHEAD.round, result=RoundResult(winners=winners, points=7, replay=not winners))
        found = play_out.of(changed_situation(over))
        assert (found.win, found.points) == expected


def test_every_rule_set_and_the_rack_have_a_worth():
    for name in ("icf", "club", "points", "classic-29"):
        begun = Round.begin(ruleset(name))
        found = play_out.of(Situation(begun, nominal_rack(), surface("club")), HandNoise(1.0, 0.1, 700.0))
        assert 0.0 <= found.win <= 1.0


def changed_situation(round_):
    """Return the position of AHEAD with another round."""
    return Situation(round_, AHEAD.position, AHEAD.surface)


def test_a_man_easily_pocketed_is_worth_more_than_one_in_a_corner_of_the_frame():
    easy = play_out.of(facing(lying(W1=(200, 200), W2=(-200, 200), B1=(0, -330), B2=(10, 340))))
    hard = play_out.of(facing(lying(W1=(0, -330), W2=(10, 340), B1=(200, -200), B2=(-200, -200))))
    assert easy.win > hard.win
    assert easy.points > hard.points


def test_a_lead_raises_the_win_probability_under_every_rule_set_of_points():
    for name, lead in (("points", 15), ("three-player", 3)):
        begun = Round.begin(ruleset(name), THREE if name == "three-player" else ((Seat.SOUTH,), (Seat.NORTH,)))
        ahead = changed(begun, sides=(changed(begun.sides[0], points=lead), *begun.sides[1:]))
        level, leading = (play_out.of(Situation(each, nominal_rack(), surface("club"))) for each in (begun, ahead))
        assert leading.win > level.win + 0.05
        assert leading.points > level.points
