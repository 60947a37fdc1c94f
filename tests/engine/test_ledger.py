"""Match stakes: the value of a board's result for the whole game, and an engine that plays for it."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from engine.tables import facing, lying, scattered
from engine.test_every_rule import under

from carrom.board.disc import QUEEN
from carrom.board.seat import Seat
from carrom.engine import stakes
from carrom.engine.class_values import ClassValues
from carrom.engine.endgame_race import Queen, race
from carrom.engine.engine import Engine, played_for
from carrom.engine.geometry import people
from carrom.engine.levels import LEVELS, Budget, Level, level_named
from carrom.engine.player import situation_of
from carrom.engine.rollout_kernel import LIE, class_of
from carrom.engine.self_play import answer, begun
from carrom.engine.stakes import MEAN, SHARE, EquityTerms, MatchStakes, chances, of_scores
from carrom.game.events import Contest
from carrom.physics import simulate
from carrom.values import changed

LAWS = EquityTerms(25, 8, None)
LAST = (3, 4)
"""Boards won by each side before the last of eight."""
BEHIND, AHEAD = of_scores(LAWS, (5, 12), LAST), of_scores(LAWS, (12, 5), LAST)
PLAYER = Level("any", people(0.9), Budget(4_000, 1e9))


def brought(entries):
    """Return only the game's part of the stakes in points, without the board's own points."""
    won, lost = (
        tuple(round((each - (1.0 - SHARE) * sign * gain) / SHARE, 4) for gain, each in enumerate(side))
        for side, sign in ((entries.won, 1), (entries.lost, -1))
    )
    return MatchStakes(won, lost)


def pocketed(situation, entries):
    """Return the discs pocketed when the engine's choice under these stakes is played exactly."""
    reply = replace(situation, ledger=entries)
    aimed = Engine(PLAYER, lambda: 0.0).aim(reply, Random(1))
    return set(simulate(reply.position, aimed.stroke, reply.round.turn, reply.surface).outcome.pocketed)


def test_in_an_even_game_a_point_is_a_point():
    found = of_scores(LAWS, (0, 0), (0, 0))
    assert found is not None
    assert found.won[1:13] == pytest.approx(range(1, 13), abs=0.4)
    assert found.lost == tuple(-each for each in found.won)


def test_on_the_last_board_a_win_that_does_not_catch_up_is_a_loss():
    assert BEHIND is not None
    game = brought(BEHIND)
    assert game.won[6] == game.lost[0] == game.lost[12] < game.won[7] < game.won[8] == game.won[12]


def test_a_game_of_won_boards_is_decided_once_one_side_has_them():
    terms = EquityTerms(None, 3, 2)
    assert (chances(terms, 2, 0) == 1.0).all()
    assert (chances(terms, 1, 2) == 0.0).all()
    assert chances(terms, 1, 0)[0, 0] == pytest.approx(0.75)


def test_an_early_board_is_played_for_its_points_and_a_last_one_is_not():
    early, late = of_scores(LAWS, (6, 9), (1, 2)), of_scores(LAWS, (24, 21), (4, 3))
    assert [each is not None and each.is_plain for each in (early, late, BEHIND, AHEAD)] == [True, False, False, False]


def test_who_leads_on_the_last_board_may_lose_it_by_little():
    assert AHEAD is not None
    game = brought(AHEAD)
    assert game.lost[6] == game.won[0] == game.won[12] > game.lost[7] > game.lost[8] == game.lost[12]


def test_where_no_points_end_a_game_a_long_lead_still_counts():
    without = EquityTerms(None, 8, None)
    assert chances(without, 4, 4)[20, 16] == 1.0
    assert 0.5 < chances(without, 3, 4)[20, 16] < chances(without, 3, 4)[30, 16] == 1.0


def test_where_every_win_ends_the_game_points_are_nothing():
    for terms, points in ((LAWS, (24, 24)), (EquityTerms(None, None, 1), (0, 0))):
        found = of_scores(terms, points, (0, 0))
        assert found is not None
        game = brought(found)
        assert set(game.won[1:]) == {round(MEAN, 4)}
        assert set(game.lost[1:]) == {-round(MEAN, 4)}


def test_boards_that_win_a_game_are_counted_besides_its_points():
    by_wins = EquityTerms(25, None, 8)
    found = of_scores(by_wins, (10, 12), (7, 3))
    assert found is not None
    game = brought(found)
    assert game.won[1] == game.won[12]
    assert game.lost[1] > game.lost[12]


def test_a_game_that_is_over_has_no_ledger():
    assert of_scores(LAWS, (25, 3), (4, 1)) is None


def test_the_other_side_has_the_same_ledger_turned():
    mine, theirs = of_scores(LAWS, (18, 9), (3, 2)), of_scores(LAWS, (9, 18), (2, 3))
    assert mine is not None
    assert theirs is not None
    assert mine.turned.won == pytest.approx(theirs.won, abs=1e-5)
    assert mine.turned.lost == pytest.approx(theirs.lost, abs=1e-5)


def test_the_race_for_an_even_ledger_is_the_race_for_points():
    even = MatchStakes(tuple(map(float, range(15))), tuple(-float(each) for each in range(15)))
    by_points, by_ledger = race(0.8, 3, 3), race(0.8, 3, 3, ledger=even)
    assert by_ledger.to_strike(4, 3, Queen.BOARD) == by_points.to_strike(4, 3, Queen.BOARD)
    assert by_ledger.to_cover(4, 3) == by_points.to_cover(4, 3)


@pytest.mark.slow
def test_what_was_learnt_plays_where_somebody_answers_and_the_game_asks_for_nothing_but_points():
    tables = [facing(scattered(seed, men=8)) for seed in (3, 5, 13)]

    def aims(learnt, **reply):
        engine = Engine(changed(PLAYER, learnt=learnt), lambda: 0.0)
        return [engine.aim(replace(each, **reply), Random(1)).stroke for each in tables]

    for reply in ({"alone": True}, {"ledger": BEHIND}):
        assert aims(True, **reply) == aims(False, **reply)
    assert aims(True) != aims(False)


def test_who_needs_her_points_takes_the_queen_and_who_does_not_takes_a_safer_man():
    situation = facing(scattered(13, men=8))
    assert pocketed(situation, BEHIND) == {QUEEN}
    assert QUEEN not in pocketed(situation, AHEAD)


def test_where_the_board_can_change_nothing_its_points_are_played_for():
    few = facing(scattered(3, men=6))
    assert played_for(replace(few, ledger=BEHIND), 0.8) is None
    assert pocketed(few, BEHIND) == pocketed(few, None)
    assert played_for(replace(facing(scattered(13, men=8)), ledger=BEHIND), 0.8) is BEHIND


@pytest.mark.parametrize("name", ["points", "three-player"])
def test_where_the_lead_decides_a_point_is_worth_most_when_the_score_is_even(name):
    situation = under(name, lying(W1=(250, 250), B1=(-250, 250), B2=(0, 100), B3=(30, -60)))
    one, none = class_of(0, 1, 0, 0, 0, 2, 1), class_of(0, 0, 0, 0, 0, 2, 1)

    def gain(lead):
        sides = (changed(situation.round.sides[0], points=lead), *situation.round.sides[1:])
        prices = ClassValues(changed(situation.round, sides=sides), 0.8, ledger=MatchStakes())
        worths = prices.of(np.array([one, none], dtype=np.int16), np.zeros((2, LIE), dtype=np.int32))
        return int(worths[0] - worths[1])

    assert gain(0) > 4 * gain(200) > 0


def test_a_shared_win_is_worth_half_of_one_where_the_lead_decides():
    situation = under("points", lying(B1=(250, 250)))
    sides = tuple(changed(side, points=points) for side, points in zip(situation.round.sides, (0, 5), strict=True))
    prices = ClassValues(changed(situation.round, sides=sides), 0.8, ledger=MatchStakes())
    level = class_of(0, 1, 0, 0, 0, 2, 1)
    assert int(prices.of(np.array([level], dtype=np.int16), np.zeros((1, LIE), dtype=np.int32))[0]) == 0


def test_no_level_chooses_strokes_by_what_was_learnt_as_long_as_that_loses():
    assert not any(level.learnt for level in LEVELS)


def test_upper_levels_play_for_the_game_and_lower_ones_for_points():
    assert [level_named(name).counts for name in ("first-timer", "club", "strong-club", "machine")] == [
        False,
        False,
        True,
        True,
    ]


@pytest.mark.parametrize(("contest", "equal"), [("best-of-3-boards", True), ("game", False), ("match", False)])
def test_a_game_tells_what_its_board_brings(contest: Contest, equal: bool):
    quick = _Quick()
    game = begun({Seat.SOUTH: quick, Seat.NORTH: quick}, 2, contest=contest)
    game = game.apply(answer(game, {}, {}, 2))
    found = situation_of(game).ledger
    assert found is not None
    reply = brought(found)
    assert (reply.won[1] == reply.won[12]) is equal
    assert found == stakes.of_state(game.state)


def test_a_board_by_itself_is_played_for_its_points():
    quick = _Quick()
    game = begun({Seat.SOUTH: quick, Seat.NORTH: quick}, 2)
    assert situation_of(game.apply(answer(game, {}, {}, 2))).ledger is None


class _Quick:
    """A player that never has to act, because these games only begin."""
