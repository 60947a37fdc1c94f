"""The casebook: worked decisions, compared with the rulings line by line and clause by clause."""

import json
import re
from functools import cache
from typing import Any

import pytest

from carrom.board.seat import Seat
from carrom.books.cases import decided
from carrom.rules.casebook import decide
from carrom.rules.judge import judge_pass
from carrom.rules.round import Phase, QueenState, Round
from carrom.rules.ruleset import NAMES, bases, inherited, ruleset
from carrom.values import changed

from .casebook import cases

CASES = cases()

OTHER_LAW_NAMED = {
    **dict.fromkeys(("I39", "I148"), "names Law 96, which sends an uncovered queen back; she is covered by Law 15"),
    **dict.fromkeys(("I45", "I46"), "names Law 101a, which decided the stroke before"),
    "I48": "names Law 95c, which allowed the queen the stroke before",
    **dict.fromkeys(("I105", "I106", "I107"), "names how the piece came to fall, which a line does not say"),
    **dict.fromkeys(("I120", "I121"), "names Law 45c as the one that does not apply"),
    "I129": "names Law 45a, which gave the attempt",
    "I157": "names Law 96 beside Law 64b, which brings the queen back",
    "I159": "names Law 64b beside Law 77a, which brings man and penalty back",
    "I113": "names Law 54 for a gainer who stands below it",
    "R52": "names Law 83 for a single due",
    "S17": "names the passage on the centre spot, which is board geometry",
    "E22": "names the passage on covering as the one that does not apply",
}
"""Cases whose `basis` names a clause that does not decide them, and why."""


def test_cases_are_decided_as_the_casebook_says_by_the_clauses_that_their_basis_names() -> None:
    faults = []
    for case in CASES:
        book = ruleset(case["ruleset"])
        decision, expected = decide(case), case["expect"]
        got = {key: decision[key] for key in expected}
        if case["kind"] == "points":
            got["returned"], expected = sorted(got["returned"]), {**expected, "returned": sorted(expected["returned"])}
        if got != expected:
            faults.append(f"{case['id']}: {got} instead of {expected}, {decision['why']}")
        origins = {clause.number: clause.origin.split("; ") for clause in book.clauses}
        named = [origin for number in decision["clauses"] for origin in (number, *origins[number])]
        wanted = [basis for part in case["basis"] for basis in part.split("; ") if not re.fullmatch(r"C\d+", basis)]
        missing = [basis for basis in wanted if not any(name.startswith(basis) for name in named)]
        if bool(missing) != (case["id"] in OTHER_LAW_NAMED):
            faults.append(f"{case['id']}: {missing} not in {named}")
    assert faults == []


ACTS = (
    "toss",
    "concede",
    "slam-white",
    "slam-black",
    "forward-strokes",
    "back-shots",
    "plays-both",
    "dead-rubbers-left",
)
"""Topics of clauses about actions, which no case about strokes or scores can reach. Other tests cover them: toss,
concession and ties (tests/game), slams (test_rounds.py) and technique (test_due_placing.py).
"""


@pytest.mark.parametrize("name", NAMES)
def test_every_clause_is_hit_by_some_case(name: str) -> None:
    book = ruleset(name)
    hit = hit_by_cases(name)
    sides = ((Seat.SOUTH,), (Seat.EAST,), (Seat.NORTH,)) if name == "three-player" else ((Seat.SOUTH,), (Seat.NORTH,))
    waiting = changed(Round.begin(book, sides), phase=Phase.PLAY, queen=QueenState.PENDING)
    hit |= set(judge_pass(waiting).clauses)
    lent = {each.name: hit_by_cases(each.name) for each in bases(book)}
    shared = inherited(book).items()
    hit |= {number for number, lenders in shared if any(law in lent.get(name, ()) for name, law in lenders)}
    left = [clause for clause in book.clauses if clause.number not in hit]
    assert [clause.number for clause in left if clause.topic not in ACTS] == []


@cache
def hit_by_cases(name: str) -> set[str]:
    """Return the clauses of a book that its cases cite."""
    return {number for case in cases(every=True) if case["ruleset"] == name for number in answer(case)["clauses"]}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """Return the decision as `carrom judge` prints it."""
    return decided(json.dumps(case).encode())


def test_cases_between_boards_are_decided_as_the_casebook_says() -> None:
    for case in cases(every=True):
        if case["kind"] in ("match", "order"):
            decision = answer(case)
            assert {key: decision.get(key) for key in case["expect"]} == case["expect"], case["id"]


LEFT_OUT: dict[tuple[str, ...], Any] = {
    ("demand",): 0,
    **dict.fromkeys((("stroke", key) for key in ("own", "opponent")), 0),
    **dict.fromkeys((("stroke", key) for key in ("queen", "striker", "improper", "before_play")), False),
    ("stroke", "touched"): True,
    ("stroke", "jumped"): None,
    ("stroke", "left"): "both",
    ("stroke", "placement"): "legal",
    ("before", "queen"): "board",
    ("before", "attempt"): 1,
    ("before", "no_room"): False,
    **dict.fromkeys((("before", who, key) for who in ("mover", "opponent", "player") for key in ("due", "score")), 0),
    ("before", "player", "turn_points"): 0,
}
"""The default value of each key that a line may omit."""


def without_what_goes_without_saying(case: dict[str, Any]) -> dict[str, Any]:
    line = json.loads(json.dumps(case))
    for path, default in LEFT_OUT.items():
        facts = line
        for key in path[:-1]:
            facts = facts.get(key, {})
        if path[-1] in facts and facts[path[-1]] == default:
            del facts[path[-1]]
    return line


def test_what_is_left_out_of_a_line_goes_without_saying() -> None:
    shorter = 0
    for case in CASES:
        line = without_what_goes_without_saying(case)
        shorter += line != case
        assert decide(line) == decide(case), line
    assert shorter > 300
