"""A rule set: parameters, and chapters of numbered clauses that are read like a rule book.

Names others build on: `Ruleset`, `Clause`, `Chapter`, `Part`, `ruleset(name_or_path)`, `NAMES`.
"""

import importlib
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

from carrom.data import Value
from carrom.errors import RulesError
from carrom.rules.effects import Effect
from carrom.rules.parameters import Parameters

if TYPE_CHECKING:
    from carrom.rules.case import Case

Law: TypeAlias = Callable[["Case"], Iterator[Effect]]

NAMES = ("icf", "classic-29", "club", "three-player", "eight-rounds", "team-event", "points")
"""The rule sets that come with the package."""


class Part(StrEnum):
    """What the clauses of a chapter decide."""

    SPOT = "spot"
    """May the striker stand there?"""
    STROKE = "stroke"
    CALL = "call"
    PASS = "pass"
    TABLE = "table"
    """Around the stroke: order, sides, scores. Its clauses are cited by topic."""


class Clause(Value, frozen=True):
    """One numbered clause: a law that decides, or a sentence that is cited by its topic."""

    number: str
    says: Law | str
    source: str = ""
    """Where it is written: the section of a source text, or a Law of the official code; empty: the number says it."""
    topic: str = ""
    """What others ask for it by, e.g. `break-failed`; several topics are separated by blanks."""

    @property
    def origin(self) -> str:
        """Where it is written, spelled out."""
        return self.source or self.number


class Chapter(Value, frozen=True, kw_only=True):
    """Clauses that belong together."""

    title: str
    part: Part = Part.TABLE
    intro: str = ""
    """Prose around the clauses: what a program cannot decide, but a person has to know."""
    decides: bool = False
    """Whether reading stops after this chapter once it has decided everything (no stroke, break missed, board over)."""
    when: str = ""
    """The word of `Case` that must hold for the chapter to be opened at all; empty: always."""
    clauses: tuple[Clause, ...]


def borrowed(
    section: int,
    chapter: Chapter,
    *,
    title: str = "",
    intro: str = "",
    own: Mapping[str, str] | None = None,
    without: tuple[str, ...] = (),
    first: tuple[Clause, ...] = (),
    last: tuple[Clause, ...] = (),
    topics: bool = True,
) -> Chapter:
    """Return a chapter of the official Laws as a section of another rule book.

    Its clauses are numbered in the section and name the Law they come from, or the passage of the book's own text
    that says the same (`own`, by Law). `without` leaves Laws out; `first` and `last` are
    clauses of the book's own. Without `topics` the chapter's clauses are not cited for theirs: others of the book are.
    """
    sources = own or {}
    kept = [clause for clause in chapter.clauses if clause.number not in without]
    clauses = [
        *first,
        *(Clause("", clause.says, _source(sources, clause.number), clause.topic if topics else "") for clause in kept),
        *last,
    ]
    return Chapter(
        title=title or chapter.title,
        part=chapter.part,
        intro=intro or chapter.intro,
        decides=chapter.decides,
        when=chapter.when,
        clauses=numbered(section, *clauses),
    )


def _source(sources: Mapping[str, str], law: str) -> str:
    """Return the passage of the book's own text, if there is one, and the Law."""
    return f"{sources[law]}; {law}" if law in sources else law


def numbered(section: int, *clauses: Clause) -> tuple[Clause, ...]:
    """Return clauses numbered `§section.1`, `§section.2`, …"""
    return tuple(
        Clause(f"§{section}.{index}", clause.says, clause.source, clause.topic)
        for index, clause in enumerate(clauses, start=1)
    )


def told(source: str, says: Law | str, topic: str = "") -> Clause:
    """Return a clause of a book's own text, to be numbered by `numbered`."""
    return Clause("", says, source, topic)


Reading: TypeAlias = tuple[str, bool, tuple[tuple[Law, str, str], ...]]
"""A chapter as `judge` reads it: its `when` and `decides`, and its laws with number and sentence."""


class Ruleset(Value, frozen=True, kw_only=True):
    """One rule book."""

    name: str
    title: str
    edition: str
    """Names the text and its version; a record keeps it."""
    intro: str
    parameters: Parameters
    chapters: tuple[Chapter, ...]
    extends: str = ""
    """The named set a custom one starts from."""

    def __hash__(self) -> int:
        return hash((self.name, self.edition))

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause in the order of the book."""
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses)

    def clause(self, topic: str) -> Clause:
        """Return the clause that decides a topic. Raises `RulesError` for a topic it does not have."""
        found = _topics(self).get(topic)
        if found is None:
            raise RulesError(f"{self.name} has no clause on {topic!r}")
        return found

    def sentence(self, clause: Clause) -> str:
        """Return what a clause says, in the words of this rule set."""
        return _sentences(self)[clause.number, clause.says]

    def readings(self, part: Part) -> tuple[Reading, ...]:
        """Return what `judge` reads for a part, chapter by chapter."""
        return _readings(self, part)


@lru_cache(maxsize=64)
def _topics(rules: Ruleset) -> dict[str, Clause]:
    return {topic: clause for clause in rules.clauses for topic in clause.topic.split()}


@lru_cache(maxsize=64)
def _sentences(rules: Ruleset) -> dict[tuple[str, Law | str], str]:
    from carrom.rules.words import spoken

    return {(clause.number, clause.says): spoken(clause.says, rules.parameters) for clause in rules.clauses}


@lru_cache(maxsize=256)
def _readings(rules: Ruleset, part: Part) -> tuple[Reading, ...]:
    return tuple(
        (
            chapter.when,
            chapter.decides,
            tuple(
                (clause.says, clause.number, rules.sentence(clause))
                for clause in chapter.clauses
                if not isinstance(clause.says, str)
            ),
        )
        for chapter in rules.chapters
        if chapter.part is part
    )


@lru_cache(maxsize=64)
def named(name: str) -> Ruleset:
    """Return one of the seven rule sets by name."""
    module = importlib.import_module(f"carrom.rules.rulesets.{name.replace('-', '_')}")
    book: Ruleset = module.RULES
    return book


def ruleset(name_or_path: str) -> Ruleset:
    """Return a rule set by its name, or a custom one from a TOML file (a path that ends in `.toml`).

    Raises `RulesError` for an unknown name, an unreadable file, or a key or value that is not allowed.
    """
    if name_or_path in NAMES:
        return named(name_or_path)
    if name_or_path.endswith(".toml"):
        from carrom.rules.custom import read_custom

        return read_custom(name_or_path)
    raise RulesError(f"no rule set is called {name_or_path!r}: there are {', '.join(NAMES)}, and files ending in .toml")
