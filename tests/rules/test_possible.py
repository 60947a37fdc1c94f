"""Contradictory facts are refused, with a message that names the contradiction."""

from typing import Any

import pytest

from carrom.errors import Contradiction
from carrom.rules.casebook import decide

from .oracle import Facts


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
