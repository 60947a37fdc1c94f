"""Two rule books compared: to each question they answer differently, what the one says and what the other."""

from carrom.books.values import Answer, Asked, Comparison, GlanceRow, TopicAsked
from carrom.rules.book import clause_anchor
from carrom.rules.contrast import Said, contrasts, shared_sentences
from carrom.rules.lesson import at_a_glance
from carrom.rules.ruleset import Ruleset


def compare(one: Ruleset, other: Ruleset) -> Comparison:
    """Return what two rule sets differ in, question by question."""
    topics: dict[str, list[Asked]] = {}
    for each in contrasts(one, other):
        asked = Asked(asked=each.asked, one=_answers(each.one), other=_answers(each.other))
        topics.setdefault(each.topic, []).append(asked)
    mine, theirs = dict(at_a_glance(one)), dict(at_a_glance(other))
    return Comparison(
        one=one.name,
        other=other.name,
        titles=(one.title, other.title),
        shared=shared_sentences(one, other),
        glance=tuple(
            GlanceRow(name=name, one=mine.get(name, ""), other=theirs.get(name, ""))
            for name in dict.fromkeys((*mine, *theirs))
            if mine.get(name) != theirs.get(name)
        ),
        topics=tuple(
            TopicAsked(title=title, anchor=clause_anchor(title), questions=tuple(questions))
            for title, questions in topics.items()
        ),
    )


def _answers(said: Said) -> tuple[Answer, ...]:
    return tuple(Answer(number, clause_anchor(number), words) for number, words in said)
