"""The worked cases of a rule book, each with a board to try it on."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode

from carrom.board.notation import write_position
from carrom.books.case_layout import laid, outcome_of, round_of
from carrom.books.cases import own_cases
from carrom.books.values import WorkedCase
from carrom.rules.casebook.call_codes import PASSED_OVER
from carrom.rules.casebook.page import told_case
from carrom.rules.ruleset import Ruleset

PLAYED = ("stroke", "points")
"""Kinds of cases that have a board; the other kinds concern matters between boards."""

BETWEEN_BOARDS = ("match", "order")
"""Kinds of cases between boards, whose decisions are in English only."""


def cases_of(rules: Ruleset, language: str = "en") -> tuple[WorkedCase, ...]:
    """Return the worked cases of a rule set that come with the program; rulings are in the given language."""
    return tuple(_told(rules, language))


def _told(rules: Ruleset, language: str) -> Iterator[WorkedCase]:
    for case, decision in own_cases(language):
        if case["ruleset"] != rules.name:
            continue
        yield WorkedCase(
            id=case["id"],
            told=told_case(case) if case["kind"] not in BETWEEN_BOARDS else "",
            decision=decision["why"],
            is_english=case["kind"] in BETWEEN_BOARDS,
            clauses=tuple(decision["clauses"]),
            readings=tuple(decision.get("readings", ())),
            note=case.get("note") or "",
            **_board(rules, case),
        )


def _board(rules: Ruleset, case: dict[str, Any]) -> dict[str, Any]:
    """Return the position, the discs that fall, and the query that opens the case on the page."""
    if case["kind"] == "call":
        position = write_position(laid(round_of(rules, case)))
        return {"position": position, "falls": (), "asks": _asks_of_a_call(rules, case, position)}
    if case["kind"] not in PLAYED or "stroke" not in case:
        return {}
    round = round_of(rules, case)
    outcome = outcome_of(rules, round, case["stroke"])
    position = write_position(laid(round, outcome.pocketed))
    falls = tuple(disc.value for disc in outcome.pocketed)
    return {"position": position, "falls": falls, "asks": _asks(rules, case, position, falls)}


def _asks(rules: Ruleset, case: dict[str, Any], position: str, falls: tuple[str, ...]) -> str:
    """Return the query for the page that judges a stroke; empty if the page cannot express the facts."""
    stroke = case["stroke"]
    jumped = stroke.get("jumped")
    odd = any(jumped.values()) if isinstance(jumped, dict) else bool(jumped)
    placed = stroke.get("placement", "legal") != "legal" or case["before"].get("no_room")
    if odd or placed or stroke.get("before_play") or stroke.get("left", "both") != "both":
        return ""
    asked = {
        "falls": ".".join(falls),
        "improper": 1 if stroke.get("improper") else "",
        "untouched": 1 if stroke.get("touched") is False else "",
        "direct": 1 if stroke.get("direct") else "",
    }
    return _query(_before(rules, case, position) | asked)


_BY = {None: "nobody", "mover": "", "opponent": "opponent"}
"""Query values for the player at fault."""


def _asks_of_a_call(rules: Ruleset, case: dict[str, Any], position: str) -> str:
    """Return the query for a pass or an umpire's call; empty if the page cannot express the facts."""
    call, before = case["call"], case["before"]
    unasked = call["what"] == PASSED_OVER or call["when"] == "during-stroke" or call["by"] not in _BY
    if unasked or before.get("no_room") or any(call.get(word) for word in ("partner", "own")):
        return ""
    asked = {"happened": "pass"} if call["what"] == "pass" else {"happened": "call", "call": call["what"]}
    if call["what"] != "pass":
        asked["by"] = _BY[call["by"]]
        asked["after"] = "1" if call["when"] == "after-stroke" else ""
    return _query(_before(rules, case, position) | asked)


def _before(rules: Ruleset, case: dict[str, Any], position: str) -> dict[str, Any]:
    """Return the query fields for the state of the board before the stroke."""
    before = case["before"]
    mover, other = before.get("mover", before.get("player")), before.get("opponent", {})
    return {
        "rules": rules.name,
        "p": position,
        "due": mover["due"] or "",
        "theirs": other.get("due", 0) or "",
        "score": mover["score"] if "opponent" in before and mover["score"] else "",
        "their-score": other.get("score") or "",
        "queen": before["queen"] if before["queen"] != "board" else "",
        "attempt": before.get("attempt") if before["phase"] == "break" else "",
    }


def _query(asked: dict[str, Any]) -> str:
    return urlencode({key: value for key, value in asked.items() if value != ""})
