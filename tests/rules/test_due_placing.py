"""Where a due piece may be placed, by rule set (Laws 84 to 86, 89b, 114; reading C82)."""

from typing import get_args

import pytest
from strategies_table import table, typed

import carrom
from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES
from carrom.board.outcome import Outcome
from carrom.board.position import Point, Position
from carrom.board.seat import Seat
from carrom.board.spots import has_room, place_fault, placing_spots
from carrom.board.stroke import Stroke
from carrom.errors import IllegalStroke, RefusedRequest
from carrom.game.apply import apply
from carrom.game.events import Placed
from carrom.rules.book import book, technique_for, techniques
from carrom.rules.custom import custom
from carrom.rules.judge import judge
from carrom.rules.parameters import Technique
from carrom.rules.readings import BY_NUMBER
from carrom.rules.round import Phase, Placing, QueenState, Round
from carrom.rules.ruleset import NAMES, ruleset
from carrom.rules.ruling import Turn
from carrom.values import changed

MAN, CENTRE = WHITES[0], Point(0, 0)
QUEEN_OUTSIDE = Position.of({QUEEN: Point(150_000, 150_000), BLACKS[0]: Point(-200_000, 0)})
ON_THE_WAY = Point(40_000, 40_000)
"""A point on the line from the queen to two pockets."""


@pytest.mark.parametrize("name", NAMES)
def test_only_the_29_point_guide_has_a_due_placed_anywhere_within_the_outer_circle(name: str) -> None:
    anywhere = name == "classic-29"
    assert ruleset(name).dues_anywhere is anywhere
    for spot in (CENTRE, ON_THE_WAY):
        fault = place_fault(QUEEN_OUTSIDE, MAN, spot, anywhere=ruleset(name).dues_anywhere)
        assert (fault is None) is anywhere
    assert (CENTRE in placing_spots(QUEEN_OUTSIDE, MAN, anywhere=anywhere)) is anywhere


def test_anywhere_is_still_within_the_outer_circle_and_clear_of_other_pieces() -> None:
    taken = Position.of({QUEEN: CENTRE})
    for at, reason in ((Point(90_000, 0), "placed-outside"), (Point(10_000, 0), "placed-with-disturbance")):
        fault = place_fault(taken, MAN, at, anywhere=True)
        assert fault is not None
        assert fault.reason == reason
    assert has_room(taken, MAN, anywhere=True)
    assert all(place_fault(taken, MAN, at, anywhere=True) is None for at in placing_spots(taken, MAN, anywhere=True))


def test_a_simulated_game_to_29_lets_a_due_be_placed_on_the_centre() -> None:
    for name in ("classic-29", "icf"):
        game = carrom.Game(name, seed=4)
        game.set_up()
        state = game.history.state
        lying = tuple(disc for disc in state.round.on_board if disc is not MAN)
        owing = changed(
            state.round, phase=Phase.PLAY, on_board=lying, pocketed=(MAN,), placings=(Placing(MAN, Seat.NORTH, 0),)
        )
        waiting = changed(state, round=owing, position=QUEEN_OUTSIDE, nominal=False)
        event = Placed(seat=Seat.NORTH, disc=MAN, at=CENTRE)
        if name == "icf":
            with pytest.raises(RefusedRequest, match="on the centre circle"):
                apply(waiting, event, 9)
        else:
            assert apply(waiting, event, 9).position[MAN] == CENTRE


@pytest.mark.parametrize("code", ["placed-on-centre", "placed-for-a-shot"])
def test_an_umpire_of_the_29_point_game_cannot_price_what_the_guide_allows(code: str) -> None:
    with pytest.raises(RefusedRequest, match=f"classic-29 has no clause on '{code}'"):
        typed("play", "w1", f"foul {code} bilal", at=table("classic-29"))
    for other in ("icf", "club", "eight-rounds", "team-event"):
        assert "Bilal owes one piece" in typed("play", "w1", f"foul {code} bilal", at=table(other))[1]


@pytest.mark.parametrize("code", ["placed-on-centre", "placed-for-a-shot"])
@pytest.mark.parametrize("lines", [("w2", "-", "s"), ("w2", "q")])
def test_a_call_without_a_clause_is_refused_too_while_men_are_owed(code: str, lines: tuple[str, ...]) -> None:
    at, _ = typed("play", "foul elbow bilal", *lines, at=table("classic-29"))
    assert at.game.round.sides[1].due > 0
    with pytest.raises(RefusedRequest, match=f"classic-29 has no clause on '{code}'"):
        typed(f"foul {code} bilal", at=at)
    with pytest.raises(RefusedRequest, match=f"classic-29 has no clause on '{code}'"):
        typed(f"foul {code} asha", at=at)


def test_the_reading_is_declared_and_a_switch_chooses_the_other_one() -> None:
    assert BY_NUMBER["C82"].switches == ("due_placing",)
    strict = custom({"extends": "classic-29", "due_placing": "official"}, "strict")
    free = custom({"extends": "icf", "due_placing": "anywhere"}, "free")
    assert (strict.dues_anywhere, free.dues_anywhere) == (False, True)
    assert "is not placed on the centre circle" in book(strict)
    assert "is not placed on the centre circle" not in book(ruleset("classic-29"))


# -- Queen, own man and striker in one stroke while men are owed (Laws 95b, 98a; reading C83)

DUE = {"entitled": True, "not yet entitled": False}


def owing(book: str, entitled: bool, switch: bool) -> Round:
    """Return a round in which the player in turn owes a man; the opponent has pocketed one of their own."""
    rules = custom({"extends": book, "striker_with_queen_while_owing": switch}, "house") if switch else ruleset(book)
    start = changed(Round.begin(rules), phase=Phase.PLAY, turns=2)
    side = changed(start.sides[0], due=1, pocketed_before=entitled, pocketed_by_self=entitled)
    lying = tuple(disc for disc in start.on_board if disc is not BLACKS[0])
    return changed(start, sides=(side, start.sides[1]), on_board=lying, pocketed=(BLACKS[0],))


@pytest.mark.parametrize("entitled", DUE.values(), ids=DUE)
@pytest.mark.parametrize("book", ["team-event", "icf", "club"])
def test_queen_own_man_and_striker_while_owing_lose_the_turn_unless_the_switch_says_otherwise(
    book: str, entitled: bool
) -> None:
    outcome = Outcome(pocketed=(QUEEN, WHITES[0], STRIKER))
    for switch, turn in ((False, Turn.PASS), (True, Turn.CONTINUE)):
        ruling = judge(owing(book, entitled, switch), outcome)
        back = [placing.disc for placing in ruling.placings]
        assert (ruling.turn, ruling.queen, ruling.centred) == (turn, QueenState.BOARD, (QUEEN,))
        assert back == [WHITES[0]]
        assert ruling.dues == (2, 0), "the earlier due and that of the striker are owed"


@pytest.mark.parametrize("switch", [False, True])
def test_an_early_queen_without_the_striker_lies_aside_while_owing_as_without_a_due(switch: bool) -> None:
    ruling = judge(owing("team-event", False, switch), Outcome(pocketed=(QUEEN, WHITES[0])))
    assert (ruling.turn, ruling.queen) == (Turn.CONTINUE, QueenState.ASIDE)
    entitled = judge(owing("team-event", True, switch), Outcome(pocketed=(QUEEN, WHITES[0])))
    assert (entitled.turn, entitled.queen) == (Turn.PASS, QueenState.BOARD)


# -- Which fingers and techniques a stroke may use

FORWARD, BACK = Stroke(0, 0, 2_000_000), Stroke(0, 100_000, -2_000_000)


@pytest.mark.parametrize("name", NAMES)
def test_every_rule_set_knows_a_technique_for_both_directions(name: str) -> None:
    assert technique_for(ruleset(name), FORWARD) == "index"
    assert technique_for(ruleset(name), BACK) in techniques(ruleset(name), BACK)


@pytest.mark.parametrize(
    ("name", "stroke", "wanted"),
    [
        ("club", FORWARD, "thumb"),
        ("club", BACK, "index"),
        ("three-player", BACK, "middle"),
        ("eight-rounds", FORWARD, "scissors"),
        ("team-event", FORWARD, "thumb"),
        ("team-event", BACK, "thumb"),
        ("team-event", BACK, "index"),
    ],
)
def test_a_technique_that_is_not_allowed_is_refused_with_its_clause(
    name: str, stroke: Stroke, wanted: Technique
) -> None:
    direction = "back-shots" if stroke.is_back_stroke else "forward-strokes"
    clause = ruleset(name).clause(direction).number
    with pytest.raises(IllegalStroke, match=rf"allows (no )?{direction.replace('-s', '.s')}.*\({clause}\)$"):
        technique_for(ruleset(name), stroke, wanted)


@pytest.mark.parametrize("technique", get_args(Technique))
def test_the_official_laws_leave_the_technique_free(technique: Technique) -> None:
    for stroke in (FORWARD, BACK):
        assert technique_for(ruleset("icf"), stroke, technique) == technique


def test_back_shots_are_made_with_the_thumb_or_scissors_in_the_club_game() -> None:
    assert technique_for(ruleset("club"), BACK) == "thumb"
    assert technique_for(ruleset("team-event"), BACK) == "scissors"
