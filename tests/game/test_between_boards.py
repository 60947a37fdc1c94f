"""Between strokes and boards: who pays for a foul, possible totals, and points that depend on an interpretation."""

from typing import Any

import pytest
from strategies_game import DOUBLES, header

from carrom.board.disc import BLACKS, QUEEN, WHITES
from carrom.board.outcome import Outcome
from carrom.board.seat import SEATS, Seat
from carrom.errors import Contradiction
from carrom.game.casebook import decide
from carrom.game.events import BoardKept, Called, Conceded, Noticed, RoundBegun, Struck, Tossed
from carrom.game.expected import BeginRound, Toss
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, score_match
from carrom.game.record import read_record, write_record
from carrom.game.score import Board, Ending, Gain, score_game
from carrom.game.turn_order import Seating, change_after, change_in_game, game_opener
from carrom.rules.custom import custom
from carrom.rules.phases import PlaceDue
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat
ICF = ruleset("icf")
FOUR = Seating.of(dict(zip(SEATS, ("A1", "B1", "A2", "B2"), strict=True)))
TAKEN = custom({"extends": "icf", "last_own_points": "taken"}, "taken")


def doubles_after_two_men() -> GameHistory:
    game = GameHistory.begin(changed(header(players=DOUBLES), first_break="A")).apply(RoundBegun(breaker=SOUTH))
    return game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=WHITES[:2], touched=WHITES[:1])))


@pytest.mark.parametrize("after_stroke", [False, True])
def test_a_partner_s_fault_costs_a_man_and_the_player_in_turn_keeps_it(after_stroke: bool) -> None:
    game = doubles_after_two_men().apply(Called(what="talking", by=NORTH, after_stroke=after_stroke))
    assert game.expected == (PlaceDue(EAST, WHITES[1], 1),)
    assert game.round is not None
    assert (game.round.turn, game.rulings[-1].turn.value) == (SOUTH, "continue")


def test_the_player_in_turn_himself_loses_it_by_a_foul_after_his_stroke() -> None:
    game = doubles_after_two_men().apply(Called(what="talking", by=SOUTH, after_stroke=True))
    assert game.round is not None
    assert game.round.turn is EAST


def test_totals_may_fall_only_where_points_are_taken() -> None:
    running = [(5, 0), (5, 4), (2, 4)]
    with pytest.raises(Contradiction, match=r"from \[5, 4\] to \[2, 4\]; one side gains in a board"):
        change_in_game(ICF, 3, None, running)
    assert change_in_game(TAKEN, 3, None, running)[0] is None
    assert change_in_game(TAKEN, 3, None, [*running, (13, 4)])[0] == 4


def test_a_board_that_takes_nothing_from_nothing_still_counts_for_the_change_of_sides() -> None:
    assert change_after(TAKEN, 3, None, [(0, 0)] * 4)[0] == 4
    assert change_in_game(TAKEN, 3, None, [(0, 0)] * 4)[0] is None


@pytest.mark.parametrize(
    ("running", "refused"),
    [
        ([(13, 0)], r"from \[0, 0\] to \[13, 0\]; a board of icf is worth at most 12 points"),
        ([(12, 0), (12, 13)], r"at most 12 points"),
        ([(12, 0), (24, 0), (36, 0), (37, 0)], r"the game was over with 36 points, its target is 25"),
        ([(12, 0), (24, 0), (25, 0), (25, 1)], r"the game was over with 25 points, its target is 25"),
        ([(3, 3)], r"one side gains in a board"),
        ([(-1, 0)], r"one side gains in a board"),
    ],
)
def test_totals_that_no_boards_can_give_are_refused(running: list[tuple[int, int]], refused: str) -> None:
    with pytest.raises(Contradiction, match=refused):
        change_in_game(ICF, 1, None, running)


def test_a_board_may_bring_its_most_and_end_the_game_beyond_the_target() -> None:
    assert change_in_game(ICF, 3, None, [(12, 0), (24, 0), (36, 0)])[0] == 2


@pytest.mark.parametrize("game", [0, 4, 9_223_372_036_854_775_807, -1])
def test_a_game_that_no_match_has_is_refused_at_once(game: int) -> None:
    with pytest.raises(Contradiction, match=f"game is {game}; the games of a match are counted from 1 to 3"):
        game_opener(ICF, FOUR, game, "A1")
    with pytest.raises(Contradiction, match=f"game is {game}; "):
        change_in_game(ICF, game, None, [])


def test_the_third_opener_in_doubles_is_a_reading_and_the_others_are_not() -> None:
    openers = [game_opener(ICF, FOUR, game, "A1") for game in (1, 2, 3)]
    assert [(each.player, each.reading) for each in openers] == [("A1", ""), ("B1", ""), ("A2", "C51")]
    two = Seating.of({SOUTH: "A", NORTH: "B"})
    assert [(each.player, each.reading) for each in (game_opener(ICF, two, game, "A") for game in (2, 3))] == [
        ("B", ""),
        ("A", ""),
    ]


def _opener_line(game: int) -> dict[str, object]:
    seats = {"south": "A1", "east": "B1", "north": "A2", "west": "B2"}
    given = {"game": game, "first_opener": "A1"}
    return {"ruleset": "icf", "kind": "order", "ask": "game-opener", "seats": seats, "given": given}


def test_a_decision_that_rests_on_a_reading_says_so() -> None:
    assert decide(_opener_line(3))["judgement"] is True
    assert "judgement" not in decide(_opener_line(2))


LEVEL = [Gain("A", 3), Gain("B", 3)] * 4


def test_a_cancelled_extra_board_is_broken_again_by_who_broke_it() -> None:
    first = score_game(ICF, LEVEL, "A")
    again = score_game(ICF, [*LEVEL, Gain(None)], "A")
    assert (first.next, first.reading) == ("extra-board", "")
    assert (again.next, again.reading) == ("extra-board", "C52")
    assert score_game(ICF, [*LEVEL, Gain(None), Gain(None)], "A").reading == "C52"
    assert score_game(ICF, [*LEVEL[:7], Gain(None), LEVEL[7]], "A").reading == ""
    assert score_game(ICF, [*LEVEL, Gain(None), Gain("B", 1)], "A").reading == ""


def test_judge_says_that_no_new_toss_decides_who_breaks_a_cancelled_extra_board() -> None:
    boards = [{"winner": side, "men_left": 3, "queen": "B" if side == "A" else "A"} for side in "ABABABAB"]
    cancelled = {"winner": None, "men_left": 0, "queen": None, "special": "replay"}
    line = {"ruleset": "icf", "kind": "match", "form": "game", "stage": "early", "first_break": "A"}
    answer = decide({**line, "boards": [*boards, cancelled]})
    assert (answer["next"], answer["breaker"], answer["judgement"]) == ("extra-board", None, True)
    assert "without another toss" in answer["why"]
    assert "a toss settles" in decide({**line, "boards": boards})["why"]


def test_most_of_eight_boards_ends_when_the_other_cannot_be_reached_and_goes_on_when_level() -> None:
    book = ruleset("classic-29")
    five = score_game(book, [Gain("A", 1)] * 5, "A", best_of=8)
    assert (five.winner, five.score) == ("A", (5, 0))
    assert not score_game(book, [Gain("A", 1)] * 4, "A", best_of=8).finished
    level = score_game(book, LEVEL, "A", best_of=8)
    assert (level.next, level.breaker, level.reading) == ("extra-board", None, "C76")
    won = score_game(book, [*LEVEL, Gain("B", 1)], "A", best_of=8)
    assert (won.winner, won.score, won.reading) == ("B", (4, 5), "")


@pytest.mark.parametrize(("book", "names"), [("three-player", "AB"), ("points", "ABC"), ("three-player", "ABCD")])
def test_totals_of_another_number_of_players_are_refused(book: str, names: str) -> None:
    players = [{"name": name} for name in names]
    with pytest.raises(Contradiction, match=f"totals of {len(names)}; {book} has them of"):
        decide({"ruleset": book, "kind": "match", "form": "totals", "players": players})


def kept(game: GameHistory, winner: str, men: int) -> GameHistory:
    awaited = game.expected[0]
    assert isinstance(awaited, BeginRound)
    loser = "B" if winner == "A" else "A"
    board = Board(winner=winner, men_left=men, queen=loser)  # type: ignore[arg-type]
    return game.apply(BoardKept(breaker=awaited.breakers[0], board=board))


def test_a_game_breaks_a_cancelled_extra_board_as_the_judge_says_and_names_the_reading() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    for side in "ABABABAB":
        game = kept(game, side, 3)
    game = game.apply(Tossed(won_by="B"))
    assert game.expected == (BeginRound((NORTH,), 9, extra=True),)
    game = game.apply(RoundBegun(breaker=NORTH)).apply(Called(what="unforeseen"))
    assert game.expected == (BeginRound((NORTH,), 9, extra=True, reading="C52"),)
    game = game.apply(RoundBegun(breaker=NORTH)).apply(Called(what="unforeseen"))
    assert game.expected == (BeginRound((NORTH,), 9, extra=True, reading="C52"),)


def test_a_match_in_doubles_opens_its_third_game_as_the_judge_says_and_names_the_reading() -> None:
    game = GameHistory.begin(changed(header(players=DOUBLES, contest="match"), first_break="A"))
    openers = []
    for side in "ABA":
        awaited = game.expected[0]
        assert isinstance(awaited, BeginRound)
        openers.append((game.state.player_at(awaited.breakers[0]), awaited.reading))
        game = game.apply(RoundBegun(breaker=awaited.breakers[0]))
        game = game.apply(Conceded(side=side, what="game"))  # type: ignore[arg-type]
    answers = [game_opener(ICF, FOUR, number, "A1") for number in (1, 2, 3)]
    assert openers == [(answer.player, answer.reading) for answer in answers]


# -- Switches of a rule set file that select another reading between boards: who breaks, what counts, who has won


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
