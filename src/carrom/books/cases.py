"""Worked cases: read from casebooks, decided by the same laws as play, and indexed by clause."""

import importlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from math import sqrt
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import msgspec

from carrom.board import QUEEN, STRIKER, Disc, Outcome, Point, Position
from carrom.board.arithmetic import SplitMix64, direction
from carrom.board.equipment import MM
from carrom.board.notation import write_position
from carrom.board.rack import rack
from carrom.books.values import WorkedCase
from carrom.errors import CarromError, RulesError, SetupError, sentence
from carrom.rules.casebook import case_text, owned_outcome, owned_round, points_outcome, points_round
from carrom.rules.effects import PASSED_OVER
from carrom.rules.round import Phase, Round
from carrom.rules.ruleset import Ruleset, inherited

# -- board layouts for cases, pieces that fall lying next to pockets ---------------------------------------------------


TURN = 180 * (3 - sqrt(5))
"""Angle in degrees between consecutive pieces of the spread: the golden angle, as in a sunflower."""
SPREAD = 45 * MM
SWAY = 6 * MM
"""Maximum random offset of a piece in the spread, so that it looks like a real game."""
MOUTH = ((306, 306), (266, 331), (331, 266), (268, 268))
"""Points in front of a pocket, in mm from the board's centre, the nearest first."""
CORNERS = ((1, 1), (-1, 1), (1, -1), (-1, -1))


def round_of(rules: Ruleset, case: dict[str, Any]) -> Round:
    """Return the round at the start of a case."""
    before = case["before"]
    if rules.colours_are_owned:
        return owned_round(rules, before)
    return points_round(rules, before, 1 + len(before["others"]))


def outcome_of(rules: Ruleset, round: Round, stroke: dict[str, Any]) -> Outcome:
    """Return the outcome of the stroke of a case."""
    return owned_outcome(round, stroke) if rules.colours_are_owned else points_outcome(rules, round, stroke)


def laid(round: Round, falling: Iterable[Disc] = ()) -> Position:
    """Return a position for a round: pieces about to fall are in front of pockets, the queen is in the centre."""
    doomed = [disc for disc in falling if disc is not STRIKER and disc in round.on_board]
    if round.phase is Phase.BREAK and not doomed:
        return rack(round.ruleset.parameters.setup_angle, breaker=round.breaker)
    places = {disc: _before_pocket(number) for number, disc in enumerate(doomed)}
    rest = [disc for disc in round.on_board if disc not in places]
    if QUEEN in rest:
        rest.remove(QUEEN)
        places[QUEEN] = Point(0, 0)
    whites, blacks = [disc for disc in rest if disc.value[0] == "W"], [disc for disc in rest if disc.value[0] == "B"]
    mixed = [disc for pair in zip(whites, blacks, strict=False) for disc in pair]
    shorter = min(len(whites), len(blacks))
    mixed += [*whites[shorter:], *blacks[shorter:]]
    return Position.of({**places, **dict(zip(mixed, _spread(len(mixed)), strict=True))})


def _before_pocket(number: int) -> Point:
    """Return the point of the piece that falls as number `number`, from 0."""
    across, up = CORNERS[number % 4]
    x, y = MOUTH[min(number // 4, len(MOUTH) - 1)]
    return Point(across * x * MM, up * y * MM)


def _spread(count: int) -> list[Point]:
    """Return that many non-overlapping points around the centre, clear of it and of the base lines."""
    stream = SplitMix64(count)
    found = []
    for number in range(count):
        across, up = direction(round(number * TURN) % 360)
        reach = SPREAD * sqrt(number + 1.5)
        found.append(
            Point(round(reach * across) + stream.between(-SWAY, SWAY), round(reach * up) + stream.between(-SWAY, SWAY))
        )
    return found


# -- reading and deciding cases ----------------------------------------------------------------------------------------


Json = dict[str, Any]
Decided = tuple[Json, Json]
"""A case and its decision."""

FILES = ("cases.jsonl", "more.jsonl")
FOLDERS = (Path(__file__).parent / "casebooks", Path(__file__).resolve().parents[3] / "tests" / "cases")
"""Folders of the casebooks: in an installed package, and in a checkout."""


def casebooks() -> tuple[Path, ...]:
    """Return the casebooks that come with the program. Raises `SetupError` if they are missing."""
    for folder in FOLDERS:
        paths = tuple(folder / name for name in FILES)
        if all(path.is_file() for path in paths):
            return paths
    raise SetupError(f"The worked cases are missing ({FOLDERS[0]}): install the carrom package again.")


@cache
def own_cases(language: str = "en") -> tuple[Decided, ...]:
    """Return every case that comes with the program, with its decision in a language."""
    return tuple(decided_cases(casebooks(), language))


def decided_cases(paths: Iterable[Path], language: str = "en") -> Iterator[Decided]:
    """Yield every case of these casebooks with its decision. Raises `RulesError` for one that cannot be decided."""
    for path in paths:
        try:
            text = path.read_bytes()
        except OSError as fault:
            raise RulesError(f"the casebook {str(path)!r} cannot be read: {fault.strerror}") from None
        for number, line in enumerate(text.splitlines(), 1):
            decision = decided(line, language=language)
            try:
                case = msgspec.json.decode(line.removeprefix(BOM_UTF8), type=dict[str, Any])
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise RulesError(f"{path.name}, line {number} is not a casebook case: JSON was expected") from None
            if "error" in decision:
                raise RulesError(f"{path.name}, case {decision['id']}: {decision['error']}")
            if not isinstance(case.get("id"), str):
                raise RulesError(f'{path.name}, line {number} has no id; a text such as "id": "X1" was expected')
            yield case, decision


def hits_of(cases: Iterable[Decided]) -> dict[str, list[str]]:
    """Return the IDs of the cases that cite each clause, by the clause's number."""
    hits: dict[str, list[str]] = {}
    for case, decision in cases:
        for number in dict.fromkeys(decision["clauses"]):
            hits.setdefault(number, []).append(case["id"])
    return hits


def borrowed_hits(rules: Ruleset, hits: Mapping[str, Mapping[str, list[str]]]) -> dict[str, list[str]]:
    """Return the cases of other books that cite clauses shared with this book, by this book's numbers."""
    found: dict[str, list[str]] = {}
    for number, lenders in inherited(rules).items():
        book, law = next(((book, law) for book, law in lenders if law in hits.get(book, {})), ("", ""))
        if book:
            found[number] = [f"{book}/{case}" for case in hits[book][law]]
    return found


def hits_by_book(cases: Iterable[Decided]) -> dict[str, dict[str, list[str]]]:
    """Return the IDs of the cases that cite each clause, by the names of rule sets and the clauses' numbers."""
    by_book: dict[str, list[Decided]] = {}
    for case, decision in cases:
        by_book.setdefault(case["ruleset"], []).append((case, decision))
    return {name: hits_of(found) for name, found in by_book.items()}


def rests_of(cases: Iterable[Decided]) -> dict[str, list[tuple[str, str]]]:
    """Return the cases that rest on each reading, by its number."""
    rests: dict[str, list[tuple[str, str]]] = {}
    for case, decision in cases:
        for number in decision.get("readings", ()):
            rests.setdefault(number, []).append((case["ruleset"], case["id"]))
    return rests


# -- the decision of a line --------------------------------------------------------------------------------------------


def decided(text: bytes, book: str | None = None, language: str = "en") -> Json:
    """Return the decision on one line, or its `id` and an `error` that states what was expected."""
    try:
        line = msgspec.json.decode(text.removeprefix(BOM_UTF8))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as fault:
        return {"id": None, "error": sentence(f"the line is not JSON: {fault}")}
    if not isinstance(line, dict):
        return {"id": None, "error": "the line is not a JSON object: a casebook case was expected"}
    try:
        return {"id": line.get("id"), **_decide({**line, "ruleset": book} if book else line, language)}
    except CarromError as refusal:
        return {"id": line.get("id"), "error": str(refusal)}


def _decide(line: Json, language: str) -> Json:
    """Pass a line to the decider of its kind; decisions between boards are in English."""
    if line.get("kind") in ("match", "order"):
        between_boards = importlib.import_module("carrom.game.casebook").decide
        decision: Json = between_boards(line)
        return {**decision, **_marked(line, decision)}
    from carrom.rules.casebook import decide

    return decide(line, language)


def _marked(line: Json, decision: Json) -> Json:
    """Return the readings on which a decision between boards rests."""
    from carrom.rules.reading_facts import marks, readings_between, without_chosen
    from carrom.rules.ruleset import ruleset

    rules = ruleset(line["ruleset"])
    found = (*decision.get("readings", ()), *readings_between(rules.extends or rules.name, line, decision))
    return marks(without_chosen(rules, tuple(dict.fromkeys(found))))


# -- the cases of a rule book, each with a board to try it on ----------------------------------------------------------


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
            told=case_text(case) if case["kind"] not in BETWEEN_BOARDS else "",
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
