"""Custom rule sets on vectorized boards: random parameters, switches and clauses agree with games of 1 to 4 players."""

import random

import numpy as np
import pytest
from arrays.agree import compare, custom_sets

from carrom.arrays import Boards
from carrom.envs.config import terms
from carrom.envs.play import Play
from carrom.game.game import GameHistory
from carrom.game.new_game import header_of
from carrom.game.play_stroke import racked
from carrom.rules.custom import custom


@pytest.mark.slow(first=3)
@pytest.mark.parametrize("number", range(8))
def test_a_step_by_rules_of_ones_own_is_what_a_game_says(number):
    rules, players = next(custom_sets(random.Random(number)))
    assert compare(rules, players, 60, seed=number, count=20).differences == []


OTHER_READINGS = [
    ("icf", {"earlier_man_covers": True, "others_end_turn": True}),
    ("classic-29", {"earlier_man_covers": True, "last_man_covers": False}),
    ("team-event", {"paying_men_free_queen": True, "striker_with_several": "two", "strokes_per_turn": 2}),
    ("three-player", {"earlier_man_covers": True, "last_counter_before_queen": "plays-on", "no_room_dues": "lapse"}),
    ("points", {"same_stroke_covers": False, "last_counter_before_queen": "plays-on", "faulty_break_costs": False}),
    ("icf", {"striker_with_queen_and_nine": "always", "both_last_after_queen": "other", "no_room_dues": "lapse"}),
]


@pytest.mark.slow(first=3)
@pytest.mark.parametrize(("base", "changes"), OTHER_READINGS)
def test_a_step_by_other_readings_is_what_a_game_says(base, changes):
    rules = custom({"extends": base, **changes}, "house")
    assert compare(rules, rules.parameters.players[0], 400, seed=3, count=20).differences == []


def test_sets_of_ones_own_are_played_by_one_to_four():
    sets = custom_sets(random.Random(0))
    assert {next(sets)[1] for _ in range(120)} == {1, 2, 3, 4}


def test_a_handicap_of_the_rules_takes_its_men_off_the_rack_in_arrays_and_in_games():
    rules = custom({"extends": "icf", "handicap": [0, 2]}, "lenient")
    boards = Boards(1, rules, threads=1)
    boards.reset([7])
    game = GameHistory.begin(header_of(rules, 2, "board", "club", None, "A", None, ()), rules)
    game = game.apply(racked(game, 7))
    assert boards.position(0) == game.position
    assert len(game.position) == 17
    assert boards.round(0) == game.round
    play = Play(terms(rules, 2, "board", "club", None, "nearest", 10), 4)
    play.act_by(np.array([0.0, 0.0, 0.9]))
    assert play.field.boards.position(0) == play.game.position
