"""The rule books: titles, differences in one sentence or question by question, and drawings by name."""

import re
from functools import cache

from carrom.books.values import BookAnswer, BookPicture, Comparison, DifferingAnswer, GlanceRow, TopicAsked
from carrom.draw.book_drawings import TECHNIQUES, grips, measured_board, set_up, technique_picture
from carrom.errors import RulesError
from carrom.i18n import has, text_of
from carrom.rules.book import clause_anchor
from carrom.rules.catalogue import questions, title_of, titles
from carrom.rules.comparison import Said, contrasts, shared_sentences
from carrom.rules.lesson import at_a_glance
from carrom.rules.parameters import target
from carrom.rules.ruleset import NAMES, Ruleset, ruleset
from carrom.values import Value


class Spine(Value, frozen=True, kw_only=True):
    """Summary of a rule book in the list of books."""

    name: str
    title: str
    edition: str
    players: tuple[int, ...]
    won_with: str
    """What wins a game."""
    different: str
    """One sentence on what is different."""


def shelf(language: str = "en") -> tuple[Spine, ...]:
    """Return summaries of the books that come with the program."""
    return tuple(spine(ruleset(name), language) for name in NAMES)


def spine(rules: Ruleset, language: str = "en") -> Spine:
    """Return the summary of a book; a custom book is described by the first sentence of its introduction."""
    key = "" if rules.extends else f"different.{rules.name}"
    first = re.split(r"(?<=\.)\s", rules.intro, maxsplit=1)[0]
    return Spine(
        name=rules.name,
        title=title_of(rules, language),
        edition=rules.edition,
        players=rules.parameters.players,
        won_with=target(rules.parameters, language),
        different=rules.prose(text_of(language, key), language) if has(language, key) else rules.prose(first),
    )


# -- the comparison of two rule books, question by question ------------------------------------------------------------


def compare(one: Ruleset, other: Ruleset, language: str = "en") -> Comparison:
    """Return the differences between two rule sets, by question, translated as far as the language has the texts."""
    headings, asked = titles((one, other), language), questions(language)
    english = {rules.sentence(clause) for rules in (one, other) for clause in rules.clauses}
    topics: dict[str, list[DifferingAnswer]] = {}
    for each in contrasts(one, other, language=language):
        question = DifferingAnswer(
            asked=asked.get(each.asked, each.asked),
            one=_answers(each.one, english),
            other=_answers(each.other, english),
        )
        topics.setdefault(each.topic, []).append(question)
    mine, theirs = dict(at_a_glance(one, language)), dict(at_a_glance(other, language))
    return Comparison(
        one=one.name,
        other=other.name,
        titles=(title_of(one, language), title_of(other, language)),
        shared=shared_sentences(one, other),
        glance=tuple(
            GlanceRow(name=name, one=mine.get(name, ""), other=theirs.get(name, ""))
            for name in dict.fromkeys((*mine, *theirs))
            if mine.get(name) != theirs.get(name)
        ),
        topics=tuple(
            TopicAsked(title=headings.get(title, title), anchor=clause_anchor(title), questions=tuple(found))
            for title, found in topics.items()
        ),
    )


def _answers(said: Said, english: set[str]) -> tuple[BookAnswer, ...]:
    return tuple(BookAnswer(number, clause_anchor(number), words, words in english) for number, words in said)


# -- the drawings by name, each drawn on first use ---------------------------------------------------------------------


def arms() -> dict[int, str]:
    """Return the colour name of the pieces in a rack's arm, white or brown, by the angle of the first arm."""
    figures = [ruleset(name).parameters for name in NAMES]
    return {each.setup_angle: "brown" if each.white_is_brown else "white" for each in figures}


def set_up_name(angle: int) -> str:
    """Return the name of the drawing of a rack."""
    return f"set-up-{angle}"


@cache
def drawing(name: str) -> str:
    """Return a drawing as SVG. Raises `RulesError` for an unknown name."""
    if name == "board":
        return measured_board()
    if name == "grips":
        return grips()
    for angle, men in arms().items():
        if name == set_up_name(angle):
            return set_up(angle, white=men)
    for technique in TECHNIQUES:
        if name == technique.name:
            return technique_picture(technique)
    raise RulesError(f"no drawing is called {name!r}: there are {', '.join(names())}")


def names() -> tuple[str, ...]:
    """Return the names of every drawing."""
    return ("board", "grips", *map(set_up_name, sorted(arms())), *(technique.name for technique in TECHNIQUES))


def shown(name: str, title: str) -> BookPicture:
    """Return the reference to a drawing for a page."""
    size = re.search(r'width="(\d+)" height="(\d+)"', drawing(name))
    assert size is not None, "a drawing has a size"
    return BookPicture(name=name, title=title, width=int(size[1]), height=int(size[2]))
