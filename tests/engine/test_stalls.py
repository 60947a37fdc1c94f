"""No player keeps repeating a stroke that does not count: boards end under every rule set."""

import itertools
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from carrom.engine import engine, rollout_kernel
from carrom.engine.class_values import IDLE, BoldClassValues, ClassValues
from carrom.engine.ladder import contestant
from carrom.engine.levels import LEVELS, Level
from carrom.engine.player import EnginePlayer, situation_of
from carrom.engine.stakes import MatchStakes
from carrom.game.api import Game
from carrom.rules.phases import Strike
from carrom.rules.round import Phase, QueenState, Round, in_rack_order
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.ruling import Turn
from carrom.values import changed

sys.path.insert(0, str(Path(__file__).parents[2]))
from bench import stalls

RECORDS = Path(__file__).parent / "records"
RECORD = RECORDS / "three-player-last-counter.carrom"
"""South leads 23-1-2 and has pocketed the queen; the last counter, in the centre, would cover it."""
SLID = rollout_kernel.class_of(0, 0, 0, 0, 0, 0, 0)
"""The striker slides along the baselines without leaving either."""
MISSED = rollout_kernel.class_of(0, 0, 0, 0, 0, 2, 0)
"""The striker leaves both baselines and touches nothing."""


@pytest.mark.slow(first=2)
@pytest.mark.parametrize("level", LEVELS, ids=lambda level: level.name)
def test_a_leader_with_one_counter_to_go_ends_the_board_at_every_level(level: Level) -> None:
    player = EnginePlayer(level)
    for seed in range(3):
        game = Game.from_text(RECORD.read_text(encoding="utf-8"), seed=seed)
        begun = len(game.history.strokes)
        while not game.history.is_over:
            assert len(game.history.strokes) - begun < 10, f"{level.name} does not end the board with seed {seed}"
            rng = Random(100 * seed + len(game.history.events))
            strikes = isinstance(game.history.expected[0], Strike)
            game.push(player.aim(game, rng).stroke if strikes else player.act(game, rng))
            assert game.history.rulings[-1].turn is not Turn.RETRY


@pytest.mark.parametrize("name", ["points-last-white-by-the-frame", "three-player-two-by-the-frame"])
@pytest.mark.parametrize("player", ["champion:1000", "state:1000"])
def test_a_piece_that_is_hard_for_all_is_not_left_to_the_others_for_ever(name: str, player: str) -> None:
    game = Game.from_text((RECORDS / f"{name}.carrom").read_text(encoding="utf-8"), seed=1).history
    board = stalls.follow(game, player, 100_000)
    assert board.ended
    assert board.strokes < 20


def test_a_stroke_at_the_last_piece_is_meant_to_touch_it_although_striking_past_it_gives_nothing_away() -> None:
    game = Game.from_text((RECORDS / "points-last-white-by-the-frame.carrom").read_text(encoding="utf-8"), seed=1)
    for seed in range(3):
        decision = EnginePlayer(contestant("champion:1000").level).aim(game, Random(seed))
        assert decision.promise.success > 0.05


def test_the_second_search_of_a_choice_ends_with_the_time_of_the_first() -> None:
    game = Game.from_text((RECORDS / "points-last-white-by-the-frame.carrom").read_text(encoding="utf-8"), seed=1)
    level, situation = contestant("champion:3000").level, situation_of(game.history)

    def spent(seconds_a_look: float) -> int:
        now = itertools.count(0.0, seconds_a_look)
        return engine.Engine(level, clock=lambda: next(now)).aim(situation, Random(1)).simulations

    slow = level.budget.seconds / 20
    assert spent(slow) < spent(0.0) / 2


@pytest.mark.slow
def test_last_pieces_behind_the_baselines_do_not_lie_there_for_ever_where_no_back_strokes_are_allowed() -> None:
    rules = next(each for each in stalls.own_rules() if not each.parameters.backward)
    board = stalls.play(rules, "national:1000", 320_042)
    assert board.ended
    assert board.strokes < 60


def priced(prices: ClassValues | BoldClassValues, number: int) -> int:
    """Return the value of an outcome class if no disc on the board can be pocketed."""
    return int(prices.of(np.array([number], dtype=np.int16), np.zeros((1, rollout_kernel.LIE), dtype=np.int32))[0])


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("queen", [QueenState.BOARD, QueenState.PENDING])
def test_a_stroke_that_does_not_count_costs_the_same_point_however_far_ahead_its_player_is(
    name: str, queen: QueenState
) -> None:
    rules = ruleset(name)
    begun = Round.begin(rules, tuple((seat,) for seat in stalls.SEATS[rules.parameters.players[0]][:3]))
    gone = {disc for disc in begun.on_board if disc.value in ("Q" if queen is QueenState.PENDING else "", "W9", "B8")}
    sides = tuple(
        changed(side, pocketed_before=True, pocketed_by_self=True, points=40 if index == 0 else 0)
        for index, side in enumerate(begun.sides)
    )
    lying, pocketed = in_rack_order(set(begun.on_board) - gone), in_rack_order(gone)
    playing = changed(begun, phase=Phase.PLAY, sides=sides, on_board=lying, pocketed=pocketed, queen=queen)
    prices = ClassValues(playing, 0.85, ledger=None if rules.colours_are_owned else MatchStakes())
    assert priced(prices, MISSED) - priced(prices, SLID) == round(IDLE * rollout_kernel.POINT)
    assert not prices.counts[SLID]


def test_a_player_who_would_try_anything_still_does_not_slide_the_striker_along_its_lines() -> None:
    begun = situation_of(Game.from_text(RECORD.read_text(encoding="utf-8"), seed=1).history).round
    daring = BoldClassValues(ClassValues(begun, 0.5))
    assert priced(daring, SLID) < priced(daring, MISSED)


def test_of_strokes_that_never_keep_the_turn_the_one_that_touches_a_piece_is_better_for_a_player_who_must_try() -> None:
    begun = situation_of(Game.from_text(RECORD.read_text(encoding="utf-8"), seed=1).history).round
    touching = rollout_kernel.class_of(0, 0, 0, 0, 0, 2, 1)
    daring = BoldClassValues(ClassValues(begun, 0.5))
    assert priced(daring, touching) == priced(daring, MISSED)
    must_try = BoldClassValues(ClassValues(begun, 0.5), touching=0.001)
    assert priced(must_try, touching) - priced(must_try, MISSED) == 1_000
    assert priced(must_try, MISSED) > priced(must_try, SLID)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*map(ruleset, NAMES), *stalls.own_rules()], ids=lambda rules: rules.name)
def test_boards_of_every_rule_set_end_without_a_stroke_that_does_not_count(rules: stalls.Ruleset) -> None:
    boards = [stalls.play(rules, name, seed) for seed, name in enumerate(("champion:3000", "club:1000"), 100_000)]
    assert all(board.ended for board in boards)
    assert sum(board.strokes for board in boards) > 10
    assert sum(board.again for board in boards) == 0


def test_a_board_that_does_not_end_is_counted_as_stalled(monkeypatch: pytest.MonkeyPatch) -> None:
    def sought(
        self: ClassValues, classes: NDArray[np.int16], _: NDArray[np.int32], alone: bool = False
    ) -> NDArray[np.int64]:
        self.learn(classes)
        return (~self.counts[classes]).astype(np.int64)

    monkeypatch.setattr(ClassValues, "by_hand", sought)
    monkeypatch.setattr(ClassValues, "of", sought)
    monkeypatch.setattr(engine, "waits", lambda *_: False)
    board = stalls.follow(Game.from_text(RECORD.read_text(encoding="utf-8"), seed=1).history, "champion:3000", 100_000)
    assert board.stalled
    assert board.again == board.in_a_row == stalls.IN_A_ROW


@pytest.mark.slow
@pytest.mark.parametrize("name", ["three-player", "points"])
def test_boards_without_owned_colours_end_between_players_of_habit(name: str) -> None:
    players = ("first-timer:300", "beginner:300", "casual:300")
    boards = [stalls.play(ruleset(name), player, seed) for seed, player in enumerate(players, 100_000)]
    assert all(board.ended for board in boards)
    assert sum(board.again for board in boards) == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["first-timer", "beginner"])
def test_weaker_levels_end_a_board_where_no_back_strokes_are_allowed(name: str) -> None:
    rules = next(each for each in stalls.own_rules() if not each.parameters.backward)
    board = stalls.play(rules, name, 200_004)
    assert not board.stalled
    assert board.again == 0
