"""The reason given for a casebook decision, word for word, with the number of pieces on each side."""

from typing import Any

import pytest

from carrom.errors import Contradiction
from carrom.game.casebook import decide

EIGHT = [{"winner": side, "men_left": 1, "queen": side, "special": None, "demand": 0} for side in "ABABABAB"]
CANCELLED = {"winner": None, "men_left": 0, "queen": None, "special": "replay", "demand": 0}


def line(form: str, book: str = "icf", **given: Any) -> dict[str, Any]:
    fixed = {"stage": "early", "first_break": "A"} if form in ("game", "match") else {}
    return {"ruleset": book, "kind": "match", "form": form, **fixed, **given}


def player(name: str, black: int, light: int | None, queen: bool = False, colour: str = "brown") -> dict[str, Any]:
    return {"name": name, "black": black, colour: light, "queen": queen, "void": 0}


def next_turn(turn: str) -> dict[str, Any]:
    seats = {"south": "A1", "east": "B1", "north": "A2", "west": "B2"}
    given = {"striker": "A1", "turn": turn}
    return {"ruleset": "icf", "kind": "order", "ask": "next-turn", "seats": seats, "given": given}


@pytest.mark.parametrize(
    ("given", "why"),
    [
        (line("game", format=None, boards=EIGHT[:1]), "The game stands 4-0. B breaks the next board."),
        (line("game", format=None, boards=[{**EIGHT[1], "men_left": 9}] * 3), "B has won the game, 0-25."),
        (
            line("game", format=None, boards=EIGHT),
            "The game stands 16-16. An extra board decides; a toss settles who breaks it.",
        ),
        (
            line("game", format=None, boards=[*EIGHT, CANCELLED]),
            "The game stands 16-16. The extra board is played again, and who broke it breaks it again, without another "
            "toss.",
        ),
        (line("match", games=[{"score": [25, 12]}]), "The match stands 1-0. B opens the next game."),
        (
            line("match", games=[{"score": [25, 12]}, {"score": [3, 25]}]),
            "The match stands 1-1. A opens the next game. Ten minutes' interval comes first.",
        ),
        (line("match", games=[{"score": [2, 25]}, {"score": [3, 25]}]), "B has won the match, 0-2."),
        (
            line("tie", "team-event", stage=None, order=["singles"] * 3, play_out=False, rubbers=[{"score": [9, 25]}]),
            "The tie stands 0-1 in rubbers. The next rubber is singles.",
        ),
        (
            line(
                "tie",
                "team-event",
                stage=None,
                order=["singles", "doubles"],
                play_out=False,
                rubbers=[{"score": [25, 9]}, {"score": [25, 8]}],
            ),
            "A has won the tie, 2-0 in rubbers.",
        ),
        (
            line("totals", "points", players=[player("A", 9, 0), player("B", 0, 9, queen=True)]),
            "B has the highest total, 140 points.",
        ),
        (
            line("totals", "three-player", players=[player(name, 4, 4, colour="white") for name in "AB"]
                 + [player("C", 1, 1, queen=True, colour="white")]),
            "A and B share the highest total, 12 points.",
        ),
        (next_turn("pass"), "B1 follows to the right of A1."),
        (next_turn("continue"), "A1 keeps the turn."),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_a_decision_tells_the_tally_and_what_comes_next(given: dict[str, Any], why: str) -> None:
    assert decide(given)["why"] == why


def test_a_player_without_light_counters_has_none() -> None:
    none = line("totals", "points", players=[player("A", 9, 9, queen=True), player("B", 0, 0)])
    assert decide(none)["scores"] == {"A": 185, "B": 0}
    with pytest.raises(Contradiction, match="B has white counters; points plays black and brown"):
        decide(line("totals", "points", players=[player("A", 9, 9, True), player("B", 0, 0, colour="white")]))


def test_a_player_without_dark_counters_has_none() -> None:
    players = [{"name": "A", "brown": 9, "queen": True}, {"name": "B", "black": 9}]
    assert decide(line("totals", "points", players=players))["scores"] == {"A": 140, "B": 45}


def test_a_line_of_the_wrong_shape_is_refused_from_its_first_letter_to_its_last() -> None:
    with pytest.raises(Contradiction) as refused:
        decide(line("game", format=None, boards=3))
    assert str(refused.value) == "expected `array`, got `int` - at `$.boards`"


@pytest.mark.parametrize("stage", ["early", "late"])
def test_a_stage_is_asked_for_only_where_the_limit_of_boards_depends_on_it(stage: str) -> None:
    with pytest.raises(Contradiction, match="stage is null; icf needs 'early' or 'late'"):
        decide({**line("game", format=None, boards=[]), "stage": None})
    assert decide({**line("game", format=None, boards=[]), "stage": stage})["next"] == "board"
    assert decide({**line("game", "club", format=None, boards=[]), "stage": None})["next"] == "board"
