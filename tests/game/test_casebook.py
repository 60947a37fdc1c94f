"""Casebook lines of the kinds `match` and `order`, and contradictory lines."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.game.casebook import KINDS, decide
from carrom.rules.ruleset import ruleset

LINES = [json.loads(line) for line in (Path(__file__).parents[1] / "cases" / "cases.jsonl").read_text().splitlines()]
CASES = {line["id"]: line for line in LINES if line["kind"] in KINDS}


def test_cases_are_decided_as_the_casebook_says_by_clauses_of_their_book() -> None:
    for name, case in CASES.items():
        decision = decide(case)
        assert {key: decision[key] for key in case["expect"]} == case["expect"], name
        assert set(decision) == {*case["expect"], "clauses", "why"}, name
        assert decision["why"].endswith("."), name
        books = (case["ruleset"], "icf")
        assert decision["clauses"], name
        assert set(decision["clauses"]) <= {clause.number for book in books for clause in ruleset(book).clauses}, name
        if case["ruleset"] == "icf":
            related = [_related(base, clause) for base in case["basis"] for clause in decision["clauses"]]
            assert any(related), (name, case["basis"], decision["clauses"])


def _related(base: str, clause: str) -> bool:
    """Return whether one clause contains the other: a case may cite Law 56 where the program cites Law 56a."""
    return clause.startswith(base) or base.startswith(clause)


def game(ruleset: str = "club", **changes: Any) -> dict[str, Any]:
    line = {"ruleset": ruleset, "kind": "match", "form": "game", "stage": None, "format": None, "first_break": "A"}
    return {**line, "boards": [], **changes}


def board(winner: str | None = "A", men_left: int = 4, queen: str | None = "A", special: str | None = None) -> Any:
    return {"winner": winner, "men_left": men_left, "queen": queen, "special": special, "demand": 0}


def seated(ask: str, given: dict[str, Any], ruleset: str = "icf", seats: dict[str, str] | None = None) -> Any:
    seats = {"south": "A1", "east": "B1", "north": "A2", "west": "B2"} if seats is None else seats
    return {"ruleset": ruleset, "kind": "order", "ask": ask, "seats": seats, "given": given}


REFUSED = {
    "ten men left": game(boards=[board(men_left=10)]),
    "a won board with no man left": game(boards=[board(men_left=0)]),
    "a board won with the queen uncovered": game(boards=[board(queen=None)]),
    "a winner of a replayed board": game(boards=[board(special="replay", men_left=0, queen=None)]),
    "a board after the end": game(boards=[board(men_left=9)] * 3 + [board()]),
    "both last men where the board would go on": game("eight-rounds", boards=[board(None, 0, None, "both-last")]),
    "extra points where there are none": game(boards=[{**board("A", 3, None, "last-own-before-queen"), "demand": 1}]),
    "extra points for a board cleared": game("icf", stage="early", boards=[{**board(), "demand": 1}]),
    "no stage where the limit hangs on it": game("icf"),
    "a format of another book": game("club", format="best-of-3-boards"),
    "a side that does not exist": game(boards=[board("C")]),
    "a game in a points game": game("points"),
    "a match of a one-game book": {**game("team-event"), "form": "match", "games": []},
    "a level finished game": {**game("icf", stage="early"), "form": "match", "games": [{"score": [25, 25]}]},
    "a finished game above the target": {**game("icf", stage="early"), "form": "match", "games": [{"score": [26, 3]}]},
    "an unfinished game without a limit": {**game("icf", stage="late"), "form": "match", "games": [{"score": [20, 3]}]},
    "a game after an open one": {**game(), "form": "match", "games": [{"boards": [board()]}, {"score": [25, 3]}]},
    "a third game after two wins": {**game(), "form": "match", "games": [{"score": [25, 3]}] * 3},
    "a dead rubber that is not played": {
        **game("team-event"),
        "form": "tie",
        "order": ["singles", "singles", "doubles"],
        "play_out": False,
        "rubbers": [{"score": [25, 1]}] * 3,
    },
    "ten black counters": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 6, "brown": 0}, {"name": "B", "black": 4, "brown": 0}],
    },
    "two queens": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 0, "brown": 0, "queen": True}, {"name": "B", "black": 4, "queen": True}],
    },
    "white counters where they are brown": {
        "ruleset": "points",
        "kind": "match",
        "form": "totals",
        "players": [{"name": "A", "black": 6, "white": 1}, {"name": "B", "black": 0, "brown": 0}],
    },
    "a form nobody knows": {"ruleset": "icf", "kind": "match", "form": "set"},
    "an unknown rule set": seated("seats-after-game", {}, ruleset="house"),
    "an unknown player": seated("next-turn", {"striker": "C", "turn": "pass"}),
    "an unknown turn": seated("next-turn", {"striker": "A1", "turn": "again"}),
    "partners side by side": seated(
        "seats-after-game", {}, seats={"south": "A1", "east": "A2", "north": "B1", "west": "B2"}
    ),
    "opponents at a corner": seated("seats-after-game", {}, seats={"south": "A", "east": "B"}),
    "three at a board for two or four": seated("seats-after-game", {}, seats={"south": "A", "east": "B", "north": "C"}),
    "a debtor who does not play": seated("placer", {"in_turn": "A1", "owes": "C"}),
    "totals that fall": seated("change-in-game", {"game": 3, "stage": "early", "running": [[5, 0], [4, 0]]}),
    "both sides gaining in one board": seated("change-in-game", {"game": 3, "stage": "early", "running": [[5, 2]]}),
}


@pytest.mark.parametrize("what", REFUSED)
def test_contradictory_facts_are_refused_in_one_sentence(what: str) -> None:
    with pytest.raises(CarromError) as refusal:
        decide(REFUSED[what])
    text = str(refusal.value)
    assert text
    assert "\n" not in text


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 30) | st.text(max_size=5) | st.sampled_from(["A", "B", "icf", "south"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@settings(max_examples=8 * settings.default.max_examples)
@given(st.sampled_from(sorted(CASES)), st.data())
def test_any_mutilated_case_is_decided_or_refused_in_one_sentence(name: str, data: st.DataObject) -> None:
    case = json.loads(json.dumps(CASES[name]))
    holder: Any = case
    while True:
        keys = sorted(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from(keys))
        if isinstance(holder[key], dict | list) and holder[key] and data.draw(st.booleans()):
            holder = holder[key]
            continue
        holder[key] = data.draw(JUNK)
        break
    try:
        decision = decide(case)
    except CarromError as refusal:
        assert str(refusal)
        assert "\n" not in str(refusal)
    else:
        assert decision["why"]


def test_a_cancelled_extra_board_asks_for_another() -> None:
    boards = [board(winner, 1, winner) for winner in "ABABABAB"] + [board(None, 0, None, "replay")]
    decision = decide(game(boards=boards))
    assert (decision["next"], decision["breaker"], decision["score"]) == ("extra-board", None, [16, 16])


def test_the_maximum_of_a_board_holds_with_extra_points_too() -> None:
    line = game("icf", stage="early", boards=[{**board("A", 9, None, "opponent-last"), "demand": 2}])
    assert decide(line)["running"] == [[12, 0]]


def test_in_doubles_the_third_game_is_opened_to_the_right_of_the_second_opener() -> None:
    given = {"first_opener": "B2"}
    assert decide(seated("game-opener", {"game": 2, **given}))["player"] == "A1"
    assert decide(seated("game-opener", {"game": 3, **given}))["player"] == "B1"


def test_a_replayed_board_is_not_counted_towards_the_change_of_sides() -> None:
    running = [[4, 0], [4, 0], [4, 4], [5, 4], [5, 9]]
    assert decide(seated("change-in-game", {"game": 3, "stage": "early", "running": running}))["after_board"] == 4


def test_in_the_late_rounds_sides_change_at_thirteen_points_only() -> None:
    running = [[4, 0], [4, 4], [5, 4], [5, 9], [5, 12], [13, 12]]
    assert decide(seated("change-in-game", {"game": 3, "stage": "late", "running": running}))["after_board"] == 6
    assert decide(seated("change-in-game", {"game": 2, "stage": "late", "running": running}))["after_board"] is None


def test_a_player_without_a_name_is_refused() -> None:
    placer = next(case for case in CASES.values() if case.get("ask") == "placer")
    with pytest.raises(CarromError, match=r"the player at \w+ has no name"):
        decide({**placer, "seats": dict.fromkeys(placer["seats"], "")})
