"""Impossible lines and outcomes with their refusals, and defaults of omitted values."""

from typing import Any

import pytest

from carrom.board.disc import BLACKS, QUEEN, STRIKER, WHITES
from carrom.board.outcome import Breach, LinesLeft, Outcome
from carrom.board.seat import Seat
from carrom.errors import Contradiction, RefusedRequest, RulesError
from carrom.rules.casebook import decide, owned_outcome, owned_round, points_round, said
from carrom.rules.judge import judge
from carrom.rules.round import QueenState, Round
from carrom.rules.ruleset import ruleset

from .boards import played
from .oracle import Facts
from .test_commands import POINTS, put

S, N, E, W = Seat.SOUTH, Seat.NORTH, Seat.EAST, Seat.WEST


def refused(line: dict[str, Any]) -> str:
    with pytest.raises((Contradiction, RulesError, RefusedRequest)) as refusal:
        decide(line)
    return str(refusal.value)


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        ("before.attempt", 1, 3),
        ("before.mover.men", 1, 9),
        ("before.mover.due", 0, 99),
        ("before.mover.score", 0, 10_000),
        ("before.opponent.score", 0, 10_000),
        ("stroke.own", 0, 99),
        ("stroke.opponent", 0, 99),
        ("stroke.jumped.own", 0, 99),
        ("stroke.jumped.opponent", 0, 99),
        ("demand", 0, 2),
    ],
)
def test_a_number_of_a_line_has_these_bounds(path: str, least: int, most: int) -> None:
    key = path.split(".")[-1]
    for wrong in (least - 1, most + 1):
        said = refused(put(Facts("icf").line(), path, wrong))
        assert said == f"{key!r} is {wrong}: a whole number from {least} to {most} was expected"
    for right in (least, most):
        try:
            decide(put(Facts("icf").line(), path, right))
        except Contradiction as elsewhere:
            assert "whole number" not in str(elsewhere)


@pytest.mark.parametrize(
    ("path", "least", "most"),
    [
        ("before.on_board.black", 0, 9),
        ("before.on_board.brown", 0, 9),
        ("before.player.due", 0, 99),
        ("before.player.score", -10_000, 10_000),
        ("before.player.turn_points", -10_000, 10_000),
        ("before.attempt", 1, 1),
    ],
)
def test_a_number_of_a_points_line_has_these_bounds(path: str, least: int, most: int) -> None:
    key = path.split(".")[-1]
    for wrong in (least - 1, most + 1):
        said = refused(put(POINTS, path, wrong))
        assert said == f"{key!r} is {wrong}: a whole number from {least} to {most} was expected"
    for right in (least, most):
        try:
            decide(put(POINTS, path, right))
        except Contradiction as elsewhere:
            assert "whole number" not in str(elsewhere)


def test_the_score_of_another_player_has_bounds_too() -> None:
    for wrong in (-10_001, 10_001):
        said = refused(put(POINTS, "before.others", [{"name": "B", "score": wrong}]))
        assert said == f"'score' is {wrong}: a whole number from -10000 to 10000 was expected"
    for right in (-10_000, 10_000):
        assert decide(put(POINTS, "before.others", [{"name": "B", "score": right}]))["turn"] == "continue"


def test_what_a_line_leaves_out_is_as_usual() -> None:
    book = ruleset("icf")
    round = owned_round(book, {"phase": "play", "mover": {"men": 4}, "opponent": {"men": 9}})
    mover, other = round.sides
    assert (mover.due, mover.score, other.due, other.score, round.attempt) == (0, 0, 0, 0, 1)
    assert (mover.pocketed_before, mover.pocketed_by_self, round.no_room) == (True, True, False)
    assert (round.queen, round.queen_side, round.turns) == (QueenState.BOARD, None, 2)
    assert round.on_board == (QUEEN, *WHITES[:4], *BLACKS)
    assert owned_outcome(round, {}) == Outcome()
    fresh = owned_round(book, {"phase": "break", "mover": {"men": 9}, "opponent": {"men": 9}})
    assert (fresh.sides[0].pocketed_before, fresh.sides[0].pocketed_by_self) == (False, False)


def test_what_a_points_line_leaves_out_is_as_usual() -> None:
    before = {"phase": "play", "on_board": {"black": 1, "brown": 2}, "player": {}, "others": [{}]}
    round = points_round(ruleset("points"), before, 2)
    side, other = round.sides
    assert (side.due, side.points, side.turn_points, side.taken, other.points) == (0, 0, 0, (), 0)
    assert (side.pocketed_before, side.pocketed_by_self) == (False, False)
    assert round.on_board == (QUEEN, *WHITES[:2], BLACKS[0])
    assert round.pocketed == (*WHITES[2:], *BLACKS[1:])
    assert (round.attempt, round.queen, round.queen_side) == (1, QueenState.BOARD, None)
    covered = points_round(ruleset("points"), {**before, "queen": "covered"}, 2)
    assert (covered.queen_side, covered.pocketed[-1]) == (0, QUEEN)
    assert decide({**POINTS, "stroke": {}})["turn"] == "pass"


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("before.phase", "rack", "'phase' is \"rack\": break or play was expected"),
        ("before.no_room", 1, "'no_room' is 1: true or false was expected"),
        ("before.mover", None, "'mover' is null: an object was expected"),
        ("stroke.direct", 1, "'direct' is 1: true, false or null was expected"),
        (
            "before.queen_covered_by",
            "opponent",
            "the queen is 'board', but queen_covered_by says 'opponent': it must repeat who covered it",
        ),
    ],
)
def test_a_line_is_refused_in_one_full_sentence(path: str, value: Any, words: str) -> None:
    assert refused(put(Facts("icf").line(), path, value)) == words


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            Facts("icf", men=8, due=1),
            "the mover owes 1 although 1 of their men are in the pockets and there is room: "
            "a due is paid as soon as a man is available",
        ),
        (
            Facts("icf", theirs=6, their_due=2),
            "the opponent owes 2 although 3 of their men are in the pockets and there is room: "
            "a due is paid as soon as a man is available",
        ),
        (
            Facts("icf", opp=0, direct=False, men=9, theirs=8, right=False, breaking=True),
            "the rack is unbroken, but some men or the queen are not on the board",
        ),
        (
            Facts("icf", men=9, theirs=9, queen="opponent", right=False, breaking=True),
            "the rack is unbroken, but some men or the queen are not on the board",
        ),
        (Facts("icf", attempt=3), "attempt 3 while the rack is broken already: only a break has attempts"),
        (
            Facts("icf", men=5, right=False, by_self=False),
            "4 of the mover's men are in the pockets, but none is said to have been pocketed",
        ),
        (
            Facts("icf", men=9, queen="pending", right=False, by_self=False),
            "the mover cannot have taken the queen: no own man has been pocketed",
        ),
        (
            Facts("icf", queen="off-until-turn-end"),
            "a queen that lies aside until the turn ends does not exist in icf",
        ),
    ],
)
def test_facts_that_cannot_be_are_refused_in_one_full_sentence(facts: Facts, words: str) -> None:
    assert refused(facts.line()) == words


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        ("stroke.pocketed", "black", "'pocketed' is 'black': a list of colours was expected"),
        ("stroke.pocketed", [1], "'pocketed' is [1]: a list of colours was expected"),
        ("before.others", {}, "'others' is {}: a list of the other players was expected"),
        ("before.others", [5], "'others' is [5]: a list of the other players was expected"),
        ("before.player.name", 5, "'name' is 5: a player's name was expected"),
        ("before.others", [{"name": None}], "'name' is None: a player's name was expected"),
        ("before.on_board", {"black": 0, "brown": 0}, "no counter lies on the board: the game is over already"),
        (
            "stroke.jumped",
            ["brown"] * 9,
            "more brown counters are said to be off the board than were left on the board",
        ),
        ("stroke.placement", "here", "'placement' is \"here\": legal, off-lines, cut-moon or on-arrow was expected"),
        ("stroke.jumped", ["queen", "queen"], "the queen cannot have left the board twice in one stroke"),
        ("before.others", [{"name": "A"}], "the players are called A, A: each needs a different name"),
        (
            "before.player.pocketed_before",
            False,
            "the player has 2 counters, but is said never to have pocketed one",
        ),
    ],
)
def test_a_points_line_is_refused_in_one_full_sentence(path: str, value: Any, words: str) -> None:
    assert refused(put(POINTS, path, value)) == words


def test_who_has_counters_is_taken_to_have_pocketed_one() -> None:
    silent = {key: value for key, value in POINTS["before"]["player"].items() if key != "pocketed_before"}
    assert decide(put(POINTS, "before.player", silent))["turn"] == "continue"


def test_a_kind_that_a_book_has_no_cases_of_is_refused() -> None:
    assert refused({**Facts("icf").line(), "ruleset": "points"}) == (
        "points has no cases of kind 'stroke': nobody owns a colour in it, use kind 'points'"
    )
    assert refused({**POINTS, "ruleset": "icf"}) == (
        "icf has no cases of kind 'points': each side owns a colour in it, use kind 'stroke'"
    )


def test_the_rack_of_a_points_game_is_whole_at_the_break() -> None:
    line = put(put(POINTS, "before.phase", "break"), "before.player", {"name": "A"})
    whole = put(line, "before.on_board", {"black": 9, "brown": 9})
    words = "the rack is unbroken, but some counters or the queen are not on the board"
    assert decide(whole)["turn"] == "continue"
    assert refused(line) == words
    assert refused(put(whole, "before.queen", "covered")) == words


def test_a_violation_during_a_stroke_speaks_of_men_that_are_down() -> None:
    line = {key: value for key, value in Facts("icf", men=7, queen="mover").line().items() if key != "stroke"}
    call = {"what": "body", "by": "mover", "when": "during-stroke"}
    line |= {"kind": "call"}
    assert refused({**line, "call": {**call, "own": 3}}) == (
        "3 men of the mover are said to have fallen in the stroke, but 2 are down"
    )
    assert decide({**line, "call": {**call, "own": 2}})["returned"] == {"mover": 3 - 1, "opponent": 0}
    one = decide({**line, "call": {**call, "own": 1}})
    assert (one["returned"]["mover"], one["queen"]) == (2, "mover")
    assert decide({**line, "call": {**call, "own": 1, "queen": True}})["queen"] == "board"
    lying = {**line, "before": {**line["before"], "queen": "board", "queen_covered_by": None}}
    assert refused({**lying, "call": {**call, "queen": True}}) == (
        "the queen cannot have fallen in the stroke: it is on the board"
    )


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (Outcome(pocketed=(WHITES[0],)), "W1 cannot have fallen: it was not on the board"),
        (Outcome(pocketed=(BLACKS[0], BLACKS[0])), "B1 cannot have fallen twice in one stroke"),
        (Outcome(pocketed=(STRIKER, QUEEN, STRIKER)), "the striker cannot have fallen twice in one stroke"),
        (Outcome(jumped=(BLACKS[0], BLACKS[0])), "B1 cannot have left the board twice in one stroke"),
        (Outcome(jumped=(WHITES[1],)), "W2 cannot have left the board: it was not on it"),
        (
            Outcome(pocketed=(BLACKS[2],), jumped=(BLACKS[2],)),
            "B3 cannot have fallen into a pocket and left over the frame",
        ),
        (
            Outcome(breaches=(Breach.BEFORE_PLAY,)),
            'a stroke before "Play" can only be a break, but the rack is broken already',
        ),
        (
            Outcome(pocketed=(STRIKER,), lines_left=LinesLeft.ONE),
            "the striker is in a pocket, so it must have left both base lines",
        ),
        (
            Outcome(jumped=(STRIKER,), lines_left=LinesLeft.NONE),
            "the striker is over the frame, so it must have left both base lines",
        ),
    ],
)
def test_an_outcome_that_cannot_be_is_refused_in_one_full_sentence(outcome: Outcome, words: str) -> None:
    with pytest.raises(Contradiction) as refusal:
        judge(played(), outcome)
    assert str(refusal.value) == words


def test_nothing_leaves_a_rack_that_was_not_touched() -> None:
    fresh = Round.begin(ruleset("icf"))
    for outcome in (Outcome(moved=False, pocketed=(BLACKS[0],)), Outcome(moved=False, jumped=(BLACKS[0],))):
        with pytest.raises(Contradiction) as refusal:
            judge(fresh, outcome)
        assert str(refusal.value) == "B1 cannot have left its place: nothing was touched"
    assert judge(fresh, Outcome(moved=False, pocketed=(STRIKER,))).findings
    assert judge(fresh, Outcome(moved=False, touched=(BLACKS[0],), pocketed=(BLACKS[0],))).findings


def test_a_call_is_named_by_a_text() -> None:
    line = {key: value for key, value in Facts("icf").line().items() if key != "stroke"}
    for what in (5, None, ["body"]):
        answer = {"what": what, "by": "mover", "when": "before-stroke"}
        assert (
            refused({**line, "kind": "call", "call": answer}) == f"'what' is {what!r}: the code of a call was expected"
        )


def test_what_a_line_says_is_repeated_whole_up_to_sixty_characters() -> None:
    assert said({"seat": "x" * 58}, "seat") == f"'seat' is \"{'x' * 58}\""
    assert said({"seat": "x" * 59}, "seat") == f"'seat' is \"{'x' * 56}..."
    assert said({}, "seat") == "'seat' is missing"


# -- Contradictory facts are refused, with a message that names the contradiction


def points(book: str = "points", **player: Any) -> dict[str, Any]:
    """Return a line of kind `points` with black and brown counters, one black already pocketed."""
    white = "brown" if book == "points" else "white"
    others = [{"name": "B", "score": 0}, *([{"name": "C", "score": 0}] if book == "three-player" else [])]
    return {
        "ruleset": book,
        "kind": "points",
        "before": {
            "phase": "play",
            "attempt": 1,
            "on_board": {"black": 6, white: 9},
            "queen": player.pop("queen", "board"),
            "player": {
                "name": "A",
                "score": 15,
                "pocketed": ["black"] * 3,
                "pocketed_before": True,
                "due": 0,
                "turn_points": 15,
                **player,
            },
            "others": others,
        },
        "stroke": {"pocketed": [], "queen": False, "striker": False, "touched": True, "jumped": []},
    }


def called(when: str, by: str = "mover", queen: str = "pending") -> dict[str, Any]:
    line = {key: value for key, value in Facts("icf", queen=queen).line().items() if key != "stroke"}
    return {**line, "kind": "call", "call": {"what": "elbow", "by": by, "when": when}}


def test_more_points_in_a_turn_than_lie_in_the_pockets_are_refused() -> None:
    assert decide(points())["turn"] == "pass"
    with pytest.raises(Contradiction, match="99 points are said to be gained in this turn, but the player has 15"):
        decide(points(turn_points=99))


def test_a_score_that_the_counters_do_not_bring_is_refused() -> None:
    assert decide(points(score=65, queen="covered"))["turn"] == "pass"
    with pytest.raises(Contradiction, match="score is 20, but their counters and the queen bring 15 or 15"):
        decide(points(score=20))


@pytest.mark.parametrize(("book", "score"), [("icf", 25), ("club", 25), ("classic-29", 29), ("eight-rounds", 25)])
def test_a_score_with_which_the_game_is_won_is_none_before_a_board(book: str, score: int) -> None:
    assert decide(Facts(book, score=score - 1).line())["turn"] == "pass"
    with pytest.raises(Contradiction, match=f"the opponent has {score} points before this board"):
        decide(Facts(book, their_score=score).line())


@pytest.mark.parametrize("by", ["mover", "opponent"])
def test_a_queen_that_waits_was_taken_by_a_stroke_of_this_turn(by: str) -> None:
    assert decide(called("after-stroke", by))["clauses"]
    with pytest.raises(Contradiction, match="'pending', so the side in turn has struck"):
        decide(called("before-stroke", by))


def test_more_men_than_are_down_cannot_have_fallen_in_the_stroke_of_a_foul() -> None:
    line = called("during-stroke", queen="board")
    line["call"]["own"] = 5
    with pytest.raises(Contradiction, match="5 men of the mover are said to have fallen in the stroke, but 4 are down"):
        decide(line)


def test_a_points_line_for_three_is_refused_where_two_play() -> None:
    line = points()
    line["before"]["others"].append({"name": "C", "score": 0})
    with pytest.raises(Contradiction, match="3 players or teams are listed: points is played by 2"):
        decide(line)
