"""Switches of a rule set file that select another reading between boards: who breaks, what counts, who has won."""

from typing import Any

import pytest
from strategies_game import DOUBLES, header

from carrom.board.disc import BLACKS, QUEEN, WHITES
from carrom.board.outcome import Outcome
from carrom.board.seat import SEATS, Seat
from carrom.game.events import BoardKept, Called, Conceded, Noticed, RoundBegun, Struck, Tossed
from carrom.game.expected import BeginRound, Toss
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, score_match
from carrom.game.record import read_record, write_record
from carrom.game.score import Board, Ending, Gain, score_game
from carrom.game.turn_order import Seating, game_opener
from carrom.rules.custom import custom
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat
LEVEL = [Gain("A", 3), Gain("B", 3)] * 4


def house(base: str, **switches: Any) -> Ruleset:
    return custom({"extends": base, **switches}, "house")


def begun(rules: Ruleset, **fields: Any) -> GameHistory:
    return GameHistory.begin(
        changed(header(rules.extends, fields.pop("players", None)), first_break="A", **fields), rules
    )


def row(game: GameHistory, winner: str, **fields: Any) -> GameHistory:
    (awaited,) = game.expected
    assert isinstance(awaited, BeginRound)
    board = Board(winner=winner, **{"men_left": 3, "queen": "B" if winner == "A" else "A", **fields})  # type: ignore[arg-type]
    return game.apply(BoardKept(breaker=awaited.breakers[0], board=board))


def read_again(game: GameHistory) -> GameHistory:
    assert read_record(write_record(game)) == game
    return game


def test_the_first_opener_of_a_doubles_may_open_its_third_game() -> None:
    rules = house("icf", third_game_by_first_opener=True)
    four = Seating.of(dict(zip(SEATS, ("A1", "B1", "A2", "B2"), strict=True)))
    opened = [game_opener(rules, four, number, "A1") for number in (1, 2, 3)]
    game, seen = begun(rules, players=DOUBLES, contest="match"), []
    for side in "ABA":
        (awaited,) = game.expected
        assert isinstance(awaited, BeginRound)
        seen.append((game.state.player_at(awaited.breakers[0]), awaited.reading))
        game = game.apply(RoundBegun(breaker=awaited.breakers[0])).apply(Conceded(side=side, what="game"))  # type: ignore[arg-type]
    assert seen == [(each.player, each.reading) for each in opened] == [("A1", ""), ("B1", ""), ("A1", "")]


def test_the_next_player_may_break_a_board_that_is_played_again() -> None:
    for rules, breaker, clause in (
        (ruleset("icf"), SOUTH, "Law 140"),
        (house("icf", replay_breaker="next"), NORTH, "House"),
    ):
        game = GameHistory.begin(changed(header(), first_break="A"), rules)
        game = game.apply(RoundBegun(breaker=SOUTH)).apply(Called(what="unforeseen"))
        assert game.expected == (BeginRound((breaker,), 1),)
        assert clause in game.rulings[-1].why
        assert ("the next player breaks" in game.rulings[-1].why) is (breaker is NORTH)
        assert score_game(rules, [Gain(None)], "A").breaker == ("A" if breaker is SOUTH else "B")


def test_a_cancelled_extra_board_may_be_tossed_for_again() -> None:
    game = begun(house("icf", replay_breaker="next"))
    for side in "ABABABAB":
        game = row(game, side)
    game = game.apply(Tossed(won_by="B")).apply(RoundBegun(breaker=NORTH)).apply(Called(what="unforeseen"))
    assert game.expected == (Toss(("A", "B"), break_only=True),)
    assert score_game(game.rules, [*LEVEL, Gain(None)], "A").reading == ""
    read_again(game)


def test_points_beyond_the_target_may_stand() -> None:
    boards = [Gain("A", 12), Gain("A", 12), Gain("A", 12)]
    assert score_game(ruleset("icf"), boards, "A").score == (25, 0)
    rules = house("icf", score_beyond_target=True)
    assert score_game(rules, boards, "A").score == (36, 0)
    assert score_match(rules, [GameEntry(score=(36, 0))], "A").games[0].score == (36, 0)


def test_a_board_lost_by_conduct_may_be_left_uncounted() -> None:
    lost = Board(winner="B", men_left=4, special=Ending.LOSS_OF_BOARD)
    for rules, breaker, number in ((ruleset("icf"), NORTH, 2), (house("icf", lost_board_counts=False), SOUTH, 1)):
        game = GameHistory.begin(changed(header(), first_break="A"), rules).apply(RoundBegun(breaker=SOUTH))
        game = game.apply(Struck(seat=SOUTH, outcome=Outcome(touched=WHITES[:1])))
        game = game.apply(Called(what="seat", by=SOUTH))
        assert (game.expected, game.score) == ((BeginRound((breaker,), 2),), (0, 12))
        rows = row(
            GameHistory.begin(changed(header(), first_break="A"), rules), "B", special=Ending.LOSS_OF_BOARD, queen=None
        )
        assert rows.expected == game.expected
        read_again(game)
        eight = score_game(rules, [lost, *[Gain("A", 2)] * 7], "A")
        assert eight.finished is (number == 2), "the limit of eight boards"
        assert score_game(rules, [lost], "A").breaker == ("B" if number == 2 else "A")


def test_four_boards_each_may_be_a_draw() -> None:
    rules = house("classic-29", level_boards_drawn=True)
    game = begun(rules, contest="most-of-8-boards")
    for side in "ABABABAB":
        game = row(game, side)
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.expected) == (("A", "B"), (4, 4), ())
    assert score_game(rules, LEVEL, "A", best_of=8).clauses[-1].startswith("House")
    read_again(game)


def test_level_totals_may_be_played_on() -> None:
    game = begun(house("points", level_totals_shared=False))
    game = game.apply(BoardKept(breaker=SOUTH, totals=(90, 90)))
    assert (game.result, game.expected) == (None, (BeginRound((NORTH,), 2),))
    game = game.apply(BoardKept(breaker=NORTH, totals=(100, 85)))
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A",), (190, 175))


@pytest.mark.parametrize(("switches", "points"), [({}, 65), ({"late_queen_restores_points": False}, 50)])
def test_a_queen_noticed_late_may_bring_its_own_points_alone(switches: dict[str, Any], points: int) -> None:
    rules = house("points", **switches) if switches else ruleset("points")
    game = GameHistory.begin(changed(header("points"), first_break="A"), rules).apply(RoundBegun(breaker=SOUTH))
    brown, black = WHITES[0], game.round.on_board[-1]  # type: ignore[union-attr]
    for seat, fallen in ((SOUTH, (brown, black)), (SOUTH, (QUEEN,)), (SOUTH, ()), (NORTH, ())):
        game = game.apply(Struck(seat=seat, outcome=Outcome(pocketed=fallen, touched=WHITES[-1:])))
    game = game.apply(Noticed(what="queen", disc=QUEEN, seat=SOUTH))
    assert game.round is not None
    assert game.round.sides[0].points == points


@pytest.mark.parametrize(("switches", "turns"), [({}, "SNSN"), ({"late_man_costs_next_turn": True}, "SNNS")])
def test_a_man_noticed_late_may_cost_the_next_turn(switches: dict[str, Any], turns: str) -> None:
    rules = house("icf", **switches) if switches else ruleset("icf")
    game = GameHistory.begin(changed(header(), first_break="A"), rules).apply(RoundBegun(breaker=SOUTH))
    seats = {"S": SOUTH, "N": NORTH}
    for number, seat in enumerate(turns):
        game = game.apply(Struck(seat=seats[seat], outcome=Outcome(touched=WHITES[-1:])))
        if number == 0:
            game = game.apply(Noticed(what="opponent-man", disc=BLACKS[0], seat=SOUTH))
    read_again(game)
