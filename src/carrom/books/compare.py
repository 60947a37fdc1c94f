"""Comparison of two rule books: the questions that they answer differently, with both answers."""

from carrom.books.values import BookAnswer, Comparison, DifferingAnswer, GlanceRow, TopicAsked
from carrom.rules.book.catalogue import questions, title_of, titles
from carrom.rules.book.comparison import Said, contrasts, shared_sentences
from carrom.rules.book.summary import at_a_glance
from carrom.rules.book.text import clause_anchor
from carrom.rules.ruleset import Ruleset


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
