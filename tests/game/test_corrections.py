"""Irregularities that are noticed too late and stand, and corrections in the middle of a history."""

import random

import pytest
from strategies_game import DOUBLES, SINGLES, header, next_event, play

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES, Disc
from carrom.board.outcome import Outcome
from carrom.board.seat import Seat
from carrom.errors import RefusedRequest
from carrom.game.events import (
    Called,
    Corrected,
    Event,
    GameBegun,
    Header,
    Noted,
    Noticed,
    Passed,
    Placed,
    RoundBegun,
    Ruled,
    Struck,
    TimeCalled,
    Undone,
)
from carrom.game.game import GameHistory
from carrom.game.play_stroke import racked
from carrom.game.record import read_record, write_record
from carrom.game.replay import steps, told
from carrom.rules.phases import PlaceDue, Strike
from carrom.rules.round import QueenState
from carrom.values import changed

SOUTH, EAST, NORTH, WEST = Seat


def begun(players: tuple[object, ...] = SINGLES, **fields: object) -> GameHistory:
    game = GameHistory.begin(changed(header(), players=players, first_break="A", **fields))
    return game.apply(RoundBegun(breaker=SOUTH))


def stroke(seat: Seat, *fell: Disc, out_of_turn: bool = False) -> Struck:
    return Struck(seat=seat, outcome=Outcome(pocketed=fell, touched=(Disc.W1,)), out_of_turn=out_of_turn)


def after(game: GameHistory, *events: Event) -> GameHistory:
    for event in events:
        game = game.apply(event)
    return game


def read_again(game: GameHistory) -> None:
    assert read_record(write_record(game)) == game


def test_where_a_game_can_go_back_to_is_told_from_the_first_event_to_the_last_but_one() -> None:
    game = after(begun(), stroke(SOUTH), stroke(NORTH))
    with pytest.raises(RefusedRequest, match=rf"cannot go back to event 9; expected 0 to {len(game.events) - 2}$"):
        game.apply(Undone(to=9))


# -- strokes out of turn --------------------------------------------------------------------------------------------


def test_a_stroke_out_of_turn_that_stands_has_the_order_go_on_from_there() -> None:
    game = after(begun(DOUBLES), stroke(SOUTH))
    assert game.round is not None
    assert game.round.turn is EAST
    game = after(game, stroke(NORTH, out_of_turn=True))
    assert game.round is not None
    assert game.round.turn is WEST, "the player to the right of who struck"
    keeps = after(game, stroke(SOUTH, WHITES[0], out_of_turn=True))
    assert keeps.round is not None
    assert (game.round.turns, keeps.round.turns) == (3, 4), "the turn that was passed over has ended"
    assert (keeps.round.turn, keeps.round.men_on_board(0)) == (SOUTH, 8)
    read_again(keeps)


def test_a_queen_that_waited_counts_as_covered_when_another_strikes_out_of_turn() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH, QUEEN))
    assert game.round is not None
    assert game.round.queen is QueenState.PENDING
    game = after(game, stroke(NORTH, BLACKS[0], out_of_turn=True))
    assert game.round is not None
    assert (game.round.queen, game.round.queen_side, QUEEN in game.round.on_board) == (QueenState.COVERED, 0, False)
    assert QUEEN in game.round.pocketed


OUT_OF_TURN = {
    "by who is in turn": (after(begun(), stroke(SOUTH)), stroke(NORTH, out_of_turn=True), "it is Bilal's turn"),
    "from an empty seat": (after(begun(), stroke(SOUTH)), stroke(EAST, out_of_turn=True), "nobody sits east"),
    "before the break": (begun(), stroke(NORTH, out_of_turn=True), "cannot precede the break; Asha is to break"),
    "while a man waits": (
        after(begun(), stroke(SOUTH, WHITES[0], WHITES[1]), stroke(SOUTH, STRIKER)),
        stroke(SOUTH, out_of_turn=True),
        "expected is Bilal to place",
    ),
}


@pytest.mark.parametrize("what", OUT_OF_TURN)
def test_a_stroke_out_of_turn_that_cannot_be_is_refused(what: str) -> None:
    game, event, expected = OUT_OF_TURN[what]
    with pytest.raises(RefusedRequest, match=expected):
        game.apply(event)


def test_a_simulated_board_knows_no_stroke_out_of_turn() -> None:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    game = game.apply(racked(game, 1))
    with pytest.raises(RefusedRequest, match="cannot happen on a simulated board"):
        game.apply(stroke(NORTH, out_of_turn=True))


# -- irregularities noticed too late --------------------------------------------------------------------------------

PLACED = after(
    begun(),
    stroke(SOUTH, WHITES[0], BLACKS[0]),
    stroke(SOUTH, STRIKER),
    Placed(seat=NORTH, disc=WHITES[0]),
)


def test_a_wrong_man_placed_unnoticed_stays_on_the_board() -> None:
    game = PLACED.apply(Noticed(what="wrong-man", disc=BLACKS[0], instead=WHITES[0]))
    assert game.round is not None
    assert (game.round.men_on_board(0), game.round.men_on_board(1)) == (8, 9)
    assert BLACKS[0] in game.round.on_board
    assert WHITES[0] in game.round.pocketed
    assert game.round.turn is NORTH
    read_again(game)


LATE_QUEEN = after(
    begun(),
    stroke(SOUTH, WHITES[0]),
    stroke(SOUTH, QUEEN),
    stroke(SOUTH),
    stroke(NORTH),
)


def test_a_queen_uncovered_and_unnoticed_until_the_next_stroke_counts_as_covered() -> None:
    game = LATE_QUEEN.apply(Noticed(what="queen", disc=QUEEN, seat=SOUTH))
    assert game.round is not None
    assert (game.round.queen, game.round.queen_side) == (QueenState.COVERED, 0)
    assert (QUEEN in game.round.on_board, QUEEN in game.round.pocketed) == (False, True)
    read_again(game)
    assert play(game, random.Random(4)).is_over


def test_an_opponent_s_man_noticed_late_stays_down_and_loses_the_turn_of_who_is_still_in_it() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), Noticed(what="opponent-man", disc=BLACKS[3], seat=SOUTH))
    assert game.round is not None
    assert (game.round.turn, game.round.men_on_board(1)) == (NORTH, 8)
    assert game.round.sides[1].pocketed_before
    later = after(begun(), stroke(SOUTH), Noticed(what="opponent-man", disc=BLACKS[3], seat=SOUTH))
    assert later.round is not None
    assert (later.round.turn, later.round.men_on_board(1)) == (NORTH, 8)
    read_again(game)


NOTICED: dict[str, tuple[GameHistory, Noticed, str]] = {
    "a man that lies there already": (
        PLACED,
        Noticed(what="wrong-man", disc=BLACKS[1], instead=WHITES[0]),
        "expected W1 on the board by the record, and B2 in the pockets",
    ),
    "no man it was placed for": (PLACED, Noticed(what="wrong-man", disc=BLACKS[0]), "the one it was placed for"),
    "the queen as a wrong man": (
        PLACED,
        Noticed(what="wrong-man", disc=QUEEN, instead=WHITES[0]),
        "needs the piece on the board",
    ),
    "a queen nobody had": (PLACED, Noticed(what="queen", disc=QUEEN, seat=SOUTH), "cannot count as covered by Asha"),
    "a queen of the other side": (
        LATE_QUEEN,
        Noticed(what="queen", disc=QUEEN, seat=NORTH),
        "cannot count as covered by Bilal",
    ),
    "a queen before the next stroke": (
        after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH, QUEEN), stroke(SOUTH)),
        Noticed(what="queen", disc=QUEEN, seat=SOUTH),
        "and a stroke since",
    ),
    "a queen that was had twice, before the next stroke": (
        after(LATE_QUEEN, stroke(SOUTH, QUEEN), stroke(SOUTH)),
        Noticed(what="queen", disc=QUEEN, seat=SOUTH),
        "and a stroke since",
    ),
    "a queen without a seat": (LATE_QUEEN, Noticed(what="queen", disc=QUEEN), "the seat that pocketed it"),
    "an own man": (
        LATE_QUEEN,
        Noticed(what="opponent-man", disc=WHITES[4], seat=SOUTH),
        "W5 is not a piece on the board that belongs to the opponent of Asha",
    ),
    "a man down already": (
        PLACED,
        Noticed(what="opponent-man", disc=BLACKS[0], seat=SOUTH),
        "B1 is not a piece on the board that belongs to the opponent of Asha",
    ),
    "a man without a seat": (PLACED, Noticed(what="opponent-man", disc=BLACKS[4]), "needs the piece, and the seat"),
    "the last man": (
        after(begun(), stroke(SOUTH, *BLACKS[:8])),
        Noticed(what="opponent-man", disc=BLACKS[8], seat=SOUTH),
        "no black piece would be left",
    ),
    "before the break": (begun(), Noticed(what="queen", disc=QUEEN, seat=SOUTH), "cannot precede the break"),
    "in a points game": (
        after(
            GameHistory.begin(changed(header("points"), first_break="A")).apply(RoundBegun(breaker=SOUTH)),
            stroke(SOUTH),
        ),
        Noticed(what="opponent-man", disc=BLACKS[8], seat=SOUTH),
        "points has no owned colours",
    ),
}


@pytest.mark.parametrize("what", NOTICED)
def test_what_cannot_have_gone_unnoticed_is_refused(what: str) -> None:
    game, event, expected = NOTICED[what]
    with pytest.raises(RefusedRequest, match=expected):
        game.apply(event)


# -- corrections ----------------------------------------------------------------------------------------------------


def test_a_stroke_in_the_middle_is_corrected_and_everything_after_it_told_again() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH), stroke(NORTH, BLACKS[0]))
    right = after(begun(), stroke(SOUTH, WHITES[0], WHITES[1]), stroke(SOUTH), stroke(NORTH, BLACKS[0]))
    mended = game.apply(Corrected(at=2, events=(stroke(SOUTH, WHITES[0], WHITES[1]),)))
    assert mended.state == right.state
    assert mended.events[2] == stroke(SOUTH, WHITES[0]), "the history keeps what was written first"
    assert mended.in_force == right.in_force
    assert mended.apply(mended.undo()).state == game.state
    read_again(mended)
    read_again(mended.apply(stroke(NORTH)))


def test_an_entry_may_become_several_or_none() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0], WHITES[1]), Noted(text="a pause"), stroke(SOUTH), stroke(NORTH))
    several = (stroke(SOUTH, STRIKER), Placed(seat=NORTH, disc=WHITES[1]))
    longer = game.apply(Corrected(at=4, events=several))
    assert longer.round is not None
    assert (longer.round.turn, longer.round.men_on_board(0)) == (SOUTH, 8)
    again = longer.apply(Corrected(at=4, events=(stroke(SOUTH),)))
    assert again.state == game.state, "a correction can be corrected: its events go together"
    shorter = game.apply(Corrected(at=3))
    assert shorter.state.remarks == ()
    for each in (longer, again, shorter):
        read_again(each)


def test_what_no_longer_follows_is_refused_naming_the_first_that_cannot_stand() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH), stroke(NORTH))
    with pytest.raises(
        RefusedRequest, match=r"with event 2 corrected event 3 \(south - touched=W1\) could not follow: "
    ):
        game.apply(Corrected(at=2, events=(stroke(SOUTH),)))
    with pytest.raises(RefusedRequest, match=r"event 2 cannot be 'pass north'"):
        game.apply(Corrected(at=2, events=(Passed(seat=NORTH),)))
    assert len(game.events) == 5


CORRECTIONS: dict[str, tuple[Corrected, str]] = {
    "the beginning": (Corrected(at=0), "event 0 cannot be corrected"),
    "what never was": (Corrected(at=9), "event 9 cannot be corrected"),
    "by an undo": (Corrected(at=2, events=(Undone(to=1),)), "undo 1 replaces no event"),
    "by a correction": (Corrected(at=2, events=(Corrected(at=1),)), "correct 1 replaces no event"),
    "by a beginning": (Corrected(at=2, events=(GameBegun(header=header()),)), "begun replaces no event"),
    "by a board sent back": (
        Corrected(at=2, events=(Ruled(clause="c", reason="r", author="a", back_to=1),)),
        "replaces no event",
    ),
}


@pytest.mark.parametrize("what", CORRECTIONS)
def test_a_correction_that_replaces_nothing_is_refused(what: str) -> None:
    event, expected = CORRECTIONS[what]
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH))
    with pytest.raises(RefusedRequest, match=expected):
        game.apply(event)


def test_an_undone_or_sent_back_event_is_not_corrected() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), Undone(to=1))
    with pytest.raises(RefusedRequest, match="event 2 cannot be corrected"):
        game.apply(Corrected(at=2))
    back = after(begun(), stroke(SOUTH), Ruled(clause="c", reason="r", author="a", back_to=1))
    for number in (2, 3):
        with pytest.raises(RefusedRequest, match=f"event {number} cannot be corrected"):
            back.apply(Corrected(at=number))


def test_a_simulated_board_is_not_corrected() -> None:
    game = GameHistory.begin(Header(players=SINGLES, first_break="A"))
    game = game.apply(racked(game, 1))
    with pytest.raises(RefusedRequest, match="a simulated board cannot be corrected"):
        game.apply(Corrected(at=1))


def test_a_finished_game_is_corrected_too() -> None:
    game = after(begun(), stroke(SOUTH), TimeCalled())
    assert game.is_over
    mended = game.apply(Corrected(at=3))
    assert (mended.is_over, mended.round) == (False, after(begun(), stroke(SOUTH)).round)


def test_a_corrected_game_is_told_step_by_step() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH))
    game = game.apply(Corrected(at=2, events=(stroke(SOUTH, WHITES[0], WHITES[1]),)))
    assert [told(step) for step in steps(game)][-1].startswith("4. event 2 is corrected: south strikes, W1-W2 down")


@pytest.mark.slow(first=9)
@pytest.mark.parametrize("seed", range(12))
def test_correcting_an_event_to_itself_changes_nothing(seed: int) -> None:
    rng = random.Random(seed)
    game = begun()
    for _ in range(40):
        if not game.is_over:
            game = game.apply(next_event(game, rng))
    number = rng.choice(game.line[2:])
    again = game.apply(Corrected(at=number, events=(game.events[number],)))
    assert again.state == game.state
    read_again(again)


def test_a_call_and_a_placing_may_be_put_in_where_they_were_forgotten() -> None:
    game = after(begun(), stroke(SOUTH, WHITES[0]), stroke(SOUTH))
    both = (stroke(SOUTH, WHITES[0]), Called(what="elbow", by=SOUTH), Placed(seat=NORTH, disc=WHITES[0]))
    mended = game.apply(Corrected(at=2, events=both))
    assert mended.round is not None
    assert mended.round.men_on_board(0) == 9
    assert isinstance(mended.expected[0], Strike | PlaceDue)
