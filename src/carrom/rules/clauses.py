"""A rule set is its clauses: chapters of numbered laws and sentences, with parameters beside them.

A law holds if its clause is in the rule set (`Ruleset.has`). A rule set is derived from another with `but`, which
removes, inserts or replaces clauses and renumbers the rest."""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias

from carrom.errors import RulesError
from carrom.i18n import sentences
from carrom.rules.effects import Effect
from carrom.rules.parameters import Parameters, filled, values_of
from carrom.values import Value, changed

Law: TypeAlias = Callable[[Any], Iterable[Effect]]
"""A function of a `Case`; its docstring is the sentence shown to players, its name the key of that sentence."""


class Part(StrEnum):
    """What the clauses of a chapter decide."""

    SPOT = "spot"
    """Whether the striker may be placed at a spot."""
    STROKE = "stroke"
    CALL = "call"
    PASS = "pass"
    TABLE = "table"
    """Matters around the stroke: order, sides, scores. Its clauses are cited by topic."""
    TAUGHT = "taught"
    """Matters that people need to know and a program cannot decide: equipment, officials, conduct, technique."""


class Clause(Value, frozen=True, gc=True):
    """One numbered clause: a law that decides, or a sentence cited by its topic."""

    number: str
    says: Law | str
    source: str = ""
    """Its source: the section of a source text, or a Law of the official code; empty if the number is the source."""
    topic: str = ""
    """Keys under which other modules look it up, e.g. `break-failed`; several are separated by spaces."""

    @property
    def origin(self) -> str:
        """Its source, including the default."""
        return self.source or self.number

    @property
    def key(self) -> str:
        """Key of its sentence in the catalogue: the law's name, or the topic."""
        if not isinstance(self.says, str):
            return self.says.__name__
        return self.topic.split()[0] if self.topic else self.number

    @property
    def english(self) -> str:
        """Its sentence in English, with placeholders in braces."""
        return " ".join((self.says if isinstance(self.says, str) else self.says.__doc__ or "").split())

    def matches(self, mark: "Law | str") -> bool:
        """Return whether this is the clause of a law (or a law's key), of a number or of a topic."""
        if isinstance(mark, str):
            law = not isinstance(self.says, str) and self.says.__name__ == mark
            return law or mark == self.number or mark in self.topic.split()
        return self.says == mark


class Chapter(Value, frozen=True, kw_only=True):
    """A group of clauses."""

    key: str
    """Identifies the chapter when rule sets are derived: `queen`, `dues`, …"""
    title: str
    part: Part = Part.TABLE
    intro: str = ""
    """Text around the clauses: what a program cannot decide, but a person needs to know."""
    decides: bool = False
    """Whether judging stops after this chapter once it has decided (no stroke, break missed, board over)."""
    settles: bool = False
    """Whether it is read even after such a decision if the stroke counts (last pieces, dues)."""
    when: str = ""
    """The property of `Case` that must hold for the chapter to be read; empty for always."""
    clauses: tuple[Clause, ...]


def told(source: str, says: Law | str, topic: str = "") -> Clause:
    """Return a clause from the rule set's own source text; its number follows from its position."""
    return Clause("", says, source, topic)


# -- deriving a rule set -----------------------------------------------------------------------------------------------


class InsertAfter(Value, frozen=True, gc=True):
    """Clauses to insert after the clause of a law, number or topic, or at the end of the chapter with this key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


class Before(Value, frozen=True, gc=True):
    """Clauses to insert before another clause, or at the start of the chapter with this key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


class Instead(Value, frozen=True, gc=True):
    """Clauses that replace another clause, or all clauses of the chapter with this key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


Change: TypeAlias = InsertAfter | Before | Instead
Numbering: TypeAlias = Callable[[tuple[Chapter, ...]], tuple[Chapter, ...]]


class Reworded(Value, frozen=True, kw_only=True):
    """Changes of a derived rule set to a chapter's texts; None keeps the original."""

    title: str | None = None
    intro: str | None = None
    when: str | None = None
    topics: bool = True
    """Whether its clauses are still cited by their topics; if not, other clauses of the rule set are."""


def sections(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Return the chapters with clauses numbered `§1.1`, `§1.2`, …"""
    return tuple(
        changed(
            chapter,
            clauses=tuple(
                changed(clause, number=f"§{section}.{index}") for index, clause in enumerate(chapter.clauses, 1)
            ),
        )
        for section, chapter in enumerate(chapters, 1)
    )


def house(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Return the chapters with clauses without a number numbered `House 1`, `House 2`, …"""
    count = 0
    numbered: list[Chapter] = []
    for chapter in chapters:
        clauses: list[Clause] = []
        for clause in chapter.clauses:
            if not clause.number:
                count += 1
                clause = changed(clause, number=f"House {count}")
            clauses.append(clause)
        numbered.append(changed(chapter, clauses=tuple(clauses)))
    return tuple(numbered)


Reading: TypeAlias = tuple[str, bool, bool, tuple[tuple[Law, str, str, str, tuple[tuple[str, int | str], ...]], ...]]
"""A chapter in the form `judge` reads: `when`, `decides`, `settles`, and its laws with number, key, sentence and
values."""


class Ruleset(Value, frozen=True, kw_only=True):
    """One rule set: its clauses in chapters, and its parameters. `carrom.ruleset` returns one by name or from a file.

    Rule sets compare and hash by value, and are pickled as their name and changes.

    >>> import carrom
    >>> rules = carrom.ruleset("three-player")
    >>> rules, rules.parameters.players
    (<Ruleset three-player: club sheet, source text 001, paragraph for three, third reading>, (3,))
    """

    name: str
    title: str
    edition: str
    """Name and version of the source text; stored in records."""
    intro: str
    parameters: Parameters
    chapters: tuple[Chapter, ...]
    extends: str = ""
    """The built-in rule set that a custom one extends."""
    changes: str = ""
    """The changes of a custom rule set, as JSON: keys of its file with their values."""
    base: str = ""
    """The name of the rule set from which this one was derived with `but`; empty for the official one."""

    def __hash__(self) -> int:
        return hash((self.name, self.edition))

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.edition}>"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause, in order."""
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses)

    def has(self, mark: Law | str) -> bool:
        """Return whether the rule set has the clause of a law (or a law's key), or a clause on a topic."""
        return mark in marks_of(self)

    @property
    def colours_are_owned(self) -> bool:
        """Whether each side plays its own colour."""
        return self.has("colour")

    @property
    def dues_anywhere(self) -> bool:
        """Whether a due piece may be placed anywhere inside the outer circle, on the centre circle and as a shot with
        the queen too (C82)."""
        return not self.has("breach_placed_on_centre")

    def clause(self, topic: str) -> Clause:
        """Return the clause on a topic. Raises `RulesError` if there is none."""
        found = _topics(self).get(topic)
        if found is None:
            raise RulesError(f"{self.name} has no clause on {topic!r}")
        return found

    def sentence(self, clause: Clause, language: str = "en") -> str:
        """Return the sentence of a clause with the rule set's figures filled in; in English if there is no
        translation."""
        known = None if isinstance(clause.says, str) else sentences(language).get(f"law.{clause.key}")
        return self.prose(clause.english) if known is None else self.prose(known, language)

    def prose(self, text: str, language: str = "en") -> str:
        """Return a text in a language with the rule set's figures filled in."""
        return filled(text, self.parameters, self.colours_are_owned, language)

    def readings(self, part: Part) -> tuple[Reading, ...]:
        """Return the laws of a part in the form `judge` reads, by chapter."""
        return _readings(self, part)

    def but(
        self,
        *,
        without: Iterable[Law | str] = (),
        add: Iterable[Change] = (),
        figures: Mapping[str, Any] | None = None,
        sources: Mapping[Law | str, str] | None = None,
        retold: Mapping[str, Reworded] | None = None,
        chapters: Iterable[tuple[str, Chapter]] = (),
        numbers: Numbering = sections,
        **told_anew: Any,
    ) -> "Ruleset":
        """Return a rule set derived from this one.

        `without` removes clauses (by law, number or topic) and chapters (by key); `add` inserts or replaces clauses;
        `chapters` inserts whole chapters, each after the chapter with the given key (first, if the key is empty);
        `figures` changes parameters; `sources` maps clauses to the passages of the new source text; `retold` changes
        titles or texts of chapters. Raises `RulesError` for a mark that the rule set does not have.
        """
        changed_chapters = _without(self.chapters, tuple(without))
        for change in add:
            changed_chapters = _with(changed_chapters, change, self.name)
        for key, chapter in chapters:
            changed_chapters = _with_chapter(changed_chapters, key, chapter, self.name)
        changed_chapters = tuple(
            _reworded(chapter, (retold or {}).get(chapter.key)) for chapter in changed_chapters if chapter.clauses
        )
        if numbers is sections:
            changed_chapters = tuple(_sourced(chapter, sources or {}) for chapter in changed_chapters)
        base = self.base if told_anew.get("name", self.name) == self.name else self.name
        parameters = changed(self.parameters, **dict(figures or {}))
        return changed(self, chapters=numbers(changed_chapters), parameters=parameters, **{"base": base, **told_anew})


def _without(chapters: tuple[Chapter, ...], marks: tuple[Law | str, ...]) -> tuple[Chapter, ...]:
    for mark in marks:
        if not any(chapter.key == mark or any(c.matches(mark) for c in chapter.clauses) for chapter in chapters):
            raise RulesError(f"no clause or chapter {_named(mark)} to leave out")
    keys = {chapter.key for chapter in chapters}
    of_clauses = [mark for mark in marks if mark not in keys]
    return tuple(
        changed(chapter, clauses=tuple(c for c in chapter.clauses if not any(c.matches(mark) for mark in of_clauses)))
        for chapter in chapters
        if chapter.key not in marks
    )


def _with(chapters: tuple[Chapter, ...], change: Change, name: str) -> tuple[Chapter, ...]:
    """Return chapters with the clauses of a change inserted: in the chapter with that key, or else at the first
    match."""
    keys = {chapter.key for chapter in chapters}
    for number, chapter in enumerate(chapters):
        clauses = chapter.clauses
        if change.mark in keys and chapter.key != change.mark:
            continue
        if chapter.key == change.mark:
            first, last = (0, len(clauses))
        else:
            at = next((index for index, clause in enumerate(clauses) if clause.matches(change.mark)), None)
            if at is None:
                continue
            first, last = at, at + 1
        match change:
            case InsertAfter():
                made = (*clauses[:last], *change.clauses, *clauses[last:])
            case Before():
                made = (*clauses[:first], *change.clauses, *clauses[first:])
            case Instead():
                made = (*clauses[:first], *change.clauses, *clauses[last:])
        return (*chapters[:number], changed(chapter, clauses=made), *chapters[number + 1 :])
    raise RulesError(f"{name} has no clause or chapter {_named(change.mark)} to put a clause beside")


def _with_chapter(chapters: tuple[Chapter, ...], key: str, chapter: Chapter, name: str) -> tuple[Chapter, ...]:
    if not key:
        return (chapter, *chapters)
    for number, other in enumerate(chapters):
        if other.key == key:
            return (*chapters[: number + 1], chapter, *chapters[number + 1 :])
    raise RulesError(f"{name} has no chapter {key!r} to put another after")


def _reworded(chapter: Chapter, anew: Reworded | None) -> Chapter:
    if anew is None:
        return chapter
    said = {name: value for name in ("title", "intro", "when") if (value := getattr(anew, name)) is not None}
    clauses = chapter.clauses if anew.topics else tuple(changed(clause, topic="") for clause in chapter.clauses)
    return changed(chapter, clauses=clauses, **said)


def _sourced(chapter: Chapter, sources: Mapping[Law | str, str]) -> Chapter:
    """Return a chapter whose clauses name their sources: the passage of the rule set's own text, then the Law."""
    clauses = []
    for clause in chapter.clauses:
        passage = next((source for mark, source in sources.items() if clause.matches(mark)), "")
        clauses.append(changed(clause, source="; ".join(filter(None, (passage, clause.origin)))))
    return changed(chapter, clauses=tuple(clauses))


def _named(mark: Law | str) -> str:
    return repr(mark if isinstance(mark, str) else mark.__name__)


@lru_cache(maxsize=256)
def marks_of(rules: Ruleset) -> frozenset[Law | str]:
    """Return everything that `Ruleset.has` can find: the laws, their keys and the topics."""
    topics = {topic for clause in rules.clauses for topic in clause.topic.split()}
    laws = [clause.says for clause in rules.clauses if not isinstance(clause.says, str)]
    return frozenset({*topics, *laws, *(law.__name__ for law in laws)})


@lru_cache(maxsize=256)
def _topics(rules: Ruleset) -> dict[str, Clause]:
    return {topic: clause for clause in rules.clauses for topic in clause.topic.split()}


@lru_cache(maxsize=1024)
def _readings(rules: Ruleset, part: Part) -> tuple[Reading, ...]:
    return tuple(
        (
            chapter.when,
            chapter.decides,
            chapter.settles,
            tuple(
                (
                    clause.says,
                    clause.number,
                    clause.key,
                    clause.english,
                    values_of(clause.english, rules.parameters, rules.colours_are_owned),
                )
                for clause in chapter.clauses
                if not isinstance(clause.says, str)
            ),
        )
        for chapter in rules.chapters
        if chapter.part is part
    )
