"""Limits from both sides: targets, caps, boards, changes of seats, and checks that only one situation reaches."""

import re
from pathlib import Path
from typing import Literal

import pytest
from strategies_game import DOUBLES, SINGLES, THREE, header

from carrom.board.disc import STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.rack import rack
from carrom.board.seat import SEATS, Seat
from carrom.board.striker_spots import placing_spots
from carrom.errors import Contradiction, RecordError, RefusedRequest
from carrom.game.events import (
    BoardKept,
    Called,
    Chosen,
    Conceded,
    Forfeited,
    Header,
    NoRoom,
    Passed,
    Placed,
    RoundBegun,
    Seated,
    Struck,
    Tossed,
    TrialPlayed,
)
from carrom.game.expected import BeginRound
from carrom.game.game import GameHistory
from carrom.game.match import GameEntry, score_match, score_tie
from carrom.game.record import read_record, write_record
from carrom.game.score import (
    Board,
    Ending,
    Gain,
    ScoringTopic,
    Stage,
    clause,
    most_of_a_board,
    queen_credit,
    score_game,
    worth,
)
from carrom.game.turn_order import Seating, change_after, check_seating, next_break, next_turn, placer, seats_after_game
from carrom.rules.custom import custom
from carrom.rules.phases import PlaceDue
from carrom.rules.ruleset import Ruleset, ruleset
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat
ICF = ruleset("icf")
TWO = Seating.of({SOUTH: "A", NORTH: "B"})
FOUR = Seating.of(dict(zip(SEATS, ("A1", "B1", "A2", "B2"), strict=True)))


def with_figures(rules: Ruleset, **figures: object) -> Ruleset:
    return changed(rules, parameters=changed(rules.parameters, **figures))


def won(*points: int) -> list[Gain]:
    """Return boards won in order by A (positive points) or B (negative)."""
    return [Gain("A" if each > 0 else "B", abs(each)) for each in points]


# -- scores ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "credit"), [(0, 3), (21, 3), (22, 0), (24, 0)])
def test_the_queen_counts_below_twenty_two_only(before: int, credit: int) -> None:
    assert queen_credit(ICF, before) == credit
    assert worth(ICF, Board(winner="A", men_left=4, queen="A"), before).points == 4 + credit
    assert queen_credit(with_figures(ICF, queen_cap=None), before) == 3


@pytest.mark.parametrize(("men", "demand", "points"), [(9, 0, 12), (8, 0, 11), (8, 1, 12), (8, 2, 12), (9, 2, 12)])
def test_a_board_brings_its_maximum_and_not_one_more(men: int, demand: int, points: int) -> None:
    board = Board(winner="A", men_left=men, special=Ending.OPPONENT_LAST, demand=demand)
    assert worth(ICF, board, 0).points == points
    assert worth(with_figures(ICF, board_max=None), board, 0).points == men + 3 + demand


@pytest.mark.parametrize(("figures", "most"), [({}, 12), ({"board_max": None}, 14), ({"board_max": 20}, 14)])
def test_the_most_that_a_board_can_bring(figures: dict[str, object], most: int) -> None:
    assert most_of_a_board(with_figures(ICF, **figures)) == most


@pytest.mark.parametrize(
    ("points", "winner", "score"),
    [
        ((12, 12), None, (24, 0)),
        ((12, 12, 1), "A", (25, 0)),
        ((12, 12, 12), "A", (25, 0)),
        ((-12, -12, -3), "B", (0, 25)),
    ],
)
def test_a_game_is_won_with_its_target_and_recorded_with_no_more(
    points: tuple[int, ...], winner: str | None, score: tuple[int, int]
) -> None:
    stand = score_game(ICF, won(*points), "A")
    assert (stand.winner, stand.score, stand.finished) == (winner, score, winner is not None)


def test_eight_boards_end_a_game_and_seven_do_not() -> None:
    boards = won(1, -1, 1, -1, 1, -1, 1)
    assert score_game(ICF, boards, "A").next == "board"
    assert score_game(ICF, [*boards, *won(1)], "A").winner == "A"
    assert score_game(ICF, [*boards, *won(-1)], "A").next == "extra-board"
    assert score_game(ICF, [*boards, *won(-1, -1)], "A").winner == "B"
    with pytest.raises(Contradiction, match="board 9 cannot follow: A had won the game before it"):
        score_game(ICF, [*boards, *won(1, 1)], "A")


def test_the_late_rounds_have_no_limit_of_boards() -> None:
    boards = won(*(1, -1) * 4, 1)
    assert score_game(ICF, boards, "A", Stage.LATE).next == "board"
    assert score_game(ICF, boards, "A", Stage.EARLY).winner == "A"


def test_a_cancelled_board_counts_for_nobody_and_the_break_stays() -> None:
    boards = [*won(3), Gain(None)]
    stand = score_game(ICF, boards, "A")
    assert (stand.running, stand.won, stand.breaker) == (((3, 0), (3, 0)), (1, 0), "B")
    assert score_game(ICF, won(3, 3), "A").breaker == "A"


def test_eight_boards_won_end_a_game_of_eight_rounds_and_seven_do_not() -> None:
    book = with_figures(ruleset("eight-rounds"), target_points=None)
    assert score_game(book, won(*(1,) * 7), "A").winner is None
    assert score_game(book, won(*(1,) * 8), "A").winner == "A"
    assert score_game(book, won(*(-1,) * 8), "A").winner == "B"


@pytest.mark.parametrize(("best_of", "needed"), [(3, 2), (5, 3), (8, 5), (1, 1)])
def test_the_best_of_so_many_boards_is_more_than_half_of_them(best_of: int, needed: int) -> None:
    book = ruleset("classic-29")
    assert score_game(book, won(*(9,) * (needed - 1)), "A", best_of=best_of).winner is None
    stand = score_game(book, won(*(9,) * needed), "A", best_of=best_of)
    assert (stand.winner, stand.totals) == ("A", (needed, 0))


def test_points_taken_never_leave_less_than_nothing() -> None:
    stand = score_game(ICF, [*won(2), Gain("B", 3, True), *won(5), Gain("B", 3, True)], "A")
    assert stand.running == ((2, 0), (0, 0), (5, 0), (2, 0))
    assert stand.won == (2, 2)


ROWS = {
    "no men": (Board(winner="A", men_left=0, queen="A"), "leaves 0 pieces; expected 1 to 9"),
    "ten men": (Board(winner="A", men_left=10, queen="A"), "leaves 10 pieces; expected 1 to 9"),
    "nobody won": (Board(winner=None, men_left=1, queen="A"), "only a replayed board has no winner"),
    "a replayed board won": (Board(winner="A", men_left=0, special=Ending.REPLAY), "only a replayed board"),
    "both last with men": (Board(winner="A", men_left=1, special=Ending.BOTH_LAST), "expected none"),
    "the queen of a last man": (
        Board(winner="A", men_left=1, queen="A", special=Ending.LAST_OWN_BEFORE_QUEEN),
        "gives the queen to nobody",
    ),
    "three extra points": (
        Board(winner="A", men_left=1, special=Ending.OPPONENT_LAST, demand=3),
        "3 extra points demanded; expected 0 to 2",
    ),
    "less than no extra points": (
        Board(winner="A", men_left=1, special=Ending.OPPONENT_LAST, demand=-1),
        "-1 extra points demanded",
    ),
    "extra points on a won board": (Board(winner="A", men_left=1, queen="A", demand=1), "expected demand 0"),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_row_whose_facts_contradict_each_other_is_refused(what: str) -> None:
    board, expected = ROWS[what]
    with pytest.raises(Contradiction, match=expected):
        worth(ICF, board, 0)


@pytest.mark.parametrize("men", [1, 9])
def test_one_man_and_nine_men_can_be_left(men: int) -> None:
    assert worth(ICF, Board(winner="A", men_left=men, queen="B"), 0).points == men


@pytest.mark.parametrize(("before", "queen", "points"), [(0, "A", 3), (0, None, 3), (0, "B", 3), (22, "A", 1)])
def test_where_their_last_man_costs_the_queen_alone_one_man_counts_once_she_counts_for_nothing(
    before: int, queen: Literal["A", "B"] | None, points: int
) -> None:
    book = custom({"extends": "club", "others_last_points": "queen"}, "house")
    board = Board(winner="A", men_left=5, queen=queen, special=Ending.OPPONENT_LAST)
    assert worth(book, board, before).points == points


# -- matches and ties -----------------------------------------------------------------------------------------------


def entry(*score: int, timed: bool = False) -> GameEntry:
    return GameEntry(score=(score[0], score[1]), timed=timed)


def test_the_interval_comes_before_the_deciding_game_alone() -> None:
    one, two = entry(25, 3), entry(3, 25)
    assert not score_match(ICF, [one], "A").interval
    third = score_match(ICF, [one, two], "A")
    assert (third.interval, third.next, third.breaker) == (True, "game", "A")
    assert score_match(ICF, [one], "A").breaker == "B"
    over = score_match(ICF, [one, one], "A")
    assert (over.interval, over.winner, over.next, over.breaker) == (False, "A", None, None)
    with pytest.raises(Contradiction, match="game 3 cannot follow: it was decided 2-0 before"):
        score_match(ICF, [one, one, two], "A")


@pytest.mark.parametrize(
    ("score", "timed", "refused"),
    [
        ((18, 18), False, "a finished game cannot stand 18-18; one side must have won it"),
        ((18, 18), True, None),
        ((25, 25), True, "one side must have won it"),
        ((26, 3), True, "a recorded score ranges from 0 to 25, got 26-3"),
        ((-1, 25), False, "a recorded score ranges from 0 to 25, got -1-25"),
        ((22, 20), False, "22-20 is not finished: without a board limit the winner has 25"),
        ((22, 20), True, None),
        ((25, 24), False, None),
        ((0, 25), False, None),
    ],
)
def test_the_scores_with_which_a_game_without_a_limit_of_boards_can_end(
    score: tuple[int, int], timed: bool, refused: str | None
) -> None:
    game = entry(*score, timed=timed)
    if refused is None:
        leader = None if score[0] == score[1] else "A" if score[0] > score[1] else "B"
        assert score_match(ICF, [game], "A", Stage.LATE).games[0].winner == leader
    else:
        with pytest.raises(Contradiction, match=refused):
            score_match(ICF, [game], "A", Stage.LATE)


def test_a_recorded_game_below_its_target_needs_a_limit_of_boards() -> None:
    assert score_match(ICF, [entry(18, 11)], "A", Stage.EARLY).games[0].winner == "A"


def test_a_drawn_game_on_the_clock_leaves_the_match_to_the_others() -> None:
    drawn = entry(18, 18, timed=True)
    assert score_match(ICF, [drawn], "A").next == "game"
    assert score_match(ICF, [drawn, entry(25, 1), drawn], "A").winner == "A"
    level = score_match(ICF, [drawn, entry(25, 1), entry(1, 25)], "A")
    assert (level.finished, level.winner, level.next, level.breaker, level.score) == (True, None, None, None, (1, 1))


def test_a_game_cannot_follow_one_that_is_open_nor_the_one_that_decided_the_match() -> None:
    open_game = GameEntry(boards=(Board(winner="A", men_left=3, queen="A"),))
    with pytest.raises(Contradiction, match=r"^game 3 cannot follow: game 2 is not finished$"):
        score_match(ICF, [entry(25, 1), open_game, entry(1, 25)], "A")
    with pytest.raises(Contradiction, match=r"^game 3 cannot follow: it was decided 2-0 before$"):
        score_match(ICF, [entry(25, 1), entry(25, 9), entry(1, 25)], "A")


@pytest.mark.parametrize(("best_of", "needed"), [(1, 1), (3, 2), (5, 3)])
def test_a_match_is_won_with_more_than_half_of_its_games(best_of: int, needed: int) -> None:
    won_by_b = entry(1, 25)
    assert score_match(ICF, [won_by_b] * (needed - 1), "A", best_of=best_of).winner is None
    assert score_match(ICF, [won_by_b] * needed, "A", best_of=best_of).winner == "B"


def test_an_awarded_game_is_won_by_whom_it_was_awarded_to() -> None:
    ahead = GameEntry(boards=tuple(won(12, 5)), awarded="B")
    stand = score_match(ICF, [ahead], "A")
    assert (stand.games[0].winner, stand.games[0].score, stand.score) == ("B", (17, 0), (0, 1))
    won_before = GameEntry(boards=tuple(won(12, 12, 1)), awarded="B")
    assert score_match(ICF, [won_before], "A").games[0].winner == "A", "it was over before"


def test_a_drawn_rubber_counts_for_nobody_and_the_tie_goes_on() -> None:
    event = ruleset("team-event")
    order = ("singles", "singles", "doubles")
    drawn, one, two = entry(7, 7, timed=True), entry(25, 1), entry(1, 25)
    first = score_tie(event, order, [drawn], play_out=False)
    assert (first.next, first.winner, first.finished) == ("singles", None, False)
    assert score_tie(event, order, [drawn, one, two], play_out=False).winner is None
    led = score_tie(event, order, [drawn, one, drawn], play_out=False)
    assert (led.winner, led.finished, led.next) == ("A", True, None)
    assert score_tie(event, order, [one, one], play_out=True).next == "doubles"


def test_a_tie_of_no_rubbers_or_too_many_is_refused() -> None:
    event = ruleset("team-event")
    with pytest.raises(Contradiction, match="a tie needs at least one rubber"):
        score_tie(event, (), [], play_out=False)
    with pytest.raises(Contradiction, match="2 rubbers are given, but the tie's order has 1"):
        score_tie(event, ("singles",), [entry(25, 1), entry(25, 1)], play_out=False)


# -- orders of play and seats --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "stage", "running", "board"),
    [
        (3, Stage.EARLY, [(12, 0)], None),
        (3, Stage.EARLY, [(12, 0), (13, 0)], 2),
        (3, Stage.EARLY, [(1, 0), (2, 0), (3, 0)], None),
        (3, Stage.EARLY, [(1, 0), (2, 0), (3, 0), (4, 0)], 4),
        (3, Stage.LATE, [(1, 0), (2, 0), (3, 0), (4, 0)], None),
        (3, Stage.LATE, [(0, 12), (0, 13)], 2),
        (2, Stage.EARLY, [(13, 0)], None),
        (1, Stage.EARLY, [(13, 0)], None),
    ],
)
def test_sides_change_within_the_deciding_game_at_thirteen_points_or_after_four_boards(
    game: int, stage: Stage, running: list[tuple[int, int]], board: int | None
) -> None:
    assert change_after(ICF, game, stage, running)[0] == board


def test_the_last_of_five_games_decides_too_and_a_single_game_does_not() -> None:
    five = with_figures(ICF, games_of_match=5)
    assert change_after(five, 5, None, [(13, 0)])[0] == 1
    assert change_after(five, 4, None, [(13, 0)])[0] is None
    assert change_after(with_figures(ICF, games_of_match=1), 1, None, [(13, 0)])[0] is None
    long = with_figures(ICF, mid_game_change_points=15)
    assert [change_after(long, game, None, [(14, 0), (15, 0)])[0] for game in (1, 2, 3)] == [2, 2, 2]


def decider(*boards: tuple[str, int]) -> GameHistory:
    """Return the third game of a match with these boards recorded: the winner, and the loser's pieces left."""
    game = GameHistory.begin(changed(header(contest="match"), first_break="A"))
    game = game.apply(RoundBegun(breaker=SOUTH)).apply(Conceded(side="A", what="game"))
    game = game.apply(Conceded(side="B", what="game"))
    for winner, men in boards:
        game = kept(game, winner, men)
    return game


def kept(game: GameHistory, winner: str, men: int) -> GameHistory:
    awaited = game.expected[0]
    assert isinstance(awaited, BeginRound)
    loser = "B" if winner == "A" else "A"
    board = Board(winner=winner, men_left=men, queen=loser)  # type: ignore[arg-type]
    return game.apply(BoardKept(breaker=awaited.breakers[0], board=board))


def test_a_cancelled_board_after_the_change_does_not_change_sides_again() -> None:
    game = decider(("A", 2), ("B", 2), ("A", 2))
    seated = game.state.seating
    game = kept(game, "B", 2)
    changed_sides = game.state.seating
    assert changed_sides == seated.moved(2)
    awaited = game.expected[0]
    assert isinstance(awaited, BeginRound)
    again = game.apply(RoundBegun(breaker=awaited.breakers[0])).apply(Called(what="unforeseen"))
    assert again.state.seating == changed_sides
    row = BoardKept(breaker=awaited.breakers[0], board=Board(winner=None, men_left=0, special=Ending.REPLAY))
    assert game.apply(row).state.seating == changed_sides
    assert kept(game, "A", 1).state.seating == changed_sides, "once in a game"


def test_sides_change_when_thirteen_points_are_reached_and_not_before() -> None:
    game = decider(("A", 9))
    before = game.state.seating
    assert kept(game, "A", 3).state.seating == before
    assert kept(game, "A", 4).state.seating == before.moved(2)


def test_partners_move_one_place_after_a_game_and_opponents_two() -> None:
    assert seats_after_game(ICF, FOUR)[0] == FOUR.moved(1)
    assert seats_after_game(ICF, TWO)[0] == TWO.moved(2)
    assert FOUR.moved(1).seat_of("A1") is EAST


SEATINGS = {
    "side by side": ({SOUTH: "A", EAST: "B"}, "two players sit opposite"),
    "one side twice": ({SOUTH: "A1", NORTH: "A2"}, "two players sit opposite"),
    "partners side by side": ({SOUTH: "A1", EAST: "A2", NORTH: "B1", WEST: "B2"}, "partners opposite each other"),
    "four of one side": ({SOUTH: "A1", EAST: "A2", NORTH: "A3", WEST: "A4"}, "partners opposite each other"),
    "three and one": ({SOUTH: "A1", EAST: "B1", NORTH: "A2", WEST: "A3"}, "partners opposite each other"),
    "one twice": ({SOUTH: "A", NORTH: "A"}, "a player sits in two places"),
    "three": ({SOUTH: "A", EAST: "B", NORTH: "C"}, "3 players sit at the board; icf is for 2 or 4"),
}


@pytest.mark.parametrize("what", SEATINGS)
def test_a_seating_that_the_laws_do_not_know_is_refused(what: str) -> None:
    seats, expected = SEATINGS[what]
    with pytest.raises(Contradiction, match=expected):
        check_seating(ICF, Seating.of(seats))


def test_three_players_play_each_for_himself() -> None:
    book = ruleset("three-player")
    check_seating(book, Seating.of({SOUTH: "A", EAST: "B", NORTH: "C"}))
    with pytest.raises(Contradiction, match="three players are on three sides"):
        check_seating(book, Seating.of({SOUTH: "A1", EAST: "B", NORTH: "A2"}))


def test_who_follows_and_who_places_sit_to_the_right() -> None:
    assert [next_turn(ICF, FOUR, "A1", turn).player for turn in ("continue", "retry", "pass")] == ["A1", "A1", "B1"]
    with pytest.raises(Contradiction, match="expected continue, pass or retry"):
        next_turn(ICF, FOUR, "A1", "end")
    assert placer(ICF, FOUR, "A1", "A").player == "B1"
    assert placer(ICF, FOUR, "A1", "B").player == "A1"
    with pytest.raises(Contradiction, match="owes names 'C', which is not a side"):
        placer(ICF, FOUR, "A1", "C")


def test_what_is_cited_of_turn_and_break_depends_on_how_many_sit_at_the_board() -> None:
    three = Seating.of({SOUTH: "A", EAST: "B", NORTH: "C"})
    right, alone = clause(ICF, ScoringTopic.TURN_DOUBLES), clause(ICF, ScoringTopic.TURN)
    assert [right in next_turn(ICF, seats, "A", "pass").clauses for seats in (TWO, three)] == [False, True]
    assert next_turn(ICF, FOUR, "A1", "continue").clauses == (alone,)
    broken = [next_break(ICF, seats, seats.players[0]).clauses[0] for seats in (TWO, three, FOUR)]
    doubles = clause(ICF, ScoringTopic.BREAK_DOUBLES)
    assert broken == [clause(ICF, ScoringTopic.BREAK_SINGLES), doubles, doubles]


def test_no_board_yet_leaves_even_a_game_of_one_board_to_be_played() -> None:
    single = with_figures(ICF, board_limit=1)
    assert score_game(single, [], "B").next == "board"
    assert score_game(ICF, [], "B", best_of=1).next == "board"
    assert score_game(single, [], "B").breaker == "B"


# -- actions --------------------------------------------------------------------------------------------------------


def simulated_with_a_due() -> GameHistory:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    start = rack(270, 3)
    game = game.apply(RoundBegun(breaker=SOUTH, position=start))
    rest = start.without(Disc.W1).without(Disc.W2)
    game = game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(Disc.W1, Disc.W2), touched=(Disc.W1,)), rest=rest))
    again = Outcome(pocketed=(STRIKER,), touched=(Disc.W3,))
    return game.apply(Struck(seat=SOUTH, outcome=again, rest=rest))


def test_a_man_for_which_there_is_room_is_not_put_off_on_a_simulated_board() -> None:
    game = simulated_with_a_due()
    assert game.expected == (PlaceDue(NORTH, Disc.W2, 1),)
    with pytest.raises(RefusedRequest, match="there is room for W2: place it, waive it or forfeit it"):
        game.apply(NoRoom(seat=NORTH))
    assert game.apply(Forfeited(seat=NORTH)).expected != game.expected


def test_a_man_is_placed_with_its_place_on_a_simulated_board_and_without_on_a_wooden_one() -> None:
    game = simulated_with_a_due()
    assert game.position is not None
    with pytest.raises(RefusedRequest, match="a simulated board needs the point where the piece is placed"):
        game.apply(Placed(seat=NORTH, disc=Disc.W2))
    spot = placing_spots(game.position, Disc.W2)[0]
    placed = game.apply(Placed(seat=NORTH, disc=Disc.W2, at=spot))
    assert placed.position is not None
    assert Disc.W2 in placed.position.discs
    wooden = GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=SOUTH))
    wooden = wooden.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(Disc.W1, Disc.W2), touched=(Disc.W1,))))
    wooden = wooden.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(STRIKER,), touched=(Disc.W3,))))
    with pytest.raises(RefusedRequest, match="a wooden one has none"):
        wooden.apply(Placed(seat=NORTH, disc=Disc.W2, at=spot))
    assert wooden.apply(NoRoom(seat=NORTH)).round is not None


def test_a_stroke_has_its_rest_on_a_simulated_board_alone_and_with_the_right_discs() -> None:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    start = rack(270, 3)
    game = game.apply(RoundBegun(breaker=SOUTH, position=start))
    fell = Outcome(pocketed=(Disc.W1,), touched=(Disc.W1,))
    with pytest.raises(RefusedRequest, match="expected a stroke with its rest"):
        game.apply(Struck(seat=SOUTH, outcome=fell))
    with pytest.raises(RefusedRequest, match="disagree about W1"):
        game.apply(Struck(seat=SOUTH, outcome=fell, rest=start))
    with pytest.raises(RefusedRequest, match="disagree about W1, W2"):
        game.apply(Struck(seat=SOUTH, outcome=fell, rest=start.without(Disc.W2)))


def test_a_rack_comes_with_a_position_on_a_simulated_board_alone() -> None:
    simulated = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    with pytest.raises(RefusedRequest, match="begins with the rack's position"):
        simulated.apply(RoundBegun(breaker=SOUTH))
    with pytest.raises(RefusedRequest, match="a wooden one without"):
        GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=SOUTH, position=rack(270, 3)))
    with pytest.raises(RefusedRequest, match="does not break; expected is board 1"):
        simulated.apply(RoundBegun(breaker=NORTH, position=rack(270, 3)))


def test_a_pass_and_a_call_without_a_price_are_refused_when_nothing_asks_for_them() -> None:
    game = GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=SOUTH))
    with pytest.raises(RefusedRequest, match="nobody passes before the rack is broken"):
        game.apply(Passed(seat=SOUTH))
    over = game.apply(Called(what="unforeseen"))
    with pytest.raises(RefusedRequest, match="a call is not expected now; expected is board 1"):
        over.apply(Called(what="unforeseen"))


def test_a_game_of_a_match_is_conceded_only_once_it_has_begun() -> None:
    game = GameHistory.begin(changed(header(contest="match"), first_break="A"))
    with pytest.raises(RefusedRequest, match="no game has begun"):
        game.apply(Conceded(side="A", what="game"))
    second = game.apply(RoundBegun(breaker=SOUTH)).apply(Conceded(side="A", what="game"))
    assert (second.games_won, second.result, second.round) == ((0, 1), None, None)
    third = second.apply(Conceded(side="A", what="game"))
    assert third.result is not None
    assert (third.result.winners, third.result.score, third.result.conceded) == (("B",), (0, 2), True)


def test_three_players_toss_for_the_break_alone() -> None:
    game = GameHistory.begin(header("three-player", THREE)).apply(Tossed(won_by="C"))
    assert game.expected == (BeginRound((NORTH,), 1),)


def test_a_swap_of_seats_moves_pairs_by_one_and_opponents_by_two() -> None:
    for players, quarters in ((SINGLES, 2), (DOUBLES, 1)):
        game = GameHistory.begin(header(players=players)).apply(Tossed(won_by="A")).apply(Chosen(side="A", what="side"))
        before = game.state.seating
        with pytest.raises(RefusedRequest, match="may keep or change the seats, not Bilal"):
            game.apply(Seated(side="B", swap=True))
        assert game.apply(Seated(side="A", swap=False)).state.seating == before
        assert game.apply(Seated(side="A", swap=True)).state.seating == before.moved(quarters)


def test_trial_boards_are_one_a_side_and_as_many_as_the_rules_have() -> None:
    game = GameHistory.begin(changed(header(), first_break="A"))
    with pytest.raises(RefusedRequest, match="no trial board is left for C"):
        game.apply(TrialPlayed(side="C"))
    one = game.apply(TrialPlayed(side="B"))
    with pytest.raises(RefusedRequest, match="no trial board is left for Bilal"):
        one.apply(TrialPlayed(side="B"))
    none = GameHistory.begin(changed(header(), first_break="A"), with_figures(ICF, trial_boards=0))
    with pytest.raises(RefusedRequest, match="icf has 0 trial boards, and all have been played"):
        none.apply(TrialPlayed(side="A"))


def test_men_left_on_a_board_and_slams_are_on_its_record() -> None:
    game = GameHistory.begin(changed(header(), first_break="A")).apply(RoundBegun(breaker=SOUTH))
    outcome = Outcome(pocketed=(WHITES[0], Disc.Q, *WHITES[1:]), touched=WHITES[:1])
    game = game.apply(Struck(seat=SOUTH, outcome=outcome))
    board = game.state.game.boards[0]
    assert (board.number, board.began, board.event, board.men, board.queen) == (1, 1, 2, (0, 9), "A")
    assert (board.slam, board.extra, board.replay, board.kept) == ("white", False, False, None)


# -- rule books in records ------------------------------------------------------------------------------------------


def house(folder: Path) -> GameHistory:
    file = folder / "house.toml"
    file.write_text('extends = "icf"\nname = "house"\nqueen_points = 5\n', encoding="utf-8")
    game = GameHistory.begin(changed(header(), first_break="A"), ruleset(str(file))).apply(RoundBegun(breaker=SOUTH))
    return game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=WHITES[:1], touched=WHITES[:1])))


def test_a_custom_book_of_this_edition_is_compared_with_and_one_of_another_is_history(tmp_path: Path) -> None:
    text = write_record(house(tmp_path))
    again = read_record(text)
    assert again.rules.edition == again.header.edition
    wrong = re.sub(r"Law 48", "Law 999", text)
    with pytest.raises(RecordError, match="the record has the ruling"):
        read_record(wrong)
    base = ruleset("icf").edition
    older = wrong.replace(f'[Edition "{base}', '[Edition "ICF 1999')
    assert older != wrong
    game = read_record(older)
    assert game.header.edition.startswith("ICF 1999")
    assert game.rules.edition.startswith(base), "the book at hand says which edition it is of"
