"""A rule set is its clauses: chapters of numbered laws and sentences, and figures beside them.

Which law holds is told by which clause stands in the book (`Ruleset.has`). A book is derived from another by `but`:
clauses are left out, put in after others, told by another passage; the numbers follow by themselves.

Names others build on: `Ruleset`, `Clause`, `Chapter`, `Part`, `After`, `Before`, `Instead`, `told`.
"""

from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import Any, TypeAlias

from carrom.errors import RulesError
from carrom.i18n import sentences
from carrom.rules.book.phrases import filled, values_of
from carrom.rules.custom.parameters import Parameters
from carrom.rules.effects import Effect
from carrom.values import Value, changed

Law: TypeAlias = Callable[[Any], Iterable[Effect]]
"""A function of a `Case`; its docstring is the sentence a player is shown, its name the key of that sentence."""


class Part(StrEnum):
    """What the clauses of a chapter decide."""

    SPOT = "spot"
    """May the striker stand there?"""
    STROKE = "stroke"
    CALL = "call"
    PASS = "pass"
    TABLE = "table"
    """Around the stroke: order, sides, scores. Its clauses are cited by topic."""
    TAUGHT = "taught"
    """What a person has to know and a program cannot decide: equipment, officials, conduct, technique."""


class Clause(Value, frozen=True, gc=True):
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

    @property
    def key(self) -> str:
        """The name of its sentence in the catalogue: the law's own, or the topic's."""
        if not isinstance(self.says, str):
            return self.says.__name__
        return self.topic.split()[0] if self.topic else self.number

    @property
    def english(self) -> str:
        """Its sentence in English, the figures still in braces."""
        return " ".join((self.says if isinstance(self.says, str) else self.says.__doc__ or "").split())

    def matches(self, mark: "Law | str") -> bool:
        """Say whether this is the clause of a law (itself or by its key), of a number or of a topic."""
        if isinstance(mark, str):
            law = not isinstance(self.says, str) and self.says.__name__ == mark
            return law or mark == self.number or mark in self.topic.split()
        return self.says == mark


class Chapter(Value, frozen=True, kw_only=True):
    """Clauses that belong together."""

    key: str
    """Names the chapter where books are derived: `queen`, `dues`, …"""
    title: str
    part: Part = Part.TABLE
    intro: str = ""
    """Prose around the clauses: what a program cannot decide, but a person has to know."""
    decides: bool = False
    """Whether reading stops after this chapter once it has decided everything (no stroke, break missed, board over)."""
    settles: bool = False
    """Whether it is read all the same when a chapter has decided and the stroke counts (last men, dues)."""
    when: str = ""
    """The word of `Case` that must hold for the chapter to be opened at all; empty: always."""
    clauses: tuple[Clause, ...]


def told(source: str, says: Law | str, topic: str = "") -> Clause:
    """Return a clause of a book's own text; its number follows from where it stands."""
    return Clause("", says, source, topic)


# -- a book from a book -------------------------------------------------------------------------------------------


class After(Value, frozen=True, gc=True):
    """Clauses to be put in after the clause of a law, a number or a topic; after the last of a chapter by its key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


class Before(Value, frozen=True, gc=True):
    """Clauses to be put in before another; first in a chapter by its key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


class Instead(Value, frozen=True, gc=True):
    """Clauses to be put in another's place; in the place of all of a chapter's by its key."""

    mark: Law | str
    clauses: tuple[Clause, ...]


Change: TypeAlias = After | Before | Instead
Numbering: TypeAlias = Callable[[tuple[Chapter, ...]], tuple[Chapter, ...]]


class Retold(Value, frozen=True, kw_only=True):
    """What a derived book says anew about a chapter; None leaves it as it is."""

    title: str | None = None
    intro: str | None = None
    when: str | None = None
    topics: bool = True
    """Whether its clauses are still cited by their topics; otherwise others of the book are."""


def sections(chapters: tuple[Chapter, ...]) -> tuple[Chapter, ...]:
    """Return chapters whose clauses are numbered `§1.1`, `§1.2`, … through the book."""
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
    """Return chapters in which clauses without a number have one of their own: `House 1`, `House 2`, …"""
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
"""A chapter as `judge` reads it: `when`, `decides`, `settles`, and its laws with number, key, sentence and values."""


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
    changes: str = ""
    """What a custom one changes, as JSON: keys of its file with their values."""
    base: str = ""
    """The name of the set that this one was derived from with `but`; empty for the official one."""

    def __hash__(self) -> int:
        return hash((self.name, self.edition))

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}: {self.edition}>"

    @property
    def clauses(self) -> tuple[Clause, ...]:
        """Every clause in the order of the book."""
        return tuple(clause for chapter in self.chapters for clause in chapter.clauses)

    def has(self, mark: Law | str) -> bool:
        """Say whether the clause of a law (itself or by its key), or on a topic, stands in the book: then it holds."""
        return mark in marks_of(self)

    @property
    def colours_are_owned(self) -> bool:
        """Whether each side plays its own colour: the book says who has which."""
        return self.has("colour")

    def clause(self, topic: str) -> Clause:
        """Return the clause that decides a topic. Raises `RulesError` for a topic it does not have."""
        found = _topics(self).get(topic)
        if found is None:
            raise RulesError(f"{self.name} has no clause on {topic!r}")
        return found

    def sentence(self, clause: Clause, language: str = "en") -> str:
        """Return what a clause says, with the figures of this rule set; in English where the language has no words."""
        known = None if isinstance(clause.says, str) else sentences(language).get(f"law.{clause.key}")
        return self.prose(clause.english) if known is None else self.prose(known, language)

    def prose(self, text: str, language: str = "en") -> str:
        """Return prose of the book, written in a language, with its figures filled in."""
        return filled(text, self.parameters, self.colours_are_owned, language)

    def readings(self, part: Part) -> tuple[Reading, ...]:
        """Return what `judge` reads for a part, chapter by chapter."""
        return _readings(self, part)

    def but(
        self,
        *,
        without: Iterable[Law | str] = (),
        add: Iterable[Change] = (),
        figures: Mapping[str, Any] | None = None,
        sources: Mapping[Law | str, str] | None = None,
        retold: Mapping[str, Retold] | None = None,
        chapters: Iterable[tuple[str, Chapter]] = (),
        numbers: Numbering = sections,
        **told_anew: Any,
    ) -> "Ruleset":
        """Return the book that this one becomes: the same but for what is said here.

        `without` leaves out clauses (by law, number or topic) and chapters (by key); `add` puts clauses in; `chapters`
        puts whole chapters in, each after the chapter of a key (first in the book: an empty key); `figures` changes
        parameters; `sources` names the passage of the new book's own text that tells a clause; `retold` gives chapters
        another title or prose. Raises `RulesError` for a mark that the book does not have.
        """
        kept = _without(self.chapters, tuple(without))
        for change in add:
            kept = _with(kept, change, self.name)
        for key, chapter in chapters:
            kept = _with_chapter(kept, key, chapter, self.name)
        kept = tuple(_retold(chapter, (retold or {}).get(chapter.key)) for chapter in kept if chapter.clauses)
        if numbers is sections:
            kept = tuple(_sourced(chapter, sources or {}) for chapter in kept)
        base = self.base if told_anew.get("name", self.name) == self.name else self.name
        parameters = changed(self.parameters, **dict(figures or {}))
        return changed(self, chapters=numbers(kept), parameters=parameters, **{"base": base, **told_anew})


def _without(chapters: tuple[Chapter, ...], marks: tuple[Law | str, ...]) -> tuple[Chapter, ...]:
    for mark in marks:
        if not any(chapter.key == mark or any(c.matches(mark) for c in chapter.clauses) for chapter in chapters):
            raise RulesError(f"no clause or chapter {_named(mark)} is there to be left out")
    keys = {chapter.key for chapter in chapters}
    of_clauses = [mark for mark in marks if mark not in keys]
    return tuple(
        changed(chapter, clauses=tuple(c for c in chapter.clauses if not any(c.matches(mark) for mark in of_clauses)))
        for chapter in chapters
        if chapter.key not in marks
    )


def _with(chapters: tuple[Chapter, ...], change: Change, name: str) -> tuple[Chapter, ...]:
    """Return chapters with the clauses of a change put in: in the chapter of that key, else beside the first clause."""
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
            case After():
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


def _retold(chapter: Chapter, anew: Retold | None) -> Chapter:
    if anew is None:
        return chapter
    said = {name: value for name in ("title", "intro", "when") if (value := getattr(anew, name)) is not None}
    clauses = chapter.clauses if anew.topics else tuple(changed(clause, topic="") for clause in chapter.clauses)
    return changed(chapter, clauses=clauses, **said)


def _sourced(chapter: Chapter, sources: Mapping[Law | str, str]) -> Chapter:
    """Return a chapter whose clauses name where they are written: the own text's passage, then the Law."""
    clauses = []
    for clause in chapter.clauses:
        passage = next((source for mark, source in sources.items() if clause.matches(mark)), "")
        clauses.append(changed(clause, source="; ".join(filter(None, (passage, clause.origin)))))
    return changed(chapter, clauses=tuple(clauses))


def _named(mark: Law | str) -> str:
    return repr(mark if isinstance(mark, str) else mark.__name__)


@lru_cache(maxsize=256)
def marks_of(rules: Ruleset) -> frozenset[Law | str]:
    """Return what stands in a book: its laws, their keys and its topics."""
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
