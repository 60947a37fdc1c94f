"""Worked cases: read from casebooks, decided by the same laws as play, and indexed by clause."""

import importlib
from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from carrom.errors import CarromError, RulesError, SetupError, sentence
from carrom.rules.ruleset import Ruleset, inherited

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


# -- deciding a line ----------------------------------------------------------------------------------------------


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
        between_boards = importlib.import_module("carrom.game.casebook.decide").decide
        decision: Json = between_boards(line)
        return {**decision, **_marked(line, decision)}
    from carrom.rules.casebook.decide import decide

    return decide(line, language)


def _marked(line: Json, decision: Json) -> Json:
    """Return the readings on which a decision between boards rests."""
    from carrom.rules.readings.match_decisions import readings_between
    from carrom.rules.readings.stroke_rulings import marks, without_chosen
    from carrom.rules.ruleset import ruleset

    rules = ruleset(line["ruleset"])
    found = (*decision.get("readings", ()), *readings_between(rules.extends or rules.name, line, decision))
    return marks(without_chosen(rules, tuple(dict.fromkeys(found))))
