"""Rule set lookup: by name, from a custom file, or from a pickle."""

import copyreg
import hashlib
from functools import lru_cache
from typing import Any

import msgspec

from carrom.errors import RulesError
from carrom.rules.clauses import Chapter, Clause, Part, Ruleset
from carrom.rules.rulesets import NAMES, named
from carrom.values import changed
from carrom.version import __version__

__all__ = ["NAMES", "Chapter", "Clause", "Part", "Ruleset", "bases", "book_digest", "inherited", "named", "ruleset"]


def ruleset(name_or_path: str) -> Ruleset:
    """Return a rule set by its name, or a custom one from a TOML file (a path that ends in `.toml`).

    `carrom.RULESETS` lists the names. Raises `RulesError` for an unknown name, an unreadable file, or a key or value
    that is not allowed.

    >>> import carrom
    >>> carrom.ruleset("icf").parameters.queen_points, carrom.ruleset("classic-29").parameters.target_points
    (3, 29)
    """
    if name_or_path in NAMES:
        return named(name_or_path)
    if name_or_path.endswith(".toml"):
        from carrom.rules.custom import read_custom

        return read_custom(name_or_path)
    raise RulesError(f"no rule set is called {name_or_path!r}: there are {', '.join(NAMES)}, and files ending in .toml")


def inherited(rules: Ruleset) -> dict[str, tuple[tuple[str, str], ...]]:
    """Return the clauses that a rule set shares with those it derives from: names and numbers there, by its own number.

    Laws of the official rule set come first; plain sentences are shared only with the rule sets in between.
    """
    official, between = named("icf"), bases(rules)
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for clause in rules.clauses:
        lenders = between if isinstance(clause.says, str) or rules.name == official.name else (official, *between)
        shared = tuple(
            (book.name, same.number) for book in lenders for same in book.clauses if same.says == clause.says
        )
        if shared:
            found[clause.number] = tuple(dict.fromkeys(shared))
    return found


def bases(rules: Ruleset) -> tuple[Ruleset, ...]:
    """Return the rule sets from which a rule set was derived, the nearest first."""
    found: list[Ruleset] = []
    while rules.base:
        rules = named(rules.base)
        found.append(rules)
    return tuple(found)


# -- pickles -----------------------------------------------------------------------------------------------------------


def _reduced(rules: Ruleset) -> Any:
    """Support pickling: by name and changes, with the program's version and a digest.

    A rule set that its name and changes cannot recreate, such as one made in Python, is pickled with all its clauses.
    """
    given = rules.name, rules.title, rules.edition, rules.extends, rules.changes
    try:
        same = _made(*given) == rules
    except RulesError:
        same = False
    return (_restored, (*given, book_digest(rules), __version__)) if same else rules.__reduce__()


copyreg.pickle(Ruleset, _reduced)


@lru_cache(maxsize=64)
def _made(name: str, title: str, edition: str, extends: str, changes: str) -> Ruleset:
    """Return the built-in rule set of this name, or the custom one with these changes. Raises `RulesError`."""
    if not extends:
        if name not in NAMES:
            raise RulesError(f"there is no rule set {name!r:.60} in carrom {__version__}")
        return named(name)
    from carrom.rules.custom import custom

    result = {**msgspec.json.decode(changes), "extends": extends, "name": name, "title": title}
    return changed(custom(result, name, recorded=True), edition=edition)


def _restored(name: str, title: str, edition: str, extends: str, changes: str, digest: str, version: str) -> Ruleset:
    """Return a pickled rule set. Raises `RulesError` if its clauses differ in this version."""
    found = _made(name, title, edition, extends, changes)
    if book_digest(found) != digest:
        raise RulesError(
            f"the rule set {name!r} was pickled by carrom {version} and has other clauses in {__version__}: "
            "to move a game between versions, write a record and read it"
        )
    return found


@lru_cache(maxsize=64)
def book_digest(rules: Ruleset) -> str:
    """Return the hash of a book: its name, edition, figures and clauses in order."""
    clauses = [
        (chapter.key, chapter.part, chapter.when, chapter.decides, chapter.settles, clause.number, clause.key)
        for chapter in rules.chapters
        for clause in chapter.clauses
    ]
    result = (rules.name, rules.edition, rules.changes, rules.parameters, clauses)
    return hashlib.sha256(msgspec.json.encode(result)).hexdigest()
