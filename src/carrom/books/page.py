"""A rule book as one value: everything a page shows, in the order in which a person learns the game."""

import re
from collections.abc import Iterator

from carrom.board.measures import measures, of_equipment
from carrom.books.cases import borrowed_hits, hits_of, own_cases
from carrom.books.pictures import set_up_name, shown
from carrom.books.shelf import spine
from carrom.books.values import (
    ChapterTold,
    ClausesTold,
    ClauseTold,
    LawsLeft,
    LawsTold,
    Measured,
    Page,
    Picture,
    PointTold,
    ReadingTold,
    Row,
    Told,
)
from carrom.draw.technique import TECHNIQUES
from carrom.rules.book import clause_anchor, how_to_read
from carrom.rules.clauses import Chapter
from carrom.rules.conflicts.clauses import readings_at
from carrom.rules.conflicts.numbered import CONFLICTS
from carrom.rules.lesson import at_a_glance, lesson
from carrom.rules.ruleset import Ruleset
from carrom.rules.taught.chapters import ALWAYS, LESSONS, TEXTS, anchor, told
from carrom.rules.taught.equipment import EQUIPMENT
from carrom.rules.taught.figures import figures
from carrom.rules.taught.laws import runs_of_laws
from carrom.rules.taught.left_out import NOT_TOLD
from carrom.rules.taught.point import OFFICIAL, Lesson, Point, family
from carrom.rules.taught.technique import TECHNIQUE

TECHNIQUES_TOLD = (
    "Every drawing is a stroke that the program has played: the striker's way is green, a man's is of his colour, a "
    "ring shows the striker where it meets the first man, a cross where a man falls."
)


def page(rules: Ruleset) -> Page:
    """Return a rule book with its cases, drawings and readings named where they belong."""
    angle = rules.parameters.setup_angle
    chapters = tuple(_chapters(rules))
    own = tuple(_taught(rules))
    return Page(
        name=rules.name,
        title=rules.title,
        edition=rules.edition,
        different=spine(rules).different,
        intro=rules.prose(rules.intro),
        glance=tuple(Row(name, value) for name, value in at_a_glance(rules)),
        lesson=tuple(_parted(text) for text in lesson(rules)),
        set_up=shown(set_up_name(angle), f"The set-up: a white arm at {angle} degrees"),
        taught=own,
        how_to_read=how_to_read(rules),
        chapters=chapters,
        readings=tuple(_readings(chapters, own)),
        laws=tuple(_laws(rules)),
        left_out=tuple(
            LawsLeft(laws=", ".join(laws), about=about, why=why)
            for laws, about, why in (NOT_TOLD if _is_official(rules) else ())
        ),
    )


def _is_official(rules: Ruleset) -> bool:
    return family(rules.name, rules.extends) == rules.name == OFFICIAL


def _parted(text: str) -> Told:
    """Return a paragraph of the lesson, parted from the bold words it begins with."""
    match = re.fullmatch(r"\*\*(.+?)\.?\*\* (.+)", text, re.DOTALL)
    assert match is not None, "every paragraph of a lesson begins with what it is about"
    return Told(title=match[1], text=_plain(match[2]))


def _plain(text: str) -> str:
    """Return Markdown as plain words: what is bold, code or linked is only said."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text).replace("**", "").replace("`", "")


# -- what is taught -----------------------------------------------------------------------------------------------


def _taught(rules: Ruleset) -> Iterator[ChapterTold]:
    book = family(rules.name, rules.extends)
    for each in LESSONS:
        points = tuple(_point(point, rules, book) for point in each.points if book in point.books)
        if points or each in ALWAYS:
            yield _chapter_told(each, points, rules, book)


def _chapter_told(each: Lesson, points: tuple[PointTold, ...], rules: Ruleset, book: str) -> ChapterTold:
    """Return one chapter with the drawings and the table that belong to it."""
    pictures: tuple[Picture, ...] = ()
    if each is EQUIPMENT:
        pictures = (shown("board", "The board and its measures"),)
    if each is TECHNIQUE:
        pictures = (shown("grips", "Four grips: index, middle, scissors, thumb"),)
    intro = f"{each.intro.partition(' [Techniques]')[0]} {TECHNIQUES_TOLD}" if each is TECHNIQUE else each.intro
    return ChapterTold(
        anchor=f"about-{each.key}",
        title=each.title,
        intro=_plain(told(intro, rules.parameters, figures(book))),
        pictures=pictures,
        measures=tuple(_measures(book)) if each is EQUIPMENT else (),
        points=points,
        techniques=tuple(Told(title=way.name, text=way.says) for way in TECHNIQUES) if each is TECHNIQUE else (),
    )


def _point(point: Point, rules: Ruleset, book: str) -> PointTold:
    is_reading = point.source[:1] == "C"
    source = point.source if book == OFFICIAL or is_reading else f"{TEXTS[book]}: {point.source}"
    return PointTold(
        says=_plain(told(point.says, rules.parameters, figures(book))),
        source="" if is_reading else source,
        reading=point.source if is_reading else "",
    )


def _measures(book: str) -> Iterator[Measured]:
    for measure in measures(book):
        here = of_equipment(measure)
        size = f"{here:g} {measure.unit}" if here is not None else ""
        yield Measured(what=measure.name, here=size, allowed=str(measure.allowed), clause=measure.clause)


# -- the clauses --------------------------------------------------------------------------------------------------


def _chapters(rules: Ruleset) -> Iterator[ClausesTold]:
    """Yield every chapter of clauses; a number that comes twice is an anchor, and has cases, the first time only."""
    cases = own_cases()
    official = hits_of((case, decision) for case, decision in cases if case["ruleset"] == OFFICIAL)
    mine = hits_of((case, decision) for case, decision in cases if case["ruleset"] == rules.name)
    hits = {**borrowed_hits(rules, official), **mine}
    seen: set[str] = set()
    for chapter in rules.chapters:
        yield ClausesTold(
            anchor=f"chapter-{chapter.key}",
            title=chapter.title,
            intro=_plain(rules.prose(chapter.intro)),
            clauses=tuple(_clauses(rules, chapter, hits, seen)),
        )


def _clauses(rules: Ruleset, chapter: Chapter, hits: dict[str, list[str]], seen: set[str]) -> Iterator[ClauseTold]:
    for clause in chapter.clauses:
        first = clause.number not in seen
        seen.add(clause.number)
        yield ClauseTold(
            number=clause.number,
            anchor=clause_anchor(clause.number) if first else "",
            says=rules.sentence(clause),
            source=clause.source,
            readings=readings_at(rules, clause),
            cases=tuple(hits.get(clause.number, ())) if first else (),
        )


def _readings(chapters: tuple[ClausesTold, ...], taught: tuple[ChapterTold, ...]) -> Iterator[ReadingTold]:
    """Yield the readings that the book's clauses and points name, by number."""
    named = {number for chapter in chapters for clause in chapter.clauses for number in clause.readings}
    named |= {point.reading for chapter in taught for point in chapter.points if point.reading}
    for each in CONFLICTS:
        if each.number in named:
            yield ReadingTold(
                number=each.number,
                anchor=each.number.lower(),
                where=each.where[:1].upper() + each.where[1:],
                problem=_plain(each.problem),
                reading=_plain(each.reading),
                reason=_plain(each.reason),
            )


def _laws(rules: Ruleset) -> Iterator[LawsTold]:
    """Yield where each official Law is told, in the official book."""
    if not _is_official(rules):
        return
    anchors = {chapter.title: f"chapter-{chapter.key}" for chapter in rules.chapters}
    anchors |= {each.title: f"about-{each.key}" for each in LESSONS}
    for first, last, title in runs_of_laws(rules):
        span = str(first) if first == last else f"{first}–{last}"
        yield LawsTold(laws=span, title=title, anchor=anchors.get(title, anchor(title)))
