"""Clock and umpire: time, awards, boards recorded by their result, remarks, and rulings that restart a board."""

import random

import pytest
from strategies_game import DOUBLES, SINGLES, header, next_event, play

from carrom.board.disc import BLACKS, QUEEN, WHITES
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game import officials
from carrom.game.commands import events_of
from carrom.game.events import (
    Appealed,
    Awarded,
    BoardKept,
    Conceded,
    Event,
    Header,
    Noted,
    Protested,
    RoundBegun,
    Ruled,
    Signed,
    Struck,
    TimeCalled,
    Undone,
    Warned,
)
from carrom.game.expected import BeginRound, Toss
from carrom.game.game import GameHistory
from carrom.game.record import read_record, write_record
from carrom.game.replay import steps, told
from carrom.game.score import Board, Ending, Stage
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat
KEPT = (Noted, Warned, Appealed, Protested, Ruled, Signed)


def begun(**fields: object) -> GameHistory:
    return GameHistory.begin(changed(header(), first_break="A", **fields))


def kept(game: GameHistory, winner: str, men: int = 4, queen: str | None = None, **fields: object) -> GameHistory:
    """Record the next board by its result; by default the winner covered the queen."""
    awaited = game.expected[0]
    assert isinstance(awaited, BeginRound)
    board = Board(winner=winner, men_left=men, queen=queen or winner, **fields)  # type: ignore[arg-type]
    return game.apply(BoardKept(breaker=awaited.breakers[0], board=board))


def read_again(game: GameHistory) -> None:
    assert read_record(write_record(game)) == game


# -- the clock ------------------------------------------------------------------------------------------------------


def test_the_clock_ends_a_game_where_it_stands() -> None:
    game = kept(kept(begun(), "A"), "B", 9).apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.result.how) == (("B",), (7, 12), "clock")
    assert game.expected == ()
    read_again(game)


@pytest.mark.parametrize("stage", [None, Stage.LATE])
def test_level_scores_on_the_clock_are_a_draw(stage: Stage | None) -> None:
    game = kept(kept(begun(stage=stage), "A"), "B").apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A", "B"), (7, 7))
    read_again(game)


def test_a_board_that_the_clock_breaks_off_brings_nothing() -> None:
    game = kept(begun(), "A").apply(RoundBegun(breaker=NORTH))
    game = game.apply(Struck(seat=NORTH, outcome=Outcome(pocketed=WHITES[:8], touched=WHITES[:1])))
    game = game.apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.round) == (("A",), (7, 0), None)


def test_a_game_of_a_match_drawn_on_the_clock_counts_for_nobody_and_the_next_one_opens() -> None:
    game = begun(contest="match")
    game = kept(kept(game, "A"), "B").apply(TimeCalled())
    assert (game.result, game.games_won, len(game.state.games)) == (None, (0, 0), 2)
    assert game.state.player_at(SOUTH) == "B", "sides change after each game"
    assert game.expected == (BeginRound((SOUTH,), 1),)
    game = kept(game, "A").apply(TimeCalled())
    assert game.games_won == (1, 0)
    game = kept(kept(game, "A"), "B").apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.result.how) == (("A",), (1, 0), "clock")


def test_a_match_of_drawn_games_is_drawn() -> None:
    game = begun(contest="match")
    for _ in range(3):
        game = kept(kept(game, "A"), "B").apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A", "B"), (0, 0))


def test_a_tossed_extra_board_is_forgotten_when_the_clock_ends_the_game() -> None:
    game = begun(contest="match")
    for side in "ABABABAB":
        game = kept(game, side, 1, queen="B" if side == "A" else "A")
    assert game.expected == (Toss(("A", "B"), break_only=True),)
    game = game.apply(TimeCalled())
    assert (len(game.state.games), game.state.breaks) == (2, None)


def test_the_clock_lets_the_points_of_the_running_board_stand_in_a_points_game() -> None:
    game = GameHistory.begin(changed(header("points"), first_break="A")).apply(RoundBegun(breaker=SOUTH))
    game = game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=BLACKS[:2], touched=BLACKS[:1])))
    assert game.score == (10, 0)
    game = game.apply(TimeCalled())
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.result.how) == (("A",), (10, 0), "clock")
    (board,) = game.state.game.boards
    assert (board.number, board.breaker, board.winners, board.began, board.event) == (1, "A", (), 1, 3)
    read_again(game)


def test_the_clock_ends_no_game_before_one_has_begun() -> None:
    with pytest.raises(RefusedRequest, match="no game has begun; expected is board 1 to begin"):
        begun().apply(TimeCalled())
    over = kept(kept(begun(), "A"), "B").apply(TimeCalled())
    with pytest.raises(RefusedRequest, match="the game is over"):
        over.apply(TimeCalled())


# -- awards ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["walkover", "retired", "disqualified", "loss"])
def test_a_contest_is_awarded_with_law_and_reason(how: str) -> None:
    game = kept(begun(contest="match"), "B")
    game = game.apply(Awarded(side="A", law="Law 143", reason="third distraction", how=how))  # type: ignore[arg-type]
    result = game.result
    assert result is not None
    assert (result.winners, result.how, result.law, result.reason) == (("A",), how, "Law 143", "third distraction")
    assert not result.conceded
    read_again(game)


def test_a_game_of_a_match_is_awarded_and_the_match_goes_on() -> None:
    game = kept(begun(contest="match"), "B").apply(Awarded(side="A", law="Law 143", what="game"))
    assert (game.result, game.games_won) == (None, (1, 0))
    game = kept(game, "B").apply(Awarded(side="A", law="Law 143", what="game", how="retired"))
    assert game.result is not None
    assert (game.result.winners, game.result.score, game.result.how) == (("A",), (2, 0), "retired")


def test_a_walkover_of_both_goes_to_nobody() -> None:
    game = begun().apply(Awarded(side=None, law="Law 143i", reason="nobody came", how="walkover"))
    assert game.result is not None
    assert (game.result.winners, game.result.score) == ((), (0, 0))
    assert write_record(game).endswith("end 1 nobody 0-0\n")
    read_again(game)


AWARDS = {
    "to nobody, but not for absence": (Awarded(side=None, law="Law 143"), "can have no winner"),
    "a game to nobody": (Awarded(side=None, law="Law 143", how="walkover", what="game"), "can have no winner"),
    "to a side that does not play": (
        Awarded(side="C", law="Law 143"),
        "C cannot be awarded the contest: the sides are A, B",
    ),
    "without a law": (Awarded(side="A", law=" "), "the law of an award is empty"),
    "with a book for a reason": (Awarded(side="A", law="x", reason="x" * 2001), "has 2001 characters"),
}


@pytest.mark.parametrize("what", AWARDS)
def test_an_award_that_cannot_be_is_refused(what: str) -> None:
    event, expected = AWARDS[what]
    with pytest.raises(RefusedRequest, match=expected):
        begun().apply(event)


def test_a_game_of_a_match_is_awarded_only_once_it_has_begun() -> None:
    with pytest.raises(RefusedRequest, match="no game has begun"):
        begun(contest="match").apply(Awarded(side="A", law="Law 143", what="game"))


# -- boards recorded by their result --------------------------------------------------------------------------------


def test_a_board_kept_by_its_row_scores_as_the_card_does() -> None:
    game = kept(begun(), "A", 4)
    assert (game.score, game.expected) == ((7, 0), (BeginRound((NORTH,), 2),))
    game = kept(game, "B", 5, queen="A")
    assert game.score == (7, 5)
    board = game.state.game.boards[0]
    assert (board.men, board.queen, board.breaker) == ((0, 4), "A", "A")
    assert board.kept == Board(winner="A", men_left=4, queen="A")
    read_again(game)


def test_a_kept_board_leaves_men_to_the_loser_alone_but_for_a_last_man_before_the_queen() -> None:
    assert kept(begun(), "A", 4).state.game.boards[0].men == (0, 4)
    assert kept(begun(), "B", 9).state.game.boards[0].men == (9, 0)
    early = Board(winner="A", men_left=3, special=Ending.LAST_OWN_BEFORE_QUEEN)
    assert begun().apply(BoardKept(breaker=SOUTH, board=early)).state.game.boards[0].men == (3, 0)


def test_the_queen_of_a_kept_board_is_worth_nothing_from_twenty_two_on() -> None:
    game = kept(kept(begun(), "A", 9), "A", 9)
    assert game.score == (24, 0)
    game = kept(game, "A", 1)
    assert (game.score, game.is_over) == ((25, 0), True)


def test_a_kept_board_with_a_special_ending_and_a_demand_counts_like_a_played_one() -> None:
    game = begun()
    board = Board(winner="B", men_left=3, special=Ending.LAST_OWN_BEFORE_QUEEN, demand=2)
    game = game.apply(BoardKept(breaker=SOUTH, board=board))
    assert game.score == (0, 5)
    assert game.state.game.boards[0].men == (0, 3)
    cancelled = Board(winner=None, men_left=0, special=Ending.REPLAY)
    game = game.apply(BoardKept(breaker=NORTH, board=cancelled))
    assert (game.score, game.expected) == ((0, 5), (BeginRound((NORTH,), 2),))
    read_again(game)


def test_kept_boards_end_a_match_as_played_ones_do() -> None:
    game = begun(contest="match")
    while game.result is None:
        game = kept(game, "A", 9)
    assert (game.result.winners, game.result.score) == (("A",), (2, 0))
    read_again(game)


def test_a_kept_board_of_a_points_game_has_the_points_of_every_side() -> None:
    game = GameHistory.begin(changed(header("points", DOUBLES), first_break="A")).apply(
        BoardKept(breaker=NORTH, totals=(95, 90))
    )
    assert game.result is not None
    assert (game.result.winners, game.result.score) == (("A",), (95, 90))
    read_again(game)


ROWS: dict[str, tuple[str, BoardKept, str]] = {
    "no queen": ("icf", BoardKept(breaker=SOUTH, board=Board(winner="A", men_left=3)), "only with the queen covered"),
    "ten men": ("icf", BoardKept(breaker=SOUTH, board=Board(winner="A", men_left=10, queen="A")), "leaves 10 pieces"),
    "the wrong breaker": (
        "icf",
        BoardKept(breaker=NORTH, board=Board(winner="A", men_left=1, queen="A")),
        "does not break",
    ),
    "no row": ("icf", BoardKept(breaker=SOUTH), "recorded by winner, pieces and queen"),
    "totals with colours": ("icf", BoardKept(breaker=SOUTH, totals=(3, 4)), "recorded by winner, pieces and queen"),
    "three totals for two": ("points", BoardKept(breaker=SOUTH, totals=(1, 2, 3)), r"the points of each side \(A, B\)"),
    "a row without colours": (
        "points",
        BoardKept(breaker=SOUTH, board=Board(winner="A", men_left=1, queen="A")),
        "the points of each side",
    ),
    "more than there is": ("points", BoardKept(breaker=SOUTH, totals=(180, 6)), "a board has 0 to 185 in all"),
    "less than nothing": ("points", BoardKept(breaker=SOUTH, totals=(-1, 10)), "a board has 0 to 185 in all"),
}


@pytest.mark.parametrize("what", ROWS)
def test_a_row_that_no_board_gives_is_refused(what: str) -> None:
    book, event, expected = ROWS[what]
    with pytest.raises(RefusedRequest, match=expected):
        GameHistory.begin(changed(header(book), first_break="A")).apply(event)


def test_a_simulated_board_is_not_kept_by_its_row() -> None:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    with pytest.raises(RefusedRequest, match="a simulated board records every stroke"):
        kept(game, "A")


# -- remarks --------------------------------------------------------------------------------------------------------

REMARKED: list[Event] = [
    Noted(text='a damaged man, "W3" {chipped}\nreplaced @12'),
    Warned(seat=NORTH),
    Warned(seat=NORTH, law="Law 143h", reason="humming"),
    Appealed(seat=SOUTH, text="the striker touched the line"),
    Protested(side="B", text="board 1", fee="500"),
    Signed(name="Asha Rao", side="A"),
    Signed(name="Ravi", role="umpire"),
]


def test_remarks_are_kept_and_change_no_score() -> None:
    rng = random.Random(3)
    bare = play(begun(), random.Random(3))
    game = begun()
    for index in range(500):
        if game.is_over:
            break
        game = game.apply(REMARKED[index % len(REMARKED)])
        game = game.apply(next_event(game, rng))
    assert (game.result, game.score) == (bare.result, bare.score)
    assert len(game.state.remarks) > 30
    read_again(game)


def test_remarks_are_written_down_after_the_end_too() -> None:
    game = begun().apply(Conceded(side="A"))
    for event in REMARKED:
        game = game.apply(event)
    assert [each.remark for each in game.state.remarks] == REMARKED
    read_again(game)


def test_warnings_are_counted_for_the_player_wherever_he_sits() -> None:
    game = begun(contest="match").apply(RoundBegun(breaker=SOUTH)).apply(Warned(seat=NORTH))
    game = game.apply(Warned(seat=NORTH, what="slow-play")).apply(Conceded(side="A", what="game"))
    assert game.state.player_at(SOUTH) == "B"
    game = game.apply(Warned(seat=SOUTH))
    assert officials.warnings(game.state, "B") == 3
    assert officials.warnings(game.state, "B", "distraction") == 2
    assert officials.warnings(game.state, "A") == 0
    assert officials.may_lose_by_distraction(game.state) == ()
    game = game.apply(Warned(seat=SOUTH))
    assert officials.may_lose_by_distraction(game.state) == ("B",)
    assert game.result is None, "it is told, never judged"


def test_a_remark_knows_its_game_and_board() -> None:
    game = kept(begun(), "A").apply(Noted(text="between")).apply(RoundBegun(breaker=NORTH)).apply(Noted(text="within"))
    assert [(each.game, each.board) for each in game.state.remarks] == [(1, 1), (1, 2)]


def test_a_protest_withholds_the_result_until_a_ruling_answers_it() -> None:
    game = begun().apply(Conceded(side="A")).apply(Protested(side="A"))
    assert officials.withheld(game.state)
    assert [each.event for each in officials.open_matters(game.state)] == [2]
    with pytest.raises(RefusedRequest, match="event 1 is not an open appeal or protest; expected 2"):
        game.apply(Ruled(clause="Law 139", reason="heard", author="Ravi", answers=1))
    game = game.apply(Ruled(clause="Law 139", reason="a concession stands", author="Ravi", answers=2))
    assert not officials.withheld(game.state)
    with pytest.raises(RefusedRequest, match="expected none: no appeal or protest is open"):
        game.apply(Ruled(clause="Law 139", reason="again", author="Ravi", answers=2))
    read_again(game)


BAD_REMARKS: dict[str, tuple[Event, str]] = {
    "an empty note": (Noted(text=""), "a note is empty"),
    "half a character": (Noted(text="a \ud800"), "a note contains half of a surrogate pair"),
    "a long note": (Noted(text="x" * 2001), "2001 characters; expected at most 2000"),
    "a warning of nobody": (Warned(seat=EAST), "nobody sits east"),
    "a warning without a code": (Warned(seat=NORTH, what="Too Loud"), "not a warning code"),
    "an appeal of nobody": (Appealed(seat=WEST), "nobody sits west"),
    "a protest of nobody": (Protested(side="C"), "C cannot protest: the sides are A, B"),
    "a ruling without a clause": (Ruled(clause="", reason="r", author="a"), "the clause of a ruling is empty"),
    "a ruling without a reason": (Ruled(clause="c", reason="", author="a"), "the reason of a ruling is empty"),
    "a ruling by nobody": (Ruled(clause="c", reason="r", author=""), "the author of a ruling is empty"),
    "a nameless signature": (Signed(name=""), "the name of the signer is empty"),
    "a signature for nobody": (Signed(name="Zoe", side="C"), "C cannot sign"),
    "a board that never began": (Ruled(clause="c", reason="r", author="a", back_to=7), "expected none: no board"),
}


LONG = "x" * 2001
TOO_LONG: list[Event] = [
    Warned(seat=NORTH, law=LONG),
    Warned(seat=NORTH, reason=LONG),
    Appealed(seat=SOUTH, text=LONG),
    Protested(side="A", text=LONG),
    Protested(side="A", fee=LONG),
    Ruled(clause=LONG, reason="r", author="a"),
    Ruled(clause="c", reason=LONG, author="a"),
    Ruled(clause="c", reason="r", author=LONG),
    Signed(name=LONG),
    Awarded(side="A", law=LONG),
]


@pytest.mark.parametrize("event", TOO_LONG, ids=lambda event: type(event).__name__)
def test_a_text_of_more_than_two_thousand_characters_is_not_written_down(event: Event) -> None:
    with pytest.raises(RefusedRequest, match="has 2001 characters; expected at most 2000"):
        begun().apply(event)


def test_a_text_of_two_thousand_characters_is_written_down() -> None:
    assert len(begun().apply(Noted(text="x" * 2000)).events) == 2


@pytest.mark.parametrize("what", BAD_REMARKS)
def test_a_remark_that_says_nothing_is_refused(what: str) -> None:
    event, expected = BAD_REMARKS[what]
    game = begun()
    with pytest.raises(RefusedRequest, match=expected):
        game.apply(event)
    assert len(game.events) == 1


# -- restarted boards -----------------------------------------------------------------------------------------------


def sent_back(back_to: int, answers: int | None = None) -> Ruled:
    return Ruled(clause="Law 151", reason="the protest is upheld", author="Ravi", answers=answers, back_to=back_to)


def test_a_ruling_sends_a_board_back_to_its_start_and_keeps_everything() -> None:
    game = kept(begun(), "A")
    start = game
    game = game.apply(RoundBegun(breaker=NORTH)).apply(Warned(seat=SOUTH))
    game = game.apply(Struck(seat=NORTH, outcome=Outcome(pocketed=WHITES[:8], touched=WHITES[:1])))
    game = game.apply(Protested(side="A", text="the rack was wrong"))
    history = game.events
    back = game.apply(sent_back(2, answers=5))
    assert back.events == (*history, sent_back(2, answers=5))
    assert (back.score, back.expected, back.round) == (start.score, start.expected, start.round)
    assert [each.event for each in back.state.remarks] == [3, 5, 6], "what was written down stays"
    assert officials.warnings(back.state, "A") == 1
    assert officials.open_matters(back.state) == ()
    assert back.strokes == ()
    on = back.apply(RoundBegun(breaker=NORTH))
    assert on.state.began == 7
    read_again(on)


def test_a_finished_contest_is_reopened_by_a_ruling_and_played_on() -> None:
    game = begun(contest="board").apply(RoundBegun(breaker=SOUTH))
    game = game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(*WHITES[:8],), touched=WHITES[:1])))
    game = game.apply(Struck(seat=SOUTH, outcome=Outcome(pocketed=(QUEEN, WHITES[8]), touched=(QUEEN,))))
    assert game.is_over
    back = game.apply(sent_back(1))
    assert (back.result, back.expected) == (None, (BeginRound((SOUTH,), 1),))
    assert play(back, random.Random(1)).is_over
    undone = back.apply(back.undo())
    assert undone.state == game.state, "the ruling itself can be taken back"
    read_again(undone)


def test_a_board_kept_by_its_row_can_be_sent_back_too() -> None:
    game = kept(kept(begun(), "A"), "B")
    back = game.apply(sent_back(2))
    assert (back.score, back.expected) == ((7, 0), (BeginRound((NORTH,), 2),))
    with pytest.raises(RefusedRequest, match="no board in force began with event 2; expected 1"):
        back.apply(sent_back(2))
    assert back.apply(Undone(to=2)).score == (7, 7)


def test_a_board_on_wood_keeps_no_position_to_start_from() -> None:
    with pytest.raises(
        RefusedRequest, match="a wooden board has no recorded positions; expected a header without a start position"
    ):
        GameHistory.begin(changed(header(), first_break="A", start="W1 0,0"))


def test_a_single_game_is_conceded_as_a_game_before_it_has_begun() -> None:
    (event,) = events_of(GameHistory.begin(changed(header(), first_break="A")), "concede asha game")
    assert event == Conceded(side="A", what="game")


def test_a_concession_is_told_with_the_score_as_the_end_of_any_game_is() -> None:
    game = kept(begun(), "A").apply(Conceded(side="B"))
    assert told(list(steps(game))[-1]).endswith(" Score 7-0.")
