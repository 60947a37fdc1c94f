"""A rule book as one value: everything that a page shows, in the order in which a person learns the game."""

import re
from collections.abc import Iterator

from carrom.board.equipment import Measure, measures, of_equipment
from carrom.books import values as book_values
from carrom.books.cases import borrowed_hits, hits_by_book, own_cases
from carrom.books.library import compare, set_up_name, shown, spine
from carrom.books.related_lesson import lesson_of
from carrom.draw.book_drawings import TECHNIQUES
from carrom.i18n import filled, text_of
from carrom.rules import chapters as chapter_values
from carrom.rules.book import clause_anchor, how_to_read
from carrom.rules.catalogue import intro_of, title_of, title_of_chapter, titles
from carrom.rules.clauses import Chapter, Part
from carrom.rules.lesson import at_a_glance, paragraphs, say
from carrom.rules.reading_facts import readings_at
from carrom.rules.readings import CONFLICTS
from carrom.rules.ruleset import Ruleset
from carrom.rules.rulesets import NAMES, named

# -- English texts on measures and stroke techniques, by translation key -----------------------------------------------


def drawn() -> dict[str, str]:
    """Return the texts beside the drawings of the board and the strokes."""
    named = {f"measure.{each.key}": each.name for name in NAMES for each in measures(name)}
    return {**named, **{f"way.{way.name}": way.says for way in TECHNIQUES}}


# -- the values of a page ----------------------------------------------------------------------------------------------


def page(rules: Ruleset, language: str = "en") -> book_values.RuleBookPage:
    """Return a rule book with its cases, drawings and readings.

    Headings, the table at a glance, the paragraphs on play and the laws are in the given language; untranslated texts
    are in English and marked as such.
    """
    angle = rules.parameters.setup_angle
    chapters = tuple(_chapters(rules, language))
    own = tuple(_taught(rules, language))
    intro = intro_of(rules, language)
    return book_values.RuleBookPage(
        name=rules.name,
        title=title_of(rules, language),
        edition=rules.edition,
        different=spine(rules, language).different,
        intro=intro,
        is_intro_english=intro == rules.prose(rules.intro),
        glance=tuple(book_values.RuleAtAGlance(name, value) for name, value in at_a_glance(rules, language)),
        lesson=tuple(
            book_values.BookParagraph(title=title, text=_plain(text)) for title, text in paragraphs(rules, language)
        ),
        set_up=shown(set_up_name(angle), say(rules, "picture.set-up", language)),
        taught=own,
        how_to_read=_plain(how_to_read(rules, language)),
        chapters=chapters,
        readings=tuple(_readings(chapters, own)),
        laws=tuple(_laws(rules, language)),
        house=compare(named(rules.extends), rules, language) if rules.extends else None,
        left_out=tuple(
            book_values.LawsLeft(laws=", ".join(laws), about=about, why=why)
            for laws, about, why in (chapter_values.NOT_TOLD if _is_official(rules) else ())
        ),
    )


def _is_official(rules: Ruleset) -> bool:
    return chapter_values.family(rules) == rules.name == chapter_values.OFFICIAL


def _plain(text: str) -> str:
    """Return Markdown as plain text, without bold, code and links."""
    return re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text).replace("**", "").replace("`", "")


# -- teaching chapters -------------------------------------------------------------------------------------------------


def _taught(rules: Ruleset, language: str) -> Iterator[book_values.BookChapter]:
    book = chapter_values.family(rules)
    for each in chapter_values.LESSONS:
        points = tuple(_point(point, rules, book) for point in each.points if book in point.books)
        if points or each in chapter_values.ALWAYS:
            yield _chapter_view(each, points, rules, language)


def _chapter_view(
    each: chapter_values.PointGroup, points: tuple[book_values.BookPoint, ...], rules: Ruleset, language: str
) -> book_values.BookChapter:
    """Return one chapter with its drawings and its table."""
    book = chapter_values.family(rules)
    pictures: tuple[book_values.BookPicture, ...] = ()
    intro = text_of(language, f"{chapter_values.about_key(each)}.intro", each.intro) if each.intro else ""
    if each is chapter_values.EQUIPMENT:
        pictures = (shown("board", text_of(language, "picture.board")),)
    if each is chapter_values.TECHNIQUE:
        pictures = (shown("grips", text_of(language, "picture.grips")),)
        intro = f"{intro.partition(' [')[0]} {text_of(language, 'picture.techniques')}"
    return book_values.BookChapter(
        anchor=f"about-{each.key}",
        title=text_of(language, chapter_values.about_key(each), each.title),
        intro=_plain(chapter_values.told(intro, rules.parameters, chapter_values.figures(book), language)),
        pictures=pictures,
        measures=tuple(_measures(book, language)) if each is chapter_values.EQUIPMENT else (),
        points=points,
        techniques=tuple(_ways(language)) if each is chapter_values.TECHNIQUE else (),
    )


def _point(point: chapter_values.ChapterPoint, rules: Ruleset, book: str) -> book_values.BookPoint:
    is_reading = point.source[:1] == "C"
    source = (
        point.source
        if book == chapter_values.OFFICIAL or is_reading
        else f"{chapter_values.TEXTS[book]}: {point.source}"
    )
    return book_values.BookPoint(
        says=_plain(chapter_values.told(point.says, rules.parameters, chapter_values.figures(book))),
        source="" if is_reading else source,
        reading=point.source if is_reading else "",
    )


def _ways(language: str) -> Iterator[book_values.BookParagraph]:
    for way in TECHNIQUES:
        yield book_values.BookParagraph(title=way.name, text=text_of(language, f"way.{way.name}", way.says))


def _measures(book: str, language: str) -> Iterator[book_values.Measured]:
    for measure in measures(book):
        here = of_equipment(measure)
        size = f"{here:g} {measure.unit}" if here is not None else ""
        name = text_of(language, f"measure.{measure.key}", measure.name)
        yield book_values.Measured(what=name, here=size, allowed=_allowed(measure, language), clause=measure.clause)


def _allowed(measure: Measure, language: str) -> str:
    """Return the values that the laws allow for a measure."""
    kind, values = measure.bounds
    return filled(text_of(language, f"allowed.{kind}"), {**values, "unit": measure.unit}, language)


# -- the clauses -------------------------------------------------------------------------------------------------------


def _chapters(rules: Ruleset, language: str) -> Iterator[book_values.ClauseGroup]:
    """Yield every chapter of clauses; a repeated number has an anchor and cases only the first time."""
    by_book = hits_by_book(own_cases())
    hits = {**borrowed_hits(rules, by_book), **by_book.get(rules.name, {})}
    seen: set[str] = set()
    for chapter in rules.chapters:
        yield book_values.ClauseGroup(
            anchor=f"chapter-{chapter.key}",
            title=title_of_chapter(rules, chapter, language),
            intro=_plain(rules.prose(chapter.intro)),
            clauses=tuple(_clauses(rules, chapter, hits, seen, language)),
        )


def _clauses(
    rules: Ruleset, chapter: Chapter, hits: dict[str, list[str]], seen: set[str], language: str
) -> Iterator[book_values.BookClause]:
    for clause in chapter.clauses:
        first = clause.number not in seen
        seen.add(clause.number)
        says = rules.sentence(clause, language)
        yield book_values.BookClause(
            number=clause.number,
            anchor=clause_anchor(clause.number) if first else "",
            says=says,
            is_english=says == rules.sentence(clause),
            source=clause.source,
            readings=readings_at(rules, clause),
            cases=tuple(hits.get(clause.number, ())) if first else (),
            lesson=lesson_of(clause, chapter.part is Part.SPOT),
        )


def _readings(
    chapters: tuple[book_values.ClauseGroup, ...], taught: tuple[book_values.BookChapter, ...]
) -> Iterator[book_values.BookReading]:
    """Yield the readings cited by the book's clauses and points, by number."""
    named = {number for chapter in chapters for clause in chapter.clauses for number in clause.readings}
    named |= {point.reading for chapter in taught for point in chapter.points if point.reading}
    for each in CONFLICTS:
        if each.number in named:
            yield book_values.BookReading(
                number=each.number,
                anchor=each.number.lower(),
                where=each.where[:1].upper() + each.where[1:],
                problem=_plain(each.problem),
                reading=_plain(each.reading),
                reason=_plain(each.reason),
            )


def _laws(rules: Ruleset, language: str) -> Iterator[book_values.LawRange]:
    """Yield the location of each official Law, for the official book."""
    if not _is_official(rules):
        return
    anchors = {chapter.title: f"chapter-{chapter.key}" for chapter in rules.chapters}
    anchors |= {each.title: f"about-{each.key}" for each in chapter_values.LESSONS}
    said = titles((rules,), language)
    for first, last, title in chapter_values.runs_of_laws(rules):
        span = str(first) if first == last else f"{first}–{last}"
        yield book_values.LawRange(
            laws=span, title=said.get(title, title), anchor=anchors.get(title, chapter_values.anchor(title))
        )
