"""Comparison of two rule sets: the answers of each to every question on which they differ."""

import re
from typing import Any, TypeAlias

from carrom.i18n import listed, text_of
from carrom.rules.catalogue import title_of
from carrom.rules.clauses import Clause, Ruleset
from carrom.rules.custom import settings
from carrom.rules.lesson import at_a_glance
from carrom.rules.questions import ASKED, TOPICS
from carrom.values import Value

Said: TypeAlias = tuple[tuple[str, str], ...]
"""Sentences with the numbers of their clauses."""


class Contrast(Value, frozen=True, kw_only=True):
    """One question that two books answer differently."""

    topic: str
    asked: str
    one: Said
    other: Said


def contrasts(one: Ruleset, other: Ruleset, figures: bool = True, language: str = "en") -> tuple[Contrast, ...]:
    """Return every question that two rule sets answer differently, without the sentences they share.

    Without `figures`, sentences that differ only in a figure count as equal. Topics and questions stay in English.
    """
    mine, theirs = _answers(one, figures, language), _answers(other, figures, language)
    shared = {key for said in mine.values() for key in said} & {key for said in theirs.values() for key in said}
    found = []
    for topic, asked in _order({**mine, **theirs}):
        here = _unshared(mine.get((topic, asked), {}), shared)
        there = _unshared(theirs.get((topic, asked), {}), shared)
        if here or there:
            found.append(Contrast(topic=topic, asked=asked, one=here, other=there))
    return tuple(found)


def shared_sentences(one: Ruleset, other: Ruleset) -> int:
    """Return the number of sentences that two rule sets share, ignoring their words for pieces."""
    mine, theirs = ({meaning(rules.sentence(clause)) for clause in rules.clauses} for rules in (one, other))
    return len(mine & theirs)


_PIECES = re.compile(r"\b(?:carrom)?(?:m[ae]n|counters?|pieces?)\b", re.IGNORECASE)


def meaning(sentence: str) -> str:
    """Return an English sentence with one word for pieces, so that "man", "counter" and "piece" compare as equal."""
    return _PIECES.sub(lambda word: "pieces" if word[0].lower().endswith(("men", "s")) else "piece", sentence).lower()


Answers: TypeAlias = dict[tuple[str, str], dict[str, tuple[str, str]]]
"""For each topic and question: the normalized sentences, with number and text of the first clause for each."""


def _answers(rules: Ruleset, figures: bool, language: str) -> Answers:
    found: Answers = {}
    for chapter in rules.chapters:
        for clause in chapter.clauses:
            said = rules.sentence(clause, language)
            asked = _asked(clause) or (chapter.title, "")
            key = meaning(rules.sentence(clause) if figures else clause.english)
            found.setdefault(asked, {}).setdefault(key, (clause.number, said))
    return found


def _asked(clause: Clause) -> tuple[str, str] | None:
    """Return the topic and the question that a clause answers, by its law or one of its topics."""
    keys = (clause.key, *clause.topic.split())
    return next((ASKED[key] for key in keys if key in ASKED), None)


def _unshared(said: dict[str, tuple[str, str]], shared: set[str]) -> Said:
    return tuple(numbered for key, numbered in said.items() if key not in shared)


def _order(asked: Answers) -> list[tuple[str, str]]:
    """Return topics and questions in the order of `TOPICS`, those of individual chapters last."""
    known = [(topic.title, question.asked) for topic in TOPICS for question in topic.questions]
    return [*(each for each in known if each in asked), *(each for each in asked if each not in known)]


# -- the comparison as text --------------------------------------------------------------------------------------------


def contrast_text(one: Ruleset, other: Ruleset, language: str = "en") -> str:
    """Return the differences between two rule sets as Markdown; rows and laws are in the given language."""
    found = contrasts(one, other, language=language)
    both = listed([title_of(each, language) for each in (one, other)], "list.last", language)
    lines = [f"# {both}", ""]
    if not found and one.parameters == other.parameters:
        return "\n".join([*lines, f"`{one.name}` and `{other.name}` say the same."]) + "\n"
    lines += [f"They share {shared_sentences(one, other)} sentences. What they differ in:", ""]
    lines += _glance(one, other, language)
    topic = ""
    for each in found:
        if each.topic != topic:
            topic = each.topic
            lines += [f"## {topic}", ""]
        lines += told(each, one, other)
    return "\n".join(lines).rstrip() + "\n"


def _glance(one: Ruleset, other: Ruleset, language: str) -> list[str]:
    """Return the rows of the two tables at a glance that differ."""
    mine, theirs = dict(at_a_glance(one, language)), dict(at_a_glance(other, language))
    rows = [name for name in dict.fromkeys((*mine, *theirs)) if mine.get(name) != theirs.get(name)]
    if not rows:
        return []
    table = [f"| {name} | {mine.get(name, '–')} | {theirs.get(name, '–')} |" for name in rows]
    return [
        f"## {text_of(language, 'rules.glance', 'At a glance')}",
        "",
        f"| | `{one.name}` | `{other.name}` |",
        "|---|---|---|",
        *table,
        "",
    ]


def told(each: Contrast, one: Ruleset, other: Ruleset) -> list[str]:
    """Return the lines of one question with both answers."""
    return [*_pair(each, one.name, other.name), ""]


def _pair(each: Contrast, one: str, other: str) -> list[str]:
    lines = [f"**{each.asked}**", ""] if each.asked else []
    if each.one and each.other:
        return [*lines, *_said(f"`{one}`", each.one), *_said(f"`{other}` instead", each.other)]
    alone = one if each.one else other
    return [*lines, *_said(f"only `{alone}`", each.one or each.other)]


def _said(label: str, said: Said) -> list[str]:
    """Return a book's answer: one line, or a list of several."""
    if len(said) == 1:
        return [f"- {label}: {said[0][1]} ({said[0][0]})"]
    return [f"- {label}:", *(f"  - {text} ({number})" for number, text in said)]


def contrast_values(one: Ruleset, other: Ruleset) -> dict[str, Any]:
    """Return the same as plain values, for JSON."""
    mine, theirs = settings(one), settings(other)
    return {
        "sets": [one.name, other.name],
        "parameters": {name: [value, theirs[name]] for name, value in mine.items() if value != theirs[name]},
        "questions": [
            {"topic": each.topic, "asked": each.asked, "one": list(each.one), "other": list(each.other)}
            for each in contrasts(one, other)
        ],
    }
